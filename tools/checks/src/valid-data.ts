import type { Schema } from '@x/core/provider';
import { fc } from '@x/testing/properties';

/** Parts of a valibot schema that are read here. */
interface Node extends Schema {
  readonly entries?: Record<string, Node>;
  readonly key?: Node;
  readonly value?: Node;
  readonly item?: Node;
  readonly wrapped?: Node;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly pipe?: readonly [Node, ...{ type: string; requirement?: unknown }[]];
  readonly known?: readonly string[];
  readonly min?: number;
  readonly max?: number;
}

/**
 * Returns values that fit `schema`, with unknown members where the schema allows them. Whether a value passes the
 * schema's own `check` is left to chance.
 */
export function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const { type, entries = {}, key, value, item, wrapped, options = [], pipe, ...own }: Node = schema;
  const asked = Object.fromEntries(
    (pipe ?? []).map((action) => [action.type, (action as { requirement?: unknown }).requirement]),
  );
  const limit = (name: string) => asked[`${name}_length`] as number | undefined;
  const minLength = limit('min') ?? ('non_empty' in asked ? 1 : 0);
  const maxLength = Math.max(minLength, Math.min(limit('max') ?? 4, minLength + 4));
  switch (type) {
    case 'string':
      if (asked.regex) return fc.stringMatching(new RegExp((asked.regex as RegExp).source));
      if ('iso_date' in asked) return fc.constantFrom('2026-01-31', '2024-02-29');
      if ('url' in asked) return fc.webUrl();
      // Some checks ask for a number as a string, and others for a barcode.
      return fc.oneof(
        fc.string({ minLength, maxLength }),
        fc.constantFrom(...(own.known ?? []), '60'.padEnd(minLength), '00000000'.padEnd(minLength)),
      );
    case 'number': {
      const min = own.min ?? (asked.min_value as number | undefined);
      const max = own.max ?? (asked.max_value as number | undefined);
      const whole: fc.Arbitrary<number> = fc.integer({
        ...(min !== undefined && { min: Math.ceil(min) }),
        ...(max !== undefined && { max }),
      });
      const fraction = fc.double({ min: 0, max: 1, noNaN: true });
      return min === undefined && max === undefined ? fc.oneof(fraction, 'check' in asked ? fraction : whole) : whole;
    }
    case 'boolean':
      return fc.boolean();
    case 'literal':
      return fc.constant(own.literal);
    case 'picklist':
      return fc.constantFrom(...options);
    case 'null':
      return fc.constant(null);
    case 'void':
      return fc.constant(undefined);
    case 'instance':
      return fc.uint8Array({ maxLength: 3 });
    case 'unknown':
    case 'custom':
      return fc.anything();
    case 'object':
    case 'loose_object':
    case 'strict_object': {
      const names = Object.keys(entries);
      const members = Object.fromEntries(Object.entries(entries).map(([name, member]) => [name, valuesOf(member)]));
      const requiredKeys = names.filter((name) => !/optional|nullish/.test(entries[name]?.type ?? ''));
      const known = fc.record(members, { requiredKeys });
      if (type === 'strict_object') return known;
      const unknown = fc.dictionary(fc.constantFrom('new', '__proto__', 'constructor'), fc.jsonValue({ maxDepth: 1 }), {
        maxKeys: 1,
      });
      return fc.tuple(unknown, known).map((parts) => Object.assign({}, ...parts));
    }
    case 'record':
      return fc.dictionary(valuesOf(key as Node) as fc.Arbitrary<string>, valuesOf(value as Node), { maxKeys: 3 });
    case 'array':
      return fc.array(valuesOf(item as Node), { minLength, maxLength });
    case 'nullable':
      return fc.option(valuesOf(wrapped as Node), { freq: 3 });
    case 'optional':
      // Absent half the time, because some checks allow only one of several members.
      return fc.option(valuesOf(wrapped as Node), { freq: 2, nil: undefined });
    case 'nullish':
      return fc.oneof(fc.constantFrom(null, undefined), { arbitrary: valuesOf(wrapped as Node), weight: 3 });
    case 'lazy':
    case 'union':
    case 'variant':
      return fc.oneof(...(options as readonly Node[]).map(valuesOf));
    default:
      throw new Error(`no values for ${type}`);
  }
}

class Own {}
const gone = Symbol('gone');
const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** Changes to a member. None produces a plain object with non-enumerable members, because parsed data never has any. */
const changes: readonly ((value: unknown) => unknown)[] = [
  () => gone,
  () => undefined,
  () => null,
  () => 'something else',
  () => '',
  () => 7,
  () => -1.5,
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => 2 ** 53,
  () => 10n ** 30n,
  () => true,
  () => [],
  () => ({}),
  () => new Date(0),
  () => () => 1,
  () => Symbol.iterator,
  () => JSON.parse('{"__proto__": {"id": 7}}'),
  () => new Map([['id', 1]]),
  () => new Uint8Array(2),
  (value) => `${typeof value === 'number' ? value : typeof value}`,
  (value) => [value],
  (value) => ({ value }),
  (value) => Object(value),
  (value) => [...asArray(value), ...asArray(value), value, null],
  (value) => asArray(value).slice(1),
  // biome-ignore lint/suspicious/noSparseArray: holes are the point
  (value) => [...asArray(value), , value],
  (value) => Object.create(Object(value)),
  (value) => Object.assign(new Own(), value),
  (value) => Object.assign(Object.create(null), value),
  (value) => Object.assign([], { ...Object(value), length: 1 }),
  (value) => new Proxy(Object(value), {}),
];

/** Index of the member to change, and index of the change to make. */
export const change: fc.Arbitrary<{ at: number; to: number }> = fc.record({
  at: fc.nat(),
  to: fc.nat(changes.length - 1),
});

/** Returns `value` with one of its members changed or removed. */
export const changed = (value: unknown, { at, to }: { at: number; to: number }): unknown =>
  replaced(value, at, (node) => changes[to]?.(node));

/** Returns `value` with its `index`th member, counted at all depths, replaced by the result of `by`. */
export function replaced(value: unknown, index: number, by: (member: unknown) => unknown): unknown {
  let left = index % sizeOf(value);
  const walk = (node: unknown): unknown => {
    left -= 1;
    if (left === -1) return by(node);
    if (!isPlain(node)) return node;
    const members = Object.entries(node)
      .map(([name, member]) => [name, walk(member)] as const)
      .filter(([, member]) => member !== gone);
    return Array.isArray(node) ? members.map(([, member]) => member) : Object.fromEntries(members);
  };
  const result = walk(value);
  return result === gone ? undefined : result;
}

/** Whether the members of `value` may be changed without making it another kind of object. */
const isPlain = (value: unknown): value is object =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype);

const sizeOf = (value: unknown): number =>
  1 + (isPlain(value) ? Object.values(value).reduce((sum: number, each) => sum + sizeOf(each), 0) : 0);
