import { malformed, missing } from '../errors.ts';

const valuesPerKey = 100;

/** Form of every login. */
export const loginForm = /^[a-z\d_]{1,25}$/i;

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/** Returns the Unix milliseconds of the RFC 3339 time `value` in the parameter `name`. */
export function readTime(name: string, value: string): number {
  const time = rfc3339.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? malformed(name, 'value must be an RFC3339 timestamp') : time;
}

/** Returns `value`, or refuses it unless it is from `min` to `max`. */
export function inRange(name: string, value: number, min: number, max: number): number {
  if (value > max) malformed(name, `the value must be less than or equal to ${max}`);
  if (value < min) malformed(name, `the value must be greater than or equal to ${min}`);
  return value;
}

/** Returns `value`, or refuses it unless it is one of `values`. */
export function oneOf<T extends string>(name: string, value: string, values: readonly T[]): T {
  const found = values.find((each) => each === value);
  return found ?? malformed(name, `value must be one of ${values.map((each) => `"${each}"`).join(', ')}`);
}

/** Refuses text of more than `max` characters (UTF-16 code units), in the words of some endpoints. */
export function limitText(name: string, text: string | undefined, max: number, min = 0): void {
  if (text === undefined || (text.length <= max && text.length >= min)) return;
  malformed(name, `the text must have ${min > 0 ? `from ${min} to` : 'at most'} ${max} characters`);
}

/** Refuses text of more than `max` characters (code points), in the words of the other endpoints. */
export function limitValue(name: string, text: string | undefined, max: number): void {
  if (text !== undefined && [...text].length > max)
    malformed(name, `the value must be no longer than ${max} characters`);
}

/** The query of a request, read with the API's own rules and refusals. Blank values count as absent. */
export type Query = ReturnType<typeof createQuery>;

/** Creates the reader of `params`. */
export function createQuery(params: URLSearchParams) {
  const text = (name: string) => params.get(name) || undefined;

  const query = {
    text,
    requiredText: (name: string): string => text(name) ?? missing(name),
    /** Whether the key is present, even if it is blank. */
    has: (name: string) => params.has(name),
    /** Whether a value of a repeated key is blank or does not match. */
    hasOther: (name: string, pattern: RegExp) => params.getAll(name).some((value) => !pattern.test(value)),
    /** Values of a repeated key without duplicates, at most `max`. Comma-separated lists are not split. */
    texts(name: string, max = valuesPerKey): string[] {
      limit(params, max, [name]);
      return [...new Set(params.getAll(name).filter(Boolean))];
    },
    /** Like `text`, for IDs that consist of digits. */
    id(name: string): string | undefined {
      const value = text(name);
      return value && numeric(name, value);
    },
    requiredId: (name: string): string => numeric(name, query.requiredText(name)),
    ids: (name: string, max?: number): string[] => query.texts(name, max).map((value) => numeric(name, value)),
    /** Refuses more than 100 values of `names` together. */
    limitTogether: (...names: string[]) => limit(params, valuesPerKey, names),
    choice<T extends string>(name: string, values: readonly T[], fallback: NoInfer<T>): T {
      return oneOf(name, text(name) ?? fallback, values);
    },
    requiredChoice: <T extends string>(name: string, values: readonly T[]): T =>
      oneOf(name, query.requiredText(name), values),
    /** `true` or `false`, capitalized or not; the real host accepts both. */
    flag(name: string): boolean | undefined {
      const value = text(name);
      if (!value) return undefined;
      if (value === 'True' || value === 'False') return value === 'True';
      return oneOf(name, value, ['true', 'false']) === 'true';
    },
    /** Unix milliseconds of an RFC 3339 time. */
    time(name: string): number | undefined {
      const value = text(name);
      return value ? readTime(name, value) : undefined;
    },
    /** A number from `min` to `max`, whole or with up to `decimals` decimals. */
    number(name: string, min: number, max: number, decimals = 0): number | undefined {
      const value = text(name);
      if (!value) return undefined;
      const pattern = decimals > 0 ? new RegExp(`^-?\\d+(\\.\\d{1,${decimals}})?$`) : /^-?\d+$/;
      const number = pattern.test(value) ? Number(value) : malformed(name, 'value must be a numeric');
      return inRange(name, number, min, max);
    },
    /** The page size. */
    first: (fallback: number, max: number) => query.number('first', 1, max) ?? fallback,
    /** All parameters but the page size and the cursors, in a fixed order. Cursors are bound to these parameters. */
    filters(): string {
      const kept = [...params].filter(([name]) => !['first', 'after', 'before'].includes(name));
      return JSON.stringify(kept.map(([name, value]) => `${name}=${value}`).sort());
    },
  };
  return query;
}

function limit(params: URLSearchParams, max: number, names: string[]): void {
  let count = 0;
  for (const name of names) {
    count += params.getAll(name).length;
    if (count > max) malformed(name, `the value must be less than or equal to ${max}`);
  }
}

const numeric = (name: string, value: string) =>
  /^\d+$/.test(value) ? value : malformed(name, 'value must be a numeric');
