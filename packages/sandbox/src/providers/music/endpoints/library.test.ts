import { describe, expect, it } from 'vitest';
import { type Json, refusal, startMusic, unknownId } from '../../../../test/music.ts';
import { scopes } from '../data/source.ts';

const following = '/v1/me/following';

function setup() {
  const music = startMusic({ audiobooks: 10, artists: 30 });
  const token = music.user('sandbox', ...scopes);
  return {
    music,
    token,
    call: (method: string, at: string, body?: object | string, as = token) => music.call(method, at, body, as),
    read: (at: string): Promise<Json> => music.read(at, token),
    /** Returns the IDs of two records of that kind that the user has not saved. */
    async fresh(kind: string): Promise<string[]> {
      const found = await music.read(
        `/v1/search?q=${kind === 'audiobook' ? 'voices' : 'the'}&type=${kind}&limit=2`,
        token,
      );
      const ids: string[] = found[`${kind}s`].items.map(({ id }: Json) => id);
      await music.send('DELETE', `/v1/me/library?uris=${ids.map((id) => `spotify:${kind}:${id}`)}`, undefined, token);
      return ids;
    },
  };
}

describe.each(['track', 'audiobook'])('saved %ss', (kind) => {
  const path = `/v1/me/${kind}s`;

  it('keep the date when they are saved again', async () => {
    const { music, read, call, fresh } = setup();
    const [one, two] = await fresh(kind);
    await music.clock.advance(90_000);
    await call('PUT', `${path}?ids=${one},${two}`);
    await music.clock.advance(90_000);
    await call('PUT', `${path}?ids=${two}`);
    expect((await read(`${path}?limit=2`)).items).toMatchObject([
      { added_at: '2026-01-01T00:01:30Z', [kind]: { id: one } },
      { added_at: '2026-01-01T00:01:30Z', [kind]: { id: two } },
    ]);
  });

  it('can also be named in the body, except for audiobooks', async () => {
    const { read, call, fresh } = setup();
    const [one, two] = await fresh(kind);
    const known = () => read(`${path}/contains?ids=${one},${two}`);
    const status = kind === 'audiobook' ? 400 : 200;
    expect((await call('PUT', path, { ids: [one, two] }))[0]).toBe(status);
    expect(await known()).toEqual([status === 200, status === 200]);
    expect((await call('DELETE', path, { ids: [one] }))[0]).toBe(status);
    await call('PUT', `${path}?ids=${one}`, { ids: ['the query wins'] });
    expect(await known()).toEqual([true, status === 200]);
  });
});

it('tracks saved with a time are sorted in by it, and move when it changes', async () => {
  const { read, call, fresh } = setup();
  const [one, two] = await fresh('track');
  const first = async () => (await read('/v1/me/tracks?limit=1')).items[0];
  const dated = (id: string | undefined, added_at: string) =>
    call('PUT', '/v1/me/tracks', { timestamped_ids: [{ id, added_at }] });
  await dated(one, '2025-06-01T10:00:30Z');
  await dated(two, '2025-06-02T10:00:00.500Z');
  expect(await first()).toMatchObject({ track: { id: two }, added_at: '2025-06-02T10:00:00Z' });
  await dated(one, '2025-06-03T00:00:00Z');
  expect(await first()).toMatchObject({ track: { id: one }, added_at: '2025-06-03T00:00:00Z' });
});

it('the library saves nothing when the user may not see one of the URIs', async () => {
  const { music, read, call, fresh } = setup();
  const [one] = await fresh('track');
  const body = { name: 'x', public: false };
  const [, { uri }] = await music.call('POST', '/v1/me/playlists', body, music.user('rook', ...scopes));
  expect((await call('PUT', `/v1/me/library?uris=spotify:track:${one},${uri}`))[0]).toBe(404);
  expect(await read(`/v1/me/tracks/contains?ids=${one}`)).toEqual([false]);
});

