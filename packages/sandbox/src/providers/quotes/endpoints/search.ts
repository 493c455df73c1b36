import { findAuthors } from '../data/author-search.ts';
import { readSearchText } from '../data/quote-search.ts';
import { refuse } from '../errors.ts';
import { cutPage, readPaging } from '../paging.ts';
import { readQuery } from '../request.ts';
import { type Routes, refuseWithoutTextSearch, type Service } from '../service.ts';

const refuseEmpty = () => refuse(422, 'Missing required parameter: `query`');

/** The search routes. */
export function searchRoutes(service: Service): Routes {
  const { wire, search, collection } = service;
  return {
    '/search/quotes'(context) {
      const query = readQuery(context);
      const asked = readSearchText(query); // excessive queries pass here, on the random routes they do not
      if (!asked.text) refuseEmpty();
      refuseWithoutTextSearch(service);
      const { lastItemIndex: _, ...page } = cutPage(search().find(asked), readPaging(query), wire.foundQuote);
      return wire.page(page);
    },
    '/search/authors'(context) {
      const query = readQuery(context);
      if (!query.text('query')) refuseEmpty();
      refuseWithoutTextSearch(service);
      return wire.page(cutPage(findAuthors(collection().authors.all, query), readPaging(query), wire.author));
    },
  };
}
