import { createSandbox } from '@x/sandbox';
import { failure } from '@x/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createClient,
  createMusicClient,
  createUserClient,
  diff,
  type MusicAccountClient,
  musicOAuth,
  musicProvider,
  originalUri,
  playlistsWithWrites,
  withSignIn,
} from './index.ts';

const scopes = [
  'playlist-modify-private',
  'playlist-read-private',
  'user-library-modify',
  'user-follow-modify',
  'user-follow-read',
  'playlist-modify-public',
  'user-library-read',
  'user-modify-playback-state',
  'user-read-playback-state',
];

async function setup() {
  const sandbox = await createSandbox({ listen: false });
  onTestFinished(() => sandbox.close());
  // Every wait ends at once, and moves the sandbox's time.
  const clock = { now: sandbox.clock.now, sleep: (ms: number) => sandbox.clock.advance(ms) };
  const music = createMusicClient({ ...sandbox.options.music, random: () => 0, clock: clock as never });
  await music.accounts.set('ann', sandbox.controls.music.issueUserToken({ userId: 'sandbox', scopes }));
  const ann = music.withAccount('ann');
  const found = await music.search({ q: 'year:1900-2100', type: 'track' }).toArray({ limit: 450 });
  const uris = found.map(({ uri }) => uri);
  const create = async () => (await ann.playlists.create({ name: 'Mine', public: false })).id;
  return { sandbox, music, ann, uris, create, contents: (id: string) => contentsOf(ann, id) };
}

const contentsOf = async ({ playlists }: MusicAccountClient, playlist_id: string) =>
  (await playlists.items({ playlist_id }).toArray({ limit: 10_000 })).map(originalUri);

/** A crash of the process, in `onProgress`. */
const crash = new Error('crash');

describe('addAll', () => {
  it('adds any number in order, with progress', async () => {
    const { ann, uris, create, contents, sandbox } = await setup();
    const playlist_id = await create();
    const progress: number[][] = [];
    const onProgress = ({ done, total }: { done: number; total: number }) => progress.push([done, total]);
    const { snapshot_id } = await ann.playlists.addAll({ playlist_id, uris }, { onProgress });
    expect(await contents(playlist_id)).toEqual(uris);
    expect((await ann.playlists.get({ playlist_id })).snapshot_id).toBe(snapshot_id);
    expect(progress).toEqual([0, 100, 200, 300, 400, 450].map((done) => [done, 450]));
    sandbox.requests.expectReceived({ method: 'POST', path: /items$/, times: 5 });
  });

  it.each(['before', 'after', 'mid-body'] as const)('adds each once when responses are dropped %s', async (drop) => {
    const { ann, uris, create, contents, sandbox } = await setup();
    const playlist_id = await create();
    await ann.playlists.addAll({ playlist_id, uris: uris.slice(0, 3) });
    sandbox.faults.add({ provider: 'music', method: 'POST', drop, after: 1, times: 2 });
    const inserted = uris.slice(3);
    // Without a socket, `before` is a refused connection, which core repeats.
    await ann.playlists.addAll({ playlist_id, uris: inserted, position: 1 });
    expect(await contents(playlist_id)).toEqual([uris[0], ...inserted, uris[1], uris[2]]);
  });

  it('gives up when every outcome is unknown and nothing was written', async () => {
    const { ann, uris, create, contents, sandbox } = await setup();
    const playlist_id = await create();
    sandbox.faults.add({ provider: 'music', method: 'POST', status: 500, times: 'always' });
    expect(await failure(ann.playlists.addAll({ playlist_id, uris }))).toMatchObject({ operation: 'playlists.addAll' });
    expect(await contents(playlist_id)).toEqual([]);
  });

  it.each([0, 1, 3, 4])('continues after a crash from a cursor that is %i requests old', async (old) => {
    const { ann, uris, create, contents } = await setup();
    const playlist_id = await create();
    const cursors: string[] = [];
    const onProgress = ({ done, cursor }: { done: number; cursor: string }) => {
      cursors.push(cursor);
      if (done === 400) throw crash;
    };
    await expect(ann.playlists.addAll({ playlist_id, uris }, { onProgress })).rejects.toBe(crash);
    await ann.playlists.addAll({ playlist_id, uris }, { cursor: cursors.at(-1 - old) as string });
    expect(await contents(playlist_id)).toEqual(uris);
  });

  it("does not take others' entries for its own", async () => {
    const { ann, uris, create } = await setup();
    const playlist_id = await create();
    let first = '';
    const onProgress = ({ cursor, done }: { cursor: string; done: number }) => {
      first = cursor;
      if (done === 100) throw crash;
    };
    await expect(ann.playlists.addAll({ playlist_id, uris }, { onProgress })).rejects.toBe(crash);
    await ann.playlists.removeItems({ playlist_id, items: [{ uri: uris[5] as string }] });
    await ann.playlists.addItems({ playlist_id, uris: [uris[5] as string, uris[5] as string] });
    expect(await failure(ann.playlists.addAll({ playlist_id, uris }, { cursor: first }))).toMatchObject({
      code: 'conflict',
    });
  });

  it.each([
    [{ cursor: 'made up' }, 'invalid_cursor', 'unchanged'],
    [{ cursor: `${'0'.repeat(16)}~0~0~0~` }, 'invalid_cursor', 'other params'],
    [{ onprogress() {} }, 'invalid_params', 'did you mean onProgress?'],
  ])('refuses %j before any request', async (options, code, message) => {
    const { ann, uris, sandbox } = await setup();
    const { length } = sandbox.requests;
    const error = await failure(ann.playlists.addAll({ playlist_id: 'A'.repeat(22), uris }, options as object));
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
    expect(sandbox.requests.length).toBe(length);
  });

  it('refuses a mistake in the last URI before any request', async () => {
    const { ann, uris } = await setup();
    const mistaken = [...uris, 'spotify:local:a:b:c:1'];
    const error = await failure(ann.playlists.addAll({ playlist_id: 'A'.repeat(22), uris: mistaken }));
    const message = expect.stringMatching(/^playlists.addAll: uris\[450\] must be the URI of a track/);
    expect(error).toMatchObject({ code: 'invalid_params', message });
  });

  it('is a method of clients of some endpoints only', async () => {
    const { sandbox, uris } = await setup();
    const provider = withSignIn(musicProvider(sandbox.options.music));
    const client = createUserClient(provider, { playlists: playlistsWithWrites() }, musicOAuth);
    await client.accounts.set('ann', sandbox.controls.music.issueUserToken({ userId: 'sandbox', scopes }));
    const { playlists } = client.withAccount('ann');
    const { id: playlist_id } = await playlists.create({ name: 'Mine', public: false });
    await playlists.addAll({ playlist_id, uris: uris.slice(0, 2) });
    expect((await playlists.items({ playlist_id })).total).toBe(2);
    expect(createClient(provider, { playlists: playlistsWithWrites() }).playlists.addAll).toBeTypeOf('function');
  });
});

