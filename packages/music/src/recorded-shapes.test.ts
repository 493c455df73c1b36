import { nockOnly } from '@x/testing';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { api, asUser, id, link, track, user } from '../test/user.ts';
import {
  getItem,
  type MusicAccountClient,
  type PlaylistEntry,
  type SavedAudiobook,
  type SavedEpisode,
} from './index.ts';

// Shapes that the real host was seen to send although its documentation promises others. The bodies are made up.

nockOnly();

/** Creates a client with strict validation, so that a refused body fails the test. */
const strict = () => user(undefined, { validation: 'strict' });

const page = <Item>(items: Item[], fields: object = {}) => ({
  href: `${api}/v1/anything`,
  items,
  limit: 20,
  next: null,
  offset: 0,
  previous: null,
  total: items.length,
  ...fields,
});
const nowhere = { external_urls: {}, href: null, id: null, uri: null };
const spoken = { description: 'Talk', html_description: '<p>Talk</p>', explicit: false, images: [], languages: ['en'] };
const published = { copyrights: [], media_type: 'audio', publisher: 'Somebody' };
const released = { release_date: '2024-01-01', release_date_precision: 'day' };
const show = { ...link('show', 's'), ...spoken, ...published, is_externally_hosted: false, total_episodes: 2 };
const episode = (letter = 'e') => ({
  ...link('episode', letter),
  ...spoken,
  ...released,
  audio_preview_url: null,
  duration_ms: 1000,
  is_externally_hosted: false,
  is_playable: true,
  language: 'en',
});
const audiobook = (letter = 'b') => ({
  ...link('audiobook', letter),
  uri: `spotify:show:${letter.repeat(22)}`,
  ...spoken,
  ...published,
  authors: [{ name: 'Somebody' }],
  edition: 'Unabridged',
  narrators: [{ name: 'Somebody else' }],
  total_chapters: 12,
});
const chapter = (letter = 'c') => {
  const { is_playable, is_externally_hosted, language, ...recording } = episode(letter);
  return { ...recording, type: 'chapter', chapter_number: 0 };
};
/** A show in a player, in a queue or in a playlist. */
const embeddedShow = { ...show, html_description: null, is_externally_hosted: null, total_episodes: null };
/** An audiobook's chapter in a player. */
const played = { ...episode(), is_playable: undefined, language: '', languages: [''], release_date: '0000' };

const removedEpisode = {
  ...link('episode'),
  id: null,
  uri: null,
  name: null,
  href: `${api}/v1/episodes/null`,
  external_urls: { spotify: 'https://open.spotify.com/episode/null' },
  audio_preview_url: null,
  description: null,
  html_description: null,
  duration_ms: null,
  explicit: false,
  images: [],
  is_externally_hosted: null,
  language: null,
  languages: [null],
  release_date: '0000',
  release_date_precision: 'year',
  resume_point: { fully_played: false, resume_position_ms: null },
  show: {
    ...link('show'),
    id: null,
    uri: null,
    name: null,
    copyrights: null,
    description: null,
    html_description: null,
    explicit: false,
    images: [],
    is_externally_hosted: null,
    languages: [null],
    media_type: null,
    publisher: null,
    total_episodes: null,
  },
};

describe('saved audiobooks', () => {
  const added_at = '2024-01-01T00:00:00Z';
  const forms: [string, unknown[]][] = [
    ['bare, with a null among them', [audiobook('b'), null, audiobook('c')]],
    [
      'in an envelope, as the OpenAPI file has them',
      ['b', 'c'].map((letter) => ({ added_at, audiobook: audiobook(letter) })),
    ],
    ['in both forms', [audiobook('b'), { added_at, audiobook: audiobook('c') }]],
  ];

  it.each(forms)('are audiobooks when the API sends them %s', async (_, items) => {
    asUser().get('/v1/me/audiobooks').reply(200, page(items));
    const { items: books, raw } = await (await strict()).library.audiobooks.list();
    expect(books).toEqual([audiobook('b'), audiobook('c')]);
    expect(raw).toMatchObject({ items });
  });

  it('have the type SavedAudiobook', async () => {
    const list = (music: MusicAccountClient) => music.library.audiobooks.list();
    expectTypeOf<Awaited<ReturnType<typeof list>>['items'][number]>().toEqualTypeOf<SavedAudiobook>();
    expectTypeOf<SavedAudiobook['name']>().toEqualTypeOf<string>();
    expectTypeOf<SavedAudiobook['total_chapters']>().toEqualTypeOf<number | null>();
  });

  it('are refused if the envelope contains something else', async () => {
    asUser()
      .get('/v1/me/audiobooks')
      .reply(200, page([{ added_at, audiobook: show }]));
    await expect((await strict()).library.audiobooks.list()).rejects.toMatchObject({ code: 'invalid_response' });
  });
});

