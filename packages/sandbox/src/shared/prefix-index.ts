/** Finds records by their words. */
export interface PrefixIndex {
  /** Returns the positions of the records with this word, ascending. */
  exactly(word: string): readonly number[];
  /** Returns the positions of the records with a word that passes a test, ascending. */
  matching(test: (word: string) => boolean): readonly number[];
  /** Returns about how many records `find` returns for the same prefix, never fewer. */
  count(prefix: string): number;
  /** Returns the positions of the records with a word that starts with `prefix`, ascending. */
  find(prefix: string): readonly number[];
  /** Returns the positions of the records with a word from `first` to `last`, both included, ascending. */
  between(first: string, last: string): readonly number[];
}

/**
 * Indexes records by position. Because records share texts, each distinct text is split only once, and each text of a
 * record takes few steps.
 *
 * @param textsOf Returns the texts of a record.
 * @param wordsOf Returns the words under which a text is found. Default: the text itself.
 */
export function createPrefixIndex<T>(
  records: readonly T[],
  textsOf: (record: T) => readonly string[],
  wordsOf: (text: string) => readonly string[] = (text) => [text],
): PrefixIndex {
  const withText = new Map<string, number[]>();
  for (let position = 0; position < records.length; position += 1) {
    for (const text of textsOf(records[position] as T)) {
      const positions = withText.get(text);
      if (positions) positions.push(position);
      else withText.set(text, [position]);
    }
  }
  const withWord = new Map<string, (readonly number[])[]>();
  for (const [text, positions] of withText) {
    for (const word of new Set(wordsOf(text))) {
      const lists = withWord.get(word);
      if (lists) lists.push(positions);
      else withWord.set(word, [positions]);
    }
  }
  const sorted = [...withWord.keys()].sort();

  /** Returns the place of the first word that does not come before `word`. */
  function lowerBound(word: string): number {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle] as string) < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function listsWhile(from: string, isIn: (word: string) => boolean): (readonly number[])[] {
    const lists: (readonly number[])[] = [];
    for (let place = lowerBound(from); place < sorted.length && isIn(sorted[place] as string); place += 1)
      lists.push(...(withWord.get(sorted[place] as string) ?? []));
    return lists;
  }

  const startingWith = (prefix: string) => listsWhile(prefix, (word) => word.startsWith(prefix));

  return {
    exactly: (word) => union(withWord.get(word) ?? []),
    matching: (test) => union(sorted.filter(test).flatMap((word) => withWord.get(word) ?? [])),
    count: (prefix) => startingWith(prefix).reduce((sum, { length }) => sum + length, 0),
    find: (prefix) => union(startingWith(prefix)),
    between: (first, last) => union(listsWhile(first, (word) => word <= last)),
  };
}

/** Returns each position once, ascending. */
function union(lists: readonly (readonly number[])[]): readonly number[] {
  return [...new Set(lists.flat())].sort((a, b) => a - b);
}
