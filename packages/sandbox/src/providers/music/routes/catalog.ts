import { invalid, notFound } from '../errors.ts';
import { csv, readId, readIds, readViewer, readWindow, usualWindow, type Viewer } from '../input.ts';
import type { Album, Artist } from '../music-data.ts';
import { page } from '../paging.ts';
import { relatedArtists } from '../recommend.ts';
import type { Route } from '../route.ts';
import type { Service } from '../service.ts';

const groups = ['album', 'single', 'compilation', 'appears_on'] as const;

/** Tracks, albums and artists. */
export function catalogRoutes({ settings, wire, world, baseUrl }: Service): readonly Route[] {
  const albumsWindow = { min: 0, ...(settings.development ? { max: 10, fallback: 5 } : usualWindow) };

  return [
    ...lookups({ kind: 'track', records: () => world().track, write: wire.track }),
    ...lookups({ kind: 'album', most: 20, records: () => world().album, write: wire.album }),
    ...lookups({ kind: 'artist', records: () => world().artist, write: wire.artist }),
    {
      method: 'GET',
      path: '/v1/albums/:id/tracks',
      answer: (call) => {
        const viewer = readViewer(call);
        const window = readWindow(call.query, usualWindow);
        const items = find(world().album, call.param('id')).tracks;
        const list = { address: baseUrl() + call.path, query: call.query, items };
        return page(list, window, (track) => wire.trackSummary(track, viewer));
      },
    },
    {
      method: 'GET',
      path: '/v1/artists/:id/albums',
      answer: (call) => {
        const viewer = readViewer(call);
        const window = readWindow(call.query, albumsWindow);
        const wanted = readGroups(call.query);
        const artist = find(world().artist, call.param('id'));
        const items = discography(artist).filter(
          ({ album, group }) => wanted.includes(group) && (!viewer.market || album.markets.includes(viewer.market)),
        );
        const list = { address: baseUrl() + call.path, query: call.query, items };
        return page(list, window, ({ album, group }) => wire.discographyAlbum(album, group, viewer));
      },
    },
    {
      method: 'GET',
      path: '/v1/artists/:id/top-tracks',
      removed: true,
      answer: (call) => {
        const viewer = readViewer(call);
        const { market } = viewer;
        const top = world()
          .tracksOf(find(world().artist, call.param('id')))
          .filter(({ album }) => !market || album.markets.includes(market))
          .toSorted((a, b) => b.popularity - a.popularity)
          .slice(0, 10);
        return { tracks: top.map((track) => wire.track(track, viewer)) };
      },
    },
    {
      method: 'GET',
      path: '/v1/artists/:id/related-artists',
      removed: 404,
      answer: (call) => ({
        artists: relatedArtists(world(), find(world().artist, call.param('id'))).map(wire.artist),
      }),
    },
  ];

  /** By group, newest first. */
  function discography(artist: Artist) {
    const albums = new Set(
      world()
        .tracksOf(artist)
        .map(({ album }) => album),
    );
    return [...albums]
      .map((album) => ({ album, group: album.artists.includes(artist) ? album.type : ('appears_on' as const) }))
      .sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group) || byRelease(a.album, b.album));
  }
}

interface Lookups<T> {
  readonly kind: string;
  /** Number of ids in one call. Default 50. */
  readonly most?: number;
  records(): ReadonlyMap<string, T>;
  write(record: T, viewer: Viewer): object;
  /** When several are written shorter than one. */
  readonly writeSeveral?: (record: T, viewer: Viewer) => object;
  /** Whether the record does not exist for the viewer. */
  readonly isHidden?: (record: T, viewer: Viewer) => boolean;
}

/** The two reads of every kind of record: one by its id, and several by theirs. */
export function lookups<T>({
  kind,
  most = 50,
  records,
  write,
  writeSeveral = write,
  isHidden = () => false,
}: Lookups<T>): readonly Route[] {
  return [
    {
      method: 'GET',
      path: `/v1/${kind}s/:id`,
      answer: (call) => {
        const record = find(records(), call.param('id'));
        const viewer = readViewer(call);
        if (isHidden(record, viewer)) throw notFound();
        return write(record, viewer);
      },
    },
    {
      method: 'GET',
      path: `/v1/${kind}s`,
      removed: true,
      answer: (call) => {
        const viewer = readViewer(call);
        const ids = readIds(call.query, most);
        return {
          [`${kind}s`]: findAll(records(), ids, (record) =>
            isHidden(record, viewer) ? null : writeSeveral(record, viewer),
          ),
        };
      },
    },
  ];
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
