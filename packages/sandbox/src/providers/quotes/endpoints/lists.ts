import type { Author, Quote } from '../data/collection.ts';
import { allOf, filterKey, readAuthorFilter, readLengthFilter, readTagsFilter } from '../data/filters.ts';
import { slugOf } from '../data/names.ts';
import { refuseUnknown } from '../errors.ts';
import { cutPage, readOrder, readPaging, type SortFields } from '../paging.ts';
import { type Query, readQuery } from '../request.ts';
import type { Routes, Service } from '../service.ts';

/** How authors and tags are sorted. */
const namedFields: SortFields = { name: 1, quoteCount: -1, dateAdded: -1, dateModified: -1 };
const quoteFields: SortFields = { dateAdded: -1, dateModified: -1, author: 1, content: 1, length: -1 };

/** The routes that list quotes, authors and tags, look one up, and count them. */
export function listRoutes({ collection, recentLists, settings, wire }: Service): Routes {
  const withQuotes = (author: Author = refuseUnknown()) =>
    wire.authorWithQuotes(author, collection().quotesByAuthor.get(author._id) ?? []);
  return {
    '/quotes'(context) {
      const query = readQuery(context);
      const author = readAuthorFilter(query);
      const id = query.text('authorId');
      const byId = id && !author ? ({ authorId }: Quote) => authorId === id : undefined;
      const keeps = allOf(author, byId, readLengthFilter(query), readTagsFilter(query));
      const order = readOrder(query, quoteFields);
      const quotes = recentLists(JSON.stringify([order, filterKey(query)]), () =>
        collection().quotes.inOrder(order).filter(keeps),
      );
      return wire.page(cutPage(quotes, readPaging(query), wire.quote));
    },
    '/quotes/:id': (context) =>
      wire.quote(collection().quotes.byId.get(context.req.param('id') ?? '') ?? refuseUnknown()),
    '/authors'(context) {
      const query = readQuery(context);
      const slugs = readSlugs(query);
      const authors = collection().authors.inOrder(readOrder(query, namedFields));
      const found = slugs ? authors.filter(({ slug }) => slugs.has(slug)) : authors;
      return wire.page(cutPage(found, readPaging(query), wire.author));
    },
    '/authors/:id': (context) => withQuotes(collection().authors.byId.get(context.req.param('id') ?? '')),
    '/authors/slug/:slug': (context) => withQuotes(collection().authorBySlug.get(context.req.param('slug') ?? '')),
    '/tags': (context) =>
      collection()
        .tags.inOrder(readOrder(readQuery(context), namedFields))
        .map(wire.tag),
    '/info/count'() {
      if (!settings.countRecord) refuseUnknown();
      const { quotes, authors, tags } = collection();
      return { quotes: quotes.all.length, authors: authors.all.length, tags: tags.all.length };
    },
  };
}

// Unlike elsewhere commas and pipes mean the same here, but a comma keeps pipes from separating.
function readSlugs(query: Query): Set<string> | undefined {
  const name = ['name', 'slug', 'slugs'].find((each) => query.text(each));
  if (!name) return undefined;
  const value = query.single(name, 'nameOrSlug.split is not a function');
  return new Set(value.split(value.includes(',') ? ',' : '|').map(slugOf));
}
