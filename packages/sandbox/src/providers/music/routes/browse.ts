import { markets } from '../../../data/music-markets.ts';
import { type Category, greeting, nameOf } from '../browse-data.ts';
import { notFound } from '../errors.ts';
import { readViewer, readWindow, usualWindow } from '../input.ts';
import { page } from '../paging.ts';
import type { Playlist } from '../playlist-data.ts';
import { writePlaylistSummary } from '../playlist-wire.ts';
import { gone, unavailablePlaylist, withGone } from '../real-forms.ts';
import type { Call, Route } from '../route.ts';
import type { Service } from '../service.ts';
import { byRelease } from './catalog.ts';

/** What editors put together, new releases and markets. */
export function browseRoutes({ settings, wire, world, clock, baseUrl }: Service): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/browse/new-releases',
      removed: true,
      answer: (call) => {
        const viewer = readViewer(call);
        const today = new Date(clock.now()).toISOString().slice(0, 10);
        const items = world()
          .albums.filter(
            ({ released, markets }) => released.date <= today && (!viewer.market || markets.includes(viewer.market)),
          )
          .sort(byRelease)
          .slice(0, 100);
        return { albums: pageOf(call, items, (album) => wire.albumSummary(album, viewer)) };
      },
    },
    {
      method: 'GET',
      path: '/v1/browse/featured-playlists',
      removed: 404,
      answer: (call) =>
        writePlaylists(
          call,
          greeting(call.query.get('locale')),
          world().categories.flatMap(({ playlists }) => playlists.slice(0, 2)),
        ),
    },
    {
      method: 'GET',
      path: '/v1/browse/categories',
      removed: true,
      answer: (call) => ({
        categories: pageOf(call, world().categories, (category) => writeCategory(call, category)),
      }),
    },
    {
      method: 'GET',
      path: '/v1/browse/categories/:id',
      removed: true,
      answer: (call) => writeCategory(call, findCategory(call)),
    },
    {
      method: 'GET',
      path: '/v1/browse/categories/:id/playlists',
      removed: 404,
      answer: (call) => {
        const category = findCategory(call);
        const { playlists } = category;
        return writePlaylists(call, nameOf(category, null), settings.realQuirks ? withGone(playlists) : playlists);
      },
    },
    { method: 'GET', path: '/v1/markets', removed: true, answer: () => ({ markets }) },
  ];

  function findCategory({ param }: Call): Category {
    const category = world().categories.find(({ id }) => id === param('id'));
    if (!category) throw notFound();
    return category;
  }

  function pageOf<T>({ query, path }: Call, items: readonly T[], write: (item: T) => object) {
    return page({ address: baseUrl() + path, query, items }, readWindow(query, usualWindow), write);
  }

  function writeCategory({ query }: Call, category: Category) {
    return {
      href: `${baseUrl()}/v1/browse/categories/${category.id}`,
      id: category.id,
      icons: wire.images(category.id).slice(1, 2),
      name: nameOf(category, query.get('locale')),
    };
  }

  function writePlaylists(call: Call, message: string, items: readonly (Playlist | typeof gone)[]) {
    const write = (playlist: Playlist | typeof gone) =>
      playlist === gone ? unavailablePlaylist : writePlaylistSummary(wire, settings, playlist);
    return { message, playlists: pageOf(call, items, write) };
  }
}
