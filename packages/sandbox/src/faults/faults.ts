import { isRegExp } from 'node:util/types';
import type { ProviderName } from '../shared/provider-name.ts';
import { createRandom, drawLogNormal, type Random } from '../shared/random.ts';
import { checkFault, type DelayDistribution, type Fault } from './fault.ts';

/** The sandbox's faults on demand. */
export interface Faults<Name extends string = ProviderName> {
  /**
   * Adds a fault. If several match a request, the one that was added first hits it. Returns a function that removes the
   * fault.
   *
   * @throws ApiError `invalid_params` for an unknown provider or field, or an invalid value.
   */
  add(fault: Fault<Name>): () => void;
  /** Removes every fault. */
  clear(): void;
  /** Returns the faults that are set and have not hit any request yet, oldest first. */
  unused(): readonly Fault<Name>[];
}

/** A fault that was added. */
export interface FaultEntry {
  /** Counts from 1. */
  readonly id: number;
  readonly fault: Fault;
  /** Number of its sequence of random values. */
  readonly stream: number;
  /** Number of matching requests to let through before it hits, and number that it then still hits. */
  skip: number;
  left: number;
  /** Number of requests that it has hit. */
  hits: number;
  /** Number of random values that it has drawn. */
  draws: number;
}

/** A fault that hits a request, and its delay. */
export interface Hit {
  readonly fault: Fault;
  readonly delayMs: number;
}

/** A fault in a saved state. */
export interface SavedFault {
  readonly fault: Fault;
  /** Number of matching requests that it still lets through before it hits. */
  readonly skip: number;
  /** Number of matching requests that it then still hits. */
  readonly left: number | 'always';
  /** Number of requests that it has hit. */
  readonly hits?: number;
  /** Number of the random sequence that it draws from. */
  readonly stream?: number;
  /** Number of random values that it has drawn. */
  readonly draws?: number;
}

export interface FaultBook extends Faults {
  take(provider: string, method: string, path: string): Hit | undefined;
  /** Returns the faults that can still hit, in the order in which they are tried. */
  list(): readonly FaultEntry[];
  /** Removes a fault. Returns whether there was one with this ID. */
  remove(id: number): boolean;
  /** Returns the faults that JSON can express, with their counts. */
  save(): SavedFault[];
  /** Replaces all faults with saved ones. */
  restore(saved: readonly SavedFault[]): void;
}

/** Converts a fault to JSON, without `rewrite`, which is code. */
export function faultToJson({ rewrite: _, path, times, body, ...fault }: Fault): Fault {
  return {
    ...fault,
    ...(path !== undefined && { path: isRegExp(path) ? { pattern: path.source, flags: path.flags } : path }),
    ...(times !== undefined && { times: times === Number.POSITIVE_INFINITY ? 'always' : times }),
    ...(body !== undefined && { body: body instanceof Uint8Array ? new TextDecoder().decode(body) : body }),
  };
}

/** Converts a fault to JSON, with its counts. */
export const saveFault = ({ fault, stream, skip, left, hits, draws }: FaultEntry): SavedFault => ({
  fault: faultToJson(fault),
  skip,
  left: left === Number.POSITIVE_INFINITY ? 'always' : left,
  hits,
  ...(draws > 0 && { stream, draws }),
});

const countOf = (times: number | 'always'): number => (times === 'always' ? Number.POSITIVE_INFINITY : times);

/**
 * Returns the report of `close` on faults that never hit, since a test with one may pass for the wrong reason.
 * Undefined if all hit.
 */
export function describeUnused(faults: Faults): string | undefined {
  const unused = faults.unused();
  if (unused.length === 0) return undefined;
  // Bodies and headers may be long, and may contain secrets.
  const shown = unused.map(({ body: _, headers: __, rewrite: ___, ...fault }) => JSON.stringify(faultToJson(fault)));
  const subject = unused.length === 1 ? '1 fault never hit a request' : `${unused.length} faults never hit a request`;
  return `sandbox: ${subject}: ${shown.join(', ')}. Check provider, path and method, or remove faults that are not needed`;
}

export function createFaults(seed: number, names: readonly string[]): FaultBook {
  /** Returns the source of a fault's next value, which is the same in each run and independent of other draws. */
  const drawOf = (entry: FaultEntry) => createRandom(seed, `faults/${entry.stream}/${entry.draws++}`);
  let entries: FaultEntry[] = [];
  let lastId = 0;
  function remove(id: number): boolean {
    const before = entries.length;
    entries = entries.filter((entry) => entry.id !== id);
    return entries.length < before;
  }
  return {
    add(fault) {
      checkFault(fault, names);
      const id = ++lastId;
      const counts = { skip: fault.after ?? 0, left: countOf(fault.times ?? 1), hits: 0, draws: 0 };
      entries.push({ id, stream: id, fault, ...counts });
      return () => void remove(id);
    },
    remove,
    list: () => entries.filter(({ left }) => left > 0),
    save: () => entries.filter(({ fault, left }) => left > 0 && !fault.rewrite).map(saveFault),
    restore(saved) {
      entries = saved.map(({ fault, skip, left, hits = 0, stream, draws = 0 }) => {
        const id = ++lastId;
        return { id, stream: stream ?? id, fault, skip, left: countOf(left), hits, draws };
      });
    },
    unused: () => entries.filter(({ hits }) => hits === 0).map(({ fault }) => fault),
    clear() {
      entries = [];
    },
    take(provider, method, path) {
      for (const entry of entries) {
        const { fault } = entry;
        if (entry.left <= 0 || (fault.provider && fault.provider !== provider)) continue;
        if (fault.method && fault.method.toUpperCase() !== method) continue;
        if (!isAt(fault.path, path)) continue;
        if (entry.skip > 0) {
          entry.skip -= 1;
          continue;
        }
        const { probability = 1, delay, delayMs = 0 } = fault;
        if (probability < 1 && drawOf(entry).float() >= probability) continue;
        entry.left -= 1;
        entry.hits += 1;
        return { fault, delayMs: delay ? drawDelay(drawOf(entry), delay) : delayMs };
      }
      return undefined;
    },
  };
}

/** Draws a delay in milliseconds. */
export const drawDelay = (random: Random, { medianMs, sigma }: DelayDistribution): number =>
  drawLogNormal(random, medianMs, sigma);

export function isAt(wanted: Fault['path'], path: string): boolean {
  if (wanted === undefined || typeof wanted === 'string') return wanted === undefined || wanted === path;
  return (isRegExp(wanted) ? wanted : new RegExp(wanted.pattern, wanted.flags)).test(path);
}
