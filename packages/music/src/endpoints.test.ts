import { createSandbox, type MusicSandboxOptions, type Sandbox } from '@x/sandbox';
import { describeEndpoints, failure, untyped } from '@x/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxOf, clientOf, signIn, unknown } from '../test/stage.ts';
import { casesOf, closed, endpointTest, givenTo, operations } from '../test/table.ts';
import {
  contentsOf,
  createMusicClient,
  endpoints,
  getItem,
  isApiError,
  type MusicAccountClient,
  type MusicClient,
} from './index.ts';

const stage = describeEndpoints(endpoints, endpointTest());

it.each(casesOf(({ auth }) => auth === 'app-or-user'))('%s works for the app itself', async (_, row) => {
  const { app } = stage();
  await row.works(untyped(app), await givenTo(row, stage()));
});

it.each(casesOf(({ scopes }) => scopes?.includes('user-modify-playback-state')))(
  '%s requires Premium',
  async (operation, row) => {
    const { somebody } = stage();
    const free = await somebody('night owl & co');
    const error = await failure(row.works(free, await givenTo(row, stage())));
    expect(error).toMatchObject({ code: 'permission_denied', providerCode: 'PREMIUM_REQUIRED', operation });
  },
);

describe('development mode', () => {
  let box: Sandbox;
  let client: MusicClient;
  let calls: MusicAccountClient;
  beforeAll(async () => {
    box = await createSandbox({ listen: false, music: { mode: 'development' } });
    client = clientOf(box); // which does not know the mode
    calls = await signIn(box, client, 'sandbox');
  });
  afterAll(() => box.close());

  it('has separate cases for exactly the deprecated endpoints', () => {
    const deprecated = [...operations].flatMap(([name, spec]) => (spec.deprecated ? [name] : []));
    expect(Object.keys(closed).sort()).toEqual(deprecated.sort());
  });

  it.each(casesOf(({ deprecated }) => deprecated))(
    '%s fails with not_supported, and the message names the replacement',
    async (operation, row) => {
      const error = await failure(row.works(calls, await givenTo(row, stage())));
      expect(error).toMatchObject({ code: 'not_supported', operation, retryable: false });
      const { replacement } = operations.get(operation)?.deprecated ?? {};
      expect(String(error)).toContain(replacement ? `Call ${replacement} instead` : 'Nothing replaces it');
      if (replacement) expect(operations.get(replacement)?.deprecated ?? 'open').toBe('open');
    },
  );

  it('works without the removed fields', async () => {
    const { known } = stage();
    const types = ['album', 'artist', 'playlist', 'track', 'show', 'episode', 'audiobook'] as const;
    const { items } = await client.search({ q: 'a', type: types, limit: 10 });
    expect(new Set(items.map(({ type }) => type)).size).toBe(7);
    expect(items.some((item) => 'popularity' in item || 'available_markets' in item)).toBe(false);
    const playlist = await client.playlists.get({ playlist_id: stage().known.playlist });
    expect(contentsOf(playlist)).toBeUndefined();
    expect((await client.albums.get({ id: known.album })).label).toBeUndefined();
    const { country, email, followers } = await calls.users.me();
    expect([country, email, followers]).toEqual([undefined, undefined, undefined]);
  });
});

describe('lists', () => {
  it('continue from a cursor in another client', async () => {
    const { known, app, sandbox } = stage();
    const params = { playlist_id: known.playlist, limit: 40 };
    const first = await app.playlists.items(params);
    const second = await clientOf(sandbox).playlists.items(params, { cursor: first.nextCursor ?? '' });
    const all = await app.playlists.items(params).toArray({ limit: 80 });
    expect([...first.items, ...second.items]).toEqual(all);
  });

  it('are the same when several pages are fetched at once', async () => {
    const { known, app } = stage();
    const params = { playlist_id: known.playlist, limit: 20 };
    const together = await app.playlists.items(params, { concurrency: 4 }).toArray({ limit: 1000 });
    expect(together).toEqual(await app.playlists.items(params).toArray({ limit: 1000 }));
  });

  it('leave out items that the API returns as null', async () => {
    const holed = clientOf(await boxOf({ nullItems: true }));
    const page = await holed.search({ q: 'a', type: 'playlist', limit: 9 });
    expect(page.items).toHaveLength(6);
    expect(page.raw).toMatchObject({ playlists: { items: { length: 9 } } });
    const { items } = await holed.playlists.items({ playlist_id: stage().known.playlist });
    expect(items.map(getItem).filter((item) => item === null)).toHaveLength(2);
  });
});

