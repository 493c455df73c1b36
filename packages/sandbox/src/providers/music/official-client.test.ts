import { SpotifyApi } from '@spotify/web-api-ts-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../create-sandbox.ts';
import type { Sandbox } from '../../sandbox.ts';
import type { Json } from './testing.ts';

/** The official client has its hosts built in: this leads its addresses to a sandbox. */
function leadTo({ options: { music } }: Sandbox) {
  return (url: unknown) =>
    String(url)
      .replace('https://api.spotify.com', music.baseUrl)
      .replace('https://accounts.spotify.com', music.authUrl);
}

describe('for an app', () => {
  /** Led by the fetch that the official client lets one choose. */
  async function setup() {
    const sandbox = await createSandbox();
    const { clientId, clientSecret } = sandbox.options.music;
    const lead = leadTo(sandbox);
    const { fetch } = globalThis;
    // Its token request goes to the global fetch, whatever fetch it was given.
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

  it('what the README reports: a token request for each concurrent first call, and unchecked responses', async () => {
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

// One long table: it has every method of the official client, and is checked to.
describe('for a user', () => {
  let sandbox: Sandbox;
  let sdk: SpotifyApi;
  /** Records that play in the user's country. */
  let album: Json;
  let albums: Json[];
  let tracks: Json[];
  let artists: Json[];
  let shows: Json[];
  let episodes: Json[];
  let books: Json[];
  /** Of the user, with 300 entries. */
  let playlist: Json;

  beforeAll(async () => {
    sandbox = await createSandbox();
    const lead = leadTo(sandbox);
    const { accessToken, refreshToken } = sandbox.controls.music.issueUserToken({ userId: user, scopes });
    const token = { access_token: accessToken, refresh_token: refreshToken, token_type: 'Bearer', expires_in: 3600 };
    sdk = SpotifyApi.withAccessToken('the app', token, { fetch: (url, init) => fetch(lead(url), init) });
    const find = async (q: string, type: string, limit = 10): Promise<Json[]> =>
      (await (sdk.search as Json)(q, [type], undefined, limit))[`${type}s`].items;
    albums = await find('year:1900-2100', 'album', 50);
    album = albums.find(({ album_type }) => album_type === 'album');
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
  /** A new playlist with the first `count` tracks of the album. */
  async function newPlaylist(count = 0): Promise<string> {
    const { id } = await sdk.playlists.createPlaylist(user, { name: 'Made by a test', public: true });
    if (count > 0) await sdk.playlists.addItemsToPlaylist(id, uris(tracks, count));
    return id;
  }
  const urisIn = async (id: string) => (await sdk.playlists.getPlaylistItems(id)).items.map(({ track }) => track.uri);
  /** A new device that plays the album from its second track. */
  async function play(): Promise<string> {
    const device = sandbox.controls.music.connectDevice(user, { name: 'Under test' });
    await sdk.player.togglePlaybackShuffle(false);
    await sdk.player.setRepeatMode('off');
    await sdk.player.startResumePlayback(device, album.uri, undefined, { position: 1 });
    await sandbox.clock.advance(1000);
    return device;
  }
  const current = async () => (await sdk.player.getCurrentlyPlayingTrack()).item.id;

  /** Each read of the official client, and what it returns. */
  const reads: Record<string, () => Promise<void>> = {
    search: async () => {
      const found = await sdk.search('year:1900-2100', [
        'album',
        'artist',
        'playlist',
        'track',
        'show',
        'episode',
        'audiobook',
      ]);
      expect(Object.keys(found)).toHaveLength(7);
      expect(found.albums.items[0]).toEqual(albums[0]);
      expect(found.tracks.total).toBeGreaterThan(20);
    },
    'albums.get': async () => {
      const one = await sdk.albums.get(album.id);
      expect(one).toMatchObject({ id: album.id, type: 'album', total_tracks: tracks.length });
      expect(await sdk.albums.get([album.id])).toEqual([one]);
    },
    'albums.tracks': async () => {
      const page = await sdk.albums.tracks(album.id, undefined, 3, 2);
      expect(page).toMatchObject({ limit: 3, offset: 2, total: tracks.length, items: tracks.slice(2, 5) });
    },
    'artists.get': async () => {
      expect(await sdk.artists.get(artists[0].id)).toEqual(artists[0]);
      expect(await sdk.artists.get(ids(artists))).toEqual(artists);
    },
    'artists.albums': async () => {
      const page = await sdk.artists.albums(album.artists[0].id, 'album', undefined, 50);
      expect(ids(page.items)).toContain(album.id);
      for (const { album_group } of page.items) expect(album_group).toBe('album');
    },
    'artists.topTracks': async () => {
      const top = await sdk.artists.topTracks(album.artists[0].id, 'US');
      expect(top.tracks).toHaveLength(10);
      for (const track of top.tracks) expect(ids(track.artists)).toContain(album.artists[0].id);
    },
    'artists.relatedArtists': async () => {
      const related = await sdk.artists.relatedArtists(artists[0].id);
      expect(related.artists).toHaveLength(20);
      expect(ids(related.artists)).not.toContain(artists[0].id);
    },
    'audiobooks.get': async () => {
      const book = await sdk.audiobooks.get(books[0].id, 'US');
      expect(book).toMatchObject({ ...books[0], chapters: { total: books[0].total_chapters } });
      expect(await sdk.audiobooks.get([books[0].id], 'US')).toEqual([book]);
    },
    'audiobooks.getAudiobookChapters': async () => {
      const chapters = await sdk.audiobooks.getAudiobookChapters(books[0].id, 'US', 2, 1);
      expect(chapters).toMatchObject({ limit: 2, offset: 1, total: books[0].total_chapters });
      const book = await sdk.audiobooks.get(books[0].id, 'US');
      expect(chapters.items).toEqual(book.chapters.items.slice(1, 3));
    },
    'browse.getCategories': async () => {
      const { categories } = await sdk.browse.getCategories('DE', 'de_DE', 50);
      expect(categories.items.map(({ name }) => name)).toContain('Klassik');
      expect(categories.total).toBe(categories.items.length);
    },
    'browse.getCategory': async () => {
      expect(await sdk.browse.getCategory('classical', 'DE', 'de_DE')).toMatchObject({ name: 'Klassik' });
    },
    'browse.getNewReleases': async () => {
      const { albums } = await sdk.browse.getNewReleases('US', 50);
      const dates = albums.items.map(({ release_date }) => release_date);
      expect(dates).toHaveLength(50);
      expect(dates).toEqual(dates.toSorted().reverse());
    },
    'browse.getFeaturedPlaylists': async () => {
      const { message, playlists } = await sdk.browse.getFeaturedPlaylists('US', 'en_US', undefined, 4);
      expect([message, playlists.items.length]).toEqual(['Picked by our editors', 4]);
    },
    'browse.getPlaylistsForCategory': async () => {
      const { playlists } = await sdk.browse.getPlaylistsForCategory('jazz', 'US', 2, 1);
      expect(playlists).toMatchObject({ limit: 2, offset: 1, total: 5 });
      for (const { name } of playlists.items) expect(name).toMatch(/^Jazz: /);
    },
    'chapters.get': async () => {
      const { items } = await sdk.audiobooks.getAudiobookChapters(books[0].id, 'US');
      const [id = ''] = ids(items);
      const chapter = await sdk.chapters.get(id, 'US');
      expect(chapter).toMatchObject({ id, audiobook: books[0] });
      expect(await sdk.chapters.get([id], 'US')).toEqual([chapter]);
    },
    'episodes.get': async () => {
      const episode = await sdk.episodes.get(episodes[0].id, 'US');
      expect(episode).toMatchObject({ ...episodes[0], show: { type: 'show' } });
      expect(await sdk.episodes.get([episodes[0].id], 'US')).toEqual([episode]);
    },
    'recommendations.get': async () => {
      const asked = { seed_tracks: ids(tracks, 2), seed_artists: [artists[0].id], limit: 7, max_energy: 0.5 };
      const { seeds, tracks: found } = await sdk.recommendations.get(asked);
      expect(ids(seeds).sort()).toEqual([...asked.seed_tracks, ...asked.seed_artists].sort());
      expect(found).toHaveLength(7);
      for (const { energy } of await sdk.tracks.audioFeatures(ids(found))) expect(energy).toBeLessThanOrEqual(0.5);
    },
    'recommendations.genreSeeds': async () => {
      const { genres } = await sdk.recommendations.genreSeeds();
      const { tracks: found } = await sdk.recommendations.get({ seed_genres: genres.slice(0, 1), limit: 1 });
      expect(found).toHaveLength(1);
    },
    'markets.getAvailableMarkets': async () => {
      expect((await sdk.markets.getAvailableMarkets()).markets).toEqual(expect.arrayContaining(['DE', 'US']));
    },
    'player.getPlaybackState': async () => {
      const device = await play();
      const state = await sdk.player.getPlaybackState('US', 'episode');
      expect(state).toMatchObject({ is_playing: true, device: { id: device }, item: { id: tracks[1].id } });
      expect(state.progress_ms).toBeGreaterThanOrEqual(1000);
      sandbox.controls.music.disconnectDevice(user, device);
      expect(await sdk.player.getPlaybackState()).toBeNull();
    },
    'player.getAvailableDevices': async () => {
      const device = await play();
      const { devices } = await sdk.player.getAvailableDevices();
      expect(devices.filter(({ is_active }) => is_active)).toMatchObject([{ id: device, name: 'Under test' }]);
    },
    'player.getCurrentlyPlayingTrack': async () => {
      await play();
      const { item, context } = await sdk.player.getCurrentlyPlayingTrack('US');
      expect([item.id, context?.uri]).toEqual([tracks[1].id, album.uri]);
    },
    'player.getRecentlyPlayedTracks': async () => {
      const { items } = await sdk.player.getRecentlyPlayedTracks(50);
      expect(items).toHaveLength(50);
      const timestamp = Date.parse(items[9]?.played_at ?? '');
      const before = await sdk.player.getRecentlyPlayedTracks(3, { type: 'before', timestamp });
      expect(before.items).toEqual(items.slice(10, 13));
      const after = await sdk.player.getRecentlyPlayedTracks(3, { type: 'after', timestamp });
      expect(after.items).toEqual(items.slice(6, 9));
    },
    'player.getUsersQueue': async () => {
      await play();
      const { currently_playing, queue } = await sdk.player.getUsersQueue();
      expect([currently_playing?.id, ...ids(queue)]).toEqual(ids(tracks.slice(1)));
    },
    'playlists.getPlaylist': async () => {
      const { name, tracks: page } = await sdk.playlists.getPlaylist(playlist.id, 'US', undefined, ['episode']);
      expect([name, page.total, page.items.length]).toEqual(['Everything at Once', 300, 100]);
      const fields = 'name,tracks.items(track(name))';
      const little: Json = await sdk.playlists.getPlaylist(playlist.id, undefined, fields);
      expect(Object.keys(little)).toEqual(['name', 'tracks']);
      expect(Object.keys(little.tracks.items[0].track)).toEqual(['name']);
    },
    'playlists.getPlaylistItems': async () => {
      const page = await sdk.playlists.getPlaylistItems(playlist.id, 'US', undefined, 50, 10);
      const { tracks: first } = await sdk.playlists.getPlaylist(playlist.id, 'US');
      expect(page).toMatchObject({ limit: 50, offset: 10, total: 300 });
      expect(page.items).toEqual(first.items.slice(10, 60));
    },
    'playlists.getUsersPlaylists': async () => {
      const page = await sdk.playlists.getUsersPlaylists('mira', 50);
      expect(page.total).toBe(page.items.length);
      expect(page.items.some(({ owner }) => owner.id === 'mira')).toBe(true);
    },
    'playlists.getPlaylistCoverImage': async () => {
      const images = await sdk.playlists.getPlaylistCoverImage(playlist.id);
      expect(images).toEqual(playlist.images);
      expect(images.map(({ width }) => width)).toEqual([640, 300, 64]);
    },
    'shows.get': async () => {
      const { episodes, ...show } = await sdk.shows.get(shows[0].id, 'US');
      expect(show).toEqual(shows[0]);
      expect(episodes.total).toBe(shows[0].total_episodes);
      expect(await sdk.shows.get(ids(shows), 'US')).toEqual(shows);
    },
    'shows.episodes': async () => {
      const page = await sdk.shows.episodes(shows[0].id, 'US', 3, 1);
      expect(page).toMatchObject({ limit: 3, offset: 1, total: shows[0].total_episodes });
      expect(page.items).toEqual((await sdk.shows.get(shows[0].id, 'US')).episodes.items.slice(1, 4));
    },
    'tracks.get': async () => {
      const track = await sdk.tracks.get(tracks[0].id, 'US');
      expect(track).toMatchObject({ ...tracks[0], album: { id: album.id } });
      expect(await sdk.tracks.get(ids(tracks), 'US')).toHaveLength(tracks.length);
      await expect(sdk.tracks.get('0000000000000000000000')).rejects.toThrow('404');
    },
    'tracks.audioFeatures': async () => {
      const features = await sdk.tracks.audioFeatures(tracks[0].id);
      expect(features).toMatchObject({ id: tracks[0].id, duration_ms: tracks[0].duration_ms });
      expect((await sdk.tracks.audioFeatures(ids(tracks)))[0]).toEqual(features);
    },
    'tracks.audioAnalysis': async () => {
      const { track, beats } = await sdk.tracks.audioAnalysis(tracks[0].id);
      expect(track.duration).toBe(tracks[0].duration_ms / 1000);
      expect(beats).toHaveLength(Math.floor((track.duration * track.tempo) / 60));
    },
    'users.profile': async () => {
      expect(await sdk.users.profile('mira')).toMatchObject({ id: 'mira', display_name: 'Mira', type: 'user' });
    },
    'currentUser.profile': async () => {
      const me = await sdk.currentUser.profile();
      expect(me).toMatchObject({ id: user, country: 'US', product: 'premium', email: 'listener0@example.com' });
    },
    'currentUser.topItems': async () => {
      const page = await sdk.currentUser.topItems('tracks', 'short_term', 5, 2);
      const all = await sdk.currentUser.topItems('tracks', 'short_term', 50);
      expect(page.items).toEqual(all.items.slice(2, 7));
      const { items } = await sdk.currentUser.topItems('artists');
      for (const { type } of items) expect(type).toBe('artist');
    },
    'currentUser.followedArtists': async () => {
      const { artists } = await sdk.currentUser.followedArtists(undefined, 50);
      const rest = await sdk.currentUser.followedArtists(artists.items[4]?.id ?? '', 50);
      expect(rest.artists.items).toEqual(artists.items.slice(5));
    },
    'currentUser.followsArtistsOrUsers': async () => {
      const { artists } = await sdk.currentUser.followedArtists(undefined, 1);
      expect(await sdk.currentUser.followsArtistsOrUsers(ids(artists.items), 'artist')).toEqual([true]);
    },
    'currentUser.playlists.playlists': async () => {
      const page = await sdk.currentUser.playlists.playlists(50);
      expect(page.total).toBe(page.items.length);
      expect(ids(page.items)).toContain(playlist.id);
    },
    'currentUser.playlists.isFollowing': async () => {
      expect(await sdk.currentUser.playlists.isFollowing(playlist.id, [user])).toEqual([true]);
    },
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
    reads[`currentUser.${kind}.${list}`] = async () => {
      const { items, total } = await calls()[list]();
      expect(items).toHaveLength(Math.min(20, total));
      for (const item of items) expect([item[member].type, Date.parse(item.added_at) > 0]).toEqual([member, true]);
    };
    reads[`currentUser.${kind}.${has}`] = async () => {
      const { items } = await calls()[list]();
      expect(await calls()[has]([items[0][member].id, '0'.repeat(22)])).toEqual([true, false]);
    };
  }

  /** Each write, and what a read returns after it. */
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
   * Writes that are broken in the official client since the API stopped to take a bare list for a body.
   * https://github.com/spotify/spotify-web-api-ts-sdk/issues/131
   */
  const broken = ['albums', 'audiobooks', 'episodes', 'tracks'].flatMap((kind) => {
    const name = kind.charAt(0).toUpperCase() + kind.slice(1);
    return [`currentUser.${kind}.save${name}`, `currentUser.${kind}.removeSaved${name}`];
  });

  it('all of its methods are here', () => {
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

  it.each(Object.keys(reads))('%s reads', (name) => reads[name]?.());
  it.each(Object.keys(writes))('%s writes', (name) => writes[name]?.());
  it.each(broken)('%s is refused as the API refuses it', async (name) => {
    const [, kind = '', method = ''] = name.split('.');
    const call = (sdk.currentUser as Json)[kind][method](['0'.repeat(22)]);
    await expect(call).rejects.toThrow('Missing required field: ids');
  });
});
