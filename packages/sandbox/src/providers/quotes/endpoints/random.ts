import type { Quote } from '../data/collection.ts';
import { allOf, filterKey, readAuthorFilter, readLengthFilter, readTagsFilter } from '../data/filters.ts';
import { readSearchText } from '../data/quote-search.ts';
import { refuse } from '../errors.ts';
import { clamp } from '../paging.ts';
import { type Query, readQuery } from '../request.ts';
import { type Routes, refuseWithoutTextSearch, type Service } from '../service.ts';

const maxRandom = 50;

/** The routes that draw quotes. */
export function randomRoutes(service: Service): Routes {
  return {
    '/random'(context) {
      const [quote] = drawQuotes(service, readQuery(context), 1);
      return quote ? service.wire.quote(quote) : refuse(404, 'Not Found');
    },
    '/quotes/random'(context) {
      const query = readQuery(context);
      const limit = query.has('limit') ? clamp(query.whole('limit'), 1, maxRandom) : 1;
      return drawQuotes(service, query, limit).map(service.wire.quote);
    },
  };
}

// The order of the checks is the server's: it decides which of several faults is reported.
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