it('replaceAll, removeAll, addMissing and saveAll survive dropped responses', async () => {
  const { ann, uris, create, contents, sandbox } = await setup();
  const playlist_id = await create();
  const drop = (method: string) => sandbox.faults.add({ provider: 'music', method, drop: 'after', times: 1 });
  for (const method of ['PUT', 'POST']) drop(method);
  await ann.playlists.replaceAll({ playlist_id, uris });
  expect(await contents(playlist_id)).toEqual(uris);
  drop('DELETE');
  await ann.playlists.removeAll({ playlist_id, uris: uris.slice(50, 300) });
  const left = [...uris.slice(0, 50), ...uris.slice(300)];
  expect(await contents(playlist_id)).toEqual(left);
  drop('POST');
  await ann.playlists.addMissing({ playlist_id, uris });
  expect(await contents(playlist_id)).toEqual([...left, ...uris.slice(50, 300)]);
  const emptied = await ann.playlists.replaceAll({ playlist_id, uris: [] });
  expect(await contents(playlist_id)).toEqual([]);
  for (const method of ['addAll', 'removeAll', 'addMissing'] as const)
    expect(await ann.playlists[method]({ playlist_id, uris: [] })).toEqual(emptied);
  drop('PUT');
  await ann.library.saveAll({ uris: uris.slice(0, 90) });
  expect(await ann.library.contains({ uris: uris.slice(0, 90) })).toMatchObject({ items: Array(90).fill(true) });
});

it('sync makes a playlist equal to another with few changes, and keeps the entries of both', async () => {
  const { ann, uris, create, contents, sandbox } = await setup();
  const [from, to] = [await create(), await create()];
  const [a, b, c, d, e] = uris as [string, string, string, string, string];
  for (const [wanted, present, writes] of [
    [[a, b, c, d], [a, e, d], 2],
    [[a, b], [a, b], 0],
    [[a, a, b], [b, a], 1],
    [uris.slice(0, 250), uris.slice(0, 120), 2],
  ] as const) {
    await ann.playlists.replaceAll({ playlist_id: from, uris: wanted });
    await ann.playlists.replaceAll({ playlist_id: to, uris: present });
    const { length } = sandbox.requests.filter(({ method }) => method !== 'GET');
    const { snapshot_id } = await ann.playlists.sync({ from, to });
    expect(sandbox.requests.filter(({ method }) => method !== 'GET').length - length).toBe(writes);
    expect(await contents(to)).toEqual(wanted);
    expect((await ann.playlists.get({ playlist_id: to })).snapshot_id).toBe(snapshot_id);
  }
});

