import json from '../../data/quotes.json' with { type: 'json' };

/** An author and what was said, all of it in the public domain; the biographies are ours. */
export interface QuotedAuthor {
  readonly name: string;
  /** Empty for a few, as in the real data. */
  readonly description: string;
  /** Empty for a few, as in the real data. */
  readonly bio: string;
  /** Default: the encyclopedia's page of that name. */
  readonly link?: string;
  readonly quotes: readonly (readonly [content: string, ...tags: string[]])[];
}

/** A quotation before it has a record. */
export interface Draft {
  readonly content: string;
  readonly tags: readonly string[];
  readonly author: Omit<QuotedAuthor, 'quotes'>;
  /** What a quotation of one's own has in place of generated values. */
  readonly own?: {
    readonly _id: string;
    readonly dates: { readonly dateAdded?: string; readonly dateModified?: string };
  };
}

type Words = 'adjectives' | 'actors' | 'verbs' | 'things' | 'firstNames' | 'lastNames';

/** The authors, the oldest first, and the words of which further quotes are invented. */
export const quotesData = json as unknown as Readonly<Record<Words, readonly string[]>> & {
  readonly authors: readonly QuotedAuthor[];
};
