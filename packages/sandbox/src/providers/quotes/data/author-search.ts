import type { Query } from '../request.ts';
import type { Author } from './collection.ts';
import { searchWordsOf } from './names.ts';
import { compareIds } from './table.ts';

const words = (text: string) => text.trim().split(/\s+/);

/** Words in names that are too common to search for. */
const ignoredWords = new Set([
  ...words('mr mrs ms miss saint general brother captain count countess dr duke father reverend rev sir sister'),
  ...words('jr sr i ii iii iv v md dds phd dvm'),
  ...words('the of de'),
]);

/** Finds authors whose names match the search in `query`, best first. */
export function findAuthors(authors: readonly Author[], query: Query): Author[] {
  const asked = searchWordsOf(query.text('query'));
  const terms = asked.slice(0, 10).filter((word) => word.length > 1 && !ignoredWords.has(word));
  const threshold = query.has('matchThreshold') ? query.whole('matchThreshold') : 2;
  const least = Math.min(terms.length, Math.max(1, threshold || 2));
  const matches = readFlag(query, 'autocomplete')
    ? (name: string, word: string) => name.startsWith(word)
    : (name: string, word: string) => name === word;

  return authors
    .map((author) => {
      const names = searchWordsOf(author.name);
      const count = (of: readonly string[]) => of.filter((word) => names.some((name) => matches(name, word))).length;
      const matched = count(terms);
      // The whole search, including initials and titles, breaks ties: the more of the name it covers, the better.
      return { author, matched, score: matched + count(asked) / names.length };
    })
    .filter(({ matched, score }) => matched >= least && score > 0)
    .sort((a, b) => b.score - a.score || compareIds(a.author, b.author))
    .map(({ author }) => author);
}

// True if absent, `true`, or a number other than 0.
function readFlag(query: Query, name: string): boolean {
  if (!query.has(name)) return true;
  const number = query.whole(name);
  return Number.isNaN(number) ? query.text(name).toLowerCase() === 'true' : number !== 0;
}
