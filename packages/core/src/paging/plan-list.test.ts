import * as v from 'valibot';
import { expect, it } from 'vitest';
import { list } from '../declare/endpoint.ts';
import { byCursor } from '../declare/paging.ts';
import { planList } from './list-loader.ts';

const base = { method: 'GET', path: '/', auth: 'none', docs: '', item: v.unknown() } as const;
const byPage = list({ ...base, paging: { ...byCursor, items: '', param: 'after', cursor: 'next' } });
const byId = list({
  ...base,
  paging: { kind: 'single', items: '' },
  ids: { params: ['id', 'login'], max: 2, canExist: { login: (login) => login !== '' } },
});

it('a list is identified by its params in any order, without its position', () => {
  const plan = planList(byPage, { size: 2, color: 'red', after: 'x', none: undefined }, undefined);
  expect(plan).toEqual(planList(byPage, { color: 'red', size: 2, after: 'x', none: undefined }, undefined));
  expect(plan.identity).toEqual([
    ['color', 'red'],
    ['size', 2],
  ]);
});

it('the same list of another account has another identity', () => {
  expect(planList(byPage, {}, 'ann').identity).not.toEqual(planList(byPage, {}, 'bob').identity);
});

it.each<[string, Record<string, unknown>, object[]]>([
  ['one request without IDs', { size: 1 }, [{ size: 1 }]],
  ['no request for an empty array of IDs', { id: [] }, []],
  ['no request for an ID that cannot exist', { login: '' }, []],
  ['a request without the IDs that cannot exist', { id: 'a', login: ['', 'b'] }, [{ id: ['a'], login: ['b'] }]],
  ['one request for a single ID instead of an array', { id: 'a', size: 1 }, [{ size: 1, id: ['a'] }]],
  [
    'several requests if all params together hold more IDs than one request accepts',
    { id: ['a', 'b', 'c'], login: ['d'], size: 1 },
    [
      { size: 1, id: ['a', 'b'] },
      { size: 1, id: ['c'], login: ['d'] },
    ],
  ],
])('a list is planned as %s', (_, params, chunks) => {
  expect(planList(byId, params, undefined).chunks).toEqual(chunks);
});

const streamFilters = list({
  ...base,
  paging: { kind: 'single', items: '' },
  ids: [
    { params: ['user', 'login'], max: 2 },
    { params: ['game'], max: 2 },
  ],
});

it.each<[string, Record<string, unknown>, object[]]>([
  ['one request when neither filter is given', { size: 1 }, [{ size: 1 }]],
  ['no request when one of the filters is empty', { user: ['a'], game: [] }, []],
  [
    'the requests of the only filter that is given',
    { game: ['x', 'y', 'z'], size: 1 },
    [
      { size: 1, game: ['x', 'y'] },
      { size: 1, game: ['z'] },
    ],
  ],
  [
    'a request for every combination when both filters have too many IDs',
    { user: ['a', 'b'], login: ['c'], game: ['x', 'y', 'z'] },
    [
      { user: ['a', 'b'], game: ['x', 'y'] },
      { user: ['a', 'b'], game: ['z'] },
      { login: ['c'], game: ['x', 'y'] },
      { login: ['c'], game: ['z'] },
    ],
  ],
])('a list with two independent filters by ID is planned as %s', (_, params, chunks) => {
  expect(planList(streamFilters, params, undefined).chunks).toEqual(chunks);
});
