import type { QuotedAuthor } from '../../data/quoted-author.ts';

/** A quotation before it has a record. */
export interface Draft {
  readonly content: string;
  readonly tags: readonly string[];
  readonly author: Omit<QuotedAuthor, 'quotes'>;
}