it('sync leaves files of the user in place', async () => {
  const { ann, uris, contents } = await setup();
  const lists = await ann.playlists.list().toArray({ limit: 50 });
  const all = await Promise.all(lists.map(async ({ id }) => ({ to: id, present: await contents(id) })));
  const { to, present } = all.find(({ present }) => present.includes(null)) ?? { to: '', present: [] };
  const from = present.filter((uri) => uri !== null);
  const last = present.lastIndexOf(null);
  await ann.playlists.sync({ from, to });
  expect(await contents(to)).toEqual(present);
  const [added = ''] = uris.filter((uri) => !from.includes(uri));
  const after = from.toSpliced(last - (present.length - from.length) + 1, 0, added);
  await ann.playlists.sync({ from: after.slice(1), to });
  const expected = present.toSpliced(last + 1, 0, added).filter((uri) => uri !== from[0]);
  expect(await contents(to)).toEqual(expected);
});

it.each([
  ['playlists', 'sync', null, 'from is required'],
  ['playlists', 'sync', { from: 7, to: 'A' }, 'from must be the ID of a playlist or an array of URIs'],
  ['playlists', 'sync', { from: [] }, 'to is required'],
  ['player', 'waitForDevice', null, 'name is required'],
  ['player', 'waitForDevice', { name: 7 }, 'name must be a string'],
  ['player', 'playOn', undefined, 'name is required'],
] as const)('%s.%s refuses %j before any request', async (group, method, params, message) => {
  const { ann, sandbox } = await setup();
  const { length } = sandbox.requests;
  const call: (params: never) => Promise<unknown> = Reflect.get(ann[group], method);
  const error = await failure(call(params as never));
  const stack = expect.stringContaining('long-writes.test.ts:');
  expect(error).toMatchObject({ code: 'invalid_params', message: expect.stringContaining(message), stack });
  expect(sandbox.requests.length).toBe(length);
});

describe('the entries of a playlist', () => {
  const track = (id: string, more = {}) => ({
    track: { type: 'track', uri: `spotify:track:${id.repeat(22)}`, ...more },
  });

  it.each([
    [track('a'), `spotify:track:${'a'.repeat(22)}`],
    [track('a', { linked_from: { uri: track('b').track.uri } }), `spotify:track:${'b'.repeat(22)}`],
    [track('a', { linked_from: { uri: null } }), `spotify:track:${'a'.repeat(22)}`],
    [track('a').track, `spotify:track:${'a'.repeat(22)}`],
    [{ item: { type: 'track', uri: 'spotify:local:a:b:c:1' } }, null],
    [{ item: { type: 'track', uri: null } }, null],
    [{ item: null }, null],
    [{}, null],
  ])('originalUri(%j) is %s', (entry, uri) => expect(originalUri(entry as never)).toBe(uri));

  it('are compared by URI and number', () => {
    expect(diff(['a', 'b', 'a'], ['b', 'a', 'c', 'c'])).toEqual({ added: ['c', 'c'], removed: ['a'], isEqual: false });
    expect(diff(['a', 'b'], ['b', 'a'])).toEqual({ added: [], removed: [], isEqual: false });
    expect(diff(['a'], ['a'])).toEqual({ added: [], removed: [], isEqual: true });
  });
});

describe('a device by its name', () => {
  it('plays as soon as it appears', async () => {
    const { ann, uris, sandbox } = await setup();
    sandbox.controls.music.connectDevice('sandbox', { name: 'Kitchen', restricted: true, active: false });
    const sleep = vi.spyOn(sandbox.clock, 'advance');
    sleep.mockImplementationOnce(
      async () => void sandbox.controls.music.connectDevice('sandbox', { name: 'Kitchen', active: false }),
    );
    await ann.player.playOn({ name: 'kitchen', uris: uris.slice(0, 1) });
    expect(await ann.player.get()).toMatchObject({ device: { name: 'Kitchen' }, item: { uri: uris[0] } });
  });

  it.each([
    ['Cellar', 'device "Cellar" did not appear within waitMs (5000 ms). Open it in the app; devices now: '],
    ['Locked', 'device "Locked" takes no commands within'],
  ])('%s fails as not_found', async (name, message) => {
    const { ann, sandbox } = await setup();
    sandbox.controls.music.connectDevice('sandbox', { name: 'Locked', restricted: true, active: false });
    const error = await failure(ann.player.waitForDevice({ name }, { waitMs: 5000 }));
    expect(error).toMatchObject({ code: 'not_found', message: expect.stringContaining(message) });
  });
});
