import { afterAll, beforeAll, expect } from 'vitest';
import { createSandbox } from '../create-sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { goHttp, pythonJson, pythonRequests, type RawResponse, type Replay, replayAll } from './testing.ts';

const user = 'sandbox';
const scopes = [
  ...['user-library-read', 'user-library-modify', 'user-follow-modify', 'playlist-modify-public', 'ugc-image-upload'],
  ...['playlist-modify-private', 'playlist-read-private', 'user-read-playback-state', 'user-modify-playback-state'],
];

let sandbox: Sandbox;
/** Of the user; the app's is the first thing that each client asks for. */
let userToken = '';
let appToken = '';
let next = '';
let playlistId = '';
let snapshotId = '';
let tracks: { id: string; uri: string; album: { id: string }; artists: { id: string }[] }[] = [];

beforeAll(async () => {
  sandbox = await createSandbox();
  const { accessToken } = sandbox.controls.music.issueUserToken({ userId: user, scopes });
  userToken = `Bearer ${accessToken}`;
});
afterAll(() => sandbox.close());

const uris = (count: number) => tracks.slice(0, count).map(({ uri }) => uri);
const ids = (count: number) => tracks.slice(0, count).map(({ id }) => id);
const basic = () => {
  const { clientId, clientSecret } = sandbox.options.music;
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
};
const keepTracks = ({ json }: RawResponse) => {
  tracks = json.tracks.items;
  expect(tracks).toHaveLength(20);
};
const keepPlaylist = ({ json }: RawResponse) => {
  playlistId = json.id;
};
const seeSnapshot = ({ json }: RawResponse) => {
  expect(json.snapshot_id).toMatch(/./);
  expect(json.snapshot_id).not.toBe(snapshotId);
  snapshotId = json.snapshot_id;
};

/** Every call of spotipy sends this type, with or without a body. */
const json = pythonRequests('application/json');

