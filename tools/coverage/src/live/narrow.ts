import type { SchemaNode, Spec } from '../schema-node.ts';

/**
 * The declaration as it would be if its responses had every declared field, and null nowhere: what tests compare odd forms
 * of the real hosts with.
 */
export function withoutLeniency(spec: Spec): Spec {
  const narrow = createNarrow();
  return 'response' in spec ? { ...spec, response: narrow(spec.response) } : { ...spec, item: narrow(spec.item) };
}

/** Whether it is the variant of a record that is gone, whose fields are always null. */
const hasNull = ({ entries = {} }: SchemaNode): boolean => Object.values(entries).some(({ type }) => type === 'null');

function createNarrow() {
  const done = new Map<object, SchemaNode>();
  return function narrow(schema: SchemaNode): SchemaNode {
    const known = done.get(schema);
    if (known) return known;
    const { wrapped, entries, item, value, options, getter, type, pipe } = schema;
    // A pipe holds its schemas where they cannot be replaced.
    if (pipe) return schema;
    if (wrapped) return narrow(wrapped);
    const narrowed: { -readonly [Name in keyof SchemaNode]: SchemaNode[Name] } = { ...schema };
    done.set(schema, narrowed);
    if (entries)
      narrowed.entries = Object.fromEntries(Object.entries(entries).map(([name, field]) => [name, narrow(field)]));
    if (item) narrowed.item = narrow(item);
    if (value) narrowed.value = narrow(value);
    if (getter) narrowed.getter = (input) => narrow(getter(input));
    if (/union|variant/.test(type))
      narrowed.options = (options as readonly SchemaNode[]).filter((option) => !hasNull(option)).map(narrow);
    return narrowed;
  };
}
