import { describe, expect, it } from 'vitest';
import { type Json, refusal, startMusic, unknownId } from './testing.ts';

const list = (count: number, member = unknownId) => Array.from({ length: count }, () => member).join();
const readAny = ['user-library-read', 'user-follow-read', 'playlist-read-private'];
const changeAny = ['user-library-modify', 'user-follow-modify', 'playlist-modify-public'];

function setup(options: Parameters<typeof startMusic>[0] = {}) {
  const music = startMusic({ audiobooks: 10, ...options });
  const all = [...readAny, ...changeAny, 'user-read-playback-position'];
  const token = music.user('sandbox', ...all);
  const other = music.user('mira', ...all);
  return {
    music,
    token,
    other,
    call: (method: string, at: string, body?: object | string, as = token) => music.call(method, at, body, as),
    /** Three ids of that kind that neither of the two has saved. */
    async fresh(kind: string): Promise<string[]> {
      const word = { show: 'the', episode: 'what', audiobook: 'voices', playlist: 'songs' }[kind] ?? 'year:1900-2100';
      const found = await music.read(`/v1/search?q=${word}&type=${kind}&limit=3`, token);
      const ids: string[] = found[`${kind}s`].items.map(({ id }: Json) => id);
      const uris = ids.map((id) => `spotify:${kind}:${id}`);
      for (const as of [token, other]) await music.send('DELETE', `/v1/me/library?uris=${uris}`, undefined, as);
      return ids;
    },
  };
}

