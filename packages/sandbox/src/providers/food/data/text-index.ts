import { combine, createTextFields, type Scores } from '../../../shared/text-search.ts';
import type { Food } from './food.ts';
import { type Group, namedFields, type Term, tokens, type WordTest } from './query.ts';

type Field = (typeof namedFields)[number];

/** Weight of a match in a field. A field without a weight is searched only when it is named. */
const weights: Readonly<Partial<Record<Field, number>>> = {
  description: 100,
  commonNames: 60,
  brandName: 40,
  brandOwner: 40,
  scientificName: 40,
  ingredients: 10,
  gtinUpc: 500,
  fdcId: 500,
  ndbNumber: 100,
  foodCode: 100,
};

export interface TextIndex {
  /** Returns the relevance of the foods that match, by position. */
  find(query: Group, requireAllWords: boolean): Scores;
}

const weighted = namedFields.filter((field) => field in weights);

/** Indexes `foods`. */
export function createTextIndex(foods: readonly Food[]): TextIndex {
  const texts = createTextFields(foods, textsOf, tokens);

  const positionsOf = (test: WordTest, fields: readonly Field[]): Set<number> =>
    new Set(
      fields
        .map(texts.index)
        .flatMap((index) => (test.word === undefined ? index.matching(test) : index.exactly(test.word))),
    );

  function findTerm({ field, words }: Term): Scores {
    const found: Scores = new Map();
    const fields = field ? [field] : weighted;
    const [first] = words;
    for (const position of first ? positionsOf(first, fields) : foods.keys()) {
      let weight = 0;
      for (const name of fields) {
        for (const text of texts.words(position, name))
          if (occurs(words, text)) weight += (weights[name] ?? 1) / (1 + 0.1 * text.length);
      }
      if (weight > 0) found.set(position, weight);
    }
    const rarity = Math.log(1 + foods.length / (found.size || 1));
    for (const [position, weight] of found) found.set(position, weight * rarity);
    return found;
  }

  function findGroup({ clauses }: Group, all: boolean): Scores {
    const results = clauses.map(({ occur, node }) => ({
      occur: all && occur === '' ? '+' : occur,
      found: 'clauses' in node ? findGroup(node, all) : findTerm(node),
    }));
    const of = (occur: string) => results.filter((result) => result.occur === occur).map(({ found }) => found);
    return combine({ required: of('+'), optional: of(''), excluded: of('-') }, foods.keys());
  }

  return { find: findGroup };
}

/** Returns the texts that match `query`, with the matches in `<em>`. The description is never among them. */
export function highlights(query: Group, food: Food): string {
  const wanted = positiveWords(query);
  if (wanted.length === 0) return '';
  const texts = [
    ['Ingredients', food.branded?.label.ingredients],
    ['Brand Owner', food.branded?.label.brandOwner],
    [food.foodCode ? 'Additional Descriptions' : 'Common Names', food.commonNames],
    ['Scientific Name', food.scientificName],
  ] as const;
  return texts
    .flatMap(([label, text]) => {
      const marked = text?.replaceAll(/[\p{L}\p{N}'’]+/gu, (word) =>
        tokens(word).some((token) => wanted.some((test) => test(token))) ? `<em>${word}</em>` : word,
      );
      return marked === text ? [] : [`<b>${label}</b>: ${marked}`];
    })
    .join(' ');
}

function positiveWords({ clauses }: Group): WordTest[] {
  return clauses
    .filter(({ occur }) => occur !== '-')
    .flatMap(({ node }) => ('clauses' in node ? positiveWords(node) : node.words));
}

function occurs(words: readonly WordTest[], text: readonly string[]): boolean {
  return text.some((_, start) => words.every((test, offset) => test(text[start + offset] ?? '')));
}

function textsOf(food: Food, field: Field): readonly string[] {
  const text = readField(food, field);
  return text === undefined || text === '' ? [] : [String(text)];
}

function readField(food: Food, field: Field): string | number | undefined {
  switch (field) {
    case 'lowercaseDescription':
      return food.description;
    case 'brandOwner':
    case 'brandName':
    case 'ingredients':
    case 'gtinUpc':
      return food.branded?.label[field];
    case 'foodCategory':
      return food.category.description;
    case 'publishedDate':
      return food.published;
    default:
      return food[field];
  }
}
