import { describe, expect, it } from 'vitest';
import { type Json, readAll, refusal, startMusic } from '../../../../test/music.ts';

/** Starts a sandbox with a user who may do everything with playlists, and creates a playlist for them. */
async function setup(details: object = {}, options: Parameters<typeof startMusic>[0] = {}) {
  const music = startMusic(options);
  const all = ['playlist-modify-public', 'playlist-modify-private', 'ugc-image-upload'];
  const token = music.user('sandbox', ...all, 'playlist-read-private', 'playlist-read-collaborative');
  const created = await music.send('POST', '/v1/me/playlists', { name: 'Mine', ...details }, token);
  const playlist: Json = await created.json();
  const found = await music.read('/v1/search?q=year:1900-2100&type=track&limit=10', token);
  const [a, b, c, d, e]: string[] = found.tracks.items.map(({ uri }: Json) => uri);
  const path = `/v1/playlists/${playlist.id}`;
  return {
    music,
    token,
    created,
    playlist,
    path,
    uris: { a, b, c, d, e } as Record<'a' | 'b' | 'c' | 'd' | 'e', string>,
    call: (method: string, at: string, body?: object | string, as = token) => music.call(method, at, body, as),
    /** Returns the letters of the entries, in order. */
    async letters(): Promise<string> {
      const { items } = await music.read(`${path}/items?limit=50&additional_types=episode`, token);
      const all = { a, b, c, d, e };
      return items
        .map(({ item }: Json) => Object.entries(all).find(([, uri]) => uri === item.uri)?.[0] ?? '?')
        .join('');
    },
    other: (id: string) => music.user(id, ...all, 'playlist-read-private', 'playlist-read-collaborative'),
  };
}

describe('creating a playlist', () => {
  it.each([
    [{}, ['playlist-modify-public']],
    [{ public: false }, ['playlist-modify-private']],
    [{ public: false, collaborative: true }, ['playlist-modify-public', 'playlist-modify-private']],
  ])('with %j needs the scopes %j', async (details, scopes) => {
    const { call, music } = await setup();
    const body = { name: 'x', ...details };
    expect((await call('POST', '/v1/me/playlists', body, music.user('mira', ...scopes)))[0]).toBe(201);
    for (const missing of scopes) {
      const rest = ['playlist-modify-public', 'playlist-modify-private'].filter((scope) => scope !== missing);
      expect(await call('POST', '/v1/me/playlists', body, music.user('mira', ...rest))).toEqual([
        403,
        refusal(403, 'Insufficient client scope'),
      ]);
    }
  });
});

describe('the details of a playlist', () => {
  it('can be changed only by the owner', async () => {
    const { call, path, other, music } = await setup();
    expect(await call('PUT', path, { name: 'x' }, other('mira'))).toEqual([403, refusal(403, 'Forbidden')]);
    expect(await call('PUT', path, { name: 'x' }, music.user('sandbox', 'playlist-modify-private'))).toEqual([
      403,
      refusal(403, 'Insufficient client scope'),
    ]);
    const half = music.user('sandbox', 'playlist-modify-public');
    expect((await call('PUT', path, { public: false }, half))[0]).toBe(403);
    await call('PUT', path, { public: false });
    expect((await call('PUT', path, { name: 'x' }, other('mira')))[0]).toBe(404);
  });
});

