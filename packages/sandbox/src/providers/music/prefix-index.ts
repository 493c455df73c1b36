/** Finds records by the beginnings of their words. */
export interface PrefixIndex {
  /** About how many records `find` of the same word returns, never fewer. */
  count(prefix: string): number;
  /** Positions of the records with a word that starts with `prefix`, ascending. */
  find(prefix: string): readonly number[];
  /** Positions of the records with a word from `first` to `last`, both included, ascending. */
  between(first: string, last: string): readonly number[];
}

/** Indexes records by position; `words` holds those of each record. */
export function createPrefixIndex(words: Iterable<readonly string[]>): PrefixIndex {
  const postings = new Map<string, number[]>();
  let position = 0;
  for (const own of words) {
    for (const word of new Set(own)) {
      const positions = postings.get(word);
      if (positions) positions.push(position);
      else postings.set(word, [position]);
    }
    position += 1;
  }
  const sorted = [...postings.keys()].sort();

  /** Place of the first word that does not come before `word`. */
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
    const lists: number[][] = [];
    for (let place = lowerBound(from); place < sorted.length && isIn(sorted[place] as string); place += 1)
      lists.push(postings.get(sorted[place] as string) as number[]);
    return lists;
  }

  const startingWith = (prefix: string) => listsWhile(prefix, (word) => word.startsWith(prefix));

  return {
    count: (prefix) => startingWith(prefix).reduce((sum, { length }) => sum + length, 0),
    find: (prefix) => union(startingWith(prefix)),
    between: (first, last) => union(listsWhile(first, (word) => word <= last)),
  };
}

function union(lists: readonly (readonly number[])[]): readonly number[] {
  if (lists.length === 1) return lists[0] as readonly number[];
  return [...new Set(lists.flat())].sort((a, b) => a - b);
}
