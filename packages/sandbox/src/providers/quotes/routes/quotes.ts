import { refuseUnknown } from '../errors.ts';
import { allOf, filterKey, readAuthorFilter, readLengthFilter, readTagsFilter } from '../filters.ts';
import { cutPage, readPaging } from '../paging.ts';
import { readQuery } from '../query.ts';
import type { Service } from '../service.ts';
import { readOrder, type SortFields } from '../sorting.ts';
import type { Route } from './route.ts';

const sortFields: SortFields = new Map([
  ['dateAdded', -1],
  ['dateModified', -1],
  ['author', 1],
  ['content', 1],
  ['length', -1],
]);

/** The routes that list quotes and look one up. */
export function quoteRoutes({ collection, recentLists, wire }: Service): Route[] {
  return [
    {
      path: '/quotes',
      handle(context) {
        const query = readQuery(context);
        const author = readAuthorFilter(query);
        const id = query.text('authorId');
        const byId = id && !author ? ({ authorId }: { authorId: string }) => authorId === id : undefined;
        const keeps = allOf(author, byId, readLengthFilter(query), readTagsFilter(query));
        const order = readOrder(query, sortFields);
        const quotes = recentLists(JSON.stringify([order, filterKey(query)]), () =>
          collection().quotes.inOrder(order).filter(keeps),
        );
        return wire.page(cutPage(quotes, readPaging(query), wire.quote));
      },
    },
    {
      path: '/quotes/:id',
      handle(context) {
        return wire.quote(collection().quotes.byId.get(context.req.param('id') ?? '') ?? refuseUnknown());
      },
    },
  ];
}
