export type { Endpoint, ListEndpoint, WithMethods } from '@x/core/provider';
export type { UseAllOfOrAnyOf } from './filters.ts';
export {
  /** People who are quoted: lists, lookups by ID and by slug. */
  authors,
} from './resources/authors.ts';
export {
  /** Numbers of records on the server. */
  info,
} from './resources/info.ts';
export {
  /** Quotations: filtered lists, lookups by ID, and random draws. */
  quotes,
  /** Returns one random quote that passes the filters. */
  random,
} from './resources/quotes.ts';
export {
  /** Full-text search for quotes and authors. The server needs MongoDB Atlas Search. */
  search,
} from './resources/search.ts';
export {
  /** Topics that quotes are filed under. */
  tags,
} from './resources/tags.ts';
