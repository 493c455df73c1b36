import { issuesOf, type Node, type Schema } from './node.ts';

/** A compiled schema. */
interface Check {
  /**
   * Kinds of values that always match, as a bitmask of `kindOf`. They make up most fields, and need no function call.
   */
  readonly kinds: number;
  /** Whether a value of another kind matches. */
  readonly passes: (value: unknown) => boolean;
}

/** Kind of a value, as one bit. NaN counts among other values, because `number` refuses it. */
function kindOf(value: unknown): number {
  if (typeof value === 'string') return 1;
  if (value === null) return 8;
  if (typeof value === 'number') return Number.isNaN(value) ? 32 : 2;
  if (typeof value === 'boolean') return 4;
  return value === undefined ? 16 : 32;
}

/** Kinds that match a schema of a type, or in addition to the schema that it wraps. */
const kindsOfType: Readonly<Record<string, number>> = {
  string: 1,
  number: 2,
  boolean: 4,
  nullable: 8,
  optional: 16,
  nullish: 8 | 16,
  unknown: 63,
};

const compiled = new WeakMap<Schema, Check>();

/** Compiles a schema once, into a check that agrees with valibot and copies nothing. */
function checkOf(schema: Schema): Check {
  let check = compiled.get(schema);
  if (!check) {
    check = compile(schema);
    compiled.set(schema, check);
  }
  return check;
}

const matches = ({ kinds, passes }: Check, value: unknown): boolean => (kinds & kindOf(value)) !== 0 || passes(value);

/** Whether `value` matches `schema`. */
export const accepts = (schema: Schema, value: unknown): boolean => matches(checkOf(schema), value);

function compile(schema: Node): Check {
  const [first, ...actions] = schema.pipe ?? [];
  if (!first) return compileType(schema);
  if (!actions.every(({ kind }) => kind === 'validation')) return byValibot(schema);
  const check = checkOf(first);
  return passing(
    (value) => matches(check, value) && !actions.some((action) => action['~run']({ typed: true, value }, {}).issues),
  );
}

/** A check of all values by a function. */
const passing = (passes: Check['passes']): Check => ({ kinds: 0, passes });

/** Leaves a schema to valibot itself. */
const byValibot = (schema: Node): Check => passing((value) => !issuesOf(schema, value));

function compileType(schema: Node): Check {
  switch (schema.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'unknown':
      return { kinds: kindsOfType[schema.type] as number, passes: () => false };
    case 'nullable':
    case 'optional':
    case 'nullish': {
      const { kinds, passes } = checkOf(schema.wrapped as Node);
      return { kinds: kinds | (kindsOfType[schema.type] as number), passes };
    }
    case 'literal':
      return passing((value) => value === schema.literal);
    case 'picklist': {
      const options = new Set(schema.options);
      return passing((value) => options.has(value));
    }
    case 'object':
    case 'strict_object':
      return passing(objectPasses(schema));
    case 'array':
      return passing(arrayPasses(checkOf(schema.item as Node)));
    case 'variant':
    case 'union': {
      const options = schema.options as readonly Node[];
      return passing((value) => options.some((option) => accepts(option, value)));
    }
    case 'lazy':
      return passing((value) => accepts((schema.getter as (input: unknown) => Node)(value), value));
    default:
      return byValibot(schema);
  }
}

/** Checks every value of a list. `every` would skip its holes, and a call of `matches` costs a sixth more. */
function arrayPasses({ kinds, passes }: Check): Check['passes'] {
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (const member of value) if ((kinds & kindOf(member)) === 0 && !passes(member)) return false;
    return true;
  };
}

/** A field that an object may have. */
interface Field extends Check {
  readonly name: string;
  /** 1 for a required field, so that required fields can be counted. */
  readonly need: 0 | 1;
  /** Field that followed this one in the previous object; at first itself. */
  next: Field;
}

function fieldOf({ kinds, passes }: Check, name: string, need: Field['need']): Field {
  const field = { kinds, passes, name, need } as Field;
  field.next = field;
  return field;
}

/** Types of schemas whose fields may be absent. */
const optionalTypes: readonly string[] = ['optional', 'exact_optional', 'nullish'];

/**
 * Checks an object. Objects of a list mostly have the same fields in the same order, so each field remembers which one
 * followed it, which saves the lookup of its name. Without that and the kinds, a page of 100 transactions costs 5 %
 * more. Valibot decides about classes, whose fields `for` does not list, and about missing fields.
 */
function objectPasses(schema: Node): Check['passes'] {
  const fields = new Map<string, Field>();
  for (const [name, field] of Object.entries(schema.entries as Record<string, Node>))
    fields.set(name, fieldOf(checkOf(field), name, optionalTypes.includes(field.type) ? 0 : 1));
  const required = [...fields.values()].filter(({ need }) => need === 1).length;
  const kindsOfOthers = schema.type === 'object' ? 63 : 0;
  const other = (name: string) => fieldOf({ kinds: kindsOfOthers, passes: () => false }, name, 0);
  const start = other('');
  return (value) => {
    if (value?.constructor !== Object) return !issuesOf(schema, value);
    let last = start;
    let found = 0;
    for (const name in value) {
      let field = last.next;
      if (field.name !== name) {
        field = fields.get(name) ?? other(name);
        last.next = field;
      }
      last = field;
      const member = (value as Record<string, unknown>)[name];
      if ((field.kinds & kindOf(member)) === 0 && !field.passes(member)) return false;
      found += field.need;
    }
    return found === required || !issuesOf(schema, value);
  };
}
