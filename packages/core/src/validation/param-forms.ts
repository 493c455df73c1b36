import { type GenericSchema, looseObject, type ObjectEntries, pipe, rawCheck, strictObject } from 'valibot';
import { nearestName } from '../shared/suggest.ts';
import type { Node, Schema } from './node.ts';

/** Tolerance of a schema's form for undocumented params: a mode of the `validation` option. */
export type Form = 'strict' | 'report';

const forms = {
  strict: new WeakMap<Schema, Node>(),
  report: new WeakMap<Schema, Node>(),
};

/**
 * Returns the form of a schema that checks params. `strict` accepts only documented values, and no other fields in
 * objects. `report` accepts everything that can be sent, including undocumented values, fields and sizes, except for a
 * field whose name resembles a documented one, because it is most likely misspelled.
 */
export function formOf(schema: Schema, form: Form): Node {
  let made = forms[form].get(schema);
  if (!made) {
    made = makeForm(schema, form);
    forms[form].set(schema, made);
  }
  return made;
}

/** Types of the checks whose limits providers may raise. */
const maxima: readonly string[] = ['max_length', 'max_value', 'limit'];

function makeForm(node: Node, form: Form): Node {
  const [first, ...actions] = node.pipe ?? [];
  // A pipe has the fields of its first schema.
  if (form !== 'strict' && node.open && node.open !== first?.open) return node.open();
  if (first) {
    const kept = form === 'strict' ? actions : actions.filter(({ type }) => !maxima.includes(type));
    const inner = formOf(first, form);
    return inner === first && kept.length === actions.length ? node : piped([inner, ...kept]);
  }
  return node.type === 'object' || node.type === 'strict_object' ? formOfObject(node, form) : formOfOther(node, form);
}

function formOfObject({ entries = {} }: Node, form: Form): Node {
  const fields = mapped(entries, form) as ObjectEntries;
  if (form === 'strict') return strictObject(fields) as Node;
  return piped([looseObject(fields), refuseLookalikes(Object.keys(fields))]);
}

function formOfOther(node: Node, form: Form): Node {
  const { type, entries, item, wrapped, value, options, getter } = node;
  const parts: Partial<Node> = {
    ...(entries && { entries: mapped(entries, form) }),
    ...(item && { item: formOf(item, form) }),
    ...(wrapped && { wrapped: formOf(wrapped, form) }),
    ...(value && { value: formOf(value, form) }),
    ...((type === 'union' || type === 'variant') && {
      options: (options as readonly Node[]).map((option) => formOf(option, form)),
    }),
    ...(getter && { getter: (input: unknown) => formOf(getter(input), form) }),
  };
  return Object.keys(parts).length > 0 ? copyOf(node, parts) : node;
}

const mapped = (entries: Readonly<Record<string, Node>>, form: Form): Record<string, Node> =>
  Object.fromEntries(Object.entries(entries).map(([name, field]) => [name, formOf(field, form)]));

const piped = (parts: readonly unknown[]): Node =>
  (pipe as unknown as (...parts: readonly unknown[]) => GenericSchema)(...parts) as Node;

/** Copies a schema with other parts. Schemas read their parts from themselves when they run. */
function copyOf(node: Node, parts: Partial<Node>): Node {
  const copy: Node = { ...node, ...parts };
  const validate = (value: unknown) => copy['~run']({ value }, {}) as never;
  return { ...copy, '~standard': { ...node['~standard'], validate } };
}

/** Refuses undocumented fields whose names almost match documented ones. */
const refuseLookalikes = (names: readonly string[]) =>
  rawCheck<Record<string, unknown>>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const input = dataset.value;
    for (const key of Object.keys(input))
      if (!names.includes(key) && nearestName(key, names) !== undefined)
        addIssue({ expected: 'never', path: [{ type: 'object', origin: 'key', input, key, value: input[key] }] });
  });
