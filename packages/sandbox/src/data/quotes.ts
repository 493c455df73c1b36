import type { QuotedAuthor } from './quoted-author.ts';
import { americanAuthors } from './quotes-american.ts';
import { ancientAuthors } from './quotes-ancient.ts';
import { earlyModernAuthors } from './quotes-early-modern.ts';
import { europeanAuthors } from './quotes-european.ts';

/** Everybody who is quoted, the oldest first. */
export const quotedAuthors: readonly QuotedAuthor[] = [
  ...ancientAuthors,
  ...earlyModernAuthors,
  ...europeanAuthors,
  ...americanAuthors,
];
