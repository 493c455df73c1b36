import { type Category, greeting, nameOf } from '../data/browse.ts';
import type { Playlist } from '../data/playlists.ts';
import { markets } from '../data/source.ts';
import type { Call, Endpoints } from '../endpoint.ts';
import { notFound } from '../errors.ts';
import { pageOf } from '../paging.ts';
import { readViewer } from '../request.ts';
import type { Service } from '../service.ts';
import { writePlaylistSummary } from '../wire/playlists.ts';
import { gone, unavailablePlaylist, withGone } from '../wire/real-forms.ts';
import { byRelease } from './albums.ts';

/** Creates the endpoints for editors' picks, new releases and markets. */
export function browseEndpoints({ settings, wire, world, clock, baseUrl }: Service): Endpoints {
  return {
    'GET /browse/new-releases': (call) => {
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
    'GET /browse/featured-playlists': (call) => {
      const featured = world().categories.flatMap(({ playlists }) => playlists.slice(0, 2));
      return writePlaylists(call, greeting(call.query.get('locale')), featured);
    },
    'GET /browse/categories': (call) => ({
      categories: pageOf(call, world().categories, (category) => writeCategory(call, category)),
    }),
    'GET /browse/categories/{category_id}': (call) => writeCategory(call, findCategory(call)),
    'GET /browse/categories/{category_id}/playlists': (call) => {
      const category = findCategory(call);
      const { playlists } = category;
      return writePlaylists(call, nameOf(category, null), settings.realQuirks ? withGone(playlists) : playlists);
    },
    'GET /markets': () => ({ markets }),
  };

  function findCategory({ param }: Call): Category {
    const category = world().categories.find(({ id }) => id === param('category_id'));
    if (!category) throw notFound();
    return category;
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
