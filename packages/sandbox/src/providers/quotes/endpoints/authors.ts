import type { Author } from '../data/collection.ts';
import { slugOf } from '../data/names.ts';
import type { Endpoints } from '../endpoint.ts';
import { refuseUnknown } from '../errors.ts';
import { cutPage, namedFields, readOrder, readPaging } from '../paging.ts';
import type { Query } from '../request.ts';
import type { Service } from '../service.ts';

/** Creates the endpoints for authors. A single author comes with their quotes. */
export function authorEndpoints({ collection, wire }: Service): Endpoints {
  const withQuotes = (author: Author = refuseUnknown()) =>
    wire.authorWithQuotes(author, collection().quotesByAuthor.get(author._id) ?? []);
  return {
    'GET /authors'({ query }) {
      const slugs = readSlugs(query);
      const authors = collection().authors.inOrder(readOrder(query, namedFields));
      const found = slugs ? authors.filter(({ slug }) => slugs.has(slug)) : authors;
      return wire.page(cutPage(found, readPaging(query), wire.author));
    },
    'GET /authors/{id}': ({ param }) => withQuotes(collection().authors.byId.get(param('id'))),
    'GET /authors/slug/{slug}': ({ param }) => withQuotes(collection().authorBySlug.get(param('slug'))),
  };
}

// Unlike elsewhere, commas and pipes mean the same here, but pipes do not separate when there is a comma.
function readSlugs(query: Query): Set<string> | undefined {
  const name = ['name', 'slug', 'slugs'].find((each) => query.text(each));
  if (!name) return undefined;
  const value = query.single(name, 'nameOrSlug.split is not a function');
  return new Set(value.split(value.includes(',') ? ',' : '|').map(slugOf));
}
