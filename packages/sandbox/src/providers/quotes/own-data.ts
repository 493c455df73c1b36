import { createHash } from 'node:crypto';
import {
  aDate,
  aString,
  invalid,
  listOf,
  type RulesOf,
  required,
  text,
  wholeNumber,
} from '../../shared/check-fields.ts';
import { ownOf, placeOf, type Records, requireUnique } from '../../shared/own-records.ts';
import { slugOf, titleCase } from './data/names.ts';
import type { Draft } from './data/source.ts';

/** A quotation of your own, in the field names of the API. */
export interface QuoteRecord {
  /** Id of the quotation. Default: one made from its author and text, which stays the same as long as these do. */
  readonly _id?: string | undefined;
  /** The text, at most 10,000 characters. */
  readonly content: string;
  /** Name of the author. */
  readonly author: string;
  /** Tags, shown as the API writes them: `famous-quotes` is `Famous Quotes`. Default: none. */
  readonly tags?: readonly string[] | undefined;
  /** Day on which it was added, `YYYY-MM-DD`. Default: unknown. */
  readonly dateAdded?: string | undefined;
  /** Day on which it was last changed, `YYYY-MM-DD`. Default: unknown. */
  readonly dateModified?: string | undefined;
  /** Made from `author`: taken from responses of the API, and ignored. */
  readonly authorSlug?: string | undefined;
  /** Made from `author`: taken from responses of the API, and ignored. */
  readonly authorId?: string | undefined;
  /** Made from `content`: taken from responses of the API, and ignored. */
  readonly length?: number | undefined;
}

/** Author of custom quotations. */
export interface QuoteAuthorRecord {
  /** Name of the author, as in `author` of the quotations. */
  readonly name: string;
  /** Who they are, in a few words. Default: empty. */
  readonly description?: string | undefined;
  /** A short biography. Default: empty. */
  readonly bio?: string | undefined;
  /** Address of a page about them. Default: empty. */
  readonly link?: string | undefined;
}

const id = text('a string of 1 to 64 letters, digits, _ and -', /^[\w-]{1,64}$/);
const content = text(
  'a string of 1 to 10,000 characters',
  /^[\s\S]{1,10000}$/,
  (text) => text.trim() !== '' && text.isWellFormed(),
);
const name = text(
  'a name with at least one letter or digit, at most 200 characters',
  /^[\s\S]{1,200}$/,
  (text) => text.isWellFormed() && /[\p{L}\d]/u.test(text),
);

/** Rules of a custom quotation's fields. */
export const quoteRecordRules = {
  _id: id,
  content: required(content),
  author: required(name),
  tags: listOf('tags', name),
  dateAdded: aDate,
  dateModified: aDate,
  authorSlug: aString,
  authorId: aString,
  length: wholeNumber(0),
} satisfies RulesOf<QuoteRecord>;

/** Rules of the fields of a custom quotation's author. */
export const quoteAuthorRules = {
  name: required(name),
  description: aString,
  bio: aString,
  link: aString,
} satisfies RulesOf<QuoteAuthorRecord>;

/** A part of an id: the same for the same text. */
const idOf = (...texts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 12);

/** The id of an author or a tag that only your own quotations have. */
export const nameId = (kind: 'author' | 'tag', text: string): string => idOf(kind, text);

/** Your own quotations, before they have records. */
export function draftsOf(quotes: Records<QuoteRecord> | undefined, authors: readonly QuoteAuthorRecord[]): Draft[] {
  const known = new Map(authors.map((author) => [author.name, author]));
  return ownOf(quotes).map((quote) => {
    const { description = '', bio = '', link = '' } = known.get(quote.author) ?? {};
    const { content, tags = [], dateAdded, dateModified } = quote;
    return {
      content,
      tags: [...new Set(tags.map(titleCase))],
      author: { name: quote.author, description, bio, link },
      own: {
        _id: quote._id ?? idOf(quote.author, content),
        dates: { ...(dateAdded && { dateAdded }), ...(dateModified && { dateModified }) },
      },
    };
  });
}

/**
 * Checks what no single field shows.
 *
 * @param place Where the lists are, for errors: `quotes`.
 * @throws ApiError `invalid_params` that names the place.
 */
export function checkRecords(
  place: string,
  quotes: Records<QuoteRecord> | undefined,
  authors: readonly QuoteAuthorRecord[],
): void {
  const own = ownOf(quotes);
  requireUnique(`${place}.quotes`, quotes, ['_id']);
  requireUnique(`${place}.authors`, authors, ['name']);
  const texts = new Map<string, number>();
  const slugs = new Map<string, string>();
  for (const [index, quote] of own.entries()) {
    const at = placeOf(`${place}.quotes`, quotes, index);
    const other = texts.get(idOf(quote.author, quote.content));
    if (other !== undefined)
      throw invalid(`${at} is the same quotation as ${placeOf(`${place}.quotes`, quotes, other)}: leave one out`);
    texts.set(idOf(quote.author, quote.content), index);
    const slug = slugOf(encodeURI(quote.author));
    const namesake = slugs.get(slug);
    if (namesake !== undefined && namesake !== quote.author)
      throw invalid(
        `${at}.author must be written as ${JSON.stringify(namesake)} is: both have the slug ${JSON.stringify(slug)}; got ${JSON.stringify(quote.author)}`,
      );
    slugs.set(slug, quote.author);
  }
  const names = new Set(own.map((quote) => quote.author));
  for (const [index, author] of authors.entries())
    if (!names.has(author.name))
      throw invalid(
        `${place}.authors[${index}].name must be the author of a quotation; got ${JSON.stringify(author.name)}`,
      );
}
