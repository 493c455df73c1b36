import type { Quote } from './collection.ts';
import { searchWordsOf } from './names.ts';

/** Relevance by quote. */
export type Scores = Map<Quote, number>;

/** The words of all quotes, by field. */
export interface TextIndex {
  /** Quotes with `word` in `field` (`content`, `author` or `tags`), the rarer the word the more relevant. */
  word(field: string, word: string): Scores;
  /** Quotes with `words` in `content`, which may be moved by `slop` places in all. */
  phrase(words: readonly string[], slop: number): Scores;
}

type Positions = Map<Quote, number[]>;

/** Indexes `quotes`. */
export function createTextIndex(quotes: readonly Quote[]): TextIndex {
  const fields = new Map([
    ['content', indexBy(quotes, ({ content }) => content)],
    ['author', indexBy(quotes, ({ author }) => author)],
    ['tags', indexBy(quotes, ({ tags }) => tags.join(' '))],
  ]);

  function find(field: string, word: string): Positions {
    return fields.get(field)?.get(word) ?? new Map();
  }
  const rarity = (found: Positions) => Math.log(1 + quotes.length / found.size);

  return {
    word(field, word) {
      const found = find(field, word);
      const weight = rarity(found);
      // Saturates with the number of hits and falls with the length, as text searches commonly do.
      const relevance = (quote: Quote, hits: number) => (weight * hits) / (hits + 0.5 + quote.length / 200);
      return new Map([...found].map(([quote, positions]) => [quote, relevance(quote, positions.length)]));
    },
    phrase(words, slop) {
      const found = words.map((word) => find('content', word));
      const scores: Scores = new Map();
      for (const quote of found[0]?.keys() ?? []) {
        // Where the phrase would begin if each occurrence of each word stood in its place.
        const starts = found.map((positions, place) => (positions.get(quote) ?? []).map((at) => at - place));
        const tightest = starts
          .flat()
          .filter((start) => starts.every((each) => each.some((other) => other >= start && other <= start + slop)));
        if (tightest.length > 0) scores.set(quote, tightest.length / (1 + quote.length / 200));
      }
      return scores;
    },
  };
}

function indexBy(quotes: readonly Quote[], textOf: (quote: Quote) => string): Map<string, Positions> {
  const index = new Map<string, Positions>();
  for (const quote of quotes) {
    for (const [at, word] of searchWordsOf(textOf(quote)).entries()) {
      const positions = index.get(word) ?? new Map<Quote, number[]>();
      index.set(word, positions);
      const places = positions.get(quote);
      if (places) places.push(at);
      else positions.set(quote, [at]);
    }
  }
  return index;
}
