import { expect, it } from 'vitest';
import { stringAt } from './paths.ts';

it.each<[body: unknown, path: string, found: string | undefined]>([
  [{ message: 'Not found' }, 'message', 'Not found'],
  [{ error: { message: 'Not found' } }, 'error.message', 'Not found'],
  [{ message: '' }, 'message', ''],
  [{}, 'error.message', undefined],
  [{ error: null }, 'error.message', undefined],
  [{ error: 'Not found' }, 'error.message', undefined],
  [{ message: 404 }, 'message', undefined],
  [{ message: ['Not found'] }, 'message', undefined],
  [{ message: { toString: 1 } }, 'message', undefined],
  [['Not found'], 'message', undefined],
  ['Not found', 'message', undefined],
  [7, 'message', undefined],
  [true, 'error.message', undefined],
  [null, 'error.message', undefined],
  [undefined, 'error.message', undefined],
])('stringAt of %j at %s returns %j', (body, path, found) => {
  expect(stringAt(body, path)).toBe(found);
});
