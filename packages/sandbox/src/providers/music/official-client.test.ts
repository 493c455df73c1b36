import { SpotifyApi } from '@spotify/web-api-ts-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../../test/music.ts';
import { createSandbox } from '../../create-sandbox.ts';
import type { Sandbox } from '../../sandbox.ts';

/** Returns a function that rewrites the official client's built-in hosts to a sandbox. */
function leadTo({ options: { music } }: Sandbox) {
  return (url: unknown) =>
    String(url)
      .replace('https://api.spotify.com', music.baseUrl)
      .replace('https://accounts.spotify.com', music.authUrl);
}

describe('for an app', () => {
  /** Creates a sandbox and an official client that calls it. */
  async function setup() {
    const sandbox = await createSandbox();
    const { clientId, clientSecret } = sandbox.options.music;
    const lead = leadTo(sandbox);
    const { fetch } = globalThis;
    // The client sends its token request with the global `fetch`, even when it was given another one.
    globalThis.fetch = (url, init) => fetch(lead(url), init);
    const sdk = SpotifyApi.withClientCredentials(clientId, clientSecret, []);
    return {
      sandbox,
      sdk,
      async close() {
        globalThis.fetch = fetch;
        await sandbox.close();
      },
    };
  }

  it('the official client searches and reads', async () => {
    const { sandbox, sdk, close } = await setup();
    const { tracks } = await sdk.search('love', ['track'], undefined, 5);
    expect(tracks.items).toHaveLength(5);
    const [track] = tracks.items;
    expect(await sdk.tracks.get(track?.id ?? '')).toMatchObject({ id: track?.id, name: track?.name });
    const album = await sdk.albums.get(track?.album.id ?? '');
    expect(album.tracks.items.map(({ id }) => id)).toContain(track?.id);
    await expect(sdk.tracks.get('0000000000000000000000')).rejects.toThrow('404');
    expect(sandbox.requests.every(({ provider }) => provider === 'music')).toBe(true);
    await close();
  });

  it('as the README says, each concurrent first call requests a token, and responses are not checked', async () => {
    const { sandbox, sdk, close } = await setup();
    await Promise.all(Array.from({ length: 50 }, () => sdk.search('love', ['track'])));
    expect(sandbox.requests.filter(({ path }) => path === '/accounts/api/token')).toHaveLength(50);
    for (const body of [{ tracks: 7 }, { tracks: { items: [{ name: null }] } }]) {
      sandbox.faults.add({ provider: 'music', path: '/v1/search', body, times: 1 });
      expect(await sdk.search('love', ['track'])).toEqual(body);
    }
    await close();
  });
});

const user = 'sandbox';
const scopes = [
  ...['user-library-read', 'user-library-modify', 'user-follow-read', 'user-follow-modify', 'user-top-read'],
  ...['user-read-private', 'user-read-email', 'user-read-playback-position', 'user-read-playback-state'],
  ...['user-read-currently-playing', 'user-modify-playback-state', 'user-read-recently-played', 'ugc-image-upload'],
  ...['playlist-read-private', 'playlist-modify-public', 'playlist-modify-private'],
];

