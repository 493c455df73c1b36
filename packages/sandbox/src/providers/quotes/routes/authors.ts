import type { Author } from '../collection.ts';
import { refuseUnknown } from '../errors.ts';
import { slugOf } from '../names.ts';
import { cutPage, readPaging } from '../paging.ts';
import { type Query, readQuery } from '../query.ts';
import type { Service } from '../service.ts';
import { readOrder, type SortFields } from '../sorting.ts';
import type { Route } from './route.ts';

const sortFields: SortFields = new Map([
  ['name', 1],
  ['quoteCount', -1],
  ['dateAdded', -1],
  ['dateModified', -1],
]);

/** The routes that list authors and look one up. */
export function authorRoutes({ collection, wire }: Service): Route[] {
  function withQuotes(author: Author = refuseUnknown()): object {
    return wire.authorWithQuotes(author, collection().quotesByAuthor.get(author._id) ?? []);
  }
  return [
    {
      path: '/authors',
      handle(context) {
        const query = readQuery(context);
        const slugs = readSlugs(query);
        const authors = collection().authors.inOrder(readOrder(query, sortFields));
        const found = slugs ? authors.filter(({ slug }) => slugs.has(slug)) : authors;
        return wire.page(cutPage(found, readPaging(query), wire.author));
      },
    },
    {
      path: '/authors/:id',
      handle: (context) => withQuotes(collection().authors.byId.get(context.req.param('id') ?? '')),
    },
    {
      path: '/authors/slug/:slug',
      handle: (context) => withQuotes(collection().authorBySlug.get(context.req.param('slug') ?? '')),
    },
  ];
}

// Unlike elsewhere commas and pipes mean the same here, but a comma keeps pipes from separating.
function readSlugs(query: Query): Set<string> | undefined {
  const name = ['name', 'slug', 'slugs'].find((each) => query.text(each));
  if (!name) return undefined;
  const value = query.single(name, 'nameOrSlug.split is not a function');
  return new Set(value.split(value.includes(',') ? ',' : '|').map(slugOf));
}
