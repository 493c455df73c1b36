import type { Random } from '../../../shared/random.ts';
import json from './quotes.json' with { type: 'json' };

/** An author and their quotations, all in the public domain; the biographies are ours. */
export interface QuotedAuthor {
  readonly name: string;
  /** Empty for a few, as in the real data. */
  readonly description: string;
  /** Empty for a few, as in the real data. */
  readonly bio: string;
  /** Default: the encyclopedia page with the author's name. */
  readonly link?: string;
  readonly quotes: readonly (readonly [content: string, ...tags: string[]])[];
}

/** A quotation before it has a record. */
export interface Draft {
  readonly content: string;
  readonly tags: readonly string[];
  readonly author: Omit<QuotedAuthor, 'quotes'>;
  /** Values of your own quotation that replace generated ones. */
  readonly own?: {
    readonly _id: string;
    readonly dates: { readonly dateAdded?: string; readonly dateModified?: string };
  };
}

type Words = 'adjectives' | 'actors' | 'verbs' | 'things' | 'firstNames' | 'lastNames';

/** Authors, the oldest first, and words for invented quotes. */
export const quotesData = json as unknown as Readonly<Record<Words, readonly string[]>> & {
  readonly authors: readonly QuotedAuthor[];
};

const { adjectives, actors, verbs, things, firstNames, lastNames } = quotesData;

/** Number of quotes per invented author, until all names are used up and the authors get more. */
const quotesPerAuthor = 3;

/** Invents `count` maxims that nobody has ever said, tagged with some of `tags`. */
export function inventQuotes(draw: Random, count: number, tags: readonly string[]): Draft[] {
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const name = nameOf(Math.floor(index / quotesPerAuthor));
    let content: string;
    do {
      const [adjective, actor] = [draw.pick(adjectives), draw.pick(actors)];
      const article = /^[aeiou]/.test(adjective) ? 'An' : 'A';
      content = `${article} ${adjective} ${actor} ${draw.pick(verbs)} ${draw.pick(things)}.`;
    } while (taken.has(content));
    taken.add(content);
    const author = { name, description: 'Invented sage', bio: `${name} exists in this sandbox only.`, link: '' };
    return { content, author, tags: draw.sample(tags, draw.int(1, 3)) };
  });
}

function nameOf(index: number): string {
  const first = firstNames[index % firstNames.length];
  const last = lastNames[Math.floor(index / firstNames.length) % lastNames.length];
  return `${first} ${last}`;
}
