import type { Schema } from '../declare/endpoint.ts';
import { issuesOf, type Node } from './node.ts';

/** A schema, compiled. */
interface Check {
  /** Kinds of values that pass, whatever they hold. */
  readonly kinds: number;
  /** Whether one of another kind passes. */
  passes(value: unknown): boolean;
}

/** A field that an object may have. */
interface Field extends Check {
  readonly name: string;
  /** 1 when it is required, so that required fields can be counted. */
  readonly need: number;
  /** Field that followed this one in the previous object (a prediction); at first itself. */
  next: Field;
}

function fieldOf({ kinds, passes }: Check, name: string, need = 0): Field {
  const field = { kinds, passes, name, need } as Field;
  field.next = field;
  return field;
}

/** Types of schemas whose field may be absent. */
const optionalTypes: readonly string[] = ['optional', 'exact_optional', 'nullish'];

// Value kinds are a bitmask, so that most fields are checked without a function call; 32 means any other kind, such as NaN.
const whole: Readonly<Record<string, number>> = {
  string: 1,
  number: 2,
  boolean: 4,
  nullable: 8,
  optional: 16,
  nullish: 24,
  unknown: 63,
};

function kindOf(value: unknown): number {
  if (typeof value === 'string') return 1;
  if (value === null) return 8;
  if (typeof value === 'number') return Number.isNaN(value) ? 32 : 2;
  if (typeof value === 'boolean') return 4;
  return value === undefined ? 16 : 32;
}

const compiled = new WeakMap<Schema, Check>();

/** Compiles a schema once, to a yes or no that agrees with valibot and copies nothing. */
function checkOf(schema: Schema): Check {
  let check = compiled.get(schema);
  if (!check) {
    check = compile(schema);
    compiled.set(schema, check);
  }
  return check;
}

const judge = ({ kinds, passes }: Check, value: unknown): boolean => (kinds & kindOf(value)) > 0 || passes(value);

/** Whether `value` matches `schema`. */
export const accepts = (schema: Schema, value: unknown): boolean => judge(checkOf(schema), value);

function compile(schema: Node): Check {
  const [first, ...actions] = schema.pipe ?? [];
  if (first && actions.every(({ kind }) => kind === 'validation')) {
    const check = checkOf(first);
    return {
      kinds: 0,
      passes: (value) =>
        judge(check, value) && !actions.some((action) => action['~run']({ typed: true, value }, {}).issues),
    };
  }
  // Other pipes, and every schema kind not listed, are left to valibot itself.
  const type = first ? '' : schema.type;
  const own = whole[type] ?? 0;
  const { kinds, passes } =
    own && schema.wrapped ? checkOf(schema.wrapped) : { kinds: 0, passes: passesOf(schema, type) };
  return { kinds: own | kinds, passes };
}

function passesOf(schema: Node, type: string): Check['passes'] {
  const byValibot = (value: unknown) => !issuesOf(schema, value);
  switch (type) {
    case 'literal':
      return (value) => value === schema.literal;
    case 'picklist': {
      const options = new Set(schema.options);
      return (value) => options.has(value);
    }
    case 'object':
      return objectPasses(schema.entries as Record<string, Node>, byValibot);
    case 'array':
      return arrayPasses(checkOf(schema.item as Node));
    case 'variant':
    case 'union': {
      const options = schema.options as readonly Node[];
      return (value) => options.some((option) => accepts(option, value));
    }
    case 'lazy':
      return (value) => accepts((schema.getter as (input: unknown) => Node)(value), value);
    default:
      return byValibot;
  }
}

/**
 * Checks an object. The objects of a list mostly have the same fields in the same order: each field remembers which one
 * followed it, so that it need not be looked up.
 *
 * @param byValibot Decides about whatever this cannot.
 */
function objectPasses(entries: Record<string, Node>, byValibot: Check['passes']): Check['passes'] {
  const fields = Object.entries(entries).map(([name, field]) =>
    fieldOf(checkOf(field), name, optionalTypes.includes(field.type) ? 0 : 1),
  );
  const required = fields.filter(({ need }) => need === 1).length;
  const byName = new Map(fields.map((field) => [field.name, field]));
  // Every kind passes for a name that is not in the schema.
  const named = (name: string) => byName.get(name) ?? fieldOf({ kinds: 63 } as Check, name);
  const start = named('');
  return (value) => {
    if (value?.constructor !== Object) return byValibot(value); // the fields of a class do not show in `for`
    let last = start;
    let found = 0;
    for (const name in value) {
      let field = last.next;
      if (field.name !== name) {
        field = named(name);
        last.next = field;
      }
      last = field;
      const member = (value as Record<string, unknown>)[name];
      if (!(field.kinds & kindOf(member)) && !field.passes(member)) return false;
      found += field.need;
    }
    return found === required || byValibot(value);
  };
}

function arrayPasses({ kinds, passes }: Check): Check['passes'] {
  return (value) => {
    if (!Array.isArray(value)) return false;
    // Written out: by `judge`, a long list of strings takes a sixth longer.
    for (const member of value) if (!(kinds & kindOf(member)) && !passes(member)) return false;
    return true;
  };
}
