import { findAuthors } from '../data/author-search.ts';
import { readSearchText } from '../data/quote-search.ts';
import type { Endpoints } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import { cutPage, readPaging } from '../paging.ts';
import { refuseWithoutTextSearch, type Service } from '../service.ts';

const refuseEmpty = () => refuse(422, 'Missing required parameter: `query`');

/** Creates the endpoints that search for quotes and authors. */
export function searchEndpoints(service: Service): Endpoints {
  const { wire, search, collection } = service;
  return {
    'GET /search/quotes'({ query }) {
      const asked = readSearchText(query); // only the random endpoints refuse excessive queries
      if (!asked.text) refuseEmpty();
      refuseWithoutTextSearch(service);
      const { lastItemIndex: _, ...page } = cutPage(search().find(asked), readPaging(query), wire.foundQuote);
      return wire.page(page);
    },
    'GET /search/authors'({ query }) {
      if (!query.text('query')) refuseEmpty();
      refuseWithoutTextSearch(service);
      return wire.page(cutPage(findAuthors(collection().authors.all, query), readPaging(query), wire.author));
    },
  };
}
