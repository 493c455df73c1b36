import type { BaseIssue } from 'valibot';
import type { Schema } from './endpoint.ts';

interface Check {
  (value: unknown): boolean;
  /** Kinds of values that pass whatever they hold. */
  readonly kinds?: number;
}

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

// Kinds of values are bits, so that most members are judged without a call. 32 is what is none of these, as NaN is.
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
  const [first, ...actions] = schema.pipe ?? [];
  if (first && actions.every(({ kind }) => kind === 'validation')) {
    const check = compile(first);
    return (value) => check(value) && !actions.some((action) => action['~run']({ typed: true, value }, {}).issues);
  }
  // Other pipes, and every schema kind not listed, are left to valibot itself.
  const type = first ? '' : schema.type;
  const own = whole[type];
  if (own) {
    const check: Check = schema.wrapped ? checkerOf(schema.wrapped) : () => false;
    const kinds = own | (check.kinds as number);
    return Object.assign((value: unknown) => (kinds & kindOf(value)) > 0 || check(value), { kinds });
  }
  switch (type) {
    case 'literal':
      return (value) => value === schema.literal;
    case 'picklist':
      return (value) => (schema.options as readonly unknown[]).includes(value);
    case 'object': {
      const fields = Object.entries(schema.entries as Record<string, Node>).map(([name, field]) => {
        const optional = /^(exact_)?optional|^nullish/.test(field.type);
        const check = checkerOf(field);
        return { name, check, optional, kinds: (check.kinds as number) & (optional ? 63 : 47) };
      });
      return (value) => {
        if (typeof value !== 'object' || value === null) return false;
        for (const { name, check, optional, kinds } of fields) {
          const member = (value as Record<string, unknown>)[name];
          if (kinds & kindOf(member)) continue;
          if (!(member === undefined && !(name in value) ? optional : check(member))) return false;
        }
        return true;
      };
    }
    case 'array': {
      const check = checkerOf(schema.item as Node);
      return (value) => {
        if (!Array.isArray(value)) return false;
        for (const member of value) if (!check(member)) return false;
        return true;
      };
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
    const got = typeof input === 'number' || input === null ? input : typeof input;
    return `${place || 'value'}: ${own ? message : `expected ${expected ?? type}`}, got ${got}`;
  });
  return lines.slice(0, 3).join('; ') + (lines[3] ? '; …' : '');
}
