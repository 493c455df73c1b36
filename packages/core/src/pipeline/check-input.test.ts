import * as v from 'valibot';
import { expect, it } from 'vitest';
import { limit, oneOf, oneOrMany, whole } from '../declare/schema.ts';
import { judgeParams } from './check-input.ts';

const endpoint = {
  method: 'GET',
  path: '/{id}',
  auth: 'none',
  docs: '',
  params: v.object({ id: v.string() }),
  query: v.object({ size: v.optional(v.number()) }),
} as const;

it.each<[string, unknown, string | undefined]>([
  ['nothing', { id: 'a', size: 1 }, undefined],
  ['nothing if a value is undefined', { id: 'a', other: undefined }, undefined],
  ['params that are not an object', 'a', 'params must be an object: { id: … }'],
  ['null', null, 'params must be an object: { id: … }'],
  ['a parameter that is not declared', { id: 'a', sise: 1 }, 'unknown parameter sise; did you mean size?'],
  [
    'a parameter that is similar to no other',
    { id: 'a', colour: 1 },
    'unknown parameter colour; the parameters are id, size',
  ],
  [
    'an option of calls',
    { id: 'a', signal: {} },
    'signal is an option, not a parameter. Pass it as the second argument',
  ],
  [
    'an option of lists',
    { id: 'a', cursor: 'b' },
    'cursor is an option, not a parameter. Pass it as the second argument',
  ],
  ['a parameter in another case', { ID: 'a' }, 'unknown parameter ID; did you mean id?'],
  ['a missing parameter', {}, 'id is required: a string'],
  ['a value of another type', { id: 'a', size: '1' }, 'size must be a number; got a string of 1 character'],
])('the params check finds %s', (_, params, problem) => {
  const verdict = judgeParams(endpoint, params as Record<string, unknown>, { mode: 'strict', secretParams: [] });
  expect(verdict?.problem).toBe(problem);
});

const open = {
  method: 'POST',
  path: '/{id}',
  auth: 'none',
  docs: '',
  params: v.object({ id: v.string() }),
  body: v.pipe(
    v.object({
      kind: v.optional(oneOrMany(oneOf(['red', 'blue (dark)']))),
      level: v.optional(oneOf([1, 2])),
      size: v.optional(whole(1, 5)),
      inner: v.optional(
        v.object({ name: v.optional(v.pipe(v.string(), v.maxLength(3))), pin: v.optional(oneOf(['aa'])) }),
      ),
    }),
    limit(({ size, level }) => !(size === 5 && level === 2), 'size 5 needs level 1'),
  ),
} as const;
const judge = (params: object, mode: 'report' | 'strict', secretParams = ['pin']) =>
  judgeParams(open, { id: 'a', ...params }, { mode, secretParams });

it.each<[string, object, string]>([
  [
    'an undocumented value',
    { kind: 'bleu (dark)' },
    'kind is not one of the documented values (did you mean "blue (dark)"?)',
  ],
  ['an undocumented value in an array', { kind: ['red', 'x'] }, 'kind[1] is not one of the documented values'],
  ['an undocumented number', { level: 7 }, 'level is not one of the documented values'],
  ['a number out of range', { size: 6 }, 'size must be a whole number from 1 to 5'],
  ['params that exceed a common limit', { size: 5, level: 2 }, 'size 5 needs level 1'],
  ['a string that is too long', { inner: { name: 'abcd' } }, 'inner.name must have at most 3 characters'],
  ['an undocumented nested parameter', { inner: { weight: 1 } }, 'inner.weight is not a documented parameter'],
  [
    'a secret value, which it does not compare',
    { inner: { pin: 'ab' } },
    'inner.pin is not one of the documented values',
  ],
])('report mode sends, and reports without its value, %s', (_, params, message) => {
  expect(judge(params, 'report')).toMatchObject({ differences: [{ message }] });
  expect(judge(params, 'strict')?.problem).toBeTruthy();
});

it.each<[string, object, string]>([
  ['a misspelled nested parameter', { inner: { nam: 'x' } }, 'unknown parameter inner.nam; did you mean inner.name?'],
  ['a value of another type', { kind: 7 }, 'kind must be one of red, blue (dark) or an array; got 7'],
  ['a size that is too small', { size: 0 }, 'size must be a whole number from 1 to 5; got 0'],
])('report mode refuses %s', (_, params, problem) => {
  expect(judge(params, 'report')?.problem).toBe(problem);
});

it('report mode refuses a call option among the params', () => {
  const problem = 'timeoutMs is an option, not a parameter. Pass it as the second argument';
  expect(judge({ timeoutMs: 5 }, 'report')).toEqual({ problem });
});

it.each(['strict', 'report'] as const)('%s mode refuses null in place of an object', (mode) => {
  expect(judge({ inner: null }, mode)).toMatchObject({ problem: 'inner must be an object; got null' });
});
