import type { Random } from '../../../shared/random.ts';

/** Host of pictures and pages. `.example` never resolves, so no test fetches them by accident. */
export const assetHost = 'https://static-cdn.example';

export const hour = 3_600_000;
export const day = 24 * hour;

/** Returns the ID of the user with `rank`; 0 is the most popular one. */
export function userId(rank: number): string {
  return String(100_000_000 + rank * 7919);
}

/** Formats a time as the API does: RFC 3339 in UTC, full seconds. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Returns a random ID in the form of a UUID. */
export function uuid(draw: Random): string {
  const digits = draw.text(32, '0123456789abcdef');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
}

/** Picks one of `values`, the first ones far more often. A higher `exponent` favors them more. */
export function pickEarly<T>(draw: Random, values: readonly T[], exponent: number): T {
  return values[Math.floor(values.length * draw.float() ** exponent)] as T;
}

/** Indexes `values` by `key`. The last value with a key wins. */
export function indexBy<T>(values: readonly T[], key: (value: T) => string): Map<string, T> {
  return new Map(values.map((value) => [key(value), value]));
}

/** Groups `values` by `key`, in the order of `values`. */
export function groupBy<T>(values: readonly T[], key: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(key(value));
    if (group) group.push(value);
    else groups.set(key(value), [value]);
  }
  return groups;
}

/** Creates a store with one value per channel or user, made on first use. */
export function perKey<T>(make: (key: string) => T): { (key: string): T; set(key: string, value: T): void } {
  const made = new Map<string, T>();
  const get = (key: string) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key) as T;
  };
  return Object.assign(get, { set: (key: string, value: T) => void made.set(key, value) });
}

/** Returns the sum of what `amount` returns for each of `values`. */
export const sumOf = <T>(values: readonly T[], amount: (value: T) => number) =>
  values.reduce((sum, value) => sum + amount(value), 0);

/** Orders records by their IDs, ascending. */
export const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

export const setFields = <Fields extends object>(
  record: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as never;
