import { searchWordsOf } from './names.ts';
import type { Scores, TextIndex } from './text-index.ts';

// The engine's limit on clauses; it also bounds how deep brackets nest.
const maxTokens = 1024;

/**
 * Finds what `text` asks for: words, `field:word`, brackets, and `AND`, `OR`, `NOT` in the way of the engine, where the
 * operators do not bind but mark their neighbours: required, optional or excluded. Optional parts only add relevance
 * once something is required. What is malformed is read as well as it can be.
 */
export function evaluate(text: string, index: TextIndex): Scores {
  const tokens = (text.match(/[()]|[^\s()[\]]+/g) ?? []).slice(0, maxTokens);
  let position = 0;

  function readGroup(field: string): Scores {
    const required: Scores[] = [];
    const optional: Scores[] = [];
    const excluded: Scores[] = [];
    let [lastWasOptional, conjoined, negated] = [false, false, false];
    while (position < tokens.length) {
      const token = tokens[position++];
      if (token === ')') break;
      if (token === 'AND') {
        // Marks both neighbours, also the one that was optional until now.
        if (lastWasOptional) required.push(...optional.splice(-1));
        conjoined = true;
      } else if (token === 'NOT') negated = true;
      else if (token !== 'OR') {
        position--;
        const scores = readClause(field);
        lastWasOptional = !negated && !conjoined;
        (negated ? excluded : conjoined ? required : optional).push(scores);
        [conjoined, negated] = [false, false];
      }
    }
    return combine(required, optional, excluded);
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

  const findWords = (words: string, field: string) =>
    combine(
      [],
      searchWordsOf(words).map((word) => index.word(field, word)),
      [],
    );

  return readGroup('content');
}

function combine(required: Scores[], optional: Scores[], excluded: Scores[]): Scores {
  const scores: Scores = new Map();
  const parts = [...required, ...optional];
  for (const quote of new Set((required.length > 0 ? required : optional).flatMap((part) => [...part.keys()]))) {
    if (excluded.some((part) => part.has(quote)) || !required.every((part) => part.has(quote))) continue;
    scores.set(
      quote,
      parts.reduce((sum, part) => sum + (part.get(quote) ?? 0), 0),
    );
  }
  return scores;
}
