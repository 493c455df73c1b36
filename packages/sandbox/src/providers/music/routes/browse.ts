import { markets } from '../../../data/music-markets.ts';
import { readViewer, readWindow, usualWindow } from '../input.ts';
import { page } from '../paging.ts';
import type { Route } from '../route.ts';
import type { Service } from '../service.ts';
import { byRelease } from './catalog.ts';

/** New releases and markets. */
export function browseRoutes({ wire, world, clock, baseUrl }: Service): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/browse/new-releases',
      removed: true,
      answer: (call) => {
        const viewer = readViewer(call);
        const window = readWindow(call.query, usualWindow);
        const today = new Date(clock.now()).toISOString().slice(0, 10);
        const items = world()
          .albums.filter(
            ({ released, markets }) => released.date <= today && (!viewer.market || markets.includes(viewer.market)),
          )
          .sort(byRelease)
          .slice(0, 100);
        const list = { address: baseUrl() + call.path, query: call.query, items };
        return { albums: page(list, window, (album) => wire.albumSummary(album, viewer)) };
      },
    },
    { method: 'GET', path: '/v1/markets', removed: true, answer: () => ({ markets }) },
  ];
}