// Read from spotipy 2: spotipy/client.py (dd948c4) and spotipy/oauth2.py (9c76530).
const spotipy: readonly Replay[] = [
  {
    does: 'asks for an app token with its credentials in the header',
    dialect: pythonRequests(),
    sent: () => ({
      method: 'POST',
      target: '/music/accounts/api/token',
      token: basic(),
      body: 'grant_type=client_credentials',
    }),
    status: 200,
    check({ json: { access_token, expires_in, token_type } }) {
      expect([expires_in, token_type]).toEqual([3600, 'Bearer']);
      appToken = `Bearer ${access_token}`;
    },
  },
  {
    does: 'searches, its comma and colon encoded',
    dialect: json,
    sent: () => ({
      method: 'GET',
      target: '/music/v1/search?q=year%3A1900-2100&limit=20&offset=0&type=track%2Calbum',
      token: appToken,
    }),
    status: 200,
    check(response) {
      keepTracks(response);
      expect(response.json.albums.items).toHaveLength(20);
      next = response.json.tracks.next;
    },
  },
  {
    does: 'follows the address of the next page as it is',
    dialect: json,
    sent: () => ({ method: 'GET', target: next.slice(sandbox.url.length), token: appToken }),
    status: 200,
    check({ json: { tracks: page } }) {
      expect(page).toMatchObject({ offset: 20, limit: 20 });
      expect(page.items).toHaveLength(20);
      expect(page.items[0].id).not.toBe(tracks[0]?.id);
    },
  },
  {
    does: 'reads several records with a slash before the query',
    dialect: json,
    sent: () => ({ method: 'GET', target: `/music/v1/tracks/?ids=${ids(2)}`, token: appToken }),
    status: 200,
    check: ({ json: { tracks: found } }) => expect(found.map(({ id }: { id: string }) => id)).toEqual(ids(2)),
  },
  {
    does: 'reads the tracks of an album with a slash at the end of the path',
    dialect: json,
    sent: () => ({
      method: 'GET',
      target: `/music/v1/albums/${tracks[0]?.album.id}/tracks/?limit=50&offset=0`,
      token: appToken,
    }),
    status: 200,
    check: ({ json: page }) => expect(page.items).toHaveLength(page.total),
  },
  {
    does: 'reads the reason of a refusal',
    dialect: json,
    sent: () => ({ method: 'GET', target: '/music/v1/tracks/nothing', token: appToken }),
    status: 400,
    check: ({ json: { error } }) => expect(error).toEqual({ status: 400, message: 'Invalid base62 id' }),
  },
  {
    does: 'reads the profile with a slash at the end',
    dialect: json,
    sent: () => ({ method: 'GET', target: '/music/v1/me/', token: userToken }),
    status: 200,
    check: ({ json: profile }) => expect(profile.id).toBe(user),
  },
  {
    does: 'creates a playlist, in JSON that escapes what is not ASCII',
    dialect: json,
    sent: () => ({
      method: 'POST',
      target: `/music/v1/users/${user}/playlists`,
      token: userToken,
      body: pythonJson({ name: 'Été', public: true, collaborative: false, description: '' }),
    }),
    status: 201,
    check(response) {
      expect(response.json.name).toBe('Été');
      keepPlaylist(response);
    },
  },
  {
    does: 'adds items as a bare JSON array',
    dialect: json,
    sent: () => ({
      method: 'POST',
      target: `/music/v1/playlists/${playlistId}/tracks`,
      token: userToken,
      body: pythonJson(uris(3)),
    }),
    status: 201,
    check: seeSnapshot,
  },
  {
    does: 'adds items at a position of the query',
    dialect: json,
    sent: () => ({
      method: 'POST',
      target: `/music/v1/playlists/${playlistId}/tracks?position=0`,
      token: userToken,
      body: pythonJson(uris(4).slice(3)),
    }),
    status: 201,
    check: seeSnapshot,
  },
  {
    does: 'reads the items of a playlist',
    dialect: json,
    sent: () => ({
      method: 'GET',
      target: `/music/v1/playlists/${playlistId}/tracks?limit=100&offset=0&additional_types=track%2Cepisode`,
      token: userToken,
    }),
    status: 200,
    check({ json: { items } }) {
      const [first, second, third, fourth] = uris(4);
      expect(items.map(({ track }: { track: { uri: string } }) => track.uri)).toEqual([fourth, first, second, third]);
    },
  },
  {
    does: 'moves items within a version',
    dialect: json,
    sent: () => ({
      method: 'PUT',
      target: `/music/v1/playlists/${playlistId}/tracks`,
      token: userToken,
      body: pythonJson({ range_start: 0, range_length: 1, insert_before: 2, snapshot_id: snapshotId }),
    }),
    status: 200,
    check: seeSnapshot,
  },
  {
    does: 'removes items in the body of a DELETE',
    dialect: json,
    sent: () => ({
      method: 'DELETE',
      target: `/music/v1/playlists/${playlistId}/tracks`,
      token: userToken,
      body: pythonJson({ tracks: uris(1).map((uri) => ({ uri })) }),
    }),
    status: 200,
    check: seeSnapshot,
  },
  {
    does: 'uploads a cover as base64 under its own content type',
    dialect: pythonRequests('image/jpeg'),
    sent: () => ({
      method: 'PUT',
      target: `/music/v1/playlists/${playlistId}/images`,
      token: userToken,
      body: '/9j/4AAQSkZJRgABAQ==',
    }),
    status: 202,
  },
  {
    does: 'follows a playlist with no body, although its content type is JSON',
    dialect: json,
    sent: () => ({ method: 'PUT', target: `/music/v1/playlists/${playlistId}/followers`, token: userToken }),
    status: 200,
  },
  {
    does: 'saves tracks by the query alone',
    dialect: json,
    sent: () => ({ method: 'PUT', target: `/music/v1/me/tracks/?ids=${ids(2)}`, token: userToken }),
    status: 200,
  },
  {
    does: 'checks saved tracks',
    dialect: json,
    sent: () => ({ method: 'GET', target: `/music/v1/me/tracks/contains?ids=${ids(3)}`, token: userToken }),
    status: 200,
    check: ({ json: saved }) => expect(saved).toEqual([true, true, false]),
  },
  {
    does: 'removes saved tracks by the query alone',
    dialect: json,
    sent: () => ({ method: 'DELETE', target: `/music/v1/me/tracks/?ids=${ids(2)}`, token: userToken }),
    status: 200,
  },
  {
    does: 'follows artists by the query alone',
    dialect: json,
    sent: () => ({
      method: 'PUT',
      target: `/music/v1/me/following?type=artist&ids=${tracks[0]?.artists[0]?.id}`,
      token: userToken,
    }),
    status: 204,
  },
  {
    does: 'starts playback on a device of the query',
    dialect: json,
    sent: () => ({
      method: 'PUT',
      target: `/music/v1/me/player/play?device_id=${sandbox.controls.music.connectDevice(user, {})}`,
      token: userToken,
      body: pythonJson({ uris: uris(2), position_ms: 0 }),
    }),
    status: 204,
  },
  {
    does: 'transfers playback with a boolean in the body',
    dialect: json,
    sent: () => ({
      method: 'PUT',
      target: '/music/v1/me/player',
      token: userToken,
      body: pythonJson({ device_ids: [sandbox.controls.music.connectDevice(user, {})], play: true }),
    }),
    status: 204,
  },
];

