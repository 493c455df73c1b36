/**
 * Returns the words of a text in lower case, without anything that a search reads as an operator. Apostrophes and dots
 * within a word remain, as in `kellogg's` and `3.25`.
 */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+(?:['’.][\p{L}\p{M}\p{N}]+)*/gu) ?? [];

/** Returns an English noun without its plural ending. */
export function singular(word: string): string {
  if (word.length < 3 || !word.endsWith('s') || word.endsWith('ss')) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  return word.slice(0, /(?:o|ch|sh|x|ss)es$/.test(word) ? -2 : -1);
}
