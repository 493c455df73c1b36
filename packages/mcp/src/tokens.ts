/** A word or an ID with the space before it, or any other character. */
const pieces = / ?[A-Za-z\d]{1,40}|[\s\S]/gu;
const encoder = new TextEncoder();

/** Estimates how many tokens a piece of text has at most. Tokenizers differ, so words count for more than they have. */
function tokensIn(piece: string): number {
  const word = piece.trimStart();
  if (/^[A-Za-z]{1,12}$/.test(word)) return Math.ceil(word.length / 3);
  if (/^\d+$/.test(word)) return Math.ceil(word.length / 2);
  if (/^[A-Za-z\d]/.test(word)) return Math.ceil(word.length * 0.8); // an ID
  return encoder.encode(piece).length; // no tokenizer uses more than one token per byte
}

/** Returns the beginning of a text that has at most `limit` tokens, by a high estimate. */
export function cutToTokens(text: string, limit: number): string {
  let tokens = 0;
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    tokens += tokensIn(piece);
    if (tokens > limit) return text.slice(0, index);
  }
  return text;
}

/** Estimates how many tokens a text has at most. */
export const countTokens = (text: string): number =>
  Array.from(text.matchAll(pieces), ([piece]) => tokensIn(piece)).reduce((sum, tokens) => sum + tokens, 0);
