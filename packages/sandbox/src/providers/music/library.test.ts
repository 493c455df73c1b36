import { describe, expect, it } from 'vitest';
import { type Json, startMusic } from './testing.ts';

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

describe.each(['track', 'audiobook'] as const)('saved %ss', (kind) => {
  const path = `/v1/me/${kind}s`;

  it('keep the date when they are saved again', async () => {
    const { music, token, call, fresh } = setup();
    const [one, two] = await fresh(kind);
    await music.clock.advance(90_000);
    await call('PUT', `${path}?ids=${one},${two}`);
    await music.clock.advance(90_000);
    await call('PUT', `${path}?ids=${two}`);
    expect((await music.read(`${path}?limit=2`, token)).items).toMatchObject([
      { added_at: '2026-01-01T00:01:30Z', [kind]: { id: one } },
      { added_at: '2026-01-01T00:01:30Z', [kind]: { id: two } },
    ]);
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
    await call('PUT', `${path}?ids=${one}`, { ids: ['the query wins'] });
    expect(await known()).toEqual([true, status === 200]);
  });
});

describe('tracks with times', () => {
  it('take a place among the others, and a new one with a new time', async () => {
    const { music, token, call, fresh } = setup();
    const [one, two] = await fresh('track');
    const first = async () => (await music.read('/v1/me/tracks?limit=1', token)).items[0];
    const dated = (id: string | undefined, added_at: string) =>
      call('PUT', '/v1/me/tracks', { timestamped_ids: [{ id, added_at }] });
    await dated(one, '2025-06-01T10:00:30Z');
    await dated(two, '2025-06-02T10:00:00.500Z');
    expect(await first()).toMatchObject({ track: { id: two }, added_at: '2025-06-02T10:00:00Z' });
    await dated(one, '2025-06-03T00:00:00Z');
    expect(await first()).toMatchObject({ track: { id: one }, added_at: '2025-06-03T00:00:00Z' });
  });
});

describe('the library by URI', () => {
  it('has users by their encoded ids', async () => {
    const { music, token, call } = setup();
    const query = `?uris=${encodeURIComponent('spotify:user:night%20owl%20%26%20co')}`;
    for (const [method, known] of [
      ['PUT', true],
      ['DELETE', false],
    ] as const) {
      expect(await call(method, `/v1/me/library${query}`)).toEqual([200, '']);
      expect(await music.read(`/v1/me/library/contains${query}`, token)).toEqual([known]);
    }
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
    expect((await call('PUT', `/v1/me/library?uris=spotify:track:${one},${uri}`))[0]).toBe(404);
    expect(await music.read(`/v1/me/tracks/contains?ids=${one}`, token)).toEqual([false]);
  });
});