describe('saved episodes', () => {
  it('include removed episodes, with a null ID', async () => {
    const items = [
      { added_at: '2024-01-02T00:00:00Z', episode: { ...episode(), show } },
      { added_at: '2024-01-01T00:00:00Z', episode: removedEpisode },
    ];
    asUser().get('/v1/me/episodes').reply(200, page(items));
    const { items: saved } = await (await strict()).library.episodes.list();
    expect(saved.map(({ episode: each }) => each?.name)).toEqual(['episode e', null]);
    const shows = saved.map(({ episode: each }) => each?.show?.publisher);
    expect(shows).toEqual(['Somebody', null]);
    expectTypeOf<NonNullable<SavedEpisode['episode']>['name']>().toEqualTypeOf<string | null | undefined>();
  });
});

describe('audiobooks and chapters', () => {
  it('get: a chapter requested without a market does not say whether it is playable', async () => {
    const body = { ...chapter(), audiobook: { ...audiobook(), total_chapters: null } };
    asUser().get(`/v1/chapters/${id}`).reply(200, body);
    const { is_playable, audiobook: book } = await (await strict()).chapters.get({ id });
    expect([is_playable, book.total_chapters]).toEqual([undefined, null]);
  });

  it('get: the number of chapters may be null', async () => {
    asUser()
      .get(`/v1/audiobooks/${id}`)
      .reply(200, { ...audiobook(), total_chapters: null, chapters: page([chapter()]) });
    expect((await (await strict()).audiobooks.get({ id })).total_chapters).toBeNull();
  });
});

describe('podcasts', () => {
  it('get: the episodes of a show contain null in place of unavailable ones', async () => {
    asUser()
      .get(`/v1/shows/${id}`)
      .reply(200, { ...show, episodes: page([episode(), null]) });
    const { episodes } = await (await strict()).shows.get({ id });
    expect(episodes.items.map((each) => each?.name)).toEqual(['episode e', undefined]);
  });

  it('saved shows include audiobooks that look like shows', async () => {
    const items = [{ added_at: '2024-01-01T00:00:00Z', show: { ...embeddedShow, description: 'Author(s): Somebody' } }];
    asUser().get('/v1/me/shows').reply(200, page(items));
    const [saved] = (await (await strict()).library.shows.list()).items;
    expect(saved?.show).toMatchObject({ total_episodes: null, html_description: null });
  });
});

describe('the current playback', () => {
  const device = {
    id: null,
    name: 'Kitchen',
    type: 'Speaker',
    is_active: true,
    is_private_session: false,
    is_restricted: false,
    volume_percent: null,
  };
  const item = { ...played, show: embeddedShow };

  it('player.get: a chapter of an audiobook is an episode of a show with null fields, and there is no context', async () => {
    const state = { is_playing: true, currently_playing_type: 'episode', progress_ms: 1, timestamp: 1 };
    asUser()
      .get('/v1/me/player')
      .reply(200, { ...state, device, item, repeat_state: 'off', shuffle_state: false, actions: { disallows: {} } });
    const playback = await (await strict()).player.get();
    expect(playback?.item).toMatchObject({ type: 'episode', show: { total_episodes: null, html_description: null } });
    expect(playback?.context).toBeUndefined();
  });

  it('player.queue.get: the queue has chapters in the same form', async () => {
    asUser()
      .get('/v1/me/player/queue')
      .reply(200, { currently_playing: item, queue: [item, track('b')] });
    const { queue } = await (await strict()).player.queue.get();
    expect(queue.map(({ type }) => type)).toEqual(['episode', 'track']);
  });
});

