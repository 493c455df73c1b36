/** What the value of a field must be. Undefined is always allowed, and means that the field is not set. */
export interface Rule {
  /** What the value must be, in words that complete "must be". */
  readonly expected: string;
  readonly isValid: (value: unknown) => boolean;
  /** The values that exist, for a suggestion. */
  readonly choices?: readonly string[];
  /** Whether errors hide strings that are not valid, because they may be secret. Default `false`. */
  readonly secret?: boolean;
  /** Whether values are numbers, which may be out of range. Default `false`. */
  readonly isNumber?: boolean;
  /** The rules of the fields of the value, where it is an object. */
  readonly fields?: Rules;
  /** The rule of each value in it, where it is an array. */
  readonly items?: Rule;
  /** Whether the field must be set. Default `false`. */
  readonly required?: boolean;
  /** The rule that applies to a value in place of this one, where that depends on the value. */
  readonly ruleOf?: (value: unknown) => Rule;
  /** The values that JSON can express, as a JSON Schema. Default: what `fields` or `items` say, or any value. */
  readonly schema?: JsonSchema;
  /** Whether only code can express the value, as a function: JSON has no such option. Default `false`. */
  readonly isCode?: boolean;
}

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The rules of an interface: one for each field. */
export type Rules = Readonly<Record<string, Rule>>;

/** A table with a rule for each field of an interface, so that no field can be added without one. */
export type RulesOf<Fields> = Readonly<Record<keyof Fields, Rule>>;

/** An interface of options with every default filled in. */
export type Filled<Options> = { [Name in keyof Options]-?: Exclude<Options[Name], undefined> };

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isWhole = (value: unknown, least: number, most: number) =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;

/** One of some strings. */
export const oneOf = (...choices: readonly string[]): Rule => ({
  expected: `one of ${choices.join(', ')}`,
  isValid: (value) => choices.some((choice) => choice === value),
  choices,
  schema: { enum: choices },
});

/** A number from `least` up, `Infinity` included. */
export const numberFrom = (least: number, what: string): Rule => ({
  expected: `${what}, at least ${least}`,
  isValid: (value) => typeof value === 'number' && value >= least,
  isNumber: true,
  schema: { type: 'number', minimum: least },
});

/** A number from 0 up, `Infinity` included. */
export const numberFrom0 = (what: string): Rule => numberFrom(0, what);

/** A whole number in a range, both ends included. */
export const wholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER): Rule => ({
  expected:
    most === Number.MAX_SAFE_INTEGER
      ? `a whole number of at least ${least}`
      : `a whole number from ${least} to ${most}`,
  isValid: (value) => isWhole(value, least, most),
  isNumber: true,
  schema: { type: 'integer', minimum: least, maximum: most },
});

/** What the data is a function of. */
export const aSeed: Rule = wholeNumber(Number.MIN_SAFE_INTEGER);

/** The fields of an object for an error: `an object with the fields limit, windowMs`. */
const objectOf = (fields: Rules) => {
  const names = Object.keys(fields);
  return `an object with the ${names.length === 1 ? 'field' : 'fields'} ${names.join(', ')}`;
};

/** An object with fields of its own. */
export const objectWith = (fields: Rules): Rule => ({ expected: objectOf(fields), isValid: isObject, fields });

/** An array of objects with fields of their own. */
export const listOfObjects = (what: string, fields: Rules): Rule => ({
  expected: `an array of ${what}`,
  isValid: Array.isArray,
  items: objectWith(fields),
});

/** A field that must be set. */
export const required = (rule: Rule): Rule => ({ ...rule, required: true });

/** An object whose fields other code checks. */
export const anObject: Rule = { expected: 'an object', isValid: isObject, schema: { type: 'object' } };

/** `off`, `real`, or a value of another kind. */
export const offRealOr = (what: string, isOther: (value: unknown) => boolean, other: JsonSchema): Rule => ({
  expected: `off, real or ${what}`,
  isValid: (value) => value === 'off' || value === 'real' || isOther(value),
  choices: ['off', 'real'],
  schema: { anyOf: [{ enum: ['off', 'real'] }, other] },
});

/** `off`, `real`, or an object with fields of its own. */
export const offRealOrObjectWith = (fields: Rules): Rule => ({
  ...offRealOr(objectOf(fields), isObject, schemaOfFields(fields)),
  fields,
});

/** A list of which each value is valid on its own. */
export const listOf = (what: string, isItem: (value: unknown) => boolean, items: JsonSchema = {}): Rule => ({
  expected: `an array of ${what}`,
  isValid: (value) => Array.isArray(value) && value.every(isItem),
  schema: { type: 'array', items },
});

/** A value that other code checks, or that may be anything. */
export const anything = (expected: string, schema: JsonSchema = {}): Rule => ({
  expected,
  isValid: () => true,
  schema,
});

/** A number, which may be negative. */
export const aNumber: Rule = {
  expected: 'a number',
  isValid: (value) => Number.isFinite(value),
  schema: { type: 'number' },
};
/** A string that has at least one character. */
export const nonEmptyString: Rule = {
  expected: 'a string that is not empty',
  isValid: (value) => typeof value === 'string' && value !== '',
  schema: { type: 'string', minLength: 1 },
};

const isDate = (text: string) => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};

/** A day of the calendar. */
export const aDate: Rule = {
  expected: 'a date such as 2026-01-31',
  isValid: (value) => typeof value === 'string' && isDate(value),
  schema: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' },
};
/** A moment. */
export const aTime: Rule = {
  expected: 'a date and time such as 2026-01-31T12:00:00Z',
  isValid: (value) => typeof value === 'string' && isDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value)),
  schema: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d' },
};

