import { textFields } from './database.ts';

/** Expressions of the text index. Undefined if a query has no such words. */
export interface Match {
  readonly wanted: string | undefined;
  readonly excluded: string | undefined;
}

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/**
 * Translates a query of the API to expressions of the text index: words, `+word`, `-word`, `"a phrase"`, `prefix*`,
 * `(a group)` and `field:value`. Operators that make no sense count as spaces.
 */
export function matchQuery(query: string, requireAllWords: boolean): Match {
  let at = 0;

  function readGroup(): Match {
    const clauses = { '+': [] as string[], '-': [] as string[], '': [] as string[] };
    while (at < query.length && query[at] !== ')') {
      const [sign = ''] = /^[+-](?=[^\s)])/.exec(query.slice(at)) ?? [];
      at += sign.length;
      const expression = readTerm();
      if (expression) clauses[(sign || (requireAllWords ? '+' : '')) as '+' | '-' | ''].push(expression);
    }
    const join = (list: string[], operator: string) =>
      list.length > 0 ? `(${list.join(` ${operator} `)})` : undefined;
    return { wanted: join(clauses['+'], 'AND') ?? join(clauses[''], 'OR'), excluded: join(clauses['-'], 'OR') };
  }

  /** Reads a term; undefined if it has no words. */
  function readTerm(): string | undefined {
    const [field = '', name] = /^(\w+):(?=[^\s:)])/.exec(query.slice(at)) ?? [];
    const isField = textFields.some((each) => each === name);
    if (isField) at += field.length;
    const expression = readValue();
    return expression && isField ? `${name} : ${expression}` : expression;
  }

  function readValue(): string | undefined {
    const rest = query.slice(at);
    if (rest.startsWith('(')) {
      at += 1;
      const { wanted, excluded } = readGroup();
      at += 1;
      return wanted && excluded ? `(${wanted} NOT ${excluded})` : wanted;
    }
    const [text = '', phrase] = /^"([^"]*)"|^[^\s()"]+/.exec(rest) ?? [];
    at += text.length || 1;
    const words = phrase ?? text;
    if (!hasWord(words)) return undefined;
    return phrase === undefined && words.endsWith('*') ? `${quote(words.slice(0, -1))} *` : quote(words);
  }

  const all: Match[] = [];
  while (at < query.length) {
    all.push(readGroup());
    at += 1; // a closing bracket without an opening one
  }
  const join = (list: (string | undefined)[], operator: string) =>
    list.filter(Boolean).join(` ${operator} `) || undefined;
  return {
    wanted: join(
      all.map(({ wanted }) => wanted),
      requireAllWords ? 'AND' : 'OR',
    ),
    excluded: join(
      all.map(({ excluded }) => excluded),
      'OR',
    ),
  };
}
