import { createSandbox } from '@x/sandbox';
import { failure } from '@x/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createMusicClient } from './index.ts';

// Over a socket, a client cannot know whether a request without a response was handled. Without one, `before` refuses
// the connection.
it.each([
  [true, 'before', 'unknown', 0],
  [true, 'after', 'unknown', 3],
  [true, 'mid-body', 'done', 3],
  [false, 'before', 'not_done', 0],
  [false, 'after', 'unknown', 3],
  [false, 'mid-body', 'done', 3],
] as const)('addItems over a socket (%s) that drops %s is %s: %i items', async (listen, drop, outcome, added) => {
  const sandbox = await createSandbox({ listen });
  onTestFinished(() => sandbox.close());
  const music = createMusicClient({ ...sandbox.options.music, random: () => 0 });
  const scopes = ['playlist-modify-private', 'playlist-read-private'];
  await music.accounts.set('ann', sandbox.controls.music.issueUserToken({ userId: 'sandbox', scopes }));
  const { playlists } = music.withAccount('ann');
  const { items: tracks } = await music.search({ q: 'love', type: 'track', limit: 3 });
  const { id: playlist_id } = await playlists.create({ name: 'Three songs', public: false });
  sandbox.faults.add({ provider: 'music', method: 'POST', drop, times: 'always' });
  const error = await failure(playlists.addItems({ playlist_id, uris: tracks.map(({ uri }) => uri) }));
  expect(error).toMatchObject({ code: 'network', outcome, retryable: outcome === 'not_done' });
  expect((await playlists.items({ playlist_id })).total).toBe(added);
});
