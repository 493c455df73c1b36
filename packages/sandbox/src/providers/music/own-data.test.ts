import { describe, expect, test } from 'vitest';
import { createSandbox } from '../../music.ts';
import type { MusicSandboxOptions } from './options.ts';

const trackId = 'trackOfTheHouse0000001';
const albumId = 'albumOfTheHouse0000001';
const playlistId = 'playlistOfTheHouse0001';

const own: MusicSandboxOptions = {
  artists: { generated: 4, own: [{ name: 'Cellar Choir', genres: ['cellar pop'], popularity: 100 }] },
  albums: [
    {
      id: albumId,
      name: 'Under the Stairs',
      artists: [{ name: 'Cellar Choir' }],
      release_date: '2019-05',
      label: 'Home',
    },
  ],
  tracks: [
    { id: trackId, name: 'Boiler Song', album: { id: albumId }, duration_ms: 61_000, explicit: true },
    { name: 'Fuse Box', album: { name: 'Under the Stairs' }, external_ids: { isrc: 'ZZHOU1900001' } },
    { name: 'Rent Day', artists: [{ name: 'Cellar Choir' }] },
  ],
  playlists: [{ id: playlistId, name: 'House Rules', uris: [`spotify:track:${trackId}`] }],
};

async function start(music: MusicSandboxOptions = own) {
  const sandbox = await createSandbox({ listen: false, music });
  const { clientId, clientSecret, authUrl } = sandbox.options.music;
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const { access_token } = await (await sandbox.fetch(`${authUrl}/api/token`, { method: 'POST', body })).json();
  const headers = { authorization: `Bearer ${access_token}` };
  const get = async (path: string) => (await sandbox.fetch(`${sandbox.url}/music/v1${path}`, { headers })).json();
  return { sandbox, get };
}

