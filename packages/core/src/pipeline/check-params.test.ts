import * as v from 'valibot';
import { expect, it } from 'vitest';
import { judgeParams } from './judge-params.ts';

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
  ['nothing, where a value is undefined', { id: 'a', other: undefined }, undefined],
  ['params that are not an object', 'a', 'params must be an object'],
  ['null', null, 'params must be an object'],
  ['a parameter that is not declared', { id: 'a', sise: 1 }, 'unknown parameter sise; did you mean size?'],
  ['a parameter like no other', { id: 'a', colour: 1 }, 'unknown parameter colour; the parameters are id, size'],
  ['a parameter in other letters', { ID: 'a' }, 'unknown parameter ID; did you mean id?'],
  ['a missing parameter', {}, 'id is required: a string'],
  ['a value of another type', { id: 'a', size: '1' }, 'size must be a number; got a string of 1 character'],
])('the check of params finds %s', (_, params, problem) => {
  const verdict = judgeParams(endpoint, params as Record<string, unknown>, { mode: 'strict', secretParams: [] });
  expect(verdict?.problem).toBe(problem);
});
