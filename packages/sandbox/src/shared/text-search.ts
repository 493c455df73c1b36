import { createPrefixIndex, type PrefixIndex } from './prefix-index.ts';

/** Relevance of the records that match, by their positions. */
export type Scores = Map<number, number>;

/** The texts of records, by field. */
export interface TextFields<Field> {
  /** The words of a field, indexed when it is first searched. */
  index(field: Field): PrefixIndex;
  /** The words of each text that a record has in a field, in order. */
  words(position: number, field: Field): readonly (readonly string[])[];
}

/**
 * Makes texts searchable. What their words are and how they are ranked is up to the provider.
 *
 * @param textsOf The texts that a record has in a field.
 * @param split The words of a string.
 */
export function createTextFields<T, Field>(
  records: readonly T[],
  textsOf: (record: T, field: Field) => readonly string[],
  split: (text: string) => readonly string[],
): TextFields<Field> {
  const indexes = new Map<Field, PrefixIndex>();
  const known = new Map<string, readonly string[]>(); // of what was found: records share texts

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
  /** They only add relevance when something is required; otherwise one of them must match. */
  readonly optional: readonly Scores[];
  readonly excluded: readonly Scores[];
}

/** The records that match all parts of a query. `all` are those that match when nothing is required or optional. */
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
