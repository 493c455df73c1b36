import type { Hono } from 'hono';
import { expect, it } from 'vitest';
import { refusal, startMusic, unknownId } from '../../../test/music.ts';
import type { TableOperation } from '../../shared/openapi-table.ts';
import { corrections } from './corrections.ts';
import data from './data/music.json' with { type: 'json' };
import { scopes as everyScope } from './data/source.ts';
import table from './openapi.json' with { type: 'json' };

const operations = Object.entries(table.operations as Readonly<Record<string, TableOperation>>).map(([name, facts]) => {
  const [method = '', path = ''] = name.split(' ');
  return { ...facts, name, method, path: `/v1${path.replace(/\{\w+\}/g, unknownId)}` };
});
const music = startMusic({ limits: 'off' });
const development = startMusic({ limits: 'off', mode: 'development' });

const forUsers = operations.filter(({ method, path }) => method !== 'GET' || /^\/v1\/me\b|\/contains$/.test(path));
// Which of these two is needed depends on the playlist.
const either = ['playlist-modify-public', 'playlist-modify-private'];
it.each(forUsers)('$name needs a user token with each of its scopes', async ({ name, method, path, scopes = [] }) => {
  expect(await music.call(method, path)).toEqual([401, refusal(401, 'Valid user authentication required')]);
  // Without its scopes, the profile just has fewer fields.
  const dependent = name === 'GET /me' ? scopes : either.every((each) => scopes.includes(each)) ? either : [];
  for (const missing of scopes.filter((each) => !dependent.includes(each))) {
    const token = music.user('sandbox', ...everyScope.filter((each) => each !== missing));
    const refused = [403, refusal(403, 'Insufficient client scope')];
    expect(await music.call(method, path, undefined, token), missing).toEqual(refused);
  }
});

// Endpoints closed in November 2024 respond as if they did not exist.
const gone = /related-artists|\/browse\/(featured-playlists|categories\/\w+\/playlists)|\/recommendations/;
const closed = operations.filter(({ deprecated }) => deprecated);
it.each(closed)('$name is closed to apps in development mode', async ({ method, path }) => {
  const [status, message] = gone.test(path) ? [404, 'Not found.'] : [403, 'Forbidden'];
  const token = development.user('sandbox', ...everyScope);
  expect(await development.call(method, path, undefined, token)).toEqual([status, refusal(status, message)]);
});

it('the data has each market once, and audiobooks only in known markets', () => {
  const markets = [...data.catalogMarkets, ...data.otherMarkets];
  expect(new Set(markets).size).toBe(markets.length);
  expect(markets).toEqual(expect.arrayContaining(data.audiobookMarkets));
});

it('every operation of the official file is served, and no other', () => {
  const served = (music.app as Hono).routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/v1/'))
    .map(({ method, path }) => `${method} ${path.slice(3).replace(/:(\w+)/g, '{$1}')}`);
  expect(served.sort()).toEqual(Object.keys(table.operations).sort());
});

it('every correction applies to an operation in the table', () => {
  for (const name of Object.keys(corrections)) expect(table.operations).toHaveProperty([name]);
});
