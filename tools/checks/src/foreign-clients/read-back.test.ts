import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { SpotifyApi } from '@spotify/web-api-ts-sdk';
import { ApiClient } from '@twurple/api';
import { StaticAuthProvider } from '@twurple/auth';
import { backup, createMusicClient, endpoints, originalUri, type PlaylistEntry, restore } from '@x/music';
import { createSandbox } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { createChatSender } from '@x/stream/bots';
import { createChatReader } from '@x/stream/irc';
import { expect, it, onTestFinished, vi } from 'vitest';

// Methods of ours that make several requests, and official or foreign clients that read the result.

async function startSandbox() {
  const sandbox = await createSandbox();
  const { music, stream } = sandbox.options;
  const { fetch } = globalThis;
  // The hosts are built into the other clients.
  const hosts = {
    'https://api.spotify.com': music.baseUrl,
    'https://api.twitch.tv/helix': stream.baseUrl,
    'https://id.twitch.tv': stream.authUrl,
  };
  vi.stubGlobal('fetch', (input: unknown, init?: RequestInit) => {
    let url = input instanceof Request ? input.url : String(input);
    for (const [host, own] of Object.entries(hosts)) url = url.replace(host, own);
    return input instanceof Request ? fetch(new Request(url, input), init) : fetch(url, init);
  });
  onTestFinished(async () => {
    vi.unstubAllGlobals();
    await sandbox.close();
  });
  return sandbox;
}

it('the Spotify SDK reads what playlists, library and player have written', async () => {
  const { options, controls } = await startSandbox();
  const scopes = [endpoints.playlists, endpoints.library, endpoints.player].flatMap((group) =>
    Object.values(group).flatMap((spec) => ('scopes' in spec ? spec.scopes : [])),
  );
  const issued = controls.music.issueUserToken({
    userId: 'sandbox',
    scopes: [...scopes, 'playlist-read-collaborative', 'user-read-playback-position'],
  });
  const ann = createMusicClient(options.music).withToken(issued.accessToken);
  const { playlists, library, player } = ann;
  const sdk = SpotifyApi.withAccessToken('id', {
    access_token: issued.accessToken,
    ...{ token_type: 'Bearer', expires_in: 3600, refresh_token: '' },
  });
  const found = await ann.search({ q: 'year:1900-2100', type: 'track' }).toArray({ limit: 130 });
  const uris = found.map(({ uri }) => uri);
  const { id: playlist_id } = await playlists.create({ name: 'Read back', public: false });
  const read = async () => {
    const pages = await Promise.all(
      [0, 50, 100].map((offset) => sdk.playlists.getPlaylistItems(playlist_id, undefined, undefined, 50, offset)),
    );
    return pages.flatMap(({ items }) => items.map(({ track }) => originalUri({ track } as object as PlaylistEntry)));
  };
  await playlists.addAll({ playlist_id, uris });
  expect(await read()).toEqual(uris);
  await playlists.removeAll({ playlist_id, uris: uris.slice(0, 10) });
  expect(await read()).toEqual(uris.slice(10));
  await playlists.addMissing({ playlist_id, uris: uris.slice(0, 12) });
  expect(await read()).toEqual([...uris.slice(10), ...uris.slice(0, 10)]);
  await playlists.replaceAll({ playlist_id, uris: uris.slice(0, 110) });
  expect(await read()).toEqual(uris.slice(0, 110));
  await playlists.sync({ from: uris.slice(5, 20), to: playlist_id });
  expect(await read()).toEqual(uris.slice(5, 20));

  await library.saveAll({ uris: uris.slice(0, 50) });
  const ids = uris.slice(0, 50).map((uri) => uri.replace('spotify:track:', ''));
  expect(await sdk.currentUser.tracks.hasSavedTracks(ids)).toEqual(ids.map(() => true));

  const records = await Array.fromAsync(backup(ann));
  const start = records.findIndex((record) => record.type === 'playlist' && record.id === playlist_id);
  await playlists.replaceAll({ playlist_id, uris: [] });
  const [playlist, ...rest] = records.slice(start);
  const entries = rest.slice(0, 15); // the contents follow the playlist
  await restore(ann, Readable.from([playlist, ...entries]));
  expect(await read()).toEqual(uris.slice(5, 20));

  controls.music.connectDevice('sandbox', { name: 'Kitchen', active: false });
  await player.playOn({ name: 'kitchen', uris: uris.slice(0, 1) });
  expect(await sdk.player.getPlaybackState()).toMatchObject({ device: { name: 'Kitchen' }, is_playing: true });
});

it('twurple reads a clip that createAndWait returned, and a chat reader a message that a sender sent', async () => {
  const { options, controls, chatOptions, clock } = await startSandbox();
  const scopes = ['clips:edit', 'user:write:chat'];
  const { accessToken, userId } = controls.stream.issueUserToken({ scopes });
  const client = createStreamClient(options.stream).withToken(accessToken);
  const creation = client.clips.createAndWait({ broadcaster_id: userId });
  const isDone = creation.then(() => true);
  await vi.waitFor(async () => {
    await clock.advance(1000);
    expect(await Promise.race([isDone, setImmediate(false)])).toBe(true);
  });
  const { id } = await creation;
  const api = new ApiClient({ authProvider: new StaticAuthProvider(options.stream.clientId, accessToken) });
  expect(await api.clips.getClipById(id)).toMatchObject({ id, broadcasterId: userId });

  const chat = createChatReader(chatOptions.stream);
  onTestFinished(() => chat.close());
  await chat.join([(await api.users.getUserById(userId))?.name ?? '']);
  const sender = createChatSender(client.chat.messages, { sender_id: userId, split: true });
  await sender.send({ broadcaster_id: userId, message: 'word '.repeat(150) });
  const lengths: number[] = [];
  for await (const { type, event } of chat) {
    if (type === 'channel.chat.message') lengths.push(event.message.text.length);
    if (lengths.length === 2) break;
  }
  expect(lengths).toEqual([499, 249]);
});
