import { type McpApi, neededSecrets, type Offered } from './api.ts';
import { paramsType, resultType } from './types.ts';

/** Words that say nothing about an operation. */
const stopWords = new Set(
  'a about all also am an and any are as at be by can could did do does for from details get give had has have how i if in information into is it its just lot me much many my of off on one or our out over please show some tell than that the their them there this to up us use was want we were what when where which who with would you your'.split(
    ' ',
  ),
);

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll("'s", '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** Returns the stem that words of the same family share: `album` and `albums`, `banned` and `ban`. */
const stem = (word: string): string =>
  word.length < 4
    ? word
    : word
        .replace(/ies$/, 'y')
        .replace(/(?:ing|ed|er|es|s)$/, '')
        .replace(/([^aeiouls])\1$/, '$1')
        .replace(/e$/, '');

/** Groups of words that stand for each other. */
const synonyms = [
  ['create', 'add', 'make', 'new', 'start'],
  ['delete', 'remove', 'end', 'unban', 'close', 'stop'],
  ['update', 'change', 'set', 'edit', 'rename', 'turn'],
  ['search', 'find', 'look', 'lookup'],
  ['track', 'song'],
  ['show', 'podcast'],
].map((words) => new Set(words.map(stem)));

/** Words by which an operation is found, by stem, with their weights. */
interface Index {
  readonly offered: Offered;
  readonly weights: ReadonlyMap<string, number>;
  /** Number of words in the name. */
  readonly length: number;
}

function indexOf(offered: Offered): Index {
  const { operation, name } = offered;
  const weights = new Map<string, number>();
  const texts: [string, number][] = [
    [operation.description ?? '', 1],
    [operation.summary, 3],
    [(operation.keywords ?? []).join(' '), 4],
    [name, 6],
  ];
  for (const [text, weight] of texts) for (const word of wordsOf(text)) weights.set(stem(word), weight);
  return { offered, weights, length: wordsOf(operation.name).length };
}

/** Returns the words of an API's title that name it, such as `spotify`. */
const titleWords = ({ catalog }: McpApi): string[] =>
  catalog.title
    .toLowerCase()
    .replaceAll(/ (web|api|central)\b/g, '')
    .split(' ');

/** Finds operations by words in their names, keywords and descriptions, the best matches first. */
export function searchOperations(all: Iterable<Offered>, query: string, limit: number): Offered[] {
  const index = [...all].map(indexOf);
  const words = wordsOf(query);
  const named = new Set(
    index.map(({ offered }) => offered.api).filter((api) => titleWords(api).some((word) => words.includes(word))),
  );
  const titles = new Set([...named].flatMap(titleWords));
  const rest = words.filter((word) => !titles.has(word));
  const telling = rest.filter((word) => !stopWords.has(word));
  const wanted = [...new Set((telling.length > 0 ? telling : rest).map(stem))];
  const rarity = new Map(
    wanted.map((word) => [
      word,
      Math.log(1 + index.length / (1 + index.filter(({ weights }) => weights.has(word)).length)),
    ]),
  );
  const scored = index.map(({ offered, weights, length }) => {
    const { operation, name } = offered;
    let score = operation.name.toLowerCase() === query.toLowerCase() || name === query ? 500 : 0;
    for (const word of wanted) {
      const alike = synonyms.find((group) => group.has(word)) ?? [];
      const other = [...alike].map((each) => weights.get(each) ?? 0);
      const longer =
        word.length < 3 ? [] : [...weights].filter(([each]) => each.startsWith(word)).map(([, own]) => own);
      const weight =
        weights.get(word) ?? Math.max(0, ...other.map((own) => 0.5 * own), ...longer.map((own) => 0.5 * own));
      score += weight * (rarity.get(word) ?? 1);
    }
    if (score > 0 && named.has(offered.api)) score += 20;
    // Closed operations, and operations that need their own token, are found only by their names.
    if (operation.deprecated || neededSecrets(offered).length > 0) score -= 10;
    return { offered, score: score - length / 2 };
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
