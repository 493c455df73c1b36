import type { Food } from './food.ts';
import { type Group, type namedFields, type Term, tokens, type WordTest } from './query.ts';

/** A food's texts by field, as words. */
interface Document {
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

/** How much a find in a field counts; a field without a weight is searched only by its name. */
const weights: Readonly<Record<string, number>> = {
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

/** Finds foods by text. */
export interface TextIndex {
  /** Relevance of the foods that match, by their position. */
  find(query: Group, requireAllWords: boolean): ReadonlyMap<number, number>;
}

/** Indexes `foods`; the words are taken apart at the first search. */
export function createTextIndex(foods: readonly Food[]): TextIndex {
  let documents: Document[] | undefined;

  function findTerm({ field, words }: Term): Map<number, number> {
    documents ??= foods.map(documentOf);
    const found = new Map<number, number>();
    for (const [position, { fields }] of documents.entries()) {
      let weight = 0;
      for (const [name, text] of fields) {
        if (field ? name !== field : !(name in weights)) continue;
        if (occurs(words, text)) weight += (weights[name] ?? 1) / (1 + 0.1 * text.length);
      }
      if (weight > 0) found.set(position, weight);
    }
    const rarity = Math.log(1 + foods.length / (found.size || 1));
    for (const [position, weight] of found) found.set(position, weight * rarity);
    return found;
  }

  function findGroup({ clauses }: Group, all: boolean): Map<number, number> {
    const results = clauses.map(({ occur, node }) => ({
      occur: all && occur === '' ? '+' : occur,
      found: 'clauses' in node ? findGroup(node, all) : findTerm(node),
    }));
    const of = (occur: string) => results.filter((result) => result.occur === occur).map(({ found }) => found);
    const [must, should, mustNot] = [of('+'), of(''), of('-')];
    const scores = new Map<number, number>();
    for (const position of foods.keys()) {
      if (mustNot.some((found) => found.has(position)) || must.some((found) => !found.has(position))) continue;
      if (must.length === 0 && should.length > 0 && should.every((found) => !found.has(position))) continue;
      const score = [...must, ...should].reduce((sum, found) => sum + (found.get(position) ?? 0), 0);
      scores.set(position, score || 1);
    }
    return scores;
  }

  return { find: findGroup };
}

/** The texts in which `query` was found, with the finds in `<em>`. The description is never among them. */
export function highlights(query: Group, food: Food): string {
  const wanted = positiveWords(query);
  if (wanted.length === 0) return '';
  const texts = [
    ['Ingredients', food.branded?.ingredients],
    ['Brand Owner', food.branded?.owner],
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

function documentOf(food: Food): Document {
  const texts: Record<(typeof namedFields)[number], string | number | undefined> = {
    description: food.description,
    lowercaseDescription: food.description,
    brandOwner: food.branded?.owner,
    brandName: food.branded?.brand,
    ingredients: food.branded?.ingredients,
    gtinUpc: food.branded?.gtin,
    fdcId: food.fdcId,
    ndbNumber: food.ndbNumber,
    foodCode: food.foodCode,
    foodCategory: food.category.description,
    scientificName: food.scientificName,
    commonNames: food.commonNames,
    dataType: food.dataType,
    publishedDate: food.published,
  };
  const filled = Object.entries(texts).filter(([, text]) => text !== undefined && text !== '');
  return { fields: new Map(filled.map(([name, text]) => [name, tokens(String(text))])) };
}
