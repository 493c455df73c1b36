import { refuse } from './refusal.ts';

/** How one member of a request body is checked. */
export interface Field<T = unknown, Required extends boolean = boolean> {
  readonly isRequired: Required;
  readonly isNullable?: true;
  /** What is wrong with `value`, as the end of a sentence that starts with the field's name. */
  problem(value: unknown): string | undefined;
  /** Fields of an object, or of each object of a list. */
  readonly members?: Fields;
  /** Only for the compiler. */
  readonly type?: T;
}

/** Fields of an object, by name. */
export type Fields = Readonly<Record<string, Field>>;

type RequiredNames<F extends Fields> = { [K in keyof F]: F[K] extends Field<unknown, true> ? K : never }[keyof F];
type ValueOf<F> = F extends Field<infer T> ? T : never;

/** What a checked body holds. A nullable field that was null counts as absent. */
export type Values<F extends Fields> = { readonly [K in RequiredNames<F>]: ValueOf<F[K]> } & {
  readonly [K in Exclude<keyof F, RequiredNames<F>>]?: ValueOf<F[K]> | undefined;
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const field = <T>(problem: (value: unknown) => string | undefined, members?: Fields): Field<T, false> => ({
  isRequired: false,
  problem,
  ...(members && { members }),
});

export const required = <T>(inner: Field<T>): Field<T, true> => ({ ...inner, isRequired: true });

/** A field that must be there, if only as null. */
export const requiredOrNull = <T>(inner: Field<T, false>): Field<T | undefined, true> => ({
  ...inner,
  isRequired: true,
  isNullable: true,
});

/** Takes an empty string too, which stands for nothing. */
export const orEmpty = (inner: Field<string, false>): Field<string, false> => ({
  ...inner,
  problem: (value) => (value === '' ? undefined : inner.problem(value)),
});

export const nullable = <T>(inner: Field<T, false>): Field<T, false> => ({ ...inner, isNullable: true });

/** Text of `min` (default 1) to `max` characters. */
export const text = ({ min = 1, max = Number.POSITIVE_INFINITY } = {}): Field<string, false> =>
  field((value) => {
    if (typeof value !== 'string') return 'must be a string';
    if (value.length < min) return 'must be a non-empty string';
    return value.length > max ? `must be no longer than ${max} characters` : undefined;
  });

export const oneOf = <const T extends string>(values: readonly T[]): Field<T, false> =>
  field((value) => (values.includes(value as T) ? undefined : `must be one of ${values.join(', ')}`));

export const integer = (min: number, max = Number.MAX_SAFE_INTEGER): Field<number, false> =>
  field((value) => {
    if (!Number.isSafeInteger(value)) return 'must be an integer';
    const number = value as number;
    if (number < min) return `must be at least ${min}`;
    return number > max ? `must be at most ${max}` : undefined;
  });

export const amount = (): Field<number, false> =>
  field((value) => (typeof value === 'number' && Number.isFinite(value) ? undefined : 'must be a number'));

export const flag = (): Field<boolean, false> =>
  field((value) => (typeof value === 'boolean' ? undefined : 'must be a boolean'));

export const date = (): Field<string, false> =>
  field((value) => {
    const valid = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && isDate(value);
    return valid ? undefined : 'must be a date in the format YYYY-MM-DD';
  });

const isDate = (value: string) => {
  const at = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value);
};

export const dateTime = (): Field<string, false> =>
  field((value) =>
    typeof value === 'string' && value.includes('T') && !Number.isNaN(Date.parse(value))
      ? undefined
      : 'must be an ISO 8601 date and time',
  );

export const webAddress = (): Field<string, false> =>
  field((value) =>
    typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value) ? undefined : 'must be a valid URL',
  );

export const list = <T>(element: Field<T>, { min = 0, max = Number.POSITIVE_INFINITY } = {}): Field<T[], false> =>
  field((value) => {
    if (!Array.isArray(value)) return 'must be an array';
    if (value.length < min) return `must have at least ${min} element${min === 1 ? '' : 's'}`;
    if (value.length > max) return `must have at most ${max} elements`;
    for (const each of value) {
      if (each === null && element.isNullable) continue;
      const problem = element.problem(each);
      if (problem) return `is invalid: each element ${problem}`;
    }
    return undefined;
  }, element.members);

export const object = <F extends Fields>(members: F): Field<Values<F>, false> =>
  field((value) => (isRecord(value) ? undefined : 'must be an object'), members);

/** An object that nothing here looks into. */
export const anyObject = (): Field<Record<string, unknown>, false> =>
  field((value) => (isRecord(value) ? undefined : 'must be an object'));

/** Checks a body: all that is missing first, then all that is unknown, then the first wrong value. */
export function readBody<F extends Fields>(fields: F, body: Record<string, unknown>): Values<F> {
  const levels = [...levelsOf(fields, body, '')];
  const missing = levels.flatMap((level) =>
    Object.entries(level.fields)
      .filter(([name, { isRequired, isNullable }]) => {
        const value = level.body[name];
        return isRequired && (value === undefined || (value === null && !isNullable));
      })
      .map(([name]) => level.prefix + name),
  );
  if (missing.length > 0) refuse('MISSING_FIELDS', `the following required fields are missing: ${missing.join(', ')}`);
  const unknown = levels.flatMap((level) =>
    Object.keys(level.body)
      .filter((name) => !Object.hasOwn(level.fields, name))
      .map((name) => level.prefix + name),
  );
  if (unknown.length > 0)
    refuse('UNKNOWN_FIELDS', `the following fields are not recognized by this endpoint: ${unknown.join(', ')}`);
  for (const level of levels) {
    for (const [name, value] of Object.entries(level.body)) {
      const declared = level.fields[name];
      if (value === undefined || !declared || (value === null && declared.isNullable)) continue;
      const problem = declared.problem(value);
      if (problem) refuse('INVALID_FIELD', `${level.prefix}${name} ${problem}`);
    }
  }
  return withoutNulls(body) as Values<F>;
}

interface Level {
  readonly fields: Fields;
  readonly body: Record<string, unknown>;
  readonly prefix: string;
}

function* levelsOf(fields: Fields, body: Record<string, unknown>, prefix: string): Generator<Level> {
  yield { fields, body, prefix };
  for (const [name, { members }] of Object.entries(fields)) {
    const value = body[name];
    if (!members) continue;
    if (isRecord(value)) yield* levelsOf(members, value, `${prefix}${name}.`);
    if (!Array.isArray(value)) continue;
    for (const [index, each] of value.entries())
      if (isRecord(each)) yield* levelsOf(members, each, `${prefix}${name}[${index}].`);
  }
}

const withoutNulls = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, isRecord(value) ? withoutNulls(value) : value]),
  );
