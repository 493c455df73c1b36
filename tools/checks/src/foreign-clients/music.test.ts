import { beforeAll, describe, expect, it } from 'vitest';
import { callAs, goHttp, pythonJson, pythonRequests, startForAll } from './replay.ts';

const user = 'sandbox';
const scopes = [
  ...['user-library-read', 'user-library-modify', 'user-follow-modify', 'playlist-modify-public', 'ugc-image-upload'],
  ...['playlist-modify-private', 'playlist-read-private', 'user-read-playback-state', 'user-modify-playback-state'],
];

const sandbox = startForAll();
let userToken = '';
/** App token, which each client requests first. */
let appToken = '';
let playlist = '';
let snapshotId = '';
let tracks: { id: string; uri: string; album: { id: string }; artists: { id: string }[] }[] = [];

beforeAll(() => {
  userToken = `Bearer ${sandbox().controls.music.issueUserToken({ userId: user, scopes }).accessToken}`;
});

const uris = (count: number) => tracks.slice(0, count).map(({ uri }) => uri);
const ids = (count: number) => tracks.slice(0, count).map(({ id }) => id);
const basic = () => {
  const { clientId, clientSecret } = sandbox().options.music;
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
};
const seeSnapshot = ({ snapshot_id }: { snapshot_id: string }) => {
  expect(snapshot_id).toMatch(/./);
  expect(snapshot_id).not.toBe(snapshotId);
  snapshotId = snapshot_id;
};
const device = () => sandbox().controls.music.connectDevice(user, {});
const credentials = 'grant_type=client_credentials';
const jpeg = '/9j/4AAQSkZJRgABAQ==';

// Read from spotipy 2: spotipy/client.py (dd948c4) and spotipy/oauth2.py (9c76530).
describe('spotipy (Python)', () => {
  const auth = callAs(sandbox, pythonRequests(), '/music/accounts', basic);
  // Every call sends this type, with or without a body.
  const json = pythonRequests('application/json');
  const app = callAs(sandbox, json, '/music/v1', () => appToken);
  const own = callAs(sandbox, json, '/music/v1', () => userToken);
  const image = callAs(sandbox, pythonRequests('image/jpeg'), '/music/v1', () => userToken);

  it('asks for an app token with its credentials in the header', async () => {
    const { access_token, expires_in, token_type } = await auth('POST /api/token', { body: credentials });
    expect([expires_in, token_type]).toEqual([3600, 'Bearer']);
    appToken = `Bearer ${access_token}`;
  });

  it('searches with the comma and colon encoded, and follows the address of the next page as is', async () => {
    const found = await app('GET /search?q=year%3A1900-2100&limit=20&offset=0&type=track%2Calbum');
    tracks = found.tracks.items;
    expect([tracks.length, found.albums.items.length]).toEqual([20, 20]);
    const { tracks: page } = await app(`GET ${found.tracks.next.split('/v1')[1]}`);
    expect(page).toMatchObject({ offset: 20, limit: 20 });
    expect(page.items).toHaveLength(20);
    expect(page.items[0].id).not.toBe(tracks[0]?.id);
  });

  it('reads several records with a slash before the query', async () => {
    const { tracks: found } = await app(`GET /tracks/?ids=${ids(2)}`);
    expect(found.map(({ id }: { id: string }) => id)).toEqual(ids(2));
  });

  it('reads the tracks of an album with a slash at the end of the path', async () => {
    const page = await app(`GET /albums/${tracks[0]?.album.id}/tracks/?limit=50&offset=0`);
    expect(page.items).toHaveLength(page.total);
  });

  it('reads the reason of a refusal', async () => {
    const { error } = await app('GET /tracks/nothing', { status: 400 });
    expect(error).toEqual({ status: 400, message: 'Invalid base62 id' });
  });

  it('reads the profile with a slash at the end', async () => {
    expect((await own('GET /me/')).id).toBe(user);
  });

  it('creates a playlist with JSON that escapes non-ASCII characters', async () => {
    const body = pythonJson({ name: 'Été', public: true, collaborative: false, description: '' });
    const made = await own(`POST /users/${user}/playlists`, { body, status: 201 });
    expect(made.name).toBe('Été');
    playlist = `/playlists/${made.id}`;
  });

  it('adds items as a bare JSON array, and at a position in the query', async () => {
    seeSnapshot(await own(`POST ${playlist}/tracks`, { body: pythonJson(uris(3)), status: 201 }));
    const body = pythonJson(uris(4).slice(3));
    seeSnapshot(await own(`POST ${playlist}/tracks?position=0`, { body, status: 201 }));
    const query = 'limit=100&offset=0&additional_types=track%2Cepisode';
    const { items } = await own(`GET ${playlist}/tracks?${query}`);
    const [first, second, third, fourth] = uris(4);
    expect(items.map(({ track }: { track: { uri: string } }) => track.uri)).toEqual([fourth, first, second, third]);
  });

  it('moves items in a given snapshot', async () => {
    const body = pythonJson({ range_start: 0, range_length: 1, insert_before: 2, snapshot_id: snapshotId });
    seeSnapshot(await own(`PUT ${playlist}/tracks`, { body }));
  });

  it('removes items in the body of a DELETE', async () => {
    const body = pythonJson({ tracks: uris(1).map((uri) => ({ uri })) });
    seeSnapshot(await own(`DELETE ${playlist}/tracks`, { body }));
  });

  it('uploads a cover as base64 under its own content type', () =>
    image(`PUT ${playlist}/images`, { body: jpeg, status: 202 }));

  it('follows a playlist with no body, although its content type is JSON', () => own(`PUT ${playlist}/followers`));

  it('saves, checks and removes tracks by the query alone', async () => {
    await own(`PUT /me/tracks/?ids=${ids(2)}`);
    expect(await own(`GET /me/tracks/contains?ids=${ids(3)}`)).toEqual([true, true, false]);
    await own(`DELETE /me/tracks/?ids=${ids(2)}`);
  });

  it('follows artists by the query alone', () =>
    own(`PUT /me/following?type=artist&ids=${tracks[0]?.artists[0]?.id}`, { status: 204 }));

  it('starts playback on a device in the query', () =>
    own(`PUT /me/player/play?device_id=${device()}`, {
      body: pythonJson({ uris: uris(2), position_ms: 0 }),
      status: 204,
    }));

  it('transfers playback with a boolean in the body', () =>
    own('PUT /me/player', { body: pythonJson({ device_ids: [device()], play: true }), status: 204 }));
});

