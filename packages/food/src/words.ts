/**
 * Returns the words of a text in lower case, without anything that a search reads as an operator. Apostrophes and dots
 * within a word remain, as in `kellogg's` and `3.25`.
 */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+(?:['’.][\p{L}\p{M}\p{N}]+)*/gu) ?? [];

/** Returns a form of an English noun that is the same for its singular and its plural, for comparisons. */
export function singular(word: string): string {
  if (word.length < 3 || word.endsWith('ss')) return word;
  return word
    .replace(/s$/, '')
    .replace(/^(lea|loa|hal)ve$/, '$1f')
    .replace(/ie$/, 'y')
    .replace(/(o|ch|sh|x|ss)e$/, '$1');
}
