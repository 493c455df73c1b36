const searchFields = ['album', 'artist', 'track', 'year', 'genre', 'upc', 'isrc', 'tag'] as const;

export type SearchField = (typeof searchFields)[number];

/** A parsed `q`: free words, all of which must be found, and field filters, all of which must hold. */
export interface SearchQuery {
  readonly words: readonly string[];
  readonly filters: readonly { readonly field: SearchField; readonly value: string }[];
}

// The value of these goes on over blanks to the next filter, as in `artist:Miles Davis`.
const openFields: readonly SearchField[] = ['album', 'artist', 'track', 'genre'];

/** Parses `q`. A quoted value ends at its quote; what follows it is free text again. */
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

// Most of the catalog. The Unicode classes below take several times as long.
const isAscii = /^[ -~]*$/;

/** Lower case without marks and punctuation, so that `Café` is found by `cafe`. */
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

/** Whether `text`, normalised, has a word that starts with `value`, or words that go on like it. */
export function contains(text: string, value: string): boolean {
  const wanted = normalise(value);
  return wanted !== '' && ` ${normalise(text)}`.includes(` ${wanted}`);
}
