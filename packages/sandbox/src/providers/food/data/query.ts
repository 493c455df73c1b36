/** One word of a query, as a test on a word of the text. */
export interface WordTest {
  (token: string): boolean;
  /** The only word that passes, when there is only one. */
  readonly word?: string;
}

/** Words in a row, in one field or any; no words at all stand for everything. */
export interface Term {
  readonly field?: (typeof namedFields)[number] | undefined;
  readonly words: readonly WordTest[];
}

/** Clauses that are combined; `occur` is the operator before a clause. */
export interface Group {
  readonly clauses: readonly { readonly occur: '+' | '-' | ''; readonly node: Group | Term }[];
}

/** Fields that a query may name, besides those that are searched without being named. */
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

/** The search engine cannot read the query. */
export class QuerySyntaxError extends Error {}

/** Lower-case words without plural endings. */
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

/** Reads a query; throws `QuerySyntaxError` where the engine would, unless `lenient`: then the operators are blanks. */
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

/** `low-fat` is two words in a row; `chedd*` stands for every word that begins so. */
function tests(word: string): WordTest[] {
  if (!word.includes('*')) return tokens(word).map(exactly);
  return (word.toLowerCase().match(/[\p{L}\p{N}*]+/gu) ?? []).map(wildcard);
}

/** Looks for the pieces between the stars one after the other: unlike a regular expression, never slow. */
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
