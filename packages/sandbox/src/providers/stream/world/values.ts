import type { Random } from '../../../random.ts';

/** Where pictures and pages would be; `.example` never resolves, so no test fetches them by accident. */
export const assetHost = 'https://static-cdn.example';

export const day = 24 * 3_600_000;

/** The API's time format: RFC 3339 in UTC, full seconds. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** A random id in the form of a UUID. */
export function uuid(draw: Random): string {
  const digits = draw.text(32, '0123456789abcdef');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
}

/** One of `values`, the first ones far more often; `exponent` says how far. */
export function pickEarly<T>(draw: Random, values: readonly T[], exponent: number): T {
  return values[Math.floor(values.length * draw.float() ** exponent)] as T;
}

/** By `key`, the last of equals. */
export function indexBy<T>(values: readonly T[], key: (value: T) => string): Map<string, T> {
  return new Map(values.map((value) => [key(value), value]));
}

/** In the order of `values`. */
export function groupBy<T>(values: readonly T[], key: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(key(value));
    if (group) group.push(value);
    else groups.set(key(value), [value]);
  }
  return groups;
}
