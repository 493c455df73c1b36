import type { Quote } from './collection.ts';
import { refuse } from './errors.ts';
import { searchWordsOf } from './names.ts';
import type { Query } from './query.ts';
import { evaluate } from './search-grammar.ts';
import type { Service } from './service.ts';
import { compareIds } from './table.ts';
import type { Scores, TextIndex } from './text-index.ts';

/** What the parameter `query` comes to. */
export interface SearchText {
  /** Empty when nothing is left to search for. */
  readonly text: string;
  /** Whether it is to be found word for word. */
  readonly phrase: boolean;
  /** Whether it is over the limits that only the random routes care for. */
  readonly excessive: boolean;
}

/** Reads and cleans the parameter `query`. */
export function readSearchText(query: Query): SearchText {
  const raw = query.single('query', 'rawQuery.replace is not a function');
  if (/^".+"|'.+'$/.test(raw)) return { text: searchWordsOf(raw).join(' '), phrase: true, excessive: false };
  const text = raw.replace(/[^a-z:\s()[\]]/gi, '').trim(); // digits and apostrophes vanish too
  const operators = text.match(/AND|OR|NOT/g) ?? [];
  const prefixes = text.match(/(?:author|content|tags):/gi) ?? [];
  return {
    // The first search in `content` is one in `tags` as well.
    text: text.replace(/content:(\w+|\([\w ]+\))/, '(content:$1 OR tags:$1 )'),
    phrase: false,
    excessive: operators.length > 5 || prefixes.length > 3 || text.length > 150,
  };
}

/** Quotes that match the query language, most relevant first. */
export function findQuotes(index: TextIndex, text: string): Quote[] {
  return byRelevance(evaluate(text, index));
}

/** Quotes with the words of `text` next to each other, give or take two places. */
export function findPhrase(index: TextIndex, text: string): Quote[] {
  return byRelevance(index.phrase(text.split(' '), 2));
}

/** Quotes with any of the words of `text` in their content or tags. */
export function findAnyWord(index: TextIndex, text: string): Quote[] {
  const found = new Set<Quote>();
  for (const word of searchWordsOf(text))
    for (const field of ['content', 'tags']) for (const quote of index.word(field, word).keys()) found.add(quote);
  return [...found];
}

/** Fails as the database does when it has no full-text search. */
export function refuseWithoutTextSearch({ settings }: Service): void {
  if (!settings.textSearch) refuse(500, "Unrecognized pipeline stage name: '$search'");
}

function byRelevance(scores: Scores): Quote[] {
  return [...scores].sort(([a, one], [b, other]) => other - one || compareIds(a, b)).map(([quote]) => quote);
}
