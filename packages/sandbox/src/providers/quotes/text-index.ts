import { createPrefixIndex, type PrefixIndex } from '../../prefix-index.ts';
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

/** The texts of a quote that can be searched, by field. */
const textsOf: Readonly<Record<string, (quote: Quote) => string>> = {
  content: ({ content }) => content,
  author: ({ author }) => author,
  tags: ({ tags }) => tags.join(' '),
};

/** Indexes `quotes`, each field when it is first searched. */
export function createTextIndex(quotes: readonly Quote[]): TextIndex {
  const indexes = new Map<string, PrefixIndex>();
  const known = new Map<string, readonly string[]>(); // of what was found: to take it apart again takes longer than to find it

  function wordsOf(text: string): readonly string[] {
    const words = known.get(text) ?? searchWordsOf(text);
    known.set(text, words);
    return words;
  }

  /** The quotes with a word in a field, each with the places where it is. */
  function find(field: string, word: string): readonly { quote: Quote; places: readonly number[] }[] {
    const textOf = textsOf[field];
    if (!textOf) return [];
    const index = indexes.get(field) ?? createPrefixIndex(quotes, (quote) => [textOf(quote)], searchWordsOf);
    indexes.set(field, index);
    return index.exactly(word).map((position) => {
      const quote = quotes[position] as Quote;
      return { quote, places: wordsOf(textOf(quote)).flatMap((each, place) => (each === word ? [place] : [])) };
    });
  }

  return {
    word(field, word) {
      const found = find(field, word);
      const weight = Math.log(1 + quotes.length / found.length);
      // Saturates with the number of hits and falls with the length, as full-text searches commonly do.
      const relevance = (quote: Quote, hits: number) => (weight * hits) / (hits + 0.5 + quote.length / 200);
      return new Map(found.map(({ quote, places }) => [quote, relevance(quote, places.length)]));
    },
    phrase(words, slop) {
      const found = words.map((word) => new Map(find('content', word).map(({ quote, places }) => [quote, places])));
      const scores: Scores = new Map();
      for (const quote of found[0]?.keys() ?? []) {
        // Where the phrase would begin if each occurrence of each word was in its place.
        const starts = found.map((places, at) => (places.get(quote) ?? []).map((place) => place - at));
        const tightest = starts
          .flat()
          .filter((start) => starts.every((each) => each.some((other) => other >= start && other <= start + slop)));
        if (tightest.length > 0) scores.set(quote, tightest.length / (1 + quote.length / 200));
      }
      return scores;
    },
  };
}