// Read from zmb3/spotify: playlist.go of v2, spotify.go (2f68808) and library.go (3d9457a) of v1. Its tokens come from
// golang.org/x/oauth2.
describe('zmb3/spotify (Go)', () => {
  const form = goHttp(['Content-Type: application/x-www-form-urlencoded']);
  const auth = callAs(sandbox, form, '/music/accounts', basic);
  const app = callAs(sandbox, goHttp(), '/music/v1', () => appToken);
  const own = callAs(sandbox, goHttp(), '/music/v1', () => userToken);
  const json = callAs(sandbox, goHttp(['Content-Type: application/json']), '/music/v1', () => userToken);
  const chunks = goHttp(['Content-Type: image/jpeg'], { streamed: true });
  const image = callAs(sandbox, chunks, '/music/v1', () => userToken);

  it('asks for an app token', async () => {
    appToken = `Bearer ${(await auth('POST /api/token', { body: credentials })).access_token}`;
  });

  it('searches with its parameters in alphabetical order', async () => {
    tracks = (await app('GET /search?limit=20&q=year%3A1900-2100&type=track%2Cplaylist')).tracks.items;
    expect(tracks).toHaveLength(20);
  });

  it('creates a playlist', async () => {
    const body = '{"name":"Made by Go","public":true,"description":"","collaborative":false}';
    playlist = `/playlists/${(await json(`POST /users/${user}/playlists`, { body, status: 201 })).id}`;
  });

  it('adds tracks in a body with "uris"', async () => {
    const body = JSON.stringify({ uris: uris(2) });
    seeSnapshot(await json(`POST ${playlist}/tracks`, { body, status: 201 }));
  });

  it('replaces tracks by the query alone, with bare colons and commas', () =>
    own(`PUT ${playlist}/tracks?uris=${uris(3)}`));

  it('removes tracks in the body of a DELETE', async () => {
    const body = JSON.stringify({ tracks: uris(1).map((uri) => ({ uri })) });
    seeSnapshot(await json(`DELETE ${playlist}/tracks`, { body }));
  });

  it('uploads a cover as a stream of chunks', () => image(`PUT ${playlist}/images`, { body: jpeg, status: 202 }));

  it('saves and removes tracks without body, length or content type', async () => {
    await own(`PUT /me/tracks?ids=${ids(2)}`);
    await own(`DELETE /me/tracks?ids=${ids(2)}`);
  });
});