describe('your own music', () => {
  test('is found by ID, with the values that the API derives from its fields', async () => {
    const { get } = await start();
    expect(await get(`/tracks/${trackId}`)).toMatchObject({
      name: 'Boiler Song',
      uri: `spotify:track:${trackId}`,
      duration_ms: 61_000,
      explicit: true,
      disc_number: 1,
      track_number: 1,
      popularity: 100,
      artists: [{ name: 'Cellar Choir' }],
      album: { id: albumId, release_date: '2019-05', release_date_precision: 'month', total_tracks: 2 },
    });
    const album = await get(`/albums/${albumId}`);
    expect(album).toMatchObject({ label: 'Home', tracks: { items: [{ id: trackId }, { track_number: 2 }], total: 2 } });
    const [artist] = album.artists;
    expect(await get(`/artists/${artist.id}`)).toMatchObject({ genres: ['cellar pop'], popularity: 100 });
    const { items } = await get(`/artists/${artist.id}/albums?limit=10`);
    expect(items.map(({ name }: { name: string }) => name).sort()).toEqual(['Rent Day', 'Under the Stairs']);
  });

  test('counts a release without tracks as a release of its artist', async () => {
    const albums = [{ id: albumId, name: 'Silence', artists: [{ name: 'Cellar Choir' }], release_date: '1987' }];
    const { get } = await start({ artists: own.artists, albums });
    const { artists } = await get('/search?q=artist:"Cellar Choir" year:1987&type=artist');
    expect(artists.items).toMatchObject([{ name: 'Cellar Choir' }]);
    expect(await get(`/artists/${artists.items[0].id}/albums`)).toMatchObject({
      items: [{ id: albumId, name: 'Silence', album_group: 'album', total_tracks: 0 }],
      total: 1,
    });
  });

  test('is found by search, page by page', async () => {
    const { get } = await start();
    const search = async (query: string) => get(`/search?${new URLSearchParams(query)}`);
    const { tracks } = await search('q=artist:"Cellar Choir"&type=track&limit=2&offset=0');
    expect(tracks).toMatchObject({ total: 3, next: expect.stringContaining('offset=2') });
    expect((await search('q=isrc:ZZHOU1900001&type=track')).tracks.items).toMatchObject([{ name: 'Fuse Box' }]);
    expect((await search('q=house rules&type=playlist')).playlists.items).toMatchObject([{ id: playlistId }]);
    expect((await search('q=cellar choir&type=artist')).artists.items).toMatchObject([{ popularity: 100 }]);
  });

  test('can be in playlists of generated users', async () => {
    const { get } = await start();
    expect(await get(`/playlists/${playlistId}`)).toMatchObject({
      name: 'House Rules',
      public: true,
      tracks: { total: 1, items: [{ track: { id: trackId } }] },
    });
  });

  test('has different IDs for records with the same name', async () => {
    const twice = <T>(record: T) => [record, record];
    const artists = twice({ name: 'Cellar Choir' });
    const tracks = twice({ name: 'Boiler Song', artists: [{ name: 'Cellar Choir' }] });
    const { get } = await start({ artists, tracks });
    const found = await get('/search?q=cellar%20choir&type=track,album,artist');
    const ids = [found.tracks, found.albums, found.artists].flatMap(({ items }) =>
      items.map(({ id }: { id: string }) => id),
    );
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(6);
  });

  test('leaves generated records unchanged', async () => {
    const [mixed, plain] = [await start(), await start({ artists: 4 })];
    const songs = '/search?q=the&type=track&limit=50';
    const { tracks } = await mixed.get(songs);
    const names = ['Under the Stairs', 'Rent Day'];
    const generated = tracks.items.filter(({ album }: { album: { name: string } }) => !names.includes(album.name));
    const expected = (await plain.get(songs)).tracks.items.map(({ id }: { id: string }) => id);
    expect(expected.slice(0, generated.length)).toEqual(generated.map(({ id }: { id: string }) => id));
  });

  test.each<[object, string]>([
    [{ tracks: [{ nam: 'x' }] }, 'unknown option music.tracks[0].nam; did you mean music.tracks[0].name?'],
    [{ tracks: [{ name: 'x' }] }, 'music.tracks[0] must have an album, artists, or both'],
    [
      { artists: { own: [{ name: 'Cellar Choir' }] }, tracks: [{ name: 'x', artists: [{ name: 'Celar Choir' }] }] },
      'music.tracks[0].artists[0].name must be the name of an artist; there is none with "Celar Choir"; did you mean "Cellar Choir"?',
    ],
    [
      { tracks: [{ name: 'x', album: { id: albumId } }] },
      'music.tracks[0].album.id must be the ID of an album; there is none',
    ],
    [{ tracks: [{ name: 'x', album: {} }] }, 'music.tracks[0].album must be an object with an ID or a name'],
    [{ albums: [{ name: 'x', artists: [] }] }, 'music.albums[0].artists must be an array of at least one object'],
    [
      { albums: [{ name: 'x', artists: [{ name: 'y' }], release_date: '2020-13' }] },
      'music.albums[0].release_date must be',
    ],
    [
      { artists: [{ id: 'short', name: 'x' }] },
      'music.artists[0].id must be an ID of 22 letters and digits; got "short"',
    ],
    [
      {
        artists: [
          { id: albumId, name: 'x' },
          { id: albumId, name: 'y' },
        ],
      },
      `music.artists[1].id must be unique; music.artists[0] has "${albumId}" already`,
    ],
    [{ artists: { generated: 1 } }, 'music.artists.generated must be a whole number of at least 2; got 1'],
    [
      { artists: { own: [{ name: 'x', popularity: 101 }] } },
      'music.artists.own[0].popularity must be a whole number from 0',
    ],
    [
      { playlists: [{ name: 'x', uris: ['spotify:track:x'] }] },
      'music.playlists[0].uris[0] must be the URI of a track or',
    ],
    [
      { playlists: [{ name: 'x', owner: { id: 'nobody' } }] },
      'music.playlists[0].owner.id must be the ID of a user; there',
    ],
    [
      { playlists: [{ name: 'x', public: true, collaborative: true }] },
      'music.playlists[0].public must be false for a',
    ],
  ])('is refused with the place of the mistake: %j', async (music, message) => {
    await expect(createSandbox({ listen: false, music: music as MusicSandboxOptions })).rejects.toThrow(message);
  });

  test('is refused if a playlist has more items than the API allows', async () => {
    const uris = Array.from({ length: 10_001 }, () => `spotify:track:${trackId}`);
    await expect(createSandbox({ listen: false, music: { playlists: [{ name: 'x', uris }] } })).rejects.toThrow(
      'music.playlists[0].uris must be an array of at most 10,000 strings; got',
    );
  });
});