// One long table of every method of the official client. A test checks that none is missing.
describe('for a user', () => {
  let sandbox: Sandbox;
  let sdk: SpotifyApi;
  /** An album that plays in the user's country, as do all records below. */
  let album: Json;
  /** The album's first artist. */
  let artist: string;
  let tracks: Json[];
  let artists: Json[];
  let shows: Json[];
  let episodes: Json[];
  let books: Json[];
  /** Belongs to the user and has 300 entries. */
  let playlist: Json;

  beforeAll(async () => {
    sandbox = await createSandbox();
    const lead = leadTo(sandbox);
    const { accessToken, refreshToken } = sandbox.controls.music.issueUserToken({ userId: user, scopes });
    const token = { access_token: accessToken, refresh_token: refreshToken, token_type: 'Bearer', expires_in: 3600 };
    sdk = SpotifyApi.withAccessToken('the app', token, { fetch: (url, init) => fetch(lead(url), init) });
    const find = async (q: string, type: string, limit = 10): Promise<Json[]> =>
      (await (sdk.search as Json)(q, [type], undefined, limit))[`${type}s`].items;
    const albums = await find('year:1900-2100', 'album', 50);
    album = albums.find(({ album_type }) => album_type === 'album');
    artist = album.artists[0].id;
    tracks = (await sdk.albums.tracks(album.id)).items;
    [artists, shows, episodes, books] = await Promise.all([
      find('the', 'artist'),
      find('the', 'show'),
      find('what', 'episode'),
      find('the', 'audiobook'),
    ]);
    [playlist] = await find('Everything at Once', 'playlist');
  });
  afterAll(() => sandbox.close());

  const ids = (records: readonly Json[], count = records.length): string[] =>
    records.slice(0, count).map(({ id }) => id);
  const uris = (records: readonly Json[], count = records.length): string[] =>
    records.slice(0, count).map(({ uri }) => uri);
  /** Creates a playlist with the first `count` tracks of the album. */
  async function newPlaylist(count = 0): Promise<string> {
    const { id } = await sdk.playlists.createPlaylist(user, { name: 'Made by a test', public: true });
    if (count > 0) await sdk.playlists.addItemsToPlaylist(id, uris(tracks, count));
    return id;
  }
  const urisIn = async (id: string) => (await sdk.playlists.getPlaylistItems(id)).items.map(({ track }) => track.uri);
  /** Connects a device that plays the album from its second track. */
  async function play(): Promise<string> {
    const device = sandbox.controls.music.connectDevice(user, { name: 'Under test' });
    await sdk.player.togglePlaybackShuffle(false);
    await sdk.player.setRepeatMode('off');
    await sdk.player.startResumePlayback(device, album.uri, undefined, { position: 1 });
    await sandbox.clock.advance(1000);
    return device;
  }
  const current = async () => (await sdk.player.getCurrentlyPlayingTrack()).item.id;

  const named = (name: string) => expect.arrayContaining([expect.objectContaining({ name })]);
  const typed = (type: string) => expect.arrayContaining([expect.objectContaining({ type })]);
  const length = (count: number) => expect.objectContaining({ length: count });

  /** Calls that read, each with what its result must contain. */
  type Reads = readonly (readonly [result: Promise<unknown>, expected: unknown])[];

  /** Reads of the official client, by method. */
  const reads: Record<string, () => Reads | Promise<Reads>> = {
    search: () => {
      const types = ['album', 'artist', 'playlist', 'track', 'show', 'episode', 'audiobook'] as const;
      const found = Object.fromEntries(types.map((type) => [`${type}s`, { limit: 20, items: typed(type) }]));
      return [[sdk.search('a', types), found]];
    },
    'albums.get': () => [
      [sdk.albums.get(album.id), { id: album.id, type: 'album', total_tracks: tracks.length }],
      [sdk.albums.get([album.id]), [{ id: album.id }]],
    ],
    'albums.tracks': () => [
      [sdk.albums.tracks(album.id, undefined, 3, 2), { limit: 3, offset: 2, items: tracks.slice(2, 5) }],
    ],
    'artists.get': () => [
      [sdk.artists.get(artists[0].id), artists[0]],
      [sdk.artists.get(ids(artists)), artists],
    ],
    'artists.albums': () => [
      [sdk.artists.albums(artist, 'album', undefined, 50), { limit: 50, items: named(album.name) }],
    ],
    'artists.topTracks': () => [[sdk.artists.topTracks(artist, 'US'), { tracks: length(10) }]],
    'artists.relatedArtists': () => [[sdk.artists.relatedArtists(artists[0].id), { artists: length(20) }]],
    'audiobooks.get': () => [
      [sdk.audiobooks.get(books[0].id, 'US'), { ...books[0], chapters: { total: books[0].total_chapters } }],
      [sdk.audiobooks.get([books[0].id], 'US'), [books[0]]],
    ],
    'audiobooks.getAudiobookChapters': () => [
      [sdk.audiobooks.getAudiobookChapters(books[0].id, 'US', 2, 1), { limit: 2, offset: 1, items: length(2) }],
    ],
    'browse.getCategories': () => [
      [sdk.browse.getCategories('DE', 'de_DE', 50), { categories: { items: named('Klassik') } }],
    ],
    'browse.getCategory': () => [[sdk.browse.getCategory('classical', 'DE', 'de_DE'), { name: 'Klassik' }]],
    'browse.getNewReleases': () => [[sdk.browse.getNewReleases('US', 50), { albums: { items: length(50) } }]],
    'browse.getFeaturedPlaylists': () => [
      [
        sdk.browse.getFeaturedPlaylists('US', 'en_US', undefined, 4),
        { message: 'Picked by our editors', playlists: { items: length(4) } },
      ],
    ],
    'browse.getPlaylistsForCategory': () => [
      [sdk.browse.getPlaylistsForCategory('jazz', 'US', 2, 1), { playlists: { limit: 2, offset: 1, total: 5 } }],
    ],
    'chapters.get': async () => {
      const [id = ''] = ids((await sdk.audiobooks.getAudiobookChapters(books[0].id, 'US')).items);
      return [
        [sdk.chapters.get(id, 'US'), { id, audiobook: books[0] }],
        [sdk.chapters.get([id], 'US'), [{ id }]],
      ];
    },
    'episodes.get': () => [
      [sdk.episodes.get(episodes[0].id, 'US'), { ...episodes[0], show: { type: 'show' } }],
      [sdk.episodes.get([episodes[0].id], 'US'), [episodes[0]]],
    ],
    'recommendations.get': () => {
      const seeds = { seed_tracks: ids(tracks, 2), seed_artists: [artists[0].id] };
      const found = { seeds: length(3), tracks: length(7) };
      return [[sdk.recommendations.get({ ...seeds, limit: 7, max_energy: 0.5 }), found]];
    },
    'recommendations.genreSeeds': () => [
      [sdk.recommendations.genreSeeds(), { genres: expect.arrayContaining(['jazz']) }],
    ],
    'markets.getAvailableMarkets': () => [
      [sdk.markets.getAvailableMarkets(), { markets: expect.arrayContaining(['DE', 'US']) }],
    ],
    'player.getPlaybackState': async () => {
      const device = await play();
      const playing = { is_playing: true, device: { id: device }, item: { id: tracks[1].id } };
      expect(await sdk.player.getPlaybackState('US', 'episode')).toMatchObject(playing);
      sandbox.controls.music.disconnectDevice(user, device);
      expect(await sdk.player.getPlaybackState()).toBeNull();
      return [];
    },
    'player.getAvailableDevices': async () => {
      const device = { id: await play(), name: 'Under test', is_active: true };
      return [
        [sdk.player.getAvailableDevices(), { devices: expect.arrayContaining([expect.objectContaining(device)]) }],
      ];
    },
    'player.getCurrentlyPlayingTrack': async () => {
      await play();
      const playing = { item: { id: tracks[1].id }, context: { uri: album.uri } };
      return [[sdk.player.getCurrentlyPlayingTrack('US'), playing]];
    },
    'player.getRecentlyPlayedTracks': async () => {
      const { items } = await sdk.player.getRecentlyPlayedTracks(50);
      const timestamp = Date.parse(items[9]?.played_at ?? '');
      return [
        [sdk.player.getRecentlyPlayedTracks(3, { type: 'before', timestamp }), { items: items.slice(10, 13) }],
        [sdk.player.getRecentlyPlayedTracks(3, { type: 'after', timestamp }), { items: items.slice(6, 9) }],
      ];
    },
    'player.getUsersQueue': async () => {
      await play();
      const [playing, ...queue] = ids(tracks.slice(1)).map((id) => ({ id }));
      return [[sdk.player.getUsersQueue(), { currently_playing: playing, queue }]];
    },
    'playlists.getPlaylist': async () => {
      const little = await sdk.playlists.getPlaylist(playlist.id, undefined, 'name,tracks.total');
      expect(little).toEqual({ name: 'Everything at Once', tracks: { total: 300 } });
      const whole = { ...little, tracks: { total: 300, items: length(100) } };
      return [[sdk.playlists.getPlaylist(playlist.id, 'US', undefined, ['episode']), whole]];
    },
    'playlists.getPlaylistItems': () => [
      [
        sdk.playlists.getPlaylistItems(playlist.id, 'US', undefined, 50, 10),
        { limit: 50, offset: 10, total: 300, items: length(50) },
      ],
    ],
    'playlists.getUsersPlaylists': () => [
      [sdk.playlists.getUsersPlaylists('mira', 50), { limit: 50, items: typed('playlist') }],
    ],
    'playlists.getPlaylistCoverImage': () => [[sdk.playlists.getPlaylistCoverImage(playlist.id), playlist.images]],
    'shows.get': () => [
      [sdk.shows.get(shows[0].id, 'US'), { ...shows[0], episodes: { total: shows[0].total_episodes } }],
      [sdk.shows.get(ids(shows), 'US'), shows],
    ],
    'shows.episodes': () => [
      [sdk.shows.episodes(shows[0].id, 'US', 3, 1), { limit: 3, offset: 1, total: shows[0].total_episodes }],
    ],
    'tracks.get': () => [
      [sdk.tracks.get(tracks[0].id, 'US'), { ...tracks[0], album: { id: album.id } }],
      [sdk.tracks.get(ids(tracks), 'US'), length(tracks.length)],
    ],
    'tracks.audioFeatures': () => [
      [sdk.tracks.audioFeatures(tracks[0].id), { id: tracks[0].id, duration_ms: tracks[0].duration_ms }],
      [sdk.tracks.audioFeatures(ids(tracks)), length(tracks.length)],
    ],
    'tracks.audioAnalysis': () => [
      [sdk.tracks.audioAnalysis(tracks[0].id), { track: { duration: tracks[0].duration_ms / 1000 } }],
    ],
    'users.profile': () => [[sdk.users.profile('mira'), { id: 'mira', display_name: 'Mira', type: 'user' }]],
    'currentUser.profile': () => [
      [sdk.currentUser.profile(), { id: user, country: 'US', product: 'premium', email: 'listener0@example.com' }],
    ],
    'currentUser.topItems': () => [
      [sdk.currentUser.topItems('tracks', 'short_term', 5, 2), { limit: 5, offset: 2, items: typed('track') }],
      [sdk.currentUser.topItems('artists'), { items: typed('artist') }],
    ],
    'currentUser.followedArtists': async () => {
      const { artists } = await sdk.currentUser.followedArtists(undefined, 50);
      const rest = { artists: { items: artists.items.slice(5) } };
      return [[sdk.currentUser.followedArtists(artists.items[4]?.id ?? '', 50), rest]];
    },
    'currentUser.followsArtistsOrUsers': async () => {
      const { artists } = await sdk.currentUser.followedArtists(undefined, 1);
      return [[sdk.currentUser.followsArtistsOrUsers(ids(artists.items), 'artist'), [true]]];
    },
    'currentUser.playlists.playlists': () => [
      [sdk.currentUser.playlists.playlists(50), { items: named('Everything at Once') }],
    ],
    'currentUser.playlists.isFollowing': () => [[sdk.currentUser.playlists.isFollowing(playlist.id, [user]), [true]]],
  };
  const saved = {
    albums: ['savedAlbums', 'hasSavedAlbums', 'album'],
    audiobooks: ['savedAudiobooks', 'hasSavedAudiobooks', 'audiobook'],
    episodes: ['savedEpisodes', 'hasSavedEpisodes', 'episode'],
    shows: ['savedShows', 'hasSavedShow', 'show'],
    tracks: ['savedTracks', 'hasSavedTracks', 'track'],
  } as const;
  for (const [kind, [list, has, member]] of Object.entries(saved)) {
    const calls = (): Json => sdk.currentUser[kind as keyof typeof saved];
    const entry = { added_at: expect.any(String), [member]: expect.objectContaining({ type: member }) };
    reads[`currentUser.${kind}.${list}`] = () => [[calls()[list](), { items: expect.arrayContaining([entry]) }]];
    reads[`currentUser.${kind}.${has}`] = async () => {
      const { items } = await calls()[list]();
      return [[calls()[has]([items[0][member].id, '0'.repeat(22)]), [true, false]]];
    };
  }

  /** Writes of the official client, by method, each checked by a read. */
  const writes: Record<string, () => Promise<void>> = {
    'currentUser.followArtistsOrUsers': async () => {
      const [first] = ids(artists);
      await sdk.currentUser.followArtistsOrUsers([first ?? ''], 'artist');
      expect(await sdk.currentUser.followsArtistsOrUsers([first ?? ''], 'artist')).toEqual([true]);
      await sdk.currentUser.followArtistsOrUsers(['mira'], 'user');
      expect(await sdk.currentUser.followsArtistsOrUsers(['mira'], 'user')).toEqual([true]);
    },
    'currentUser.unfollowArtistsOrUsers': async () => {
      const [first] = ids((await sdk.currentUser.followedArtists(undefined, 1)).artists.items);
      await sdk.currentUser.unfollowArtistsOrUsers([first ?? ''], 'artist');
      expect(await sdk.currentUser.followsArtistsOrUsers([first ?? ''], 'artist')).toEqual([false]);
    },
    'currentUser.shows.saveShows': async () => {
      await sdk.currentUser.shows.removeSavedShows(ids(shows));
      await sdk.currentUser.shows.saveShows(ids(shows, 2));
      expect((await sdk.currentUser.shows.hasSavedShow(ids(shows, 3))).slice(0, 3)).toEqual([true, true, false]);
    },
    'currentUser.shows.removeSavedShows': async () => {
      await sdk.currentUser.shows.saveShows(ids(shows, 2));
      await sdk.currentUser.shows.removeSavedShows(ids(shows, 1), 'US');
      expect(await sdk.currentUser.shows.hasSavedShow(ids(shows, 2))).toEqual([false, true]);
    },
    'currentUser.playlists.follow': async () => {
      const id = await newPlaylist();
      await sdk.currentUser.playlists.unfollow(id);
      await sdk.currentUser.playlists.follow(id);
      expect(await sdk.currentUser.playlists.isFollowing(id, [user])).toEqual([true]);
    },
    'currentUser.playlists.unfollow': async () => {
      const id = await newPlaylist();
      await sdk.currentUser.playlists.unfollow(id);
      expect(await sdk.currentUser.playlists.isFollowing(id, [user])).toEqual([false]);
      expect(ids((await sdk.currentUser.playlists.playlists(50)).items)).not.toContain(id);
    },
    'playlists.createPlaylist': async () => {
      const made = await sdk.playlists.createPlaylist(user, { name: 'Ours', public: false, description: 'Of two' });
      expect(await sdk.playlists.getPlaylist(made.id)).toEqual(made);
      expect(made).toMatchObject({ name: 'Ours', public: false, description: 'Of two', owner: { id: user } });
    },
    'playlists.changePlaylistDetails': async () => {
      const id = await newPlaylist();
      await sdk.playlists.changePlaylistDetails(id, { name: 'Renamed', public: false });
      expect(await sdk.playlists.getPlaylist(id)).toMatchObject({ name: 'Renamed', public: false });
    },
    'playlists.addItemsToPlaylist': async () => {
      const id = await newPlaylist(2);
      await sdk.playlists.addItemsToPlaylist(id, [tracks[2].uri], 0);
      expect(await urisIn(id)).toEqual([tracks[2].uri, ...uris(tracks, 2)]);
    },
    'playlists.movePlaylistItems': async () => {
      const id = await newPlaylist(4);
      const { snapshot_id } = await sdk.playlists.movePlaylistItems(id, 3, 1, 0);
      expect(await urisIn(id)).toEqual([tracks[3].uri, ...uris(tracks, 3)]);
      expect((await sdk.playlists.getPlaylist(id)).snapshot_id).toBe(snapshot_id);
    },
    'playlists.updatePlaylistItems': async () => {
      const id = await newPlaylist(4);
      await sdk.playlists.updatePlaylistItems(id, { uris: [tracks[5].uri] });
      expect(await urisIn(id)).toEqual([tracks[5].uri]);
    },
    'playlists.removeItemsFromPlaylist': async () => {
      const id = await newPlaylist(3);
      const { snapshot_id } = await sdk.playlists.getPlaylist(id);
      await sdk.playlists.removeItemsFromPlaylist(id, { snapshot_id, tracks: [{ uri: tracks[1].uri }] });
      expect(await urisIn(id)).toEqual([tracks[0].uri, tracks[2].uri]);
    },
    'playlists.addCustomPlaylistCoverImage': async () => {
      const id = await newPlaylist();
      const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xd9]);
      await sdk.playlists.addCustomPlaylistCoverImage(id, jpeg);
      const [image] = await sdk.playlists.getPlaylistCoverImage(id);
      expect(Buffer.from(await (await fetch(image?.url ?? '')).arrayBuffer())).toEqual(jpeg);
    },
    'playlists.addCustomPlaylistCoverImageFromBase64String': async () => {
      const refused = sdk.playlists.addCustomPlaylistCoverImageFromBase64String(await newPlaylist(), 'R0lGODlh');
      await expect(refused).rejects.toThrow('Invalid image');
    },
    'player.transferPlayback': async () => {
      await play();
      const other = sandbox.controls.music.connectDevice(user, { active: false });
      await sdk.player.transferPlayback([other], true);
      expect((await sdk.player.getPlaybackState()).device.id).toBe(other);
    },
    'player.startResumePlayback': async () => {
      const device = await play();
      await sdk.player.startResumePlayback(device, undefined, uris(tracks, 3), { uri: tracks[2].uri });
      expect(await current()).toBe(tracks[2].id);
    },
    'player.pausePlayback': async () => {
      const device = await play();
      await sdk.player.pausePlayback(device);
      expect((await sdk.player.getPlaybackState()).is_playing).toBe(false);
      await expect(sdk.player.pausePlayback(device)).rejects.toThrow('Restriction violated');
    },
    'player.skipToNext': async () => {
      await sdk.player.skipToNext(await play());
      expect(await current()).toBe(tracks[2].id);
    },
    'player.skipToPrevious': async () => {
      await sdk.player.skipToPrevious(await play());
      expect(await current()).toBe(tracks[0].id);
    },
    'player.seekToPosition': async () => {
      await sdk.player.seekToPosition(30_000, await play());
      expect((await sdk.player.getPlaybackState()).progress_ms).toBeGreaterThanOrEqual(30_000);
    },
    'player.setRepeatMode': async () => {
      await sdk.player.setRepeatMode('track', await play());
      expect((await sdk.player.getPlaybackState()).repeat_state).toBe('track');
    },
    'player.setPlaybackVolume': async () => {
      await sdk.player.setPlaybackVolume(0, await play());
      expect((await sdk.player.getPlaybackState()).device.volume_percent).toBe(0);
    },
    'player.togglePlaybackShuffle': async () => {
      await sdk.player.togglePlaybackShuffle(true, await play());
      expect((await sdk.player.getPlaybackState()).shuffle_state).toBe(true);
    },
    'player.addItemToPlaybackQueue': async () => {
      const device = await play();
      await sdk.player.addItemToPlaybackQueue(episodes[0].uri, device);
      expect((await sdk.player.getUsersQueue()).queue[0]?.id).toBe(episodes[0].id);
      await sdk.player.skipToNext(device);
    },
  };
  /**
   * Writes that have been broken in the official client since the API stopped accepting a bare list as the body.
   * https://github.com/spotify/spotify-web-api-ts-sdk/issues/131
   */
  const broken = ['albums', 'audiobooks', 'episodes', 'tracks'].flatMap((kind) => {
    const name = kind.charAt(0).toUpperCase() + kind.slice(1);
    return [`currentUser.${kind}.save${name}`, `currentUser.${kind}.removeSaved${name}`];
  });

  it('every method of the official client is tested', () => {
    const methodsOf = (group: object, prefix: string): string[] => [
      ...Object.getOwnPropertyNames(Object.getPrototypeOf(group)).flatMap((name) =>
        name === 'constructor' ? [] : [prefix + name],
      ),
      ...Object.entries(group).flatMap(([name, member]) =>
        name === 'api' ? [] : methodsOf(member, `${prefix}${name}.`),
      ),
    ];
    const groups = Object.entries(sdk).filter(([, group]) => Object(group).constructor.name.endsWith('Endpoints'));
    const methods = groups.flatMap(([name, group]) => methodsOf(group, `${name}.`));
    expect([...Object.keys(reads), ...Object.keys(writes), ...broken].sort()).toEqual(['search', ...methods].sort());
  });

  it.each(Object.entries(reads))('%s reads', async (_, read) => {
    for (const [result, expected] of await read()) expect(await result).toMatchObject(expected as object);
  });
  it.each(Object.keys(writes))('%s writes', (name) => writes[name]?.());
  it.each(broken)('%s is refused as by the API', async (name) => {
    const [, kind = '', method = ''] = name.split('.');
    const call = (sdk.currentUser as Json)[kind][method](['0'.repeat(22)]);
    await expect(call).rejects.toThrow('Missing required field: ids');
  });
});
