import { pipe, unknown } from 'valibot';
import { oncePer } from '../shared/once.ts';
import { alternativesOf, isOptional, isValid, type Node, type Schema } from './node.ts';

type Check = (value: unknown) => boolean;

// Each schema is compiled once, into a check that agrees with valibot and copies nothing.
const openCheckOf = oncePer((schema: Schema) => compile(schema, false));
const closedCheckOf = oncePer((schema: Schema) => compile(schema, true));
const checkOf = (schema: Schema, isClosed: boolean): Check => (isClosed ? closedCheckOf : openCheckOf)(schema);

/**
 * Whether `value` matches `schema`.
 *
 * @param isClosed Whether no object may have undeclared fields, unless its schema explicitly allows them. A value that
 * is refused may then have no problem.
 */
export const accepts = (schema: Schema, value: unknown, isClosed = false): boolean => checkOf(schema, isClosed)(value);

const isString: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number' && !Number.isNaN(value);
const isBoolean: Check = (value) => typeof value === 'boolean';
const isAnything: Check = () => true;

function compile(schema: Node, isClosed: boolean): Check {
  const { type, wrapped, item, value: member, getter, literal, options, pipe: parts } = schema;
  const byValibot: Check = (value) => isValid(schema, value);
  if (parts) return compilePipe(parts, isClosed) ?? byValibot;
  const inner = wrapped ? checkOf(wrapped, isClosed) : byValibot;
  const alternatives = alternativesOf(schema);
  if (alternatives) return (value) => alternatives.some((each) => accepts(each, value, isClosed));
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
      return compileObject(schema, byValibot, isClosed);
    case 'array':
      return compileArray(checkOf(item as Node, isClosed));
    case 'record': {
      const check = isClosed ? checkOf(member as Node, isClosed) : isAnything;
      return (value) => byValibot(value) && Object.values(value as object).every(check);
    }
    case 'lazy':
      return (value) => accepts((getter as (input: unknown) => Node)(value), value, isClosed);
    default:
      return byValibot;
  }
}

/** Compiles a pipe that does not change its value; undefined for another one. */
function compilePipe([first, ...actions]: NonNullable<Node['pipe']>, isClosed: boolean): Check | undefined {
  if (!actions.every(({ kind }) => kind === 'validation')) return undefined;
  const check = checkOf(first, isClosed);
  const rest = pipe(unknown(), ...(actions as unknown as [never]));
  return (value) => check(value) && isValid(rest, value);
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
 * decides about classes, whose fields `for` does not list, and about missing fields. A closed check refuses classes,
 * because the search for problems decides about them.
 */
function compileObject({ type, entries = {} }: Node, byValibot: Check, isClosed: boolean): Check {
  const declared = Object.entries(entries).map(([name, field]) => {
    return { name, check: checkOf(field, isClosed), need: isOptional(field) ? 0 : 1 };
  });
  const fields = new Map(declared.map((field) => [field.name, field]));
  const required = declared.filter(({ need }) => need === 1).length;
  const previous: typeof declared = [];
  return (value) => {
    if (value?.constructor !== Object) return !isClosed && byValibot(value);
    let index = 0;
    let found = 0;
    for (const name in value) {
      let field = previous[index];
      if (field?.name !== name) {
        field = fields.get(name);
        if (!field) {
          if (isClosed || type === 'strict_object') return false;
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
