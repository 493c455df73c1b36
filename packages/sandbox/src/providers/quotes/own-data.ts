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

/** A quotation of your own, with the field names of the API. */
export interface QuoteRecord {
  /** ID of the quotation. Default: made from its author and text, so it stays the same as long as they do. */
  readonly _id?: string | undefined;
  /** The text, at most 10,000 characters. */
  readonly content: string;
  /** Name of the author. */
  readonly author: string;
  /** Tags, shown as the API writes them: `famous-quotes` is `Famous Quotes`. Default: none. */
  readonly tags?: readonly string[] | undefined;
  /** Date on which it was added, `YYYY-MM-DD`. Default: unknown. */
  readonly dateAdded?: string | undefined;
  /** Date on which it was last changed, `YYYY-MM-DD`. Default: unknown. */
  readonly dateModified?: string | undefined;
  /** Ignored, because it is made from `author`. Accepted so that you can use records from the API. */
  readonly authorSlug?: string | undefined;
  /** Ignored, because it is made from `author`. Accepted so that you can use records from the API. */
  readonly authorId?: string | undefined;
  /** Ignored, because it is made from `content`. Accepted so that you can use records from the API. */
  readonly length?: number | undefined;
}

/** Author of your own quotations. */
export interface QuoteAuthorRecord {
  /** Name of the author, as in `author` of the quotations. */
  readonly name: string;
  /** Who they are, in a few words. Default: empty. */
  readonly description?: string | undefined;
  /** A short biography. Default: empty. */
  readonly bio?: string | undefined;
  /** URL of a page about them. Default: empty. */
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

/** Rules for the fields of your own quotations. */
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

/** Rules for the fields of their authors. */
export const quoteAuthorRules = {
  name: required(name),
  description: aString,
  bio: aString,
  link: aString,
} satisfies RulesOf<QuoteAuthorRecord>;

/** Returns an ID that is the same for the same texts. */
const idOf = (...texts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 12);

/** Returns the ID of an author or a tag that only your own quotations have. */
export const nameId = (kind: 'author' | 'tag', text: string): string => idOf(kind, text);

/** Returns drafts of your own quotations. */
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
 * Checks the rules that involve more than one field or record.
 *
 * @param place Place of the lists in error messages: `quotes`.
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
      throw invalid(`${at} is the same quotation as ${placeOf(`${place}.quotes`, quotes, other)}; remove one of them`);
    texts.set(idOf(quote.author, quote.content), index);
    const slug = slugOf(encodeURI(quote.author));
    const namesake = slugs.get(slug);
    if (namesake !== undefined && namesake !== quote.author)
      throw invalid(
        `${at}.author must be ${JSON.stringify(namesake)}, because both names have the slug ${JSON.stringify(slug)}; got ${JSON.stringify(quote.author)}`,
      );
    slugs.set(slug, quote.author);
  }
  const names = new Set(own.map((quote) => quote.author));
  for (const [index, author] of authors.entries())
    if (!names.has(author.name))
      throw invalid(
        `${place}.authors[${index}].name must be the author of one of your quotations; got ${JSON.stringify(author.name)}`,
      );
}