describe.each(['items', 'tracks'])('the entries of a playlist, by /%s', (form) => {
  it('are added at the end or at a position, from the query or the body', async () => {
    const { call, path, uris, letters, music, token } = await setup();
    const { a, b, c, d, e } = uris;
    const at = `${path}/${form}`;
    const [status, first] = await call('POST', at, { uris: [a, b] });
    expect([status, Object.keys(first)]).toEqual([201, ['snapshot_id']]);
    await music.clock.advance(60_000);
    await call('POST', at, { uris: [c], position: 1 });
    await call('POST', `${at}?uris=${d},${e}&position=0`, { uris: [a], position: 2 });
    expect(await letters()).toBe('deacb');
    await call('POST', `${at}?uris=${a}`);
    expect(await letters()).toBe('deacba');
    const { items } = await music.read(`${path}/items`, token);
    expect(items[2]).toMatchObject({ added_at: '2026-01-01T00:00:00Z', added_by: { id: 'sandbox' }, is_local: false });
    expect(items[3].added_at).toBe('2026-01-01T00:01:00Z');
  });

  it('can be episodes', async () => {
    const { call, path, music, token } = await setup();
    const { episodes } = await music.read('/v1/search?q=what&type=episode', token);
    await call('POST', `${path}/${form}`, { uris: [episodes.items[0].uri] });
    const { items } = await music.read(`${path}/items?additional_types=episode`, token);
    expect(items).toMatchObject([{ item: { type: 'episode', id: episodes.items[0].id } }]);
  });

  it.each([
    [{ range_start: 0, insert_before: 5 }, 'bcdea'],
    [{ range_start: 4, insert_before: 0 }, 'eabcd'],
    [{ range_start: 1, insert_before: 4, range_length: 2 }, 'adbce'],
    [{ range_start: 3, insert_before: 1, range_length: 2 }, 'adebc'],
    [{ range_start: 1, insert_before: 2, range_length: 3 }, 'abcde'],
    [{ range_start: 0, insert_before: 0, range_length: 5 }, 'abcde'],
  ])('are reordered by %j', async (body, expected) => {
    const { call, path, uris, letters } = await setup();
    await call('POST', `${path}/${form}`, { uris: Object.values(uris) });
    expect((await call('PUT', `${path}/${form}`, body))[0]).toBe(200);
    expect(await letters()).toBe(expected);
  });

  it('are not removed when the named version does not contain them', async () => {
    const { call, path, uris, letters } = await setup();
    const { snapshot_id } = (await call('POST', `${path}/${form}`, { uris: [uris.a] }))[1];
    const body = { [form]: [{ uri: uris.b }], snapshot_id };
    const message = 'Could not remove tracks, please check parameters.';
    expect(await call('DELETE', `${path}/${form}`, body)).toEqual([400, refusal(400, message)]);
    expect(await letters()).toBe('a');
  });

  it('can be changed only by the owner', async () => {
    const { call, path, other, music, uris } = await setup();
    const body = { uris: [uris.a] };
    for (const [method, doing] of [
      ['POST', 'add tracks to'],
      ['PUT', 'add tracks to'],
      ['DELETE', 'remove tracks from'],
    ] as const)
      expect(await call(method, `${path}/${form}`, body, other('mira'))).toEqual([
        403,
        refusal(403, `You cannot ${doing} a playlist you don't own.`),
      ]);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect(await call(method, `${path}/${form}`, body, music.user('sandbox', 'playlist-modify-private'))).toEqual([
        403,
        refusal(403, 'Insufficient client scope'),
      ]);
      expect((await music.send(method, `${path}/${form}`, body)).status).toBe(401);
    }
  });
});

describe('versions of a playlist', () => {
  it('define the positions of a reorder', async () => {
    const { call, path, uris, letters } = await setup();
    const { a, b, c, d, e } = uris;
    const { snapshot_id } = (await call('POST', `${path}/items`, { uris: [a, b, c, d] }))[1];
    await call('POST', `${path}/items`, { uris: [e] });
    await call('DELETE', `${path}/items`, { items: [{ uri: b }] });
    expect(await letters()).toBe('acde');
    // The item after b has moved up.
    await call('PUT', `${path}/items`, { range_start: 3, insert_before: 1, snapshot_id });
    expect(await letters()).toBe('adce');
    await call('PUT', `${path}/items`, { range_start: 0, insert_before: 4, snapshot_id });
    expect(await letters()).toBe('dcea');
  });

  it('are forgotten after a hundred newer ones', async () => {
    const { call, path, uris, playlist } = await setup();
    const { snapshot_id } = (await call('POST', `${path}/items`, { uris: [uris.a, uris.b] }))[1];
    for (let count = 0; count < 99; count += 1) await call('PUT', path, { name: `${count}` });
    const reorder = { range_start: 0, insert_before: 2 };
    expect((await call('PUT', `${path}/items`, { ...reorder, snapshot_id }))[0]).toBe(200);
    for (const gone of [snapshot_id, playlist.snapshot_id])
      expect((await call('PUT', `${path}/items`, { ...reorder, snapshot_id: gone }))[0]).toBe(400);
  });
});

