import { createPrefixIndex, type PrefixIndex } from './prefix-index.ts';

/** Relevance of the records that match, by their positions. */
export type Scores = Map<number, number>;

/** Texts of records, by field. */
export interface TextFields<Field> {
  /** Returns the index of a field's words, which is created when the field is first searched. */
  index(field: Field): PrefixIndex;
  /** Returns the words of each text that a record has in a field, in order. */
  words(position: number, field: Field): readonly (readonly string[])[];
}

/**
 * Makes texts searchable. The provider decides how to split them into words and how to rank them.
 *
 * @param textsOf Returns the texts that a record has in a field.
 * @param split Splits a string into words.
 */
export function createTextFields<T, Field>(
  records: readonly T[],
  textsOf: (record: T, field: Field) => readonly string[],
  split: (text: string) => readonly string[],
): TextFields<Field> {
  const indexes = new Map<Field, PrefixIndex>();
  const known = new Map<string, readonly string[]>(); // words of texts that were found, because records share texts

  function wordsOf(text: string): readonly string[] {
    const words = known.get(text) ?? split(text);
    known.set(text, words);
    return words;
  }

  return {
    index(field) {
      const index = indexes.get(field) ?? createPrefixIndex(records, (record) => textsOf(record, field), split);
      indexes.set(field, index);
      return index;
    },
    words: (position, field) => textsOf(records[position] as T, field).map(wordsOf),
  };
}

/** Matches of a query's parts. */
export interface Parts {
  readonly required: readonly Scores[];
  /** If something is required, these only add relevance. Otherwise, one of them must match. */
  readonly optional: readonly Scores[];
  readonly excluded: readonly Scores[];
}

/** Returns the records that match all parts of a query. If nothing is required or optional, `all` match. */
export function combine({ required, optional, excluded }: Parts, all: Iterable<number> = []): Scores {
  const scores: Scores = new Map();
  const [fewest] = required.toSorted((one, other) => one.size - other.size);
  const any = () => (optional.length > 0 ? new Set(optional.flatMap((part) => [...part.keys()])) : all);
  for (const position of fewest?.keys() ?? any()) {
    if (excluded.some((part) => part.has(position)) || !required.every((part) => part.has(position))) continue;
    const score = [...required, ...optional].reduce((sum, part) => sum + (part.get(position) ?? 0), 0);
    scores.set(position, score || 1);
  }
  return scores;
}
