import type { OpenApiTable, TableField, TableFields } from '../../shared/openapi-table.ts';
import { corrections, leftOut } from './corrections.ts';
import { refuse } from './errors.ts';
import official from './openapi.json' with { type: 'json' };

const { operations, shapes, nulls = {} } = official as OpenApiTable;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names of all products. */
export const knownProducts = shapes.Products?.enum as readonly string[];

const corrected = new Map<string, TableFields | undefined>();

/** Returns the fields of `place`, a path or a shape, according to the official file and the corrections. */
function fieldsAt(place: string): TableFields | undefined {
  if (corrected.has(place)) return corrected.get(place);
  const known = operations[`POST ${place}`]?.body ?? shapes[place]?.fields;
  const changes = Object.entries(corrections[place] ?? {});
  const fields = known && {
    ...known,
    ...Object.fromEntries(changes.map(([name, change]) => [name, { ...known[name], ...change }])),
  };
  corrected.set(place, fields);
  return fields;
}

/** Returns the body fields of the endpoint at `path`. */
export const fieldsOf = (path: string): TableFields => fieldsAt(path) ?? {};

/** Returns a record of the official file with null in every nullable field. */
export const nullRecord = (name: string): Record<string, null> =>
  Object.fromEntries(
    (nulls[name] ?? []).filter((field) => !leftOut[name]?.includes(field)).map((field) => [field, null]),
  );

/** Returns `known`, with null in the record's nullable fields that it does not set. */
export const withNulls = <Known extends object>(name: string, known: Known): Known => ({
  ...nullRecord(name),
  ...(Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as Known),
});

function whole(field: TableField): TableField {
  if (field.shape === undefined) return field;
  const fields = fieldsAt(field.shape);
  return { ...shapes[field.shape], ...(fields && { fields }), ...field };
}

/** Returns the problem with `value`, as the end of a sentence that starts with the field's name. */
function problemOf(field: TableField, value: unknown): string | undefined {
  const { type, enum: values } = field;
  if (values) return values.includes(value) ? undefined : `must be one of ${values.join(', ')}`;
  if (field.items) return listProblem(field, value);
  if (field.fields || type === 'object') return isRecord(value) ? undefined : 'must be an object';
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'must be a boolean';
  if (type === 'number') return Number.isFinite(value) ? undefined : 'must be a number';
  if (!type) return stringProblem(field, value);
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = field;
  if (!Number.isSafeInteger(value)) return 'must be an integer';
  if ((value as number) < min) return `must be at least ${min}`;
  return (value as number) > max ? `must be at most ${max}` : undefined;
}

const formats: Readonly<Record<string, readonly [(text: string) => boolean, string]>> = {
  date: [isDate, 'must be a date in the format YYYY-MM-DD'],
  'date-time': [(text) => text.includes('T') && !Number.isNaN(Date.parse(text)), 'must be an ISO 8601 date and time'],
  url: [isWebAddress, 'must be a valid URL'],
};

/** Whether a string is a web address. Without a scheme, it must begin with a host name that contains a dot. */
function isWebAddress(text: string): boolean {
  const address = /^[\w-]+(\.[\w-]+)+([:/?#]|$)/.test(text) ? withScheme(text) : text;
  return /^https?:\/\//.test(address) && URL.canParse(address);
}

/** Returns an address with its scheme, or with https if it has none. */
export const withScheme = (address: string): string => (/^https?:\/\//.test(address) ? address : `https://${address}`);

function isDate(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

// In a nullable field, an empty string stands for null. Elsewhere it is refused.
function stringProblem({ format = '', nullable, maxLength, ...field }: TableField, value: unknown): string | undefined {
  const known = formats[format];
  const minLength = field.minLength ?? (nullable && !known ? 0 : 1);
  if (typeof value !== 'string') return known?.[1] ?? 'must be a string';
  if (value === '' && minLength === 0) return undefined;
  if (known) return known[0](value) ? undefined : known[1];
  if (value.length < minLength) return 'must be a non-empty string';
  return maxLength !== undefined && value.length > maxLength
    ? `must be no longer than ${maxLength} characters`
    : undefined;
}

function listProblem({ items = {}, minItems = 0, maxItems }: TableField, value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'must be an array';
  if (value.length < minItems) return `must have at least ${minItems} element${minItems === 1 ? '' : 's'}`;
  if (maxItems !== undefined && value.length > maxItems) return `must have at most ${maxItems} elements`;
  const element = whole(items);
  for (const each of value) {
    const problem = each === null && element.nullable ? undefined : problemOf(element, each);
    if (problem) return `is invalid: each element ${problem}`;
  }
  return undefined;
}

interface Level {
  readonly fields: TableFields;
  readonly body: Record<string, unknown>;
  readonly prefix: string;
}

/** Yields a body and the objects in it, each with its allowed fields. */
function* levelsOf(fields: TableFields, body: Record<string, unknown>, prefix: string): Generator<Level> {
  yield { fields, body, prefix };
  for (const [name, field] of Object.entries(fields)) {
    const value = body[name];
    if (value === undefined) continue;
    const { fields: inner, items } = whole(field);
    if (inner && isRecord(value)) yield* levelsOf(inner, value, `${prefix}${name}.`);
    const ofElements = items && whole(items).fields;
    if (!ofElements || !Array.isArray(value)) continue;
    for (const [index, each] of value.entries())
      if (isRecord(each)) yield* levelsOf(ofElements, each, `${prefix}${name}[${index}].`);
  }
}

/** Refuses a request that lacks required fields. */
export const refuseMissing = (...names: string[]): never =>
  refuse('MISSING_FIELDS', `the following required fields are missing: ${names.join(', ')}`);

/**
 * Checks the body of a request to `path`: first for all missing fields, then for all unknown ones, then for the first
 * invalid value. Null counts as absent. Returns the body with its defaults and its `options` with theirs.
 */
export function readBody(path: string, body: Record<string, unknown>): Record<string, unknown> {
  const fields = fieldsOf(path);
  const levels = [...levelsOf(fields, body, '')];
  const missing = levels.flatMap((level) =>
    Object.entries(level.fields)
      .filter(([name, { required, nullable }]) => {
        const value = level.body[name];
        return required && (value === undefined || (value === null && !nullable));
      })
      .map(([name]) => level.prefix + name),
  );
  if (missing.length > 0) refuseMissing(...missing);
  const unknown = levels.flatMap((level) =>
    Object.keys(level.body)
      .filter((name) => !Object.hasOwn(level.fields, name))
      .map((name) => level.prefix + name),
  );
  if (unknown.length > 0)
    refuse('UNKNOWN_FIELDS', `the following fields are not recognized by this endpoint: ${unknown.join(', ')}`);
  for (const level of levels)
    for (const [name, value] of Object.entries(level.body)) {
      const field = whole(level.fields[name] ?? {});
      if (value === undefined || (value === null && field.nullable)) continue;
      const problem = problemOf(field, value);
      if (problem) refuse('INVALID_FIELD', `${level.prefix}${name} ${problem}`);
    }
  const read = withDefaults(fields, withoutNulls(body));
  if (!fields.options) return read;
  return { ...read, options: withDefaults(whole(fields.options).fields ?? {}, (read.options ?? {}) as object) };
}

const withDefaults = (fields: TableFields, values: object): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (field.default === undefined ? [] : [[name, field.default]])),
  ),
  ...values,
});

const withoutNulls = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, isRecord(value) ? withoutNulls(value) : value]),
  );
