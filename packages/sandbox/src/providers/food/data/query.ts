/** One word of a query, as a test of a word in the text. */
export interface WordTest {
  (token: string): boolean;
  /** The word that passes, if there is only one. */
  readonly word?: string;
}

/** Consecutive words, in one field or in any. Without words, it matches everything. */
export interface Term {
  readonly field?: (typeof namedFields)[number] | undefined;
  readonly words: readonly WordTest[];
}

/** Combined clauses. `occur` is the operator before a clause. */
export interface Group {
  readonly clauses: readonly { readonly occur: '+' | '-' | ''; readonly node: Group | Term }[];
}

/** Fields that a query can name. Some of them are also searched without being named. */
export const namedFields = [
  'description',
  'lowercaseDescription',
  'brandOwner',
  'brandName',
  'ingredients',
  'gtinUpc',
  'fdcId',
  'ndbNumber',
  'foodCode',
  'foodCategory',
  'scientificName',
  'commonNames',
  'dataType',
  'publishedDate',
] as const;

/** Error for a query that the search engine cannot read. */
export class QuerySyntaxError extends Error {}

/** Splits a text into lowercase words without plural endings. */
export function tokens(text: string): string[] {
  const words = text
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .match(/[\p{L}\p{N}]+/gu);
  return (words ?? []).map(stem);
}

function stem(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.endsWith('oes') ? word.slice(0, -2) : word.slice(0, -1);
}

/** Reads a query. Throws `QuerySyntaxError` where the engine would or, if `lenient`, reads the operators as spaces. */
export function parseQuery(text: string, lenient: boolean): Group {
  try {
    return new Parser(text).all();
  } catch (error) {
    if (!lenient || !(error instanceof QuerySyntaxError)) throw error;
    return new Parser(text.replaceAll(/[":()\\]/g, ' ')).all();
  }
}

class Parser {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  all(): Group {
    const group = this.clauses(undefined);
    if (this.at < this.text.length) throw new QuerySyntaxError('unbalanced )');
    return group;
  }

  private peek(): string {
    return this.text[this.at] ?? '';
  }

  private clauses(field: Term['field']): Group {
    const clauses: Group['clauses'][number][] = [];
    for (;;) {
      while (/\s/.test(this.peek())) this.at += 1;
      if (this.peek() === '' || this.peek() === ')') return { clauses };
      const sign = this.peek();
      const signed = (sign === '+' || sign === '-') && /\S/.test(this.text[this.at + 1] ?? '');
      if (signed) this.at += 1;
      const node = this.node(field);
      const empty = 'clauses' in node ? node.clauses.length === 0 : node.words.length === 0;
      if (!empty) clauses.push({ occur: signed ? (sign as '+' | '-') : '', node });
    }
  }

  private node(field: Term['field']): Group | Term {
    if (this.peek() === '(') {
      this.at += 1;
      const group = this.clauses(field);
      if (this.peek() !== ')') throw new QuerySyntaxError('unbalanced (');
      this.at += 1;
      return group;
    }
    if (this.peek() === '"') {
      const end = this.text.indexOf('"', this.at + 1);
      if (end < 0) throw new QuerySyntaxError('unbalanced "');
      const phrase = this.text.slice(this.at + 1, end);
      this.at = end + 1;
      return { field, words: tokens(phrase).map(exactly) };
    }
    const word = this.word();
    if (this.peek() !== ':') return { field, words: tests(word) };
    this.at += 1;
    const known = namedFields.find((name) => name === word);
    if (!known || !/[^\s:)]/.test(this.peek())) throw new QuerySyntaxError('stray :');
    return this.node(known);
  }

  private word(): string {
    const start = this.at;
    while (/[^\s()":]/.test(this.peek())) this.at += this.peek() === '\\' ? 2 : 1;
    return this.text.slice(start, this.at);
  }
}

function exactly(word: string): WordTest {
  return Object.assign((token: string) => token === word, { word });
}

/**
 * Reads a word as tests: `low-fat` is two consecutive words, and `chedd*` matches every word that starts with `chedd`.
 */
function tests(word: string): WordTest[] {
  if (!word.includes('*')) return tokens(word).map(exactly);
  return (word.toLowerCase().match(/[\p{L}\p{N}*]+/gu) ?? []).map(wildcard);
}

/** Looks for the pieces between the stars one after the other, which is never slow, unlike a regular expression. */
function wildcard(pattern: string): WordTest {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop() ?? '';
  return (token) => {
    if (token === '' || !token.startsWith(first)) return false;
    let at = first.length;
    for (const piece of rest) {
      const found = token.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return token.length - at >= last.length && token.endsWith(last);
  };
}
