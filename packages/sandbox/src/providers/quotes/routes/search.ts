import { findAuthors } from '../author-search.ts';
import { refuse } from '../errors.ts';
import { cutPage, readPaging } from '../paging.ts';
import { readQuery } from '../query.ts';
import { findPhrase, findQuotes, readSearchText, refuseWithoutTextSearch } from '../quote-search.ts';
import type { Service } from '../service.ts';
import type { Route } from './route.ts';

const refuseEmpty = () => refuse(422, 'Missing required parameter: `query`');

/** The search routes. */
export function searchRoutes(service: Service): Route[] {
  const { wire, textIndex, collection } = service;
  return [
    {
      path: '/search/quotes',
      handle(context) {
        const query = readQuery(context);
        const { text, phrase } = readSearchText(query); // excessive queries pass here, on the random routes they do not
        if (!text) refuseEmpty();
        refuseWithoutTextSearch(service);
        const quotes = (phrase ? findPhrase : findQuotes)(textIndex(), text);
        const { lastItemIndex: _, ...page } = cutPage(quotes, readPaging(query), wire.foundQuote);
        return wire.page(page);
      },
    },
    {
      path: '/search/authors',
      handle(context) {
        const query = readQuery(context);
        if (!query.text('query')) refuseEmpty();
        refuseWithoutTextSearch(service);
        const authors = findAuthors(collection().authors.all, query);
        return wire.page(cutPage(authors, readPaging(query), wire.author));
      },
    },
  ];
}
