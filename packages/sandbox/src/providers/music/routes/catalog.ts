import { invalid, notFound } from '../errors.ts';
import { csv, readId, readIds, readViewer, readWindow, usualWindow } from '../input.ts';
import type { Album, Artist } from '../music-data.ts';
import { page } from '../paging.ts';
import type { Route } from '../route.ts';
import type { Service } from '../service.ts';

const groups = ['album', 'single', 'compilation', 'appears_on'] as const;

/** Tracks, albums and artists. */
export function catalogRoutes({ settings, wire, world, baseUrl }: Service): readonly Route[] {
  const albumsWindow = { min: 0, ...(settings.development ? { max: 10, fallback: 5 } : usualWindow) };

  return [
    {
      method: 'GET',
      path: '/v1/tracks/:id',
      answer: (call) => wire.track(find(world().track, call.param('id')), readViewer(call)),
    },
    {
      method: 'GET',
      path: '/v1/tracks',
      removed: true,
      answer: (call) => {
        const viewer = readViewer(call);
        return { tracks: findAll(world().track, readIds(call.query, 50), (track) => wire.track(track, viewer)) };
      },
    },
    {
      method: 'GET',
      path: '/v1/albums/:id',
      answer: (call) => wire.album(find(world().album, call.param('id')), readViewer(call)),
    },
    {
      method: 'GET',
      path: '/v1/albums',
      removed: true,
      answer: (call) => {
        const viewer = readViewer(call);
        return { albums: findAll(world().album, readIds(call.query, 20), (album) => wire.album(album, viewer)) };
      },
    },
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
      path: '/v1/artists/:id',
      answer: (call) => wire.artist(find(world().artist, call.param('id'))),
    },
    {
      method: 'GET',
      path: '/v1/artists',
      removed: true,
      answer: (call) => ({ artists: findAll(world().artist, readIds(call.query, 50), wire.artist) }),
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
function findAll<T>(records: ReadonlyMap<string, T>, ids: readonly string[], write: (record: T) => unknown) {
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
