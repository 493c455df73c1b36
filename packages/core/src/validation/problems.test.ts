import * as v from 'valibot';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fc } from '../../test/properties.ts';
import { known, oneOrMany, whole } from '../declare/schema.ts';
import { accepts } from './accepts.ts';
import { problemsOf } from './problems.ts';
import { describeInput, describeOutput } from './words.ts';

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
  it('accepts the same values as it does in valibot, and has a problem with all others', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const { success } = v.safeParse(schema, value);
        expect(accepts(schema, value)).toBe(success);
        // Unlike valibot, it refuses an array in place of an object, and ignores undeclared fields that are undefined.
        const found = (isClosed: boolean) =>
          problemsOf(schema, value, isClosed).filter(({ input }) => !Array.isArray(input));
        if (success) expect(found(false)).toEqual([]);
        else if (schema.type !== 'strict_object') expect(problemsOf(schema, value)).not.toEqual([]);
        if (accepts(schema, value, true)) expect(found(true)).toEqual([]);
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

const explainOutput = (schema: v.GenericSchema, value: unknown) => problemsOf(schema, value).map(describeOutput);
const explainInput = (schema: v.GenericSchema, value: unknown, shown?: string) =>
  problemsOf(schema, value, true).map((problem) =>
    describeInput(problem, { noun: 'parameter', isShown: ({ keys }) => !shown || keys[0] === shown }),
  );

it('an explanation of a response names place and kind, but never a value', () => {
  const value = { a: { secret: 'hunter2' }, b: 'hunter2', c: [true, 987654321] };
  expect(explainOutput(schemas.object, value)).toEqual([
    'a must be a string, got an object',
    'b must be a number, got a string',
    'c.1 must be true or false, got a number',
  ]);
  expect(explainOutput(schemas.strict, { a: 'x', b: 'hunter2' })).toEqual(['b is not a documented field']);
});

it('an explanation of params shows a value only if it may be shown', () => {
  const value = { a: 123456789, b: 'x', c: [987654321] };
  expect(explainInput(schemas.object, value, 'c')).toEqual([
    'a must be a string; got a number',
    'b must be a number; got a string of 1 character',
    'c[0] must be true or false; got 987654321',
  ]);
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
  const isShown = ({ input }: { input: unknown }) => typeof input === 'number';
  const problems = problemsOf(params, { id: '123', type: 'album', ...change }, true);
  expect(problems.map((each) => describeInput(each, { noun: 'parameter', isShown }))).toEqual([problem]);
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