// Read from zmb3/spotify: playlist.go of v2, spotify.go (2f68808) and library.go (3d9457a) of v1. Its tokens come from
// golang.org/x/oauth2.
const zmb3: readonly Replay[] = [
  {
    does: 'asks for an app token',
    dialect: goHttp(['Content-Type: application/x-www-form-urlencoded']),
    sent: () => ({
      method: 'POST',
      target: '/music/accounts/api/token',
      token: basic(),
      body: 'grant_type=client_credentials',
    }),
    status: 200,
    check({ json: { access_token } }) {
      appToken = `Bearer ${access_token}`;
    },
  },
  {
    does: 'searches, its parameters in alphabetical order',
    dialect: goHttp(),
    sent: () => ({
      method: 'GET',
      target: '/music/v1/search?limit=20&q=year%3A1900-2100&type=track%2Cplaylist',
      token: appToken,
    }),
    status: 200,
    check: keepTracks,
  },
  {
    does: 'creates a playlist',
    dialect: goHttp(['Content-Type: application/json']),
    sent: () => ({
      method: 'POST',
      target: `/music/v1/users/${user}/playlists`,
      token: userToken,
      body: '{"name":"Made by Go","public":true,"description":"","collaborative":false}',
    }),
    status: 201,
    check: keepPlaylist,
  },
  {
    does: 'adds tracks in a body with "uris"',
    dialect: goHttp(['Content-Type: application/json']),
    sent: () => ({
      method: 'POST',
      target: `/music/v1/playlists/${playlistId}/tracks`,
      token: userToken,
      body: JSON.stringify({ uris: uris(2) }),
    }),
    status: 201,
    check: seeSnapshot,
  },
  {
    does: 'replaces tracks by the query alone, its colons and commas bare',
    dialect: goHttp(),
    sent: () => ({
      method: 'PUT',
      target: `/music/v1/playlists/${playlistId}/tracks?uris=${uris(3)}`,
      token: userToken,
    }),
    status: 200,
  },
  {
    does: 'removes tracks in the body of a DELETE',
    dialect: goHttp(['Content-Type: application/json']),
    sent: () => ({
      method: 'DELETE',
      target: `/music/v1/playlists/${playlistId}/tracks`,
      token: userToken,
      body: JSON.stringify({ tracks: uris(1).map((uri) => ({ uri })) }),
    }),
    status: 200,
    check: seeSnapshot,
  },
  {
    does: 'uploads a cover as a stream of chunks',
    dialect: goHttp(['Content-Type: image/jpeg'], { streamed: true }),
    sent: () => ({
      method: 'PUT',
      target: `/music/v1/playlists/${playlistId}/images`,
      token: userToken,
      body: 'c\r\n/9j/4AAQSkZJ\r\n8\r\nRgABAQ==\r\n0\r\n\r\n',
    }),
    status: 202,
  },
  {
    does: 'saves tracks with neither body nor content type',
    dialect: goHttp(),
    sent: () => ({ method: 'PUT', target: `/music/v1/me/tracks?ids=${ids(2)}`, token: userToken }),
    status: 200,
  },
  {
    does: 'removes saved tracks with neither body nor length',
    dialect: goHttp(),
    sent: () => ({ method: 'DELETE', target: `/music/v1/me/tracks?ids=${ids(2)}`, token: userToken }),
    status: 200,
  },
];

replayAll(() => sandbox, { 'spotipy (Python)': spotipy, 'zmb3/spotify (Go)': zmb3 });
