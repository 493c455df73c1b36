/** An author and what was said, all of it in the public domain; the biographies are ours. */
export interface QuotedAuthor {
  readonly name: string;
  /** Empty for a few, as in the real data. */
  readonly description: string;
  /** Empty for a few, as in the real data. */
  readonly bio: string;
  /** Default: the encyclopedia's page of that name. */
  readonly link?: string;
  /** A quotation per line, after its tags: `Love, Life | …`. */
  readonly quotes: string;
}
