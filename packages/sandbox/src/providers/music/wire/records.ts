import { availability, relink } from '../data/availability.ts';
import type { Album, Artist, Track } from '../data/catalog.ts';
import type { User } from '../data/users.ts';
import { page } from '../paging.ts';
import type { Viewer } from '../request.ts';
import { createSpokenWire } from './spoken.ts';

/** Fields removed from development-mode apps since February 2026, by type of object. */
const removedFields: Readonly<Record<string, readonly string[]>> = {
  track: ['available_markets', 'linked_from', 'popularity', 'preview_url'],
  album: ['available_markets', 'album_group', 'label', 'popularity', 'genres'],
  artist: ['followers', 'popularity', 'genres'],
  user: ['country', 'email', 'explicit_content', 'followers', 'product'],
  show: ['available_markets', 'publisher'],
  audiobook: ['available_markets', 'publisher'],
  // Chapters are of this type, too, but for the real host.
  episode: ['available_markets', 'language', 'audio_preview_url'],
  chapter: ['available_markets', 'audio_preview_url'],
};

export type Wire = ReturnType<typeof createWire>;

/** Writes records as the API does. */
export function createWire(
  baseUrl: () => string,
  { development, realQuirks }: { readonly development: boolean; readonly realQuirks: boolean },
) {
  const trim = <T extends { type: string }>(object: T): T => {
    if (!development) return object;
    const removed = removedFields[object.type] ?? [];
    return Object.fromEntries(Object.entries(object).filter(([name]) => !removed.includes(name))) as T;
  };

  const link = <Type extends string>(type: Type, id: string) => {
    const encoded = encodeURIComponent(id);
    return {
      external_urls: { spotify: `https://open.spotify.com/${type}/${encoded}` },
      href: `${baseUrl()}/v1/${type}s/${encoded}`,
      id,
      type,
      uri: `spotify:${type}:${encoded}`,
    };
  };

  const images = (id: string) =>
    [640, 300, 64].map((size) => ({ url: `${baseUrl()}/images/${id}/${size}`, height: size, width: size }));

  const artistLink = ({ id, name }: Artist) => ({ ...link('artist', id), name });

  const artist = (record: Artist) =>
    trim({
      ...artistLink(record),
      followers: { href: null, total: record.followers },
      genres: record.genres,
      images: images(record.id),
      popularity: record.popularity,
    });

  const albumFields = (record: Album, viewer: Viewer) => ({
    ...link('album', record.id),
    album_type: record.type,
    total_tracks: record.tracks.length,
    ...availability(record.markets, viewer),
    images: images(record.id),
    name: record.name,
    release_date: record.released.date,
    release_date_precision: record.released.precision,
    artists: record.artists.map(artistLink),
  });

  const trackFields = (asked: Track, viewer: Viewer) => {
    const record = relink(asked, viewer);
    return {
      ...link('track', record.id),
      artists: record.artists.map(artistLink),
      ...availability(record.album.markets, viewer, record.explicit),
      ...(record !== asked && { linked_from: link('track', asked.id) }),
      disc_number: record.disc,
      duration_ms: record.durationMs,
      explicit: record.explicit,
      is_local: false,
      name: record.name,
      preview_url: null,
      track_number: record.number,
    };
  };

  const publicUser = (record: User) =>
    trim({
      ...link('user', record.id),
      display_name: record.displayName,
      followers: { href: null, total: record.followers },
      images: [],
    });

  const albumSummary = (record: Album, viewer: Viewer) => trim(albumFields(record, viewer));
  const trackSummary = (record: Track, viewer: Viewer) => trim(trackFields(record, viewer));

  return {
    baseUrl,
    trim,
    link,
    images,
    artist,
    trackSummary,
    albumSummary,

    track(asked: Track, viewer: Viewer) {
      const record = relink(asked, viewer);
      return trim({
        ...trackFields(asked, viewer),
        album: albumSummary(record.album, viewer),
        external_ids: { isrc: record.isrc },
        popularity: record.popularity,
      });
    },

    album(record: Album, viewer: Viewer) {
      const address = `${baseUrl()}/v1/albums/${record.id}/tracks`;
      const query = viewer.market ? [['market', viewer.market] as const] : [];
      return trim({
        ...albumFields(record, viewer),
        tracks: page({ address, query, items: record.tracks }, { limit: 50, offset: 0 }, (track) =>
          trackSummary(track, viewer),
        ),
        copyrights: ['C', 'P'].map((type) => ({ text: `${record.released.date.slice(0, 4)} ${record.label}`, type })),
        external_ids: { upc: record.upc },
        genres: [],
        label: record.label,
        popularity: record.popularity,
      });
    },

    uploadedImage: (id: string) => ({ url: `${baseUrl()}/images/${id}`, height: null, width: null }),

    discographyAlbum: (record: Album, group: Album['type'] | 'appears_on', viewer: Viewer) =>
      trim({ ...albumFields(record, viewer), album_group: group }),

    ...createSpokenWire({ baseUrl, trim, link, images, realQuirks }),

    /** Public view of a user. */
    publicUser,

    /** The user's own view; the scopes decide how much of it. */
    privateUser: (record: User, scopes: readonly string[]) =>
      trim({
        ...publicUser(record),
        account_id: record.accountId,
        ...(scopes.includes('user-read-email') && { email: record.email }),
        ...(scopes.includes('user-read-private') && {
          country: record.country,
          explicit_content: { filter_enabled: record.filtersExplicit, filter_locked: false },
          product: record.product,
        }),
      }),
  };
}