describe.each([
  ['track', 50],
  ['album', 20],
  ['episode', 50],
  ['show', 50],
  ['audiobook', 50],
] as const)('saved %ss', (kind, max) => {
  const path = `/v1/me/${kind}s`;

  it('are there from the start, the latest first', async () => {
    const { music, token, other } = setup();
    const page = await music.read(path, token);
    expect(page).toMatchObject({ limit: 20, offset: 0, href: `http://sandbox.test/music${path}?offset=0&limit=20` });
    expect(page.total).toBeGreaterThan(3);
    for (const item of page.items) {
      expect(Object.keys(item).sort()).toEqual(['added_at', kind].sort());
      expect(item.added_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(item[kind]).toMatchObject({ type: kind, id: expect.stringMatching(/^\w{22}$/) });
    }
    const dates = page.items.map((item: Json) => item.added_at);
    expect(dates).toEqual(dates.toSorted().reverse());
    const again = setup();
    expect(await again.music.read(path, again.token)).toEqual(page);
    expect((await music.read(path, other)).items).not.toEqual(page.items);
    const second = await music.read(`${path}?limit=1&offset=1`, token);
    expect(second.items).toEqual(page.items.slice(1, 2));
  });

  it('are saved, reported, listed and removed, for one user', async () => {
    const { music, token, other, call, fresh } = setup();
    const [one, two, three] = await fresh(kind);
    const { total } = await music.read(path, token);
    const known = (as: string) => music.read(`${path}/contains?ids=${one},${two},${three},${unknownId}`, as);
    await music.clock.advance(90_000);
    expect(await call('PUT', `${path}?ids=${one},${two}`)).toEqual([200, '']);
    expect(await known(token)).toEqual([true, true, false, false]);
    expect(await known(other)).toEqual([false, false, false, false]);
    await music.clock.advance(90_000);
    expect(await call('PUT', `${path}?ids=${two}`)).toEqual([200, '']);
    const page = await music.read(path, token);
    expect(page.total).toBe(total + 2);
    // Saving again does not change the date.
    expect(page.items.slice(0, 2)).toMatchObject([
      { added_at: '2026-01-01T00:01:30Z', [kind]: { id: one } },
      { added_at: '2026-01-01T00:01:30Z', [kind]: { id: two } },
    ]);
    expect(await call('DELETE', `${path}?ids=${one},${unknownId}`)).toEqual([200, '']);
    expect(await known(token)).toEqual([false, true, false, false]);
    expect(await known(other)).toEqual([false, false, false, false]);
  });

  it('are named in the body, too, except for audiobooks', async () => {
    const { music, token, call, fresh } = setup();
    const [one, two] = await fresh(kind);
    const known = () => music.read(`${path}/contains?ids=${one},${two}`, token);
    const status = kind === 'audiobook' ? 400 : 200;
    expect((await call('PUT', path, { ids: [one, two] }))[0]).toBe(status);
    expect(await known()).toEqual([status === 200, status === 200]);
    expect((await call('DELETE', path, { ids: [one] }))[0]).toBe(status);
    expect(await known()).toEqual([false, status === 200]);
    for (const method of ['PUT', 'DELETE'])
      expect(await call(method, path, [one, two])).toEqual([400, refusal(400, 'Missing required field: ids')]);
    await call('PUT', `${path}?ids=${one}`, { ids: ['the query wins'] });
    expect(await known()).toEqual([true, status === 200]);
  });

  it.each([
    ['PUT', '', 404],
    ['DELETE', '', 200],
    ['GET', '/contains', 200],
  ])('%s%s takes a number of ids', async (method, suffix, status) => {
    const { call } = setup();
    for (const [query, message] of [
      ['', 'Missing required field: ids'],
      ['?ids=', 'Missing required field: ids'],
      ['?ids=short', 'Invalid base62 id'],
      [`?ids=${list(max + 1)}`, 'too many ids requested'],
    ])
      expect(await call(method, path + suffix + query)).toEqual([400, refusal(400, message ?? '')]);
    expect((await call(method, `${path}${suffix}?ids=${list(max)}`))[0]).toBe(status);
  });

  it('stay as they are when one id is unknown', async () => {
    const { music, token, call, fresh } = setup();
    const [one] = await fresh(kind);
    expect(await call('PUT', `${path}?ids=${one},${unknownId}`)).toEqual([404, refusal(404, 'Resource not found')]);
    expect(await music.read(`${path}/contains?ids=${one}`, token)).toEqual([false]);
  });
});

describe('tracks with times', () => {
  it('take their place among the others', async () => {
    const { music, token, call, fresh } = setup();
    const [one, two, three] = await fresh('track');
    const timestamped_ids = [
      { id: one, added_at: '2025-06-01T10:00:30Z' },
      { id: two, added_at: '2025-06-02T10:00:00.500Z' },
    ];
    expect((await call('PUT', '/v1/me/tracks', { ids: [three], timestamped_ids }))[0]).toBe(200);
    const first = async () =>
      (await music.read('/v1/me/tracks?limit=2', token)).items.map((each: Json) => [each.track.id, each.added_at]);
    expect(await first()).toEqual([
      [two, '2025-06-02T10:00:00Z'],
      [one, '2025-06-01T10:00:30Z'],
    ]);
    expect(await music.read(`/v1/me/tracks/contains?ids=${three}`, token)).toEqual([false]);
    await call('PUT', '/v1/me/tracks', { timestamped_ids: [{ id: one, added_at: '2025-06-03T00:00:00Z' }] });
    expect((await first())[0]).toEqual([one, '2025-06-03T00:00:00Z']);
  });

  it.each([
    [[{ id: unknownId }], 400, 'Invalid added_at'],
    [[{ id: unknownId, added_at: 'yesterday' }], 400, 'Invalid added_at'],
    [[{ id: unknownId, added_at: '2025-13-01T00:00:00Z' }], 400, 'Invalid added_at'],
    [[{ id: 'x', added_at: '2025-01-01T00:00:00Z' }], 400, 'Invalid base62 id'],
    [[], 400, 'Missing required field: ids'],
    ['x', 400, 'Invalid timestamped_ids'],
    [[{ id: unknownId, added_at: '2025-01-01T00:00:00Z' }], 404, 'Resource not found'],
  ])('are refused as %j', async (timestamped_ids, status, message) => {
    expect(await setup().call('PUT', '/v1/me/tracks', { timestamped_ids })).toEqual([status, refusal(status, message)]);
  });
});

describe('the library by URI', () => {
  it.each([{ mode: 'extended' }, { mode: 'development' }] as const)('is one for all kinds, %j', async (options) => {
    const { music, token, other, call, fresh } = setup(options);
    const uris = ['spotify:user:night%20owl%20%26%20co'];
    for (const kind of ['track', 'album', 'episode', 'show', 'audiobook', 'artist', 'playlist'])
      uris.push(`spotify:${kind}:${(await fresh(kind))[0]}`);
    const query = `?uris=${uris.map(encodeURIComponent)}`;
    await call('DELETE', `/v1/me/library${query}`);
    const known = (as: string) => music.read(`/v1/me/library/contains${query}`, as);
    const [none, all] = [false, true].map((each) => uris.map(() => each));
    expect(await known(token)).toEqual(none);
    expect(await call('PUT', `/v1/me/library${query}`)).toEqual([200, '']);
    expect(await known(token)).toEqual(all);
    expect((await known(other)).slice(1)).toEqual(none?.slice(1));
    expect((await music.read('/v1/me/tracks?limit=1', token)).items[0]).toMatchObject({
      added_at: '2026-01-01T00:00:00Z',
      track: { uri: uris[1] },
    });
    expect((await music.read('/v1/me/playlists?limit=50', token)).items.map(({ uri }: Json) => uri)).toContain(uris[7]);
    expect(await call('DELETE', `/v1/me/library${query}`)).toEqual([200, '']);
    expect(await known(token)).toEqual(none);
  });

  it.each([
    ['PUT', '', 404],
    ['DELETE', '', 200],
    ['GET', '/contains', 200],
  ])('%s%s takes up to 40', async (method, suffix, status) => {
    const { call } = setup();
    const path = `/v1/me/library${suffix}`;
    const uri = `spotify:track:${unknownId}`;
    for (const [query, message] of [
      ['', 'No uris provided'],
      ['?uris=', 'No uris provided'],
      ['?uris=nonsense', 'Invalid uri: nonsense'],
      ['?uris=spotify:track', 'Invalid uri: spotify:track'],
      [`?uris=spotify:chapter:${unknownId}`, `Invalid uri: spotify:chapter:${unknownId}`],
      ['?uris=spotify:user:%25E0', 'Invalid uri: spotify:user:%E0'],
      ['?uris=spotify:album:short', 'Invalid base62 id'],
      [`?uris=${list(41, uri)}`, 'too many uris requested'],
    ])
      expect(await call(method, path + query)).toEqual([400, refusal(400, message ?? '')]);
    expect((await call(method, `${path}?uris=${list(40, uri)}`))[0]).toBe(status);
  });

  it('takes nothing when one of them is unknown, or not to be known', async () => {
    const { music, token, call, fresh } = setup();
    const [one] = await fresh('track');
    const created = await music.send(
      'POST',
      '/v1/me/playlists',
      { name: 'x', public: false },
      music.user('rook', 'playlist-modify-private'),
    );
    const { uri }: Json = await created.json();
    for (const unknown of [uri, `spotify:playlist:${unknownId}`, 'spotify:user:nobody', 'spotify:user:sandbox'])
      expect((await call('PUT', `/v1/me/library?uris=spotify:track:${one},${unknown}`))[0]).toBe(404);
    expect(await music.read(`/v1/me/tracks/contains?ids=${one}`, token)).toEqual([false]);
  });
});
