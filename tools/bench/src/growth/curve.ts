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
  /** Measures the cost of one unit of work at a size, such as one call, one field or one client. */
  measure(size: number): Promise<number>;
}

/** Above 0, because caches that are too small for the largest size add some cost. */
export const defaultExponent = 0.3;

/** Microseconds of CPU time that `work` takes. */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
