import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { known, oneOrMany, whole } from '../declare/schema.ts';
import { accepts } from './accepts.ts';
import { explain } from './explain.ts';
import { explainParams } from './explain-params.ts';

interface Tree {
  value: number;
  children: Tree[];
}
const tree: v.GenericSchema<Tree> = v.object({ value: v.number(), children: v.array(v.lazy(() => tree)) });

const schemas = {
  string: v.string(),
  number: v.number(),
  boolean: v.boolean(),
  null: v.null(),
  unknown: v.unknown(),
  literal: v.literal('live'),
  picklist: v.picklist(['a', 1]),
  known: known('a', 'b'),
  whole: whole(1, 5),
  oneOrMany: oneOrMany(v.string()),
  pipe: v.pipe(
    v.object({ a: v.optional(v.unknown()) }),
    v.check(({ a }) => a !== 1, 'not 1'),
  ),
  filled: v.object({ a: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1), v.regex(/x/)) }),
  some: v.pipe(v.array(v.unknown()), v.minLength(1)),
  transformed: v.pipe(v.string(), v.transform(Number), v.number(), v.minValue(3)),
  nullish: v.nullish(v.number()),
  nullable: v.nullable(v.string()),
  object: v.object({ a: v.string(), b: v.optional(v.number()), c: v.nullish(v.array(v.boolean())) }),
  loose: v.looseObject({ a: v.nullable(v.string()) }),
  record: v.record(v.string(), v.number()),
  required: v.object({
    a: v.unknown(),
    b: v.pipe(
      v.optional(v.string()),
      v.check((b) => b !== '', 'not empty'),
    ),
  }),
  exact: v.object({ a: v.exactOptional(v.string()), b: v.nonOptional(v.optional(v.string())) }),
  union: v.union([v.string(), v.object({ a: v.number() })]),
  variant: v.variant('a', [v.object({ a: v.literal('x'), b: v.number() }), v.object({ a: v.literal('y') })]),
  tuple: v.tuple([v.string(), v.number()]),
  strict: v.strictObject({ a: v.string() }),
  array: v.array(v.object({ a: v.number() })),
  tree,
};

const anything = fc.oneof(
  fc.anything({ withNullPrototype: true, withSparseArray: true }),
  fc.record(
    {
      a: fc.constantFrom('x', 'y', 'live', 1, null, undefined, Number.NaN),
      b: fc.oneof(fc.constantFrom('x', 1, '', undefined), fc.anything()),
      c: fc.anything(),
    },
    { requiredKeys: [] },
  ),
  fc.constantFrom(
    ...['live', 'a', 1, 5, 6, Number.NaN, null, undefined, [], {}, [{ a: 1 }], ['a', 1], { value: 1, children: [] }],
  ),
);

