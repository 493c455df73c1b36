import type { BaseIssue } from 'valibot';
import type { Schema } from '../declare/endpoint.ts';

/** A schema, compiled. */
interface Check {
  /** Kinds of values that pass, whatever they hold. */
  readonly kinds: number;
  /** Whether one of another kind passes. */
  passes(value: unknown): boolean;
}

/** A member that an object may have. */
interface Field extends Check {
  readonly name: string;
  /** 1 when it must be there. */
  readonly need: number;
  /** What came behind it the last time; at first itself. */
  next: Field;
}

function fieldOf({ kinds, passes }: Check, name: string, need = 0): Field {
  const field = { kinds, passes, name, need } as Field;
  field.next = field;
  return field;
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

/** Whether `value` is as `schema` says. */
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
    case 'picklist':
      return (value) => (schema.options as readonly unknown[]).includes(value);
    case 'object': {
      const fields = Object.entries(schema.entries as Record<string, Node>).map(([name, field]) =>
        fieldOf(checkOf(field), name, /^(exact_)?optional|^nullish/.test(field.type) ? 0 : 1),
      );
      const required = fields.filter(({ need }) => need).length;
      // Of a name that is not in the schema every kind passes.
      const named = (name: string) =>
        fields.find((field) => field.name === name) ?? fieldOf({ kinds: 63 } as Check, name);
      // Objects of a list mostly have the same members in the same order: each knows which one came behind it the last time.
      const start = named('');
      return (value) => {
        // What a class adds, `for` does not show.
        if (value?.constructor !== Object) return byValibot(value);
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
    case 'array': {
      const { kinds, passes } = checkOf(schema.item as Node);
      return (value) => {
        if (!Array.isArray(value)) return false;
        // Written out: by `judge`, a long list of strings takes a sixth longer.
        for (const member of value) if (!(kinds & kindOf(member)) && !passes(member)) return false;
        return true;
      };
    }
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

/** What valibot finds, by way of the Standard Schema interface. */
const issuesOf = (schema: Schema, value: unknown) =>
  (schema['~standard'].validate(value) as { issues?: readonly BaseIssue<unknown>[] }).issues;

type Issue = BaseIssue<unknown>;
type ShowsNumber = (place: readonly string[]) => boolean;

const nowhere: ShowsNumber = () => false;

/**
 * Explains what is wrong with `value`: the place, what was expected, and the kind of what was received; never a string of it.
 *
 * @param showsNumber Whether the number at a place may be shown; names from the top, without the indexes of lists.
 * Default: nowhere, as an account number may be in any response.
 */
export function explain(schema: Schema, value: unknown, showsNumber = nowhere): string {
  const lines = (issuesOf(schema, value) ?? []).map((issue) => messageOf(issue, showsNumber));
  return lines.slice(0, 3).join('; ') + (lines[3] ? '; …' : '');
}

function messageOf({ type, message, expected, input, path }: Issue, showsNumber: ShowsNumber): string {
  const own = type === 'check'; // its message is ours
  const keys = (path ?? []).map(({ key }) => key);
  const place = keys.join('.');
  if (own && !place) return message;
  const names = keys.filter((key) => typeof key === 'string');
  const got = input === null || (typeof input === 'number' && showsNumber(names)) ? input : typeof input;
  return `${place || 'value'}: ${own ? message : `expected ${expected ?? type}`}, got ${got}`;
}

/** One place in which a response differs from its declaration. @internal */
export interface Difference {
  /** Where, with `[]` for every index of a list: `data[].name`. Empty for the whole of it. */
  readonly place: string;
  /** What was expected there and what kind of value was received. */
  readonly message: string;
}

/** How a response differs from its declaration. @internal */
export interface Differences {
  /** Each place once. */
  readonly places: readonly Difference[];
  /** It is a value of another kind altogether, whatever its fields are. */
  readonly otherKind: boolean;
  /** It is of another kind, or lacks what is essential: nobody could use it. */
  readonly unusable: boolean;
}

/**
 * How `value` differs from `schema`.
 *
 * @param essential Places that must be as declared, in the form of {@link Difference.place}.
 * @internal
 */
export function differencesOf(schema: Schema, value: unknown, essential: readonly string[] = []): Differences {
  const places = new Map<string, Difference>();
  for (const issue of issuesOf(schema, value) ?? []) {
    const place = placeOf((issue.path ?? []).map(({ key }) => key));
    if (!places.has(place)) places.set(place, { place, message: messageOf(issue, nowhere) });
  }
  const otherKind = isOtherKind(schema, value);
  const lacks = essential.some((needed) => [...places.keys()].some((place) => place && isWithin(needed, place)));
  return { places: [...places.values()], otherKind, unusable: otherKind || lacks };
}

/** A path with `[]` for indexes: `data[].name`. @internal */
export const placeOf = (path: readonly unknown[]): string =>
  path
    .map((key) => (Number.isInteger(Number(key)) ? '[]' : `.${key}`))
    .join('')
    .replace(/^\./, '');

const isWithin = (place: string, outer: string): boolean =>
  place === outer || place.startsWith(`${outer}.`) || place.startsWith(`${outer}[`);

/** Whether a value that a schema refuses is something else altogether: no object, a list in place of one, or one without a single declared field. */
function isOtherKind(schema: Node, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const names = namesOf(schema);
  if (names.length === 0) return Array.isArray(value) !== (schema.type === 'array');
  return Array.isArray(value) || !names.some((name) => name in value);
}

/** The names of the fields that an object may have, over all options of a union; none for a schema of another kind. */
function namesOf(schema: Node): string[] {
  const { entries, options, wrapped, pipe } = schema;
  if (entries) return Object.keys(entries);
  const inner = schema.type === 'union' || schema.type === 'variant' ? ((options ?? []) as readonly Node[]) : [];
  return [...inner, wrapped, pipe?.[0]].flatMap((each) => (each ? namesOf(each) : []));
}
