import type { Author, Dated, Quote, Tag } from '../data/collection.ts';
import type { Settings } from '../options.ts';
import type { Page } from '../paging.ts';

/** Writes records as the API returns them. */
export interface Wire {
  quote(quote: Quote): object;
  /** Writes a quote found by search, the only form with fields that the other endpoints hide. */
  foundQuote(quote: Quote): object;
  author(author: Author): object;
  authorWithQuotes(author: Author, quotes: readonly Quote[]): object;
  tag(tag: Tag): object;
  page(page: Page | Omit<Page, 'lastItemIndex'>): object;
}

/** Creates a wire with the fields that `settings` ask for. */
export function createWire({ unknownFields, minimalRecords }: Settings): Wire {
  const fill = (record: object) => (unknownFields ? { ...record, ...undocumented } : record);
  const dates = ({ dateAdded, dateModified }: Dated) =>
    minimalRecords ? {} : { ...(dateAdded && { dateAdded }), ...(dateModified && { dateModified }) };
  const version = minimalRecords ? {} : { __v: 0 };

  function quoteFields(quote: Quote): object {
    const { _id, content, author, tags, authorSlug, length } = quote;
    return { _id, content, author, tags, ...(!minimalRecords && { authorSlug }), length, ...dates(quote) };
  }
  function authorFields(author: Author): object {
    const { _id, name, link, bio, description, slug, quoteCount } = author;
    return { _id, name, link, bio, description, slug, quoteCount, ...dates(author) };
  }
  return {
    quote: (quote) => fill(quoteFields(quote)),
    foundQuote: (quote) =>
      fill({ ...quoteFields(quote), ...(!minimalRecords && { authorId: quote.authorId }), ...version }),
    author: (author) => fill(authorFields(author)),
    authorWithQuotes: (author, quotes) =>
      fill({ ...authorFields(author), quotes: quotes.map((quote) => fill(quoteFields(quote))) }),
    tag: (tag) => fill({ _id: tag._id, name: tag.name, quoteCount: tag.quoteCount, ...dates(tag), ...version }),
    page: fill,
  };
}

const undocumented = { language: 'en', likes: 7, source: { title: null, pages: [12, 13] } };
