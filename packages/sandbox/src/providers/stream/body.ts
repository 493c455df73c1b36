import { inRange, readTime } from './query.ts';
import { malformed, missing, refuse } from './refusal.ts';

/** The JSON body of a request, read with the API's own rules and refusals. Null counts as absent. */
export interface Body {
  has(name: string): boolean;
  /** Text, empty text included. */
  text(name: string): string | undefined;
  /** Text that is not empty. */
  requiredText(name: string): string;
  /** Like `requiredText`, for ids that consist of digits. */
  requiredId(name: string): string;
  choice<T extends string>(name: string, values: readonly T[]): T | undefined;
  flag(name: string): boolean | undefined;
  /** A whole number from `min` to `max`. */
  int(name: string, min: number, max: number): number | undefined;
  requiredInt(name: string, min: number, max: number): number;
  texts(name: string): string[] | undefined;
  /** Unix milliseconds of an RFC 3339 time. */
  time(name: string): number | undefined;
  object(name: string): Body | undefined;
  objects(name: string): Body[] | undefined;
}

/** Reads a body; throws the API's refusal when it is no JSON object. */
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
  function read<T>(name: string, is: (value: unknown) => value is T, kind: string): T | undefined {
    const value = members[name];
    if (value === undefined || value === null) return undefined;
    return is(value) ? value : malformed(name, `value must be ${kind}`);
  }
  const body: Body = {
    has: (name) => members[name] !== undefined && members[name] !== null,
    text: (name) => read(name, isText, 'a string'),
    requiredText: (name) => body.text(name) || missing(name),
    requiredId(name) {
      const value = body.requiredText(name);
      return /^\d+$/.test(value) ? value : malformed(name, 'value must be a numeric');
    },
    choice(name, values) {
      const value = body.text(name);
      if (value === undefined) return undefined;
      const found = values.find((each) => each === value);
      return found ?? malformed(name, `value must be one of ${values.map((each) => `"${each}"`).join(', ')}`);
    },
    flag: (name) => read(name, (value) => typeof value === 'boolean', 'a boolean'),
    int(name, min, max) {
      const value = read(name, isInt, 'an integer');
      return value === undefined ? undefined : inRange(name, value, min, max);
    },
    requiredInt: (name, min, max) => body.int(name, min, max) ?? missing(name),
    texts: (name) => read(name, (value) => Array.isArray(value) && value.every(isText), 'a list of strings'),
    time(name) {
      const value = body.text(name);
      return value ? readTime(name, value) : undefined;
    },
    object(name) {
      const value = read(name, isRecord, 'an object');
      return value && createBody(value);
    },
    objects: (name) =>
      read(name, (value) => Array.isArray(value) && value.every(isRecord), 'a list of objects')?.map(createBody),
  };
  return body;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isInt = (value: unknown): value is number => Number.isInteger(value);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