it('followed artists are paged by a cursor that survives changes', async () => {
  const { read, call } = setup();
  const all: Json[] = (await read(`${following}?type=artist&limit=50`)).artists.items;
  const { artists: first } = await read(`${following}?type=artist&limit=10`);
  expect(first).toEqual({
    href: `http://sandbox.test/music${following}?type=artist&limit=10`,
    limit: 10,
    next: `http://sandbox.test/music${following}?type=artist&after=${all[9].id}&limit=10`,
    cursors: { after: all[9].id },
    total: 25,
    items: all.slice(0, 10),
  });
  await call('DELETE', `${following}?type=artist&ids=${all[9].id}`);
  const { artists: second } = await read(first.next.replace('http://sandbox.test/music', ''));
  expect(second).toMatchObject({ total: 24, items: all.slice(10, 20) });
  const { artists: last } = await read(`${following}?type=artist&after=${all[19].id}`);
  expect(last).toMatchObject({ next: null, cursors: { after: null } });
});

it('artists are followed by the IDs in the query, or else in the body, all or none', async () => {
  const { read, call } = setup();
  const { artists } = await read('/v1/search?q=year:1900-2100&type=artist&limit=2');
  const [one, two]: string[] = artists.items.map(({ id }: Json) => id);
  const known = () => read(`${following}/contains?type=artist&ids=${one},${two}`);
  await call('DELETE', `${following}?type=artist`, { ids: [one, two] });
  await call('PUT', `${following}?type=artist&ids=${one},${unknownId}`);
  expect(await known()).toEqual([false, false]);
  expect(await call('PUT', `${following}?type=artist&ids=${one}`, { ids: [two] })).toEqual([204, '']);
  expect(await known()).toEqual([true, false]);
});

it('users have free-text IDs and count their followers', async () => {
  const { read, call } = setup();
  const owl = encodeURIComponent('night owl & co');
  const query = `uris=${encodeURIComponent(`spotify:user:${owl}`)}`;
  const followers = async () => (await read(`/v1/users/${owl}`)).followers.total;
  await call('DELETE', `/v1/me/library?${query}`);
  const before = await followers();
  await call('PUT', `${following}?type=user&ids=${owl}`);
  expect(await read(`${following}/contains?type=user&ids=${owl},nobody`)).toEqual([true, false]);
  expect(await read(`/v1/me/library/contains?${query}`)).toEqual([true]);
  expect(await followers()).toBe(before + 1);
});

describe('followers of a playlist', () => {
  /** Creates a public playlist that belongs to another user. */
  async function stranger() {
    const given = setup();
    const owner = given.music.user('mira', ...scopes);
    const [, { id }] = await given.music.call('POST', '/v1/me/playlists', { name: 'Theirs' }, owner);
    return { ...given, owner, id, at: `/v1/playlists/${id}/followers` };
  }
  const lacking = refusal(403, 'Insufficient client scope');

  it('need the scope for following publicly or privately', async () => {
    const { music, call, at } = await stranger();
    const half = music.user('sandbox', 'playlist-modify-public');
    expect(await call('PUT', at, {}, music.user('sandbox', 'playlist-modify-private'))).toEqual([403, lacking]);
    expect(await call('PUT', at, { public: false }, half)).toEqual([403, lacking]);
    await call('PUT', at, { public: false });
    expect(await call('DELETE', at, undefined, half)).toEqual([403, lacking]);
    expect((await call('DELETE', at))[0]).toBe(200);
  });

  it('lose the playlist when it becomes private', async () => {
    const { music, read, call, id, at, owner } = await stranger();
    await call('PUT', at);
    await music.send('PUT', `/v1/playlists/${id}`, { public: false }, owner);
    const { items } = await read('/v1/me/playlists?limit=50');
    expect(items.map((each: Json) => each.id)).not.toContain(id);
    for (const [method, path] of [
      ['PUT', at],
      ['DELETE', at],
      ['GET', `${at}/contains`],
    ] as const)
      expect((await call(method, path))[0]).toBe(404);
  });

  it('may include the owner, who can also unfollow it', async () => {
    const { music, id, at, owner, call } = await stranger();
    await call('DELETE', at, undefined, owner);
    expect((await music.read(`/v1/playlists/${id}`)).followers.total).toBe(0);
    const { items } = await music.read('/v1/users/mira/playlists?limit=50');
    expect(items.map((each: Json) => each.id)).not.toContain(id);
  });
});
