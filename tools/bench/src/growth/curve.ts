import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** Something whose cost might grow with a size: keys, fields, bytes, accounts. */
export interface Curve {
  /** Unit of work that has the cost, such as "A call counted in memory". */
  readonly title: string;
  /** Things that the size counts, such as "keys". */
  readonly of: string;
  readonly unit: 'µs' | 'B';
  readonly sizes: readonly number[];
  /** Highest acceptable exponent. Default: {@link defaultExponent}. */
  readonly atMost?: number;
  /**
   * Loads the code to measure.
   *
   * @returns Function that measures the cost of one unit of work at a size, such as one call, one field or one client.
   */
  open(checkout: Checkout): Promise<(size: number) => Promise<number>>;
}

/** Above 0, because caches that are too small for the largest size add some cost. */
export const defaultExponent = 0.3;

/** A checkout of this repository whose sources are measured, with its dependencies installed. */
export interface Checkout {
  /** Imports a file by its path from the root of the repository. */
  load<Module>(path: string): Promise<Module>;
  /** Imports a dependency of a package, such as `packages/core`. */
  loadDependency<Module>(name: string, of: string): Promise<Module>;
}

/** @param root Folder of the checkout. */
export function openCheckout(root: string): Checkout {
  const urlOf = (path: string) => pathToFileURL(`${root}/${path}`);
  return {
    load: (path) => import(urlOf(path).href),
    loadDependency: (name, of) => import(pathToFileURL(createRequire(urlOf(`${of}/package.json`)).resolve(name)).href),
  };
}

/** Microseconds of CPU time that `work` takes. */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Bytes of heap that are in use, garbage aside. */
export async function heapInUse(): Promise<number> {
  for (let turn = 0; turn < 2; turn += 1) {
    await new Promise(setImmediate); // what a WeakRef has returned lives to the end of the turn
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
}
