import { malformed, missing } from './refusal.ts';

/** The query of a request, read with the API's own rules and refusals. Blank values count as absent. */
export interface Query {
  text(name: string): string | undefined;
  requiredText(name: string): string;
  /** Whether the key is there at all, blank or not. */
  has(name: string): boolean;
  /** A repeated key, each value once, at most `max` of them (default 100); comma lists are not split. */
  texts(name: string, max?: number): string[];
  /** Like `text`, for ids that consist of digits. */
  id(name: string): string | undefined;
  requiredId(name: string): string;
  ids(name: string, max?: number): string[];
  /** Refuses more than 100 values of `names` together. */
  limitTogether(...names: string[]): void;
  choice<T extends string>(name: string, values: readonly T[], fallback: NoInfer<T>): T;
  /** `true` or `false`, capitalized or not, as the real host takes both. */
  flag(name: string): boolean | undefined;
  /** A number from `min` to `max`: a whole one, or with up to `decimals` decimals. */
  number(name: string, min: number, max: number, decimals?: number): number | undefined;
  /** Unix milliseconds of an RFC 3339 time. */
  time(name: string): number | undefined;
  /** The page size. */
  first(fallback: number, max: number): number;
  /** Everything but the page size and the cursors, in a fixed order: what a cursor is bound to. */
  filters(): string;
}

const valuesPerKey = 100;

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/** Unix milliseconds of the RFC 3339 time `value` of the parameter `name`. */
export function readTime(name: string, value: string): number {
  const time = rfc3339.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? malformed(name, 'value must be an RFC3339 timestamp') : time;
}

/** `value`, refused when it is not from `min` to `max`. */
export function inRange(name: string, value: number, min: number, max: number): number {
  if (value > max) malformed(name, `the value must be less than or equal to ${max}`);
  if (value < min) malformed(name, `the value must be greater than or equal to ${min}`);
  return value;
}

/** Reads `params`. */
export function createQuery(params: URLSearchParams): Query {
  const text = (name: string) => params.get(name) || undefined;

  function requiredText(name: string): string {
    return text(name) ?? missing(name);
  }

  function limit(max: number, names: string[]): void {
    let count = 0;
    for (const name of names) {
      count += params.getAll(name).length;
      if (count > max) malformed(name, `the value must be less than or equal to ${max}`);
    }
  }

  function texts(name: string, max = valuesPerKey): string[] {
    limit(max, [name]);
    return [...new Set(params.getAll(name).filter(Boolean))];
  }

  function numeric(name: string, value: string): string {
    return /^\d+$/.test(value) ? value : malformed(name, 'value must be a numeric');
  }

  function choice<T extends string>(name: string, values: readonly T[], fallback: NoInfer<T>): T {
    const value = text(name) ?? fallback;
    const found = values.find((each) => each === value);
    return found ?? malformed(name, `value must be one of ${values.map((each) => `"${each}"`).join(', ')}`);
  }

  function readNumber(name: string, min: number, max: number, decimals = 0): number | undefined {
    const value = text(name);
    if (!value) return undefined;
    const pattern = decimals > 0 ? new RegExp(`^-?\\d+(\\.\\d{1,${decimals}})?$`) : /^-?\d+$/;
    const number = pattern.test(value) ? Number(value) : malformed(name, 'value must be a numeric');
    return inRange(name, number, min, max);
  }

  return {
    text,
    requiredText,
    has: (name) => params.has(name),
    texts,
    id(name) {
      const value = text(name);
      return value && numeric(name, value);
    },
    requiredId: (name) => numeric(name, requiredText(name)),
    ids: (name, max) => texts(name, max).map((value) => numeric(name, value)),
    limitTogether: (...names) => limit(valuesPerKey, names),
    choice,
    flag(name) {
      const value = text(name);
      if (!value) return undefined;
      if (value === 'True' || value === 'False') return value === 'True';
      return choice(name, ['true', 'false'], 'false') === 'true';
    },
    time(name) {
      const value = text(name);
      return value ? readTime(name, value) : undefined;
    },
    number: readNumber,
    first: (fallback, max) => readNumber('first', 1, max) ?? fallback,
    filters() {
      const kept = [...params].filter(([name]) => !['first', 'after', 'before'].includes(name));
      return JSON.stringify(kept.map(([name, value]) => `${name}=${value}`).sort());
    },
  };
}
