import type { Album } from '../data/catalog.ts';
import type { Audiobook } from '../data/spoken.ts';

// Responses of the real host that differ from its documentation. Served with `quirks: 'real'`.

/** Endpoints that respond with 429 to every request of an app that may not use them. */
export const alwaysLimited: ReadonlySet<string> = new Set([
  'GET /browse/new-releases',
  'GET /browse/featured-playlists',
  'GET /recommendations',
]);

/** A list item that the API no longer has but still counts. It sends null in its place. */
export const gone = Symbol('gone');

/** Returns a list with a removed item at its end. */
export const withGone = <Item>(items: readonly Item[]): readonly (Item | typeof gone)[] => [...items, gone];

/** Returns the links of a removed record. */
const nowhere = (baseUrl: string, type: 'show' | 'episode') => ({
  external_urls: { spotify: `https://open.spotify.com/${type}/null` },
  href: `${baseUrl}/v1/${type}s/null`,
  id: null,
  type,
  uri: null,
});

const nothingSaid = { description: null, explicit: false, html_description: null, images: [], name: null };

/** Returns a saved episode that was removed from the catalog. */
export const removedSavedEpisode = (baseUrl: string) => ({
  added_at: '2017-01-01T00:00:00Z',
  episode: {
    ...nowhere(baseUrl, 'episode'),
    ...nothingSaid,
    audio_preview_url: null,
    duration_ms: null,
    is_externally_hosted: null,
    language: null,
    languages: [null],
    release_date: '0000',
    release_date_precision: 'year',
    resume_point: { fully_played: false, resume_position_ms: null },
    show: {
      ...nowhere(baseUrl, 'show'),
      ...nothingSaid,
      copyrights: null,
      is_externally_hosted: null,
      languages: [null],
      media_type: null,
      publisher: null,
      total_episodes: null,
    },
  },
});

/** A playlist of a category that is no longer available. */
export const unavailablePlaylist = {
  collaborative: false,
  description: null,
  external_urls: {},
  href: null,
  id: null,
  images: null,
  name: null,
  owner: { display_name: null, external_urls: {}, href: null, id: null, type: 'user', uri: null },
  public: null,
  snapshot_id: null,
  tracks: { href: null, total: null },
  type: 'playlist',
  uri: null,
};

/** Returns the user who added an entry when it was nobody: one with an empty ID. */
export const nobody = (baseUrl: string) => ({
  external_urls: { spotify: 'https://open.spotify.com/user/' },
  href: `${baseUrl}/v1/users/`,
  id: '',
  type: 'user',
  uri: 'spotify:user:',
});

/** Fields of a show inside a player, queue or playlist item that differ from the show requested by its ID. */
export const embeddedShow = { html_description: null, is_externally_hosted: null, total_episodes: null };

/** Returns the description of a saved audiobook that is listed as a show. */
export const describeAsShow = ({ authors, narrators, description }: Audiobook) =>
  `Author(s): ${authors.join(', ')}\nNarrator(s): ${narrators.join(', ')}\n\n${description}`;

export const hidesLabel = ({ type }: Album) => type === 'single';

/** Returns whether an audiobook's number of chapters is null. */
export const hidesTotal = ({ chapters }: Audiobook) => chapters.length % 3 === 0;
