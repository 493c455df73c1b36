import { describe, expect, it } from 'vitest';
import { type Json, refusal, startMusic, unknownId } from './testing.ts';

const path = '/v1/me/following';

function setup(options: Parameters<typeof startMusic>[0] = {}) {
  const music = startMusic({ artists: 30, ...options });
  const scopes = ['playlist-modify-public', 'playlist-modify-private', 'playlist-read-private'];
  const token = music.user('sandbox', 'user-follow-read', 'user-follow-modify', ...scopes);
  return {
    music,
    token,
    call: (method: string, at: string, body?: object | string, as = token) => music.call(method, at, body, as),
    /** The ids of two artists that the user does not follow. */
    async strangers(): Promise<string[]> {
      const { artists } = await music.read('/v1/search?q=year:1900-2100&type=artist&limit=50', token);
      const { artists: followed } = await music.read(`${path}?type=artist&limit=50`, token);
      const known = followed.items.map(({ id }: Json) => id);
      return artists.items.map(({ id }: Json) => id).filter((id: string) => !known.includes(id));
    },
  };
}

describe('followed artists', () => {
  it('come in pages by a cursor, which outlives changes', async () => {
    const { music, token, call } = setup();
    const all: Json[] = (await music.read(`${path}?type=artist&limit=50`, token)).artists.items;
    const { artists: first } = await music.read(`${path}?type=artist&limit=10`, token);
    expect(first).toEqual({
      href: `http://sandbox.test/music${path}?type=artist&limit=10`,
      limit: 10,
      next: `http://sandbox.test/music${path}?type=artist&after=${all[9].id}&limit=10`,
      cursors: { after: all[9].id },
      total: 25,
      items: all.slice(0, 10),
    });
    await call('DELETE', `${path}?type=artist&ids=${all[9].id}`);
    const { artists: second } = await music.read(first.next.replace('http://sandbox.test/music', ''), token);
    expect(second).toMatchObject({ total: 24, items: all.slice(10, 20) });
    const { artists: last } = await music.read(`${path}?type=artist&after=${all[19].id}`, token);
    expect(last).toMatchObject({ next: null, cursors: { after: null } });
  });
});

describe('following', () => {
  it('takes artists by query or body, the query first', async () => {
    const { music, token, call, strangers } = setup();
    const [one, two] = await strangers();
    const known = () => music.read(`${path}/contains?type=artist&ids=${one},${two}`, token);
    expect(await call('PUT', `${path}?type=artist&ids=${one}`, { ids: [two] })).toEqual([204, '']);
    expect(await known()).toEqual([true, false]);
    await call('PUT', `${path}?type=artist`, { ids: [two] });
    expect(await call('DELETE', `${path}?type=artist`, { ids: [one] })).toEqual([204, '']);
    expect(await known()).toEqual([false, true]);
  });

  it('takes users, whose ids are free text', async () => {
    const { music, token, call } = setup();
    const owl = encodeURIComponent('night owl & co');
    await call('DELETE', `${path}?type=user&ids=${owl}`);
    const { followers } = await music.read(`/v1/users/${owl}`);
    await call('PUT', `${path}?type=user&ids=${owl}`);
    expect(await music.read(`${path}/contains?type=user&ids=${owl},nobody`, token)).toEqual([true, false]);
    expect((await music.read(`/v1/users/${owl}`)).followers.total).toBe(followers.total + 1);
  });

  it('takes only who exists, all or none', async () => {
    const { music, token, call, strangers } = setup();
    const [one] = await strangers();
    expect((await call('PUT', `${path}?type=artist&ids=${one},${unknownId}`))[0]).toBe(404);
    expect(await music.read(`${path}/contains?type=artist&ids=${one}`, token)).toEqual([false]);
  });
});

describe('followers of a playlist', () => {
  /** A new public playlist of somebody else. */
  async function stranger(options: Parameters<typeof startMusic>[0] = {}) {
    const given = setup(options);
    const { music } = given;
    const owner = music.user('mira', 'playlist-modify-public', 'playlist-modify-private');
    const created = await music.send('POST', '/v1/me/playlists', { name: 'Theirs' }, owner);
    const { id }: Json = await created.json();
    const at = `/v1/playlists/${id}/followers`;
    const listed = async (list: string, as?: string) =>
      (await music.read(`${list}?limit=50`, as)).items.some((each: Json) => each.id === id);
    return { ...given, owner, id, at, listed };
  }

  it('keep the scope of how they follow', async () => {
    const { music, call, at } = await stranger();
    await call('PUT', at, { public: false });
    const half = music.user('sandbox', 'playlist-modify-public');
    expect(await call('DELETE', at, undefined, half)).toEqual([403, refusal(403, 'Insufficient client scope')]);
    expect((await call('DELETE', at))[0]).toBe(200);
  });

  it('lose it when it becomes private', async () => {
    const { music, token, call, id, at, owner, listed } = await stranger();
    await call('PUT', at);
    await music.send('PUT', `/v1/playlists/${id}`, { public: false }, owner);
    expect(await listed('/v1/me/playlists', token)).toBe(false);
    for (const [method, suffix] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['GET', '/contains'],
    ] as const)
      expect((await call(method, at + suffix))[0]).toBe(404);
  });

  it('may be its owner, who leaves it behind', async () => {
    const { music, id, at, owner, call } = await stranger();
    await call('DELETE', at, undefined, owner);
    expect((await music.read(`/v1/playlists/${id}`)).followers.total).toBe(0);
    expect((await music.read('/v1/users/mira/playlists?limit=50')).items.map((each: Json) => each.id)).not.toContain(
      id,
    );
  });

  it('need the scope of how they follow', async () => {
    const { music, call, at } = await stranger();
    for (const [body, scope] of [
      [{}, 'playlist-modify-private'],
      [{ public: false }, 'playlist-modify-public'],
    ] as const)
      expect((await call('PUT', at, body, music.user('sandbox', scope)))[0]).toBe(403);
    expect((await music.send('PUT', at)).status).toBe(401);
  });
});
