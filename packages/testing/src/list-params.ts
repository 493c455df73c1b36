import { type AnySpec, operationsOf, type Schema } from '@x/core/provider';
import { safeParse } from 'valibot';
import { expect, it } from 'vitest';

/** Number of values that a parameter accepts, as the provider documents it. */
export type ListLimit =
  /** The client splits longer lists into requests of at most this many values, including the values of `sharedWith`. */
  | { readonly splitBy: number; readonly sharedWith?: readonly string[] }
  /** The client refuses longer lists before any request. */
  | { readonly max: number }
  /** The provider documents no maximum. */
  | 'no documented maximum';

/** A parameter that accepts several values. */
export interface ListParam {
  /** Path of the parameter: `id`, or `options.account_ids` inside an object. */
  readonly param: string;
  readonly limit: ListLimit;
  /** Returns a valid value, a different one for each index. Default: the index as a string, from `1`. */
  readonly value?: ((index: number) => unknown) | undefined;
  /** Other params that the call requires. Default: none. */
  readonly others?: Readonly<Record<string, unknown>>;
}

/** Parts of schemas that reveal where lists are. */
interface Node extends Schema {
  readonly entries?: Readonly<Record<string, Node>>;
  readonly wrapped?: Node;
  readonly pipe?: readonly Node[];
  readonly options?: readonly unknown[];
}

const innerOf = (schema: Node): Node | undefined => schema.wrapped ?? schema.pipe?.[0];

function takesList(schema: Node): boolean {
  if (schema.type === 'array') return true;
  if (schema.type === 'union') return (schema.options as readonly Node[]).some(takesList);
  const inner = innerOf(schema);
  return inner !== undefined && inner !== schema && takesList(inner);
}

/** Returns the places in a params schema that accept a list. Lists inside lists are ignored. */
function placesOf(schema: Node, place = ''): string[] {
  if (place && takesList(schema)) return [place];
  const { entries } = schema;
  if (entries)
    return Object.entries(entries).flatMap(([name, entry]) => placesOf(entry, place ? `${place}.${name}` : name));
  const inner = innerOf(schema);
  return inner && inner !== schema ? placesOf(inner, place) : [];
}

const partsOf = ({ params, query, body }: AnySpec): Node[] =>
  [params, query, body].filter((schema) => schema !== undefined);

/** Returns whether a params schema refuses these values at this place, regardless of other missing params. */
function refuses(schema: Node, place: string, values: readonly unknown[], others: ListParam['others']): boolean {
  const names = place.split('.');
  const params = names.reduceRight<unknown>((value, name) => ({ [name]: value }), values);
  const { issues = [] } = safeParse(schema, { ...others, ...(params as object) });
  return issues.some(({ path = [] }) => names.every((name, index) => (path[index]?.key ?? name) === name));
}

/**
 * Tests how many values each list parameter of the tree accepts. The table must name every parameter that accepts a
 * list, by operation.
 */
export function describeListParams(endpoints: object, table: Readonly<Record<string, readonly ListParam[]>>): void {
  const operations = operationsOf(endpoints);

  it('the table names every parameter that accepts several values', () => {
    const found = operations.flatMap(([name, spec]) =>
      partsOf(spec).flatMap((part) => placesOf(part).map((place) => `${name} ${place}`)),
    );
    const named = Object.entries(table).flatMap(([name, params]) => params.map(({ param }) => `${name} ${param}`));
    expect(named.sort()).toEqual(found.sort());
  });

  const rows = Object.entries(table).flatMap(([name, params]) =>
    params.map(({ value = (index: number) => String(index + 1), ...param }) => ({ name, value, ...param })),
  );
  it.each(rows)(
    '$name accepts as many values of $param as the provider does',
    ({ name, param, limit, value, others }) => {
      const [, spec] =
        operations.find(([operation]) => operation === name) ?? expect.unreachable(`no operation ${name}`);
      const part = partsOf(spec).find((schema) => placesOf(schema).includes(param));
      if (!part) return expect.unreachable(`${name} has no list parameter ${param}`);
      const values = (count: number) => Array.from({ length: count }, (_, index) => value(index));
      const lists = 'ids' in spec && spec.ids ? [spec.ids].flat() : [];
      const split = lists.find(({ params }) => params.includes(param));
      if (limit === 'no documented maximum') {
        expect(split).toBeUndefined();
        expect(refuses(part, param, values(1000), others)).toBe(false);
      } else if ('splitBy' in limit) {
        expect(split?.max).toBe(limit.splitBy);
        expect([...(split?.params ?? [])].sort()).toEqual([param, ...(limit.sharedWith ?? [])].sort());
        expect(refuses(part, param, values(3 * limit.splitBy), others)).toBe(false);
      } else {
        expect(split).toBeUndefined();
        expect(refuses(part, param, values(limit.max), others)).toBe(false);
        expect(refuses(part, param, values(limit.max + 1), others)).toBe(true);
      }
    },
  );
}
