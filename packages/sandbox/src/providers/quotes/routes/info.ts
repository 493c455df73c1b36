import { refuseUnknown } from '../errors.ts';
import { readQuery } from '../query.ts';
import type { Service } from '../service.ts';
import { readOrder, type SortFields } from '../sorting.ts';
import type { Route } from './route.ts';

const tagSortFields: SortFields = new Map([
  ['name', 1],
  ['quoteCount', -1],
  ['dateAdded', -1],
  ['dateModified', -1],
]);

/** The routes that describe the collection: its tags and its size. */
export function infoRoutes({ collection, settings, wire }: Service): Route[] {
  return [
    {
      path: '/tags',
      handle: (context) =>
        collection()
          .tags.inOrder(readOrder(readQuery(context), tagSortFields))
          .map(wire.tag),
    },
    {
      path: '/info/count',
      handle() {
        if (!settings.countRecord) refuseUnknown();
        const { quotes, authors, tags } = collection();
        return { quotes: quotes.all.length, authors: authors.all.length, tags: tags.all.length };
      },
    },
  ];
}