describe('a collaborative playlist', () => {
  it('can be changed by collaborators until it is no longer collaborative', async () => {
    const { call, path, other, music, token, uris, playlist } = await setup({ public: false, collaborative: true });
    const mira = other('mira');
    const body = { uris: [uris.a] };
    expect((await call('POST', `${path}/items`, body, mira))[0]).toBe(404);
    music.controls.addCollaborator(playlist.id, 'mira');
    expect((await call('POST', `${path}/items`, body, mira))[0]).toBe(201);
    expect((await music.read(`${path}/items`, token)).items[0].added_by.id).toBe('mira');
    expect((await music.read('/v1/me/playlists', mira)).items[0].id).toBe(playlist.id);
    expect((await call('DELETE', `${path}/items`, { items: [{ uri: uris.a }] }, mira))[0]).toBe(200);
    await call('PUT', path, { collaborative: false });
    expect((await call('POST', `${path}/items`, body, mira))[0]).toBe(404);
    expect((await music.read('/v1/me/playlists', mira)).items[0].id).not.toBe(playlist.id);
  });

  it('refuses unknown collaborators', async () => {
    const { music, playlist } = await setup();
    for (const [id, user] of [
      [playlist.id, 'nobody'],
      ['none', 'mira'],
    ])
      expect(() => music.controls.addCollaborator(id, user ?? '')).toThrow(RangeError);
  });
});

describe('the cover of a playlist', () => {
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0xff, 0xd9]);
  const type = { 'content-type': 'image/jpeg' };

  it('creates a new version, and is served at its own address', async () => {
    const { path, music, token, playlist } = await setup();
    const sent = await music.send('PUT', `${path}/images`, jpeg.toString('base64'), token, type);
    expect([sent.status, await sent.text()]).toEqual([202, '']);
    const { images, snapshot_id } = await music.read(path, token);
    expect(snapshot_id).not.toBe(playlist.snapshot_id);
    const served = await music.app.request(images[0].url.replace('http://sandbox.test/music', ''));
    expect(served.headers.get('content-type')).toBe('image/jpeg');
    expect((await music.app.request('/images/none')).status).toBe(404);
  });

  it.each([
    ['JSON', jpeg.toString('base64'), { 'content-type': 'application/json' }, 415],
    ['PNG', jpeg.toString('base64'), { 'content-type': 'image/png' }, 415],
    ['more than 256 kB', jpeg.toString('base64').padEnd(262_145, 'A'), type, 413],
    ['an empty body', '', type, 400],
    ['a GIF as JPEG', Buffer.from('GIF89a').toString('base64'), type, 400],
    ['bytes instead of base64', jpeg.toString('latin1'), type, 400],
  ])('is not accepted as %s', async (_, body, headers, status) => {
    const { path, music, token } = await setup();
    expect((await music.send('PUT', `${path}/images`, body, token, headers)).status).toBe(status);
    expect(await music.read(`${path}/images`, token)).toEqual([]);
  });

  it('can be changed only by the owner, with two scopes', async () => {
    const { path, music, other, playlist, call } = await setup();
    const upload = (token: string) => music.send('PUT', `${path}/images`, jpeg.toString('base64'), token, type);
    expect((await upload(other('mira'))).status).toBe(403);
    for (const scope of ['ugc-image-upload', 'playlist-modify-public'])
      expect(await (await upload(music.user('sandbox', scope))).json()).toEqual(
        refusal(403, 'Insufficient client scope'),
      );
    await call('PUT', path, { public: false, collaborative: true });
    music.controls.addCollaborator(playlist.id, 'mira');
    expect((await upload(other('mira'))).status).toBe(403);
  });
});

it("a playlist's local files are removed by their URI", async () => {
  const { music, token, call } = await setup();
  const { items } = await music.read('/v1/me/playlists?limit=50', token);
  const { id } = items.find(({ name }: Json) => name === 'Everything at Once');
  const entries = await readAll(music, `/v1/playlists/${id}/tracks?limit=100`);
  const { uri } = entries.find(({ is_local }) => is_local).track;
  const { snapshot_id } = (await call('DELETE', `/v1/playlists/${id}/items`, { items: [{ uri }] }))[1];
  const after = await readAll(music, `/v1/playlists/${id}/tracks?limit=100`);
  expect(after).toEqual(entries.filter(({ track }) => track.uri !== uri));
  expect((await music.read(`/v1/playlists/${id}`)).snapshot_id).toBe(snapshot_id);
});