describe('playlists', () => {
  const entry = (fields: object) => ({ added_at: null, added_by: null, is_local: false, ...fields });
  const nameless = {
    ...nowhere,
    href: `${api}/v1/shows/${id}`,
    id,
    uri: `spotify:show:${id}`,
    name: null,
    type: 'A show',
  };
  const trackFields = {
    disc_number: 0,
    explicit: false,
    external_ids: {},
    popularity: 0,
    preview_url: null,
    track_number: 0,
  };

  it.each<[string, object, object]>([
    [
      'an episode in the form of a track, whose artists have no name',
      {
        ...link('episode', 'e'),
        ...trackFields,
        duration_ms: 1,
        episode: false,
        track: true,
        is_playable: true,
        artists: [nameless],
        album: { ...link('show'), album_type: 'compilation', artists: [nameless], images: [], release_date: null },
      },
      { type: 'episode', artists: [{ name: null }] },
    ],
    [
      'a track that was removed from the catalog',
      {
        ...nowhere,
        ...trackFields,
        type: 'track',
        name: '',
        duration_ms: 0,
        artists: [],
        album: null,
        is_local: false,
      },
      { type: 'track', id: null, is_local: false },
    ],
    [
      'a track whose linked_from has null fields',
      { ...track('t'), linked_from: { ...nowhere, type: 'track' } },
      { id: 't'.repeat(22), linked_from: { id: null } },
    ],
  ])('items: %s', async (_, item, expected) => {
    asUser()
      .get(`/v1/playlists/${id}/items`)
      .reply(200, page([entry({ item })]));
    const [first] = (await (await strict()).playlists.items({ playlist_id: id })).items;
    expect(getItem(first as PlaylistEntry)).toMatchObject(expected);
  });

  const owner = { ...link('user'), display_name: null };
  const playlist = {
    ...link('playlist', 'p'),
    collaborative: false,
    description: null,
    images: null,
    owner,
    public: true,
    snapshot_id: 's',
    tracks: { href: `${api}/v1/anything`, total: 1 },
  };

  it('list: the number of items and the owner may be null', async () => {
    const empty = { ...owner, ...nowhere, external_urls: { spotify: null } };
    const items = [playlist, { ...playlist, owner: empty, tracks: { ...playlist.tracks, total: null } }, null];
    asUser().get('/v1/me/playlists').reply(200, page(items));
    const found = (await (await strict()).playlists.list()).items;
    expect(found.map(({ owner: { id }, tracks }) => [id, tracks?.total])).toEqual([
      [owner.id, 1],
      [null, null],
    ]);
  });

  it.each(['categories', 'featured'])('browse: %s: a deleted playlist has null fields', async (list) => {
    const gone = {
      ...playlist,
      ...nowhere,
      name: null,
      owner: null,
      public: null,
      snapshot_id: null,
      tracks: { href: null, total: null },
    };
    const path = list === 'featured' ? 'featured-playlists' : 'categories/jazz/playlists';
    asUser()
      .get(`/v1/browse/${path}`)
      .reply(200, { message: 'Now', playlists: page([playlist, gone]) });
    const { browse } = await strict();
    const { items } = await (list === 'featured'
      ? browse.featuredPlaylists()
      : browse.categories.playlists({ category_id: 'jazz' }));
    expect(items.map((each) => [each.id, each.owner?.id])).toEqual([
      [playlist.id, owner.id],
      [null, undefined],
    ]);
  });
});

describe('music', () => {
  it('an artist may lack pictures, followers and genres', async () => {
    asUser()
      .get(`/v1/artists/${id}`)
      .reply(200, { ...link('artist'), images: null, followers: null, genres: null });
    expect((await (await strict()).artists.get({ id })).images).toBeNull();
  });

  it('an audio analysis may omit numbers that are 0', async () => {
    const sound = { loudness: -8, tempo: 118, mode_confidence: 1, time_signature: 4, time_signature_confidence: 1 };
    const body = {
      meta: {},
      track: {},
      bars: [{ duration: 1, confidence: 1 }],
      beats: [{ start: 1, duration: 1 }],
      tatums: [],
      sections: [{ duration: 9, ...sound }],
      segments: [{ duration: 1, loudness_start: -9, loudness_max: -8, pitches: [], timbre: [] }],
    };
    asUser().get(`/v1/audio-analysis/${id}`).reply(200, body);
    const { bars, sections } = await (await strict()).audioAnalysis.get({ id });
    expect([bars[0]?.start, sections[0]?.key]).toEqual([undefined, undefined]);
  });
});
