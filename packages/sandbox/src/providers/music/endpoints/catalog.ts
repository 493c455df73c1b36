import type { Album, Artist } from '../data/catalog.ts';
import type { Routes } from '../endpoint.ts';
import { invalid, notFound } from '../errors.ts';
import { pageOf } from '../paging.ts';
import { csv, readId, readIds, readViewer, type Viewer } from '../request.ts';
import type { Service } from '../service.ts';
import { relatedArtists } from './recommendations.ts';

const groups = ['album', 'single', 'compilation', 'appears_on'] as const;

/** Tracks, albums and artists. */
export function catalogRoutes({ wire, world }: Service): Routes {
  return {
    ...lookups('tracks', () => world().track, wire.track),
    ...lookups('albums', () => world().album, wire.album),
    ...lookups('artists', () => world().artist, wire.artist),
    'GET /albums/{id}/tracks': (call) => {
      const viewer = readViewer(call);
      return pageOf(call, find(world().album, call.param('id')).tracks, (track) => wire.trackSummary(track, viewer));
    },
    'GET /artists/{id}/albums': (call) => {
      const viewer = readViewer(call);
      const wanted = readGroups(call.query);
      const artist = find(world().artist, call.param('id'));
      const items = discography(artist).filter(
        ({ album, group }) => wanted.includes(group) && (!viewer.market || album.markets.includes(viewer.market)),
      );
      return pageOf(call, items, ({ album, group }) => wire.discographyAlbum(album, group, viewer));
    },
    'GET /artists/{id}/top-tracks': (call) => {
      const viewer = readViewer(call);
      const { market } = viewer;
      const top = world()
        .tracksOf(find(world().artist, call.param('id')))
        .filter(({ album }) => !market || album.markets.includes(market))
        .toSorted((a, b) => b.popularity - a.popularity)
        .slice(0, 10);
      return { tracks: top.map((track) => wire.track(track, viewer)) };
    },
    'GET /artists/{id}/related-artists': ({ param }) => ({
      artists: relatedArtists(world(), find(world().artist, param('id'))).map(wire.artist),
    }),
  };

  /** By group, newest first. */
  function discography(artist: Artist) {
    return world()
      .albumsOf(artist)
      .map((album) => ({ album, group: album.artists.includes(artist) ? album.type : ('appears_on' as const) }))
      .sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group) || byRelease(a.album, b.album));
  }
}

/**
 * The two reads of every kind of record: one by its id, and several by theirs.
 *
 * @param writeSeveral When several are written shorter than one.
 * @param isHidden Whether the record does not exist for the viewer.
 */
export function lookups<T>(
  kinds: string,
  records: () => ReadonlyMap<string, T>,
  write: (record: T, viewer: Viewer) => object,
  {
    writeSeveral = write,
    isHidden = () => false,
  }: { writeSeveral?: typeof write; isHidden?: (record: T, viewer: Viewer) => boolean } = {},
): Routes {
  return {
    [`GET /${kinds}/{id}`]: (call) => {
      const record = find(records(), call.param('id'));
      const viewer = readViewer(call);
      if (isHidden(record, viewer)) throw notFound();
      return write(record, viewer);
    },
    [`GET /${kinds}`]: (call) => {
      const viewer = readViewer(call);
      const found = findAll(records(), readIds(call), (record) =>
        isHidden(record, viewer) ? null : writeSeveral(record, viewer),
      );
      return { [kinds]: found };
    },
  };
}

/** Newest first. */
export function byRelease(a: Album, b: Album): number {
  return b.released.date.localeCompare(a.released.date);
}

/** The record of an id from a path. */
export function find<T>(records: ReadonlyMap<string, T>, id: string): T {
  const record = records.get(readId(id));
  if (!record) throw notFound();
  return record;
}

/** Unknown ids give null at their position. */
export function findAll<T>(
  records: ReadonlyMap<string, T>,
  ids: readonly string[],
  write: (record: T) => object | null,
) {
  return ids.map((id) => {
    const record = records.get(id);
    return record ? write(record) : null;
  });
}

function readGroups(query: URLSearchParams): readonly string[] {
  const wanted = csv(query.get('include_groups'));
  if (wanted.some((group) => !groups.some((known) => known === group))) throw invalid('Invalid include_groups');
  return wanted.length > 0 ? wanted : groups;
}