export const trueOrFalse: Rule = {
  expected: 'true or false',
  isValid: (value) => typeof value === 'boolean',
  schema: { type: 'boolean' },
};
export const aString: Rule = {
  expected: 'a string',
  isValid: (value) => typeof value === 'string',
  schema: { type: 'string' },
};
export const aSecret: Rule = { ...aString, secret: true };
export const strings: Rule = listOf('strings', (value) => typeof value === 'string', { type: 'string' });
export const aFunction: Rule = {
  expected: 'a function',
  isValid: (value) => typeof value === 'function',
  isCode: true,
};

/** The JSON Schema of an object with fields of these rules, and no others. */
export function schemaOfFields(fields: Rules): JsonSchema {
  const properties = Object.entries(fields).flatMap(([name, rule]) =>
    rule.isCode ? [] : [[name, schemaOfRule(rule)]],
  );
  const needed = Object.keys(fields).filter((name) => fields[name]?.required);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(needed.length > 0 && { required: needed }),
    additionalProperties: false,
  };
}

/** The JSON Schema of the values that a rule allows. */
export function schemaOfRule({ schema, fields, items, ruleOf }: Rule): JsonSchema {
  if (schema || ruleOf) return schema ?? {};
  if (fields) return schemaOfFields(fields);
  return items ? { type: 'array', items: schemaOfRule(items) } : {};
}

/** What is wrong with a field. */
export interface Problem {
  readonly message: string;
  /** Whether it is a number that is out of range. */
  readonly outOfRange: boolean;
}

/** How errors speak of the object whose fields are checked. */
export interface Subject {
  /** `a fault`, `bank.rateLimits`. */
  readonly what: string;
  /** What fields are called: `field`, `option`. */
  readonly noun: string;
  /** What precedes the name of a field: `fault.`; empty for the options of the sandbox itself. */
  readonly prefix: string;
  /** Whether fields that are unknown are ignored. Default `false`. */
  readonly ignoresUnknown?: boolean;
}

/**
 * The first field that is unknown, not valid, or required and missing; undefined if there is none. Fields that are undefined
 * count as absent.
 */
export function problemOfFields(values: object, rules: Rules, subject: Subject): Problem | undefined {
  const { what, noun, prefix, ignoresUnknown = false } = subject;
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule) {
      const problem = problemOfValue(value, rule, `${prefix}${name}`, ignoresUnknown);
      if (problem) return problem;
    } else if (!ignoresUnknown) {
      const names = Object.keys(rules);
      const message = `${what} has no ${noun} "${name}"${suggest(name, names) || '.'} The ${noun}s are ${names.join(', ')}`;
      return { message, outOfRange: false };
    }
  }
  const missing = Object.entries(rules).find(([name, rule]) => rule.required && isMissing(values, name));
  if (!missing) return undefined;
  const [name, { expected }] = missing;
  return { message: `${prefix}${name} is required: ${expected}`, outOfRange: false };
}

const isMissing = (values: object, name: string) => (values as Readonly<Record<string, unknown>>)[name] === undefined;

/** What is wrong with the value at `path`, or with one in it. */
function problemOfValue(value: unknown, given: Rule, path: string, ignoresUnknown: boolean): Problem | undefined {
  const rule = given.ruleOf?.(value) ?? given;
  if (!rule.isValid(value)) {
    const suggestion = typeof value === 'string' && rule.choices ? suggest(value, rule.choices) : '';
    const message = `${path} must be ${rule.expected}; got ${describe(value, rule.secret)}${suggestion}`;
    return { message, outOfRange: rule.isNumber === true && typeof value === 'number' };
  }
  if (rule.items && Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const problem = problemOfValue(item, rule.items, `${path}[${index}]`, ignoresUnknown);
      if (problem) return problem;
    }
  }
  if (!rule.fields || !isObject(value)) return undefined;
  return problemOfFields(value, rule.fields, { what: path, noun: 'field', prefix: `${path}.`, ignoresUnknown });
}

/**
 * Checks options of the sandbox, and returns those that are set.
 *
 * @param provider Whose options they are; undefined for those of the sandbox itself.
 * @throws RangeError for a number out of range, TypeError for everything else that is unknown or not valid.
 */
export function readOptions<Options extends object>(
  provider: string | undefined,
  options: Options,
  rules: Rules,
): { [Name in keyof Options]: Exclude<Options[Name], undefined> } {
  const what = provider ?? 'the sandbox';
  if (!isObject(options)) throw new TypeError(`the options of ${what} must be an object; got ${describe(options)}`);
  const problem = problemOfFields(options, rules, {
    what,
    noun: 'option',
    prefix: provider === undefined ? '' : `${provider}.`,
  });
  if (problem) throw new (problem.outOfRange ? RangeError : TypeError)(problem.message);
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
}

/** A value for an error; a secret only as its type. */
export function describe(value: unknown, secret = false): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'string') return secret ? `a string of ${value.length} characters` : JSON.stringify(value);
  if (typeof value === 'number' || typeof value === 'boolean') return secret ? `a ${typeof value}` : String(value);
  return value === undefined ? 'undefined' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** `: did you mean "…"?` with the name that takes the fewest changes, at most 3 and fewer than it has letters. */
export function suggest(given: string, names: readonly string[]): string {
  const [closest] = names
    .map((name) => ({ name, changes: countChanges(given.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, changes }) => changes <= 3 && changes < name.length - 1)
    .sort((one, other) => one.changes - other.changes);
  return closest ? `: did you mean "${closest.name}"?` : '';
}

/** Levenshtein distance: letters to insert, remove or replace until one string is the other. */
function countChanges(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...one.slice(0, 100)].entries()) {
    const next = [line + 1];
    for (let index = 0; index < other.length; index += 1) {
      const replaced = (row[index] ?? 0) + (letter === other[index] ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
