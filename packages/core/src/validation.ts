import type { BaseIssue } from 'valibot';
import type { Schema } from './endpoint.ts';

type Check = (value: unknown) => boolean;

/** A valibot schema, as far as its structure is read here. */
interface Node extends Schema {
  readonly entries?: Record<string, Node>;
  readonly item?: Node;
  readonly wrapped?: Node;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly getter?: (input: unknown) => Node;
  readonly pipe?: readonly [Node, ...Action[]];
}

/** What follows the schema in a pipe. */
interface Action {
  readonly kind: string;
  readonly '~run': (dataset: { typed: true; value: unknown }, config: object) => { issues?: unknown };
}

const compiled = new WeakMap<Schema, Check>();

/** A yes/no check that agrees with valibot, copies nothing, and is compiled once per schema. */
export function checkerOf(schema: Schema): Check {
  let check = compiled.get(schema);
  if (!check) {
    check = compile(schema);
    compiled.set(schema, check);
  }
  return check;
}

function compile(schema: Node): Check {
  const inner = () => checkerOf((schema.wrapped ?? schema.item) as Node);
  const [first, ...actions] = schema.pipe ?? [];
  if (first && actions.every(({ kind }) => kind === 'validation')) {
    const check = compile(first);
    return (value) => check(value) && !actions.some((action) => action['~run']({ typed: true, value }, {}).issues);
  }
  // Other pipes, and every schema kind not listed, are left to valibot itself.
  switch (first ? '' : schema.type) {
    case 'string':
    case 'boolean':
      return (value) => typeof value === schema.type;
    case 'number':
      return (value) => typeof value === 'number' && !Number.isNaN(value);
    case 'unknown':
      return () => true;
    case 'literal':
      return (value) => value === schema.literal;
    case 'picklist':
      return (value) => (schema.options as readonly unknown[]).includes(value);
    case 'object': {
      const fields = Object.entries(schema.entries as Record<string, Node>).map(
        ([name, field]) => [name, checkerOf(field), /optional|nullish/.test(field.type)] as const,
      );
      return (value) => {
        if (typeof value !== 'object' || value === null) return false;
        for (const [name, check, optional] of fields) {
          const member = (value as Record<string, unknown>)[name];
          if (member === undefined && !(name in value) ? !optional : !check(member)) return false;
        }
        return true;
      };
    }
    case 'array': {
      const check = inner();
      return (value) => {
        if (!Array.isArray(value)) return false;
        for (const member of value) if (!check(member)) return false;
        return true;
      };
    }
    case 'nullable':
    case 'optional':
    case 'nullish': {
      const check = inner();
      const empty = { nullable: [null], optional: [undefined] }[schema.type as string] ?? [null, undefined];
      return (value) => empty.includes(value as null) || check(value);
    }
    case 'variant':
    case 'union': {
      const checks = (schema.options as readonly Node[]).map(checkerOf);
      return (value) => checks.some((check) => check(value));
    }
    case 'lazy':
      return (value) => checkerOf((schema.getter as (input: unknown) => Node)(value))(value);
    default:
      return (value) => !issuesOf(schema, value);
  }
}

/** What valibot finds, by way of the Standard Schema interface. */
const issuesOf = (schema: Schema, value: unknown) =>
  (schema['~standard'].validate(value) as { issues?: readonly BaseIssue<unknown>[] }).issues;

/** Says what is wrong with `value`: place, what was expected, and the kind of what was there; never the text itself. */
export function explain(schema: Schema, value: unknown): string {
  const lines = (issuesOf(schema, value) ?? []).map(({ type, message, expected, input, path = [] }) => {
    const own = type === 'check'; // its message is ours
    const place = path.map(({ key }) => key).join('.');
    if (own && !place) return message;
    const got = typeof input === 'number' ? input : input === null ? 'null' : typeof input;
    return `${place || 'value'}: ${own ? message : `expected ${expected ?? type}`}, got ${got}`;
  });
  return lines.slice(0, 3).join('; ') + (lines[3] ? '; …' : '');
}
