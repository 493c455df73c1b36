import { refuse } from './refusal.ts';

/** The query of a request, read with the API's own rules and refusals. Blank values count as absent. */
export interface Query {
  text(name: string): string | undefined;
  requiredText(name: string): string;
  /** A repeated key, each value once, at most 100 of them; comma lists are not split. */
  texts(name: string): string[];
  /** Like `text`, for ids that consist of digits. */
  id(name: string): string | undefined;
  requiredId(name: string): string;
  ids(name: string): string[];
  /** Refuses more than 100 values of `names` together. */
  limitTogether(...names: string[]): void;
  choice<T extends string>(name: string, values: readonly T[], fallback: NoInfer<T>): T;
  flag(name: string): boolean | undefined;
  /** Unix milliseconds of an RFC 3339 time. */
  time(name: string): number | undefined;
  /** The page size. */
  first(fallback: number, max: number): number;
  /** Everything but the page size and the cursors, in a fixed order: what a cursor is bound to. */
  filters(): string;
}

const valuesPerKey = 100;
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

const malformed = (name: string, reason: string) => refuse(400, `The parameter "${name}" was malformed: ${reason}`);

/** Reads `params`. */
export function createQuery(params: URLSearchParams): Query {
  const text = (name: string) => params.get(name) || undefined;

  function requiredText(name: string): string {
    return text(name) ?? refuse(400, `Missing required parameter "${name}"`);
  }

  function limitTogether(...names: string[]): void {
    let count = 0;
    for (const name of names) {
      count += params.getAll(name).length;
      if (count > valuesPerKey) malformed(name, `the value must be less than or equal to ${valuesPerKey}`);
    }
  }

  function texts(name: string): string[] {
    limitTogether(name);
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

  return {
    text,
    requiredText,
    texts,
    id(name) {
      const value = text(name);
      return value && numeric(name, value);
    },
    requiredId: (name) => numeric(name, requiredText(name)),
    ids: (name) => texts(name).map((value) => numeric(name, value)),
    limitTogether,
    choice,
    flag: (name) => (text(name) ? choice(name, ['true', 'false'], 'false') === 'true' : undefined),
    time(name) {
      const value = text(name);
      if (!value) return undefined;
      const time = rfc3339.test(value) ? Date.parse(value) : Number.NaN;
      return Number.isNaN(time) ? malformed(name, 'value must be an RFC3339 timestamp') : time;
    },
    first(fallback, max) {
      const value = text('first');
      if (!value) return fallback;
      const size = /^-?\d+$/.test(value) ? Number(value) : malformed('first', 'value must be a numeric');
      if (size > max) malformed('first', `the value must be less than or equal to ${max}`);
      if (size < 1) malformed('first', 'the value must be greater than or equal to 1');
      return size;
    },
    filters() {
      const kept = [...params].filter(([name]) => !['first', 'after', 'before'].includes(name));
      return JSON.stringify(kept.map(([name, value]) => `${name}=${value}`).sort());
    },
  };
}
