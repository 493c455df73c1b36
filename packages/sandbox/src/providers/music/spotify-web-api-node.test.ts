import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../../test/music.ts';
import { createSandbox } from '../../create-sandbox.ts';
import type { Sandbox } from '../../sandbox.ts';

// spotify-web-api-node has no types and built-in hosts, so the test redirects its requests where it builds them.
interface Builder {
  withHost(host: string): Builder;
  withPort(port: string): Builder;
  withScheme(scheme: string): Builder;
}
type Requests = { builder(token?: string): Builder };

const require = createRequire(import.meta.url);
const SpotifyWebApi: new (options: object) => Json = require('spotify-web-api-node');
const apiRequests: Requests = require('spotify-web-api-node/src/webapi-request');
const authRequests: Requests = require('spotify-web-api-node/src/authentication-request');

/** Redirects all requests of one kind to `url`. Returns a function that undoes it. */
function lead(requests: Requests, url: string): () => void {
  const { hostname, port, pathname } = new URL(url);
  const { builder } = requests;
  requests.builder = (token) => builder(token).withHost(hostname).withPort(`${port}${pathname}`).withScheme('http');
  return () => {
    requests.builder = builder;
  };
}

const user = 'sandbox';
const scopes = ['user-library-read', 'user-library-modify', 'user-follow-read', 'user-follow-modify'].concat(
  ['playlist-read-private', 'playlist-modify-public', 'playlist-modify-private', 'ugc-image-upload'],
  ['user-read-private', 'user-read-playback-state', 'user-modify-playback-state', 'user-read-currently-playing'],
);

describe('spotify-web-api-node', () => {
  let sandbox: Sandbox;
  let undo: (() => void)[];
  let app: Json;
  let client: Json;
  let tracks: Json[];

  beforeAll(async () => {
    sandbox = await createSandbox();
    const { baseUrl, authUrl, clientId, clientSecret } = sandbox.options.music;
    undo = [lead(apiRequests, baseUrl), lead(authRequests, authUrl)];
    app = new SpotifyWebApi({ clientId, clientSecret });
    app.setAccessToken((await app.clientCredentialsGrant()).body.access_token);
    const { accessToken, refreshToken } = sandbox.controls.music.issueUserToken({ userId: user, scopes });
    client = new SpotifyWebApi({ clientId, clientSecret, accessToken, refreshToken });
    tracks = (await app.searchTracks('year:1900-2100', { limit: 20 })).body.tracks.items;
  });
  afterAll(async () => {
    for (const step of undo) step();
    await sandbox.close();
  });

  const uris = (count: number): string[] => tracks.slice(0, count).map(({ uri }) => uri);
  const ids = (count: number): string[] => tracks.slice(0, count).map(({ id }) => id);

  it('searches and reads with an app token', async () => {
    const { body } = await app.search('year:1900-2100', ['track', 'album'], { limit: 3, market: 'US' });
    expect(body.tracks.items).toHaveLength(3);
    expect(body.albums.items).toHaveLength(3);
    expect((await app.getTracks(ids(2))).body.tracks.map(({ id }: Json) => id)).toEqual(ids(2));
    const failure = await app.getTrack('0000000000000000000000').catch((reason: Json) => reason);
    expect(failure).toMatchObject({ statusCode: 404, body: { error: { status: 404 } } });
  });

  it('refreshes a user token', async () => {
    const { body } = await client.refreshAccessToken();
    client.setAccessToken(body.access_token);
    expect((await client.getMe()).body).toMatchObject({ id: user, type: 'user' });
  });

  it('creates a playlist and adds, moves, replaces and removes its items', async () => {
    const { id } = (await client.createPlaylist('Made by a test', { description: 'é', public: true })).body;
    const itemUris = async () =>
      (await client.getPlaylistTracks(id, { limit: 50 })).body.items.map(({ track }: Json) => track.uri);
    await client.addTracksToPlaylist(id, uris(3), { position: 0 });
    expect(await itemUris()).toEqual(uris(3));
    await client.reorderTracksInPlaylist(id, 0, 3);
    const [first, second, third] = uris(3);
    expect(await itemUris()).toEqual([second, third, first]);
    await client.removeTracksFromPlaylist(id, [{ uri: second }]);
    await client.replaceTracksInPlaylist(id, [third, second]);
    expect(await itemUris()).toEqual([third, second]);
    await client.changePlaylistDetails(id, { name: 'Renamed' });
    await client.uploadCustomPlaylistCoverImage(id, '/9j/4AAQSkZJRgABAQ==');
    await client.unfollowPlaylist(id);
    await client.followPlaylist(id, { public: false });
    expect((await client.getPlaylist(id)).body.name).toBe('Renamed');
  });

  it('saves, checks and removes library records, and follows artists', async () => {
    await client.addToMySavedTracks(ids(2));
    expect((await client.containsMySavedTracks(ids(2))).body).toEqual([true, true]);
    await client.removeFromMySavedTracks(ids(2));
    expect((await client.containsMySavedTracks(ids(2))).body).toEqual([false, false]);
    const artistId = tracks[0].artists[0].id;
    await client.followArtists([artistId]);
    expect((await client.isFollowingArtists([artistId])).body).toEqual([true]);
    await client.unfollowArtists([artistId]);
    expect((await client.isFollowingArtists([artistId])).body).toEqual([false]);
  });

  it('plays, skips, seeks and shuffles', async () => {
    const device_id = sandbox.controls.music.connectDevice(user, { name: 'Under test' });
    await client.play({ device_id, uris: uris(3) });
    await client.skipToNext();
    await client.seek(1000);
    await client.setVolume(30);
    await client.setShuffle(true);
    await client.setRepeat('context');
    await client.addToQueue(uris(5)[4]);
    await client.pause();
    const { body } = await client.getMyCurrentPlaybackState();
    expect(body).toMatchObject({
      is_playing: false,
      repeat_state: 'context',
      shuffle_state: true,
      device: { id: device_id, volume_percent: 30 },
    });
    await client.transferMyPlayback([device_id], { play: true });
    expect((await client.getMyCurrentPlayingTrack()).body.is_playing).toBe(true);
  });
});
