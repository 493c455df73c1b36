import { availability, relink } from '../data/availability.ts';
import type { Album, Artist, Track } from '../data/catalog.ts';
import { page } from '../paging.ts';
import type { Viewer } from '../request.ts';
import { firstPage, type Links, within } from './links.ts';
import { hidesLabel } from './real-forms.ts';

/** Writes artists, albums and tracks as the API does. */
export function createCatalogWire(links: Links, realQuirks: boolean) {
  const { trim, link, images } = links;
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

  const albumSummary = (record: Album, viewer: Viewer) => trim(albumFields(record, viewer));
  const trackSummary = (record: Track, viewer: Viewer) => trim(trackFields(record, viewer));

  return {
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
      const list = { ...within(links, `albums/${record.id}/tracks`, viewer), items: record.tracks };
      return trim({
        ...albumFields(record, viewer),
        tracks: page(list, firstPage, (track) => trackSummary(track, viewer)),
        copyrights: ['C', 'P'].map((type) => ({ text: `${record.released.date.slice(0, 4)} ${record.label}`, type })),
        external_ids: { upc: record.upc },
        genres: [],
        label: realQuirks && hidesLabel(record) ? null : record.label,
        popularity: record.popularity,
      });
    },

    discographyAlbum: (record: Album, group: Album['type'] | 'appears_on', viewer: Viewer) =>
      trim({ ...albumFields(record, viewer), album_group: group }),
  };
}
