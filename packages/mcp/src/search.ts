import { neededSecrets, type Offered } from './api.ts';
import { paramsType, resultType } from './types.ts';

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** Returns the stem that words of the same family share: `album` and `albums`, `searching` and `search`. */
const stem = (word: string): string => (word.length > 4 ? word.replace(/(?:ing|es|s)$/, '') : word);

/** Finds operations by words in their names and descriptions, the best matches first. */
export function searchOperations(all: Iterable<Offered>, query: string, limit: number): Offered[] {
  const wanted = [...new Set(wordsOf(query).map(stem))];
  const scored = [...all].map((offered) => {
    const { operation, name } = offered;
    const inName = new Set(wordsOf(name).map(stem));
    const inSummary = new Set(wordsOf(operation.summary).map(stem));
    const inText = new Set(wordsOf(operation.description ?? '').map(stem));
    let score = operation.name.toLowerCase() === query.toLowerCase() || name === query ? 50 : 0;
    for (const word of wanted) {
      if (inName.has(word)) score += 5;
      if (inSummary.has(word)) score += 3;
      if (inText.has(word)) score += 1;
    }
    // Closed operations, and operations that need their own token, are found only by their names.
    if (operation.deprecated || neededSecrets(offered).length > 0) score -= 4;
    return { offered, score: score - operation.name.length / 1000 };
  });
  return scored
    .filter(({ score }) => score >= 1)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ offered }) => offered);
}

/** Describes an operation in one line. */
export function lineOf({ operation, name }: Offered): string {
  const { access, personal, costs, deprecated } = operation;
  const notes = [access, personal && 'personal', costs !== undefined && 'costs', deprecated && 'deprecated'];
  return `${name} [${notes.filter(Boolean).join(', ')}]: ${operation.summary}`;
}

/** Describes everything that an agent needs to call an operation, with params and result as TypeScript types. */
export function describeOperation(offered: Offered): string {
  const { api, operation } = offered;
  const { description, costs, deprecated, scopes, paging, params, result } = operation;
  return [
    [lineOf(offered), description].filter(Boolean).join(' '),
    ...(costs === undefined ? [] : [`costs: ${costs}`]),
    ...(deprecated ? [`deprecated: ${JSON.stringify(deprecated)}`] : []),
    ...(scopes ? [`scopes, any of: ${scopes.join(', ')}`] : []),
    `params: ${paramsType(api.catalog, params)}`,
    result ? `returns ${paging ? 'a list of ' : ''}${resultType(api.catalog, result)}` : 'returns nothing',
  ].join('\n');
}
