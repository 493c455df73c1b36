import type { Quote } from '../data/collection.ts';
import { allOf, filterKey, readAuthorFilter, readLengthFilter, readTagsFilter } from '../data/filters.ts';
import { readSearchText } from '../data/quote-search.ts';
import type { Endpoints } from '../endpoint.ts';
import { refuse, refuseUnknown } from '../errors.ts';
import { clamp, cutPage, readOrder, readPaging, type SortFields } from '../paging.ts';
import type { Query } from '../request.ts';
import { refuseWithoutTextSearch, type Service } from '../service.ts';

const maxRandom = 50;
const sortFields: SortFields = { dateAdded: -1, dateModified: -1, author: 1, content: 1, length: -1 };

/** Creates the endpoints for quotes, listed or drawn at random. */
export function quoteEndpoints(service: Service): Endpoints {
  const { collection, recentLists, wire } = service;
  return {
    'GET /random'({ query }) {
      const [quote] = drawQuotes(service, query, 1);
      return quote ? wire.quote(quote) : refuse(404, 'Not Found');
    },
    // Before the quote by ID, because `random` is not an ID.
    'GET /quotes/random'({ query }) {
      const limit = query.has('limit') ? clamp(query.whole('limit'), 1, maxRandom) : 1;
      return drawQuotes(service, query, limit).map(wire.quote);
    },
    'GET /quotes'({ query }) {
      const author = readAuthorFilter(query);
      const id = query.text('authorId');
      const byId = id && !author ? ({ authorId }: Quote) => authorId === id : undefined;
      const keeps = allOf(author, byId, readLengthFilter(query), readTagsFilter(query));
      const order = readOrder(query, sortFields);
      const quotes = recentLists(JSON.stringify([order, filterKey(query)]), () =>
        collection().quotes.inOrder(order).filter(keeps),
      );
      return wire.page(cutPage(quotes, readPaging(query), wire.quote));
    },
    'GET /quotes/{id}': ({ param }) => wire.quote(collection().quotes.byId.get(param('id')) ?? refuseUnknown()),
  };
}

// The checks are in the server's order, which decides which of several faults is reported.
function drawQuotes(service: Service, query: Query, limit: number): Quote[] {
  const search = readSearchText(query);
  if (search.excessive) refuse(500, 'Internal server error');
  const tags = readTagsFilter(query);
  const authorIds = query.single('authorId', 'authorId.split is not a function').split('|');
  const author = readAuthorFilter(query);
  if (query.text('authorSlug') && !author) refuse(500, "Cannot read properties of undefined (reading 'split')");
  const keeps = allOf(
    readLengthFilter(query),
    tags,
    query.text('authorId') ? ({ authorId }) => authorIds.includes(authorId) : undefined,
    author,
  );
  if (search.text) refuseWithoutTextSearch(service);
  if (Number.isNaN(limit)) refuse(500, 'size argument to $sample must be a number');
  const candidates = () =>
    search.text ? service.search().find({ ...search, phrase: false }) : service.collection().quotes.all;
  const key = JSON.stringify([search.text, filterKey(query)]);
  const kept = service.recentLists(key, () => candidates().filter(keeps));
  return service.draw.sample(kept, limit);
}
