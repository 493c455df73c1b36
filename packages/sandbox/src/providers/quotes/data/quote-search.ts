import { combine, createTextFields, type Scores } from '../../../shared/text-search.ts';
import type { Query } from '../request.ts';
import type { Quote } from './collection.ts';
import { searchWordsOf } from './names.ts';
import { compareIds } from './table.ts';

/** Parsed parameter `query`. */
export interface SearchText {
  /** Empty when nothing is left to search for. */
  readonly text: string;
  /** Whether to find it word for word. */
  readonly phrase: boolean;
  /** Whether it exceeds the limits that only the random endpoints enforce. */
  readonly excessive: boolean;
}

/** Reads and cleans the parameter `query`. */
export function readSearchText(query: Query): SearchText {
  const raw = query.single('query', 'rawQuery.replace is not a function');
  if (/^".+"|'.+'$/.test(raw)) return { text: searchWordsOf(raw).join(' '), phrase: true, excessive: false };
  const text = raw.replace(/[^a-z:\s()[\]]/gi, '').trim(); // also removes digits and apostrophes
  const operators = text.match(/AND|OR|NOT/g) ?? [];
  const prefixes = text.match(/(?:author|content|tags):/gi) ?? [];
  return {
    // The first search in `content` also searches `tags`.
    text: text.replace(/content:(\w+|\([\w ]+\))/, '(content:$1 OR tags:$1 )'),
    phrase: false,
    excessive: operators.length > 5 || prefixes.length > 3 || text.length > 150,
  };
}

/** Searchable texts of a quote, by field. */
const textsOf: Readonly<Record<string, (quote: Quote) => string>> = {
  content: ({ content }) => content,
  author: ({ author }) => author,
  tags: ({ tags }) => tags.join(' '),
};

/** The engine's limit on clauses; it also bounds how deep parentheses nest. */
const maxTokens = 1024;

/** Number of places by which the words of a phrase may be off, in total. */
const slop = 2;

export type QuoteSearch = ReturnType<typeof createQuoteSearch>;

export function createQuoteSearch(quotes: readonly Quote[]) {
  const fields = createTextFields(quotes, (quote, field: string) => [textsOf[field]?.(quote) ?? ''], searchWordsOf);

  /** Returns the positions of the quotes with a word in a field, each with the places of the word. */
  function find(field: string, word: string): ReadonlyMap<number, readonly number[]> {
    if (!Object.hasOwn(textsOf, field)) return new Map();
    const placesIn = (position: number) =>
      fields.words(position, field).flatMap((words) => [...words.keys()].filter((place) => words[place] === word));
    return new Map(
      fields
        .index(field)
        .exactly(word)
        .map((position) => [position, placesIn(position)]),
    );
  }

  const lengthOf = (position: number) => quotes[position]?.length ?? 0;

  /**
   * Scores quotes by a word. Rarer words count more; the score saturates with the number of hits and falls with the
   * length.
   */
  function findWord(field: string, word: string): Scores {
    const found = find(field, word);
    const weight = Math.log(1 + quotes.length / found.size);
    const relevance = (position: number, hits: number) => (weight * hits) / (hits + 0.5 + lengthOf(position) / 200);
    return new Map([...found].map(([position, { length }]) => [position, relevance(position, length)]));
  }

  const findWords = (words: string, field: string) =>
    combine({ required: [], optional: searchWordsOf(words).map((word) => findWord(field, word)), excluded: [] });

  /**
   * Scores quotes by `text`: words, `field:word`, parentheses, and `AND`, `OR`, `NOT` as the engine reads them, where
   * the operators do not bind but mark their neighbors as required, optional or excluded. Once something is required,
   * optional parts only add relevance. Malformed text is read as well as possible.
   */
  function evaluate(text: string): Scores {
    const tokens = (text.match(/[()]|[^\s()[\]]+/g) ?? []).slice(0, maxTokens);
    let position = 0;

    function readGroup(field: string): Scores {
      const parts = { required: [] as Scores[], optional: [] as Scores[], excluded: [] as Scores[] };
      let [lastWasOptional, conjoined, negated] = [false, false, false];
      while (position < tokens.length) {
        const token = tokens[position++];
        if (token === ')') break;
        if (token === 'AND') {
          // Marks both neighbors, including the one that was optional until now.
          if (lastWasOptional) parts.required.push(...parts.optional.splice(-1));
          conjoined = true;
        } else if (token === 'NOT') negated = true;
        else if (token !== 'OR') {
          position--;
          parts[negated ? 'excluded' : conjoined ? 'required' : 'optional'].push(readClause(field));
          lastWasOptional = !negated && !conjoined;
          [conjoined, negated] = [false, false];
        }
      }
      return combine(parts);
    }

    function readClause(field: string): Scores {
      const token = tokens[position++] ?? '';
      if (token === '(') return readGroup(field);
      const [, prefix, rest] = /^([^:]*):(.*)$/.exec(token) ?? [];
      if (prefix === undefined) return findWords(token, field);
      if (rest) return findWords(rest, prefix);
      const next = tokens[position];
      return next === undefined || next === ')' ? new Map() : readClause(prefix);
    }

    return readGroup('content');
  }

  /** Finds the words of `text` next to each other, give or take a few places. */
  function evaluatePhrase(text: string): Scores {
    const found = text.split(' ').map((word) => find('content', word));
    const scores: Scores = new Map();
    for (const position of found[0]?.keys() ?? []) {
      // Where the phrase would begin if each occurrence of each word were in its place.
      const starts = found.map((places, at) => (places.get(position) ?? []).map((place) => place - at));
      const tightest = starts
        .flat()
        .filter((start) => starts.every((each) => each.some((other) => other >= start && other <= start + slop)));
      if (tightest.length > 0) scores.set(position, tightest.length / (1 + lengthOf(position) / 200));
    }
    return scores;
  }

  return {
    /** Returns the quotes that match, most relevant first. */
    find({ text, phrase }: Pick<SearchText, 'text' | 'phrase'>): Quote[] {
      const scores = phrase ? evaluatePhrase(text) : evaluate(text);
      const found = [...scores].map(([position, score]) => ({ quote: quotes[position] as Quote, score }));
      return found.sort((a, b) => b.score - a.score || compareIds(a.quote, b.quote)).map(({ quote }) => quote);
    },
  };
}
