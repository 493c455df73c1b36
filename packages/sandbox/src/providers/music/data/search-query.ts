const searchFields = ['album', 'artist', 'track', 'year', 'genre', 'upc', 'isrc', 'tag'] as const;

export type SearchField = (typeof searchFields)[number];

/** A parsed `q`: free words and field filters, all of which must match. */
export interface SearchQuery {
  readonly words: readonly string[];
  readonly filters: readonly { readonly field: SearchField; readonly value: string }[];
}

// The values of these fields run across spaces up to the next filter, as in `artist:Miles Davis`.
const openFields: readonly SearchField[] = ['album', 'artist', 'track', 'genre'];

/** Parses `q`. A quoted value ends at its closing quote; free text follows it. */
export function parseQuery(q: string): SearchQuery {
  const pattern = new RegExp(`(?:(${searchFields.join('|')}):)?("[^"]*"|\\S+)`, 'gi');
  const words: string[] = [];
  const filters: { field: SearchField; value: string }[] = [];
  let open: { field: SearchField; value: string } | undefined;
  for (const [, name, part = ''] of q.matchAll(pattern)) {
    const value = part.replaceAll('"', '');
    if (name !== undefined) {
      const field = name.toLowerCase() as SearchField;
      const filter = { field, value };
      filters.push(filter);
      open = openFields.includes(field) && !part.startsWith('"') ? filter : undefined;
    } else if (open) open.value += ` ${value}`;
    else words.push(...normalise(value).split(' '));
  }
  return { words: words.filter(Boolean), filters };
}

// Most of the catalog is ASCII, and the Unicode classes below take several times as long.
const isAscii = /^[ -~]*$/;

/** Returns the text in lower case without accents and punctuation, so that `cafe` finds `Café`. */
export function normalise(text: string): string {
  if (isAscii.test(text))
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim();
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Returns whether `text` contains the words of `value` in a row, the last of them perhaps only as the start of a word.
 */
export function contains(text: string, value: string): boolean {
  const wanted = normalise(value);
  return wanted !== '' && ` ${normalise(text)}`.includes(` ${wanted}`);
}
