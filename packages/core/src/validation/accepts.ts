import { alternativesOf, isOptional, isValid, type Node, type Schema } from './node.ts';

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

const isString: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number' && !Number.isNaN(value);
const isBoolean: Check = (value) => typeof value === 'boolean';
const isAnything: Check = () => true;

function compile(schema: Node): Check {
  const { type, wrapped, item, getter, literal, options } = schema;
  const byValibot: Check = (value) => isValid(schema, value);
  if (schema.pipe) return byValibot;
  const inner = wrapped ? checkOf(wrapped) : byValibot;
  const alternatives = alternativesOf(schema);
  if (alternatives) return (value) => alternatives.some((each) => accepts(each, value));
  switch (type) {
    case 'string':
      return isString;
    case 'number':
      return isNumber;
    case 'boolean':
      return isBoolean;
    case 'unknown':
      return isAnything;
    case 'nullable':
      return (value) => value === null || inner(value);
    case 'optional':
      return (value) => value === undefined || inner(value);
    case 'nullish':
      return (value) => value === null || value === undefined || inner(value);
    case 'literal':
      return (value) => value === literal;
    case 'picklist':
      return (value) => options?.includes(value) === true;
    case 'object':
    case 'strict_object':
      return compileObject(schema, byValibot);
    case 'array':
      return compileArray(checkOf(item as Node));
    case 'lazy':
      return (value) => accepts((getter as (input: unknown) => Node)(value), value);
    default:
      return byValibot;
  }
}

/** Checks every value of a list. `every` would skip its holes. */
const compileArray =
  (check: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return false;
    for (const member of value) if (!check(member)) return false;
    return true;
  };

/**
 * Checks an object. Objects of a list mostly have the same fields in the same order, so the fields of the previous
 * object are tried first: to look each name up would cost half as much again, 2 to 3 % of a page of 50 tracks. Valibot
 * decides about classes, whose fields `for` does not list, and about missing fields.
 */
function compileObject({ type, entries = {} }: Node, byValibot: Check): Check {
  const declared = Object.entries(entries).map(([name, field]) => {
    return { name, check: checkOf(field), need: isOptional(field) ? 0 : 1 };
  });
  const fields = new Map(declared.map((field) => [field.name, field]));
  const required = declared.filter(({ need }) => need === 1).length;
  const previous: typeof declared = [];
  return (value) => {
    if (value?.constructor !== Object) return byValibot(value);
    let index = 0;
    let found = 0;
    for (const name in value) {
      let field = previous[index];
      if (field?.name !== name) {
        field = fields.get(name);
        if (!field) {
          if (type === 'strict_object') return false;
          continue;
        }
        previous[index] = field;
      }
      if (!field.check((value as Record<string, unknown>)[name])) return false;
      index += 1;
      found += field.need;
    }
    return found === required || byValibot(value);
  };
}
