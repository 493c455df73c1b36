import { malformed, missing, refuse } from '../errors.ts';
import { inRange, oneOf, readTime } from './query.ts';

/** The JSON body of a request, read with the API's own rules and refusals. Null counts as absent. */
export interface Body extends ReturnType<typeof createFields> {
  object(name: string): Body | undefined;
  objects(name: string): Body[] | undefined;
}

/** Reads a body; throws the API's refusal when it is not a JSON object. */
export function readBody(text: string): Body {
  let parsed: unknown = {};
  try {
    if (text) parsed = JSON.parse(text);
  } catch {
    refuse(400, 'The request body could not be parsed as JSON');
  }
  return isRecord(parsed) ? createBody(parsed) : refuse(400, 'The request body must be a JSON object');
}

function createBody(members: Readonly<Record<string, unknown>>): Body {
  const fields = createFields(members);
  return {
    ...fields,
    object(name) {
      const value = fields.read(name, isRecord, 'an object');
      return value && createBody(value);
    },
    objects: (name) =>
      fields.read(name, (value) => Array.isArray(value) && value.every(isRecord), 'a list of objects')?.map(createBody),
  };
}

function createFields(members: Readonly<Record<string, unknown>>) {
  function read<T>(name: string, is: (value: unknown) => value is T, kind: string): T | undefined {
    const value = members[name];
    if (value === undefined || value === null) return undefined;
    return is(value) ? value : malformed(name, `value must be ${kind}`);
  }
  const body = {
    read,
    has: (name: string) => members[name] !== undefined && members[name] !== null,
    /** Text, empty string included. */
    text: (name: string) => read(name, isText, 'a string'),
    /** Text that is not empty. */
    requiredText: (name: string): string => body.text(name) || missing(name),
    /** Like `requiredText`, for IDs that consist of digits. */
    requiredId(name: string): string {
      const value = body.requiredText(name);
      return /^\d+$/.test(value) ? value : malformed(name, 'value must be a numeric');
    },
    choice<T extends string>(name: string, values: readonly T[]): T | undefined {
      const value = body.text(name);
      return value === undefined ? undefined : oneOf(name, value, values);
    },
    requiredChoice: <T extends string>(name: string, values: readonly T[]): T =>
      body.choice(name, values) ?? missing(name),
    flag: (name: string) => read(name, (value) => typeof value === 'boolean', 'a boolean'),
    /** A whole number from `min` to `max`. */
    int(name: string, min: number, max: number): number | undefined {
      const value = read(name, isInt, 'an integer');
      return value === undefined ? undefined : inRange(name, value, min, max);
    },
    requiredInt: (name: string, min: number, max: number): number => body.int(name, min, max) ?? missing(name),
    texts: (name: string) =>
      read(name, (value): value is string[] => Array.isArray(value) && value.every(isText), 'a list of strings'),
    /** Unix milliseconds of an RFC 3339 time. */
    time(name: string): number | undefined {
      const value = body.text(name);
      return value ? readTime(name, value) : undefined;
    },
  };
  return body;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isInt = (value: unknown): value is number => Number.isInteger(value);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