describe.each(Object.entries(schemas))('the schema %s', (_, schema) => {
  it('accepts the same values as it does in valibot', () => {
    fc.assert(
      fc.property(anything, (value) => {
        expect(accepts(schema, value)).toBe(v.safeParse(schema, value).success);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the schema of an object', () => {
  const { object } = schemas;
  class Made {
    get a() {
      return 'x';
    }
    get b(): unknown {
      return 'not a number';
    }
  }

  it.each([
    ['other names', { x: {}, a: 'x', y: 1 }, true],
    ['another order', { c: null, b: 1, a: 'x' }, true],
    ['fewer members', { a: 'x' }, true],
    ['no required member', { b: 1, c: null }, false],
    ['a member of another kind at a known place', { a: 'x', b: 'x' }, false],
    ['members of a prototype', Object.create({ a: 'x' }), true],
    ['wrong members of a prototype', Object.create({ a: 1 }), false],
    ['no prototype', Object.assign(Object.create(null), { a: 'x', b: 1 }), true],
    ['wrong members that a class reads', new Made(), false],
  ])('accepts or refuses one with %s, regardless of earlier values', (_, value, right) => {
    for (const before of [{ a: 'x', b: 1, c: [true] }, value, { b: 1, a: 'x' }]) {
      accepts(object, before);
      expect(accepts(object, value)).toBe(right);
    }
  });
});

it('an explanation names place and kind, but never the text itself', () => {
  const value = { a: { secret: 'hunter2' }, b: 'hunter2', c: [true, 'hunter2'] };
  const text = explain(schemas.object, value);
  expect(text).toContain('a must be a string, got an object');
  expect(text).toContain('c.1 must be true or false, got a string');
  expect(text).not.toContain('hunter2');
});

it('an explanation of params has a number only if it may be shown, and one of a response has none', () => {
  const value = { a: 123456789, b: 'x', c: [987654321] };
  expect(explain(schemas.object, value)).not.toMatch(/123456789|987654321/);
  const text = explainParams(schemas.object, value, (place) => place.join('.') === 'c');
  expect(text).toContain('a must be a string; got a number');
  expect(text).toContain('c[0] must be true or false; got 987654321');
  expect(text).not.toContain('123456789');
});

const params = v.object({
  id: v.pipe(v.string(), v.regex(/^\d{3}$/, 'must be a three-digit ID')),
  name: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(5))),
  type: v.picklist(['album', 'artist']),
  ids: v.optional(v.pipe(v.array(v.string()), v.nonEmpty(), v.maxLength(2))),
  amount: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(9))),
  on: v.optional(v.pipe(v.string(), v.isoDate())),
  either: v.optional(v.union([v.string(), v.array(v.string())])),
  inner: v.optional(v.strictObject({ a: v.string() })),
});

it.each([
  ['a required choice', { type: undefined }, 'type is required: one of album, artist'],
  ['a required field inside another', { inner: {} }, 'inner.a is required: a string'],
  ['another choice', { type: 'secret' }, 'type must be one of album, artist; got a string of 6 characters'],
  ['a pattern', { id: 'secret' }, 'id must be a three-digit ID; got a string of 6 characters'],
  ['an empty string', { name: '' }, 'name must not be empty'],
  ['a long string', { name: 'secret' }, 'name must have at most 5 characters; got a string of 6 characters'],
  ['an empty list', { ids: [] }, 'ids must not be empty'],
  ['a long list', { ids: ['a', 'b', 'c'] }, 'ids must have at most 2 entries; got an array of 3 entries'],
  ['a small number', { amount: -1 }, 'amount must be at least 0; got -1'],
  ['a large number', { amount: 10 }, 'amount must be at most 9; got 10'],
  ['a date', { on: 'secret' }, 'on must be a date in the form 2026-01-31; got a string of 6 characters'],
  ['one of two kinds', { either: 7 }, 'either must be a string or an array; got 7'],
  ['a field that does not exist', { inner: { a: 'x', b: 1 } }, 'unknown parameter inner.b; the parameters are a'],
  ['null', { name: null }, 'name must be a string; got null'],
])('an explanation says in words that params lack or violate %s', (_, change, problem) => {
  expect(explainParams(params, { id: '123', type: 'album', ...change }, () => true)).toBe(problem);
});

it('the check finds the fields of an object without searching a list of them, no matter how they are ordered', () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `field${index}`);
  const schema = v.object(Object.fromEntries(names.map((name) => [name, v.optional(v.string())])));
  const inOrder = Object.fromEntries(names.map((name) => [name, 'x']));
  const reversed = Object.fromEntries(names.toReversed().map((name) => [name, 'x']));
  expect(accepts(schema, inOrder)).toBe(true);
  let visited = 0;
  const { find } = Array.prototype;
  const spy = vi.spyOn(Array.prototype, 'find').mockImplementation(function (this: unknown[], test) {
    return find.call(this, (element, index, list) => {
      visited += 1;
      return test(element, index, list);
    });
  });
  onTestFinished(() => spy.mockRestore());
  expect(accepts(schema, reversed)).toBe(true);
  expect(accepts(schema, { ...reversed, field1: 1 })).toBe(false);
  expect(visited).toBeLessThanOrEqual(2 * names.length);
});
