import { describe, expect, it } from 'vitest';
import { type Json, readAll, refusal, startMusic } from '../../../../test/music.ts';
import { applyFields, parseFields } from '../wire/fields.ts';

const scopes = ['playlist-read-private', 'playlist-read-collaborative'];

/** Returns the first playlist of any user that fits. */
async function findPlaylist(music: ReturnType<typeof startMusic>, fits: (playlist: Json) => boolean): Promise<Json> {
  for (const { id } of music.controls.users()) {
    const { items } = await music.read('/v1/me/playlists?limit=50', music.user(id, ...scopes));
    const found = items.find(fits);
    if (found) return found;
  }
  throw new Error('no such playlist');
}

describe('playlists', () => {
  const music = startMusic({ largePlaylistItems: 250 });
  const large = () => findPlaylist(music, (playlist) => playlist.owner.id === 'sandbox');

  it('have both wire forms, and their entries have the form of the path', async () => {
    const { id, tracks, items } = await large();
    const href = `http://sandbox.test/music/v1/playlists/${id}`;
    expect(tracks).toEqual({ href: `${href}/tracks`, total: 250 });
    expect(items).toEqual({ href: `${href}/items`, total: 250 });
    const whole = await music.read(`/v1/playlists/${id}`);
    expect(whole.tracks).toMatchObject({ limit: 100, total: 250 });
    expect(whole.items).toMatchObject({ limit: 50, total: 250, next: expect.stringContaining('/items?') });
    const old = await readAll(music, `/v1/playlists/${id}/tracks?limit=100`);
    const current = await readAll(music, `/v1/playlists/${id}/items?limit=50`);
    expect(old.slice(0, 100)).toEqual(whole.tracks.items);
    expect(current.slice(0, 50)).toEqual(whole.items.items);
    expect(old[0]).not.toHaveProperty('item');
    // An entry has its content under the deprecated name and under the new one.
    expect(current).toEqual(old.map((entry) => ({ ...entry, item: entry.track })));
    expect((await music.read(`/v1/playlists/${id}/tracks`)).limit).toBe(20);
  });

  it('are visible only to the owner, with the right scope, when private', async () => {
    for (const [collaborative, scope] of [
      [false, 'playlist-read-private'],
      [true, 'playlist-read-collaborative'],
    ] as const) {
      const hidden = await findPlaylist(music, (each) => !each.public && each.collaborative === collaborative);
      for (const path of [`/v1/playlists/${hidden.id}`, `/v1/playlists/${hidden.id}/items`]) {
        expect((await music.get(path, music.user(hidden.owner.id, scope))).status).toBe(200);
        expect(await music.read(path, music.user(hidden.owner.id))).toEqual(refusal(403, 'Insufficient client scope'));
        expect(await music.read(path)).toEqual(refusal(404, 'Resource not found'));
      }
      const list = `/v1/users/${encodeURIComponent(hidden.owner.id)}/playlists?limit=50`;
      const ids = async (token?: string) => (await music.read(list, token)).items.map((each: Json) => each.id);
      expect(await ids(music.user(hidden.owner.id, scope))).toContain(hidden.id);
      expect(await ids()).not.toContain(hidden.id);
    }
  });

  it('have names of at most 100 characters, because the API cuts longer ones', async () => {
    const token = music.user('sandbox', 'playlist-modify-public');
    const longest = { name: 'n'.repeat(200), description: 'd'.repeat(300) };
    const [status, { name, description }] = await music.call('POST', '/v1/me/playlists', longest, token);
    expect([status, name, description]).toEqual([201, 'n'.repeat(100), longest.description]);
  });

  it('have descriptions that the API escapes as HTML', async () => {
    const token = music.user('sandbox', 'playlist-modify-public');
    const given = { name: 'Mix', description: `R&B <3 / Ann's "1"` };
    const [, { description }] = await music.call('POST', '/v1/me/playlists', given, token);
    expect(description).toBe('R&amp;B &lt;3 &#x2F; Ann&#x27;s &quot;1&quot;');
  });

  it('can have entries without an item, the same ones on every page', async () => {
    const odd = startMusic({ nullItems: true, largePlaylistItems: 100 });
    const { id } = await findPlaylist(odd, (playlist) => playlist.owner.id === 'sandbox');
    const entries = await readAll(odd, `/v1/playlists/${id}/items?limit=7`);
    expect(entries.flatMap((entry, at) => (entry.item === null ? [at] : []))).toEqual([
      9, 19, 29, 39, 49, 59, 69, 79, 89, 99,
    ]);
  });

  it('show their contents only to the owner in development mode', async () => {
    const odd = startMusic({ mode: 'development' });
    const { id, items } = await findPlaylist(odd, (playlist) => playlist.owner.id === 'sandbox');
    expect(items.href).toMatch(/\/items$/);
    const mine = await odd.read(`/v1/playlists/${id}`, odd.user('sandbox'));
    expect(mine).not.toHaveProperty('tracks');
    expect(mine.items.items[0]).toHaveProperty('item');
    expect(mine.items.items[0]).not.toHaveProperty('track');
    expect(
      await odd.read(mine.items.next.replace('http://sandbox.test/music', ''), odd.user('sandbox')),
    ).toHaveProperty('items');
    expect(await odd.read(`/v1/playlists/${id}`)).not.toHaveProperty('items');
    expect(await odd.read(`/v1/playlists/${id}/items`, odd.user('mira'))).toEqual(refusal(403, 'Forbidden'));
  });
});

describe('profile', () => {
  it.each([
    [[], []],
    [['user-read-email'], ['email']],
    [['user-read-private'], ['country', 'explicit_content', 'product']],
  ])('with the scopes %j also has %j', async (granted, fields) => {
    const music = startMusic();
    const me = await music.read('/v1/me', music.user('sandbox', ...granted));
    const scoped = ['country', 'email', 'explicit_content', 'product'];
    expect(scoped.filter((field) => field in me)).toEqual(fields);
    expect(me).toMatchObject({ id: 'sandbox', type: 'user', account_id: expect.any(String) });
  });
});

it.each([
  ['a', { a: 1 }],
  ['b.c', { b: { c: 2 } }],
  ['b.c,b.d', { b: { c: 2, d: [{ e: 3, f: 4 }] } }],
  ['b(d(e))', { b: { d: [{ e: 3 }] } }],
  ['b.d(!e)', { b: { d: [{ f: 4 }] } }],
  ['!a', { b: { c: 2, d: [{ e: 3, f: 4 }] } }],
  ['x,a.b', { a: 1 }],
  ['a,b(c', { a: 1, b: { c: 2 } }],
  [')(,.!', {}],
])('fields=%s', (text, expected) => {
  expect(applyFields({ a: 1, b: { c: 2, d: [{ e: 3, f: 4 }] } }, parseFields(text))).toEqual(expected);
});
