import { issuesOf, type Node, type Schema } from './node.ts';

/** Whether a value matches a schema. */
type Check = (value: unknown) => boolean;

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

/** Whether `value` matches `schema`. */
export const accepts = (schema: Schema, value: unknown): boolean => checkOf(schema)(value);

function compile(schema: Node): Check {
  const [first, ...actions] = schema.pipe ?? [];
  if (!first) return compileType(schema);
  if (!actions.every(({ kind }) => kind === 'validation')) return byValibot(schema);
  const check = checkOf(first);
  return (value) => check(value) && !actions.some((action) => action['~run']({ typed: true, value }, {}).issues);
}

/** Leaves a schema to valibot itself. */
const byValibot =
  (schema: Node): Check =>
  (value) =>
    !issuesOf(schema, value);

function compileType(schema: Node): Check {
  switch (schema.type) {
    case 'string':
      return (value) => typeof value === 'string';
    case 'number':
      return (value) => typeof value === 'number' && !Number.isNaN(value);
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'unknown':
      return () => true;
    case 'nullable': {
      const check = checkOf(schema.wrapped as Node);
      return (value) => value === null || check(value);
    }
    case 'optional': {
      const check = checkOf(schema.wrapped as Node);
      return (value) => value === undefined || check(value);
    }
    case 'nullish': {
      const check = checkOf(schema.wrapped as Node);
      return (value) => value == null || check(value);
    }
    case 'literal':
      return (value) => value === schema.literal;
    case 'picklist': {
      const options = new Set(schema.options);
      return (value) => options.has(value);
    }
    case 'object':
    case 'strict_object':
      return compileObject(schema);
    case 'array': {
      const check = checkOf(schema.item as Node);
      return (value) => Array.isArray(value) && everyPasses(value, check);
    }
    case 'variant':
    case 'union': {
      const options = schema.options as readonly Node[];
      return (value) => options.some((option) => accepts(option, value));
    }
    case 'lazy':
      return (value) => accepts((schema.getter as (input: unknown) => Node)(value), value);
    default:
      return byValibot(schema);
  }
}

/** Whether every value passes. `every` would skip the holes of a list. */
function everyPasses(values: readonly unknown[], check: Check): boolean {
  for (const value of values) if (!check(value)) return false;
  return true;
}

/** Types of schemas whose fields may be absent. */
const optionalTypes: readonly string[] = ['optional', 'exact_optional', 'nullish'];

/**
 * Compiles an object schema. Valibot decides about classes, whose fields `for` does not list, about missing fields, and
 * about extra fields of a strict object.
 */
function compileObject(schema: Node): Check {
  const fields = new Map<string, { readonly check: Check; readonly isRequired: boolean }>();
  for (const [name, field] of Object.entries(schema.entries as Record<string, Node>))
    fields.set(name, { check: checkOf(field), isRequired: !optionalTypes.includes(field.type) });
  const required = [...fields.values()].filter(({ isRequired }) => isRequired).length;
  const decide = byValibot(schema);
  const isStrict = schema.type === 'strict_object';
  return (value) => {
    if (value?.constructor !== Object) return decide(value);
    let found = 0;
    for (const name in value) {
      const field = fields.get(name);
      if (!field) {
        if (isStrict) return decide(value);
        continue;
      }
      if (!field.check((value as Record<string, unknown>)[name])) return false;
      if (field.isRequired) found += 1;
    }
    return found === required || decide(value);
  };
}