describe('search', () => {
  it('ends after 1,000 records of a type', async () => {
    const large = clientOf(await boxOf({ artists: 60, albumsPerArtist: 12 }));
    const call = large.search({ q: 'year:1900-2100', type: 'track', limit: 50 });
    const found = await Array.fromAsync(call);
    expect((await call).total).toBeGreaterThan(1000);
    expect(new Set(found.map(({ id }) => id)).size).toBe(1000);
  });

  it('continues as long as any of its types has more records', async () => {
    const { app } = stage();
    const params = { q: 'the', type: ['artist', 'track'], limit: 50 } as const;
    const totals = await Promise.all(params.type.map((type) => app.search({ ...params, type })));
    const found = await Array.fromAsync(app.search(params));
    for (const { items, total } of totals) {
      const [{ type = '' } = {}] = items;
      expect(found.filter((item) => item.type === type)).toHaveLength(Math.min(1000, total ?? 0));
    }
  });
});

describe('errors', () => {
  it.each<[string, MusicSandboxOptions, (client: MusicClient) => PromiseLike<unknown>, object, requests?: number]>([
    ['an unknown ID', {}, ({ tracks }) => tracks.get({ id: unknown }), { code: 'not_found', status: 404 }],
    [
      'an app token where a user is needed',
      {},
      (client) => client.request('/v1/me', {}, { auth: 'app-or-user' }),
      { code: 'unauthenticated', message: expect.stringContaining('needs a user token') },
    ],
    [
      'a path that does not exist',
      {},
      (client) => client.request('/v2/tracks', {}, { auth: 'app-or-user' }),
      { code: 'not_found', message: expect.stringContaining('Service not found') },
    ],
    ['a rate limit', {}, ({ markets }) => markets.list(), { code: 'rate_limited', retryAfterMs: 30_000 }, 0],
    [
      'a rate limit in plain text',
      { rateLimitBody: 'text', retryAfterSeconds: null },
      ({ markets }) => markets.list(),
      { code: 'rate_limited', message: expect.stringContaining('429 Too many requests') },
      0,
    ],
    [
      'a used-up quota',
      { mode: 'development', retryAfterSeconds: null },
      ({ tracks }) => tracks.get({ id: stage().known.track }),
      { code: 'quota_exceeded', providerCode: 'QUOTA_EXCEEDED', retryable: false },
      0,
    ],
    [
      "a playlist that is not the user's own, in development mode",
      { mode: 'development' },
      ({ playlists }) => playlists.items({ playlist_id: stage().known.playlist }),
      { code: 'permission_denied', status: 403 },
    ],
  ])('%s', async (_, settings, call, expected, requests) => {
    const error = await failure(call(clientOf(await boxOf(settings, requests))));
    expect(isApiError(error)).toBe(true);
    expect(error).toMatchObject(expected);
  });

  it('about credentials name the options and hide their values', async () => {
    const { sandbox } = stage();
    const error = await failure(clientOf(sandbox, { clientSecret: 'wrong-secret-123' }).markets.list());
    expect(error).toMatchObject({ code: 'unauthenticated', providerCode: 'invalid_client', operation: 'markets.list' });
    const shown = `${JSON.stringify(error)} ${(error as Error).stack}`;
    expect(shown).toContain('Check clientId and clientSecret');
    expect(shown).not.toContain('wrong-secret-123');
  });
});

it('gets a new token if the API refuses the current one', async () => {
  const { known } = stage();
  const box = await boxOf();
  const client = createMusicClient({ ...box.options.music, clock: undefined });
  const id = known.artist;
  await client.artists.get({ id });
  await box.clock.advance(3_600_000); // the client uses this machine's clock
  expect((await client.artists.get({ id })).id).toBe(id);
  const trail = box.requests.map(({ path, status }) => `${status} ${path.split('/').at(-2)}`);
  expect(trail).toEqual(['200 api', '200 artists', '401 artists', '200 api', '200 artists']);
});

it('requests one token, no matter how many calls there are', async () => {
  const { known } = stage();
  const box = await boxOf();
  const client = clientOf(box);
  await Promise.all(known.tracks.slice(0, 10).map((id) => client.tracks.get({ id })));
  expect(box.requests.filter(({ path }) => path === '/accounts/api/token')).toHaveLength(1);
});

it('200 concurrent first calls make one token request, and one more after expiry', async () => {
  const box = await boxOf();
  const client = clientOf(box);
  const many = () => Promise.all(Array.from({ length: 200 }, () => client.markets.list()));
  const tokenRequests = () => box.requests.filter(({ path }) => path === '/accounts/api/token').length;
  await many();
  expect(tokenRequests()).toBe(1);
  await box.clock.advance(3_600_000);
  await many();
  expect(tokenRequests()).toBe(2);
});
