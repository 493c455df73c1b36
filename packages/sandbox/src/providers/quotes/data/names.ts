import { refuse } from '../errors.ts';

// Ordinals stay whole (`14th`); otherwise a word ends where letters meet digits and where the case changes.
const word = /\d*(?:1st|2nd|3rd|(?![123])\dth)(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{Lo}+|\d+/gu;

// Letters that Unicode does not decompose into a base and a mark.
const foldedLetters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', Æ: 'Ae', œ: 'oe', Œ: 'Oe', ø: 'o', Ø: 'O', ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th' },
  ...{ đ: 'd', Đ: 'D', ł: 'l', Ł: 'L', ı: 'i' },
};

/** Returns the words of `text`. */
export function wordsOf(text: string): string[] {
  return text.match(word) ?? [];
}

/** Returns the words of `text` in lower case and without diacritics or apostrophes. */
function plainWordsOf(text: string): string[] {
  const folded = text
    .normalize('NFD')
    .replace(/\p{M}|['’]/gu, '')
    .replace(/[^\0-\x7f]/g, (letter) => foldedLetters[letter] ?? letter);
  return wordsOf(folded).map((each) => each.toLowerCase());
}

/** Returns the words that searches compare. A change of case does not end a word here. */
export function searchWordsOf(text: string): string[] {
  return plainWordsOf(text.toLowerCase());
}

/** Returns the slug of a name or of a slug. The value is URI-decoded once more, and refused when that is impossible. */
export function slugOf(text: string): string {
  try {
    return plainWordsOf(decodeURI(text)).join('-');
  } catch {
    refuse(500, 'URI malformed');
  }
}

/** Writes a tag as the API does: `famous-quotes` becomes `Famous Quotes`. */
export function titleCase(text: string): string {
  return wordsOf(text)
    .map((each) => each.charAt(0).toUpperCase() + each.slice(1).toLowerCase())
    .join(' ');
}
