import { catalogOf } from '@x/testing/catalogs';
import { expect, it } from 'vitest';
import { questions } from '../test/questions.ts';
import { offeredBy } from './api.ts';
import { describeOperation, searchOperations } from './search.ts';

const providers = ['bank', 'food', 'music', 'quotes', 'stream'];
const offered = offeredBy(providers.map((name) => ({ catalog: catalogOf(name), client: {}, hasItem: true })))();
const found = (query: string) => searchOperations(offered.values(), query, 3).map(({ name }) => name);

it('55 of 60 held-out questions find their operation among the first three', () => {
  const missed = questions.filter(([question, ...names]) => !found(question).some((name) => names.includes(name)));
  expect(questions).toHaveLength(60);
  expect(missed.map(([question]) => question).slice(5)).toEqual([]);
});

it.each([
  ['music.search', ['music.search']],
  ['search', ['music.search']],
  ['list my spotify shows', [expect.stringMatching(/^music\./)]],
  ['twitch channels', [expect.stringMatching(/^stream\./)]],
])('%j finds the named operation, or the named API, first', (query, [first]) => {
  expect(found(query)[0]).toEqual(first);
});

const describe = (name: string) => {
  const operation = offered.get(name);
  return operation && describeOperation(operation);
};

it('an operation is described by TypeScript types', () => {
  expect(describe('music.playlists.addItems')).toBe(`music.playlists.addItems [write]: \
Adds tracks and episodes to a playlist, and returns the new \`snapshot_id\`. Never retried automatically: a retry could \
add them twice.
scopes, any of: playlist-modify-public, playlist-modify-private
params: {
 playlist_id: string // Catalog ID of the playlist: 22 letters and digits
 uris: string[] // URIs of the tracks and episodes to add, 1 to 100
 position?: number // Position at which to insert them, from 0. Default: the end.
}
returns {
 snapshot_id: string // Version of the playlist that the change made
}`);
});

it('a description names the nested fields that a call can ask for, and the values that a param accepts', () => {
  expect(describe('bank.accounts.get')).toMatch(/\n accounts: \{balances\{[^}]*\bcurrent\b[^}]*\}, account_id, /);
  expect(describe('music.search')).toContain('\n type: ("album"|"artist"|"playlist"|');
  expect(describe('food.foods.search')).toContain('\n sortOrder?: "asc"|"desc" // ');
});
