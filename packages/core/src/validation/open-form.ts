import { type BaseIssue, type GenericSchema, type ObjectEntries, object, pipe } from 'valibot';
import { nearestName } from '../shared/suggest.ts';
import type { Node, Schema } from './node.ts';

/** What a client tolerates in params: `report` and `off` of the option `validation`. @internal */
export type Tolerance = 'report' | 'off';

const opened = { report: new WeakMap<Schema, Node>(), off: new WeakMap<Schema, Node>() };

/**
 * The schema of params that can be sent, although they may have values, lengths and fields that the provider does not document.
 * `report` refuses a field whose name resembles a documented one: it is most likely misspelled.
 *
 * @internal
 */
export function openForm(schema: Schema, tolerance: Tolerance): Node {
  let form = opened[tolerance].get(schema);
  if (!form) {
    form = loosen(schema, (inner) => openForm(inner, tolerance), tolerance);
    opened[tolerance].set(schema, form);
  }
  return form;
}

function loosen(node: Node, open: (node: Node) => Node, tolerance: Tolerance): Node {
  const [first, ...actions] = node.pipe ?? [];
  // A pipe has the fields of its first schema.
  if (node.open && node.open !== first?.open) return node.open();
  if (first) return piped([open(first), ...actions.filter(({ type }) => !maxima.includes(type))]);
  const { type, entries, item, wrapped, value, options, getter } = node;
  const fields = entries && Object.fromEntries(Object.entries(entries).map(([name, field]) => [name, open(field)]));
  if (type === 'strict_object' && fields) {
    const loose = object(fields as ObjectEntries) as Node;
    return tolerance === 'off' ? loose : piped([loose, refuseLookalikes(Object.keys(fields))]);
  }
  const parts: Partial<Node> = {
    ...(fields && { entries: fields }),
    ...(item && { item: open(item) }),
    ...(wrapped && { wrapped: open(wrapped) }),
    ...(value && { value: open(value) }),
    ...((type === 'union' || type === 'variant') && { options: (options as readonly Node[]).map(open) }),
    ...(getter && { getter: (input: unknown) => open(getter(input)) }),
  };
  return Object.keys(parts).length > 0 ? copyOf(node, parts) : node;
}

/** Types of the checks of valibot whose limits providers raise. */
const maxima: readonly string[] = ['max_length', 'max_value'];

const piped = (parts: readonly unknown[]): Node =>
  (pipe as unknown as (...parts: readonly unknown[]) => GenericSchema)(...parts) as Node;

/** A copy of a schema with other parts. Schemas read their parts from themselves when they run. */
function copyOf(node: Node, parts: Partial<Node>): Node {
  const copy: Node & Runs = { ...(node as Node & Runs), ...parts };
  return {
    ...copy,
    '~standard': { ...node['~standard'], validate: (value: unknown) => copy['~run']({ value }, {}) as never },
  };
}

interface Runs {
  '~run'(dataset: { value: unknown }, config: object): unknown;
}

/** Refuses fields that are not documented and have almost the name of one that is. */
const refuseLookalikes = (names: readonly string[]) => ({
  kind: 'validation',
  type: 'lookalike',
  '~run'(dataset: { value: unknown; issues?: BaseIssue<unknown>[] }) {
    const input = dataset.value as Record<string, unknown>;
    for (const key of Object.keys(input)) {
      if (names.includes(key) || nearestName(key, names) === undefined) continue;
      const path = [{ type: 'object', origin: 'key', input, key, value: input[key] }];
      const issue = {
        kind: 'schema',
        type: 'lookalike',
        input: key,
        expected: 'never',
        received: key,
        message: '',
        path,
      };
      dataset.issues = [...(dataset.issues ?? []), issue as never];
    }
    return dataset;
  },
});
