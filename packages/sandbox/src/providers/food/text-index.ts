import { lazy } from '../../lazy.ts';
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
  const documents = lazy(() => foods.map(documentOf));
  const fieldIndexes = new Map<string, ReadonlyMap<string, readonly number[]>>();

  /** Positions of the documents by the words of one of their fields. */
  function indexOf(name: string): ReadonlyMap<string, readonly number[]> {
    const known = fieldIndexes.get(name);
    if (known) return known;
    const positions = new Map<string, number[]>();
    for (const [position, { fields }] of documents().entries()) {
      for (const word of new Set(fields.get(name))) {
        const others = positions.get(word);
        if (others) others.push(position);
        else positions.set(word, [position]);
      }
    }
    fieldIndexes.set(name, positions);
    return positions;
  }

  /** Positions of the documents with a word that passes, in one of the fields. */
  function positionsOf(test: WordTest, names: readonly string[]): Set<number> {
    const lists = names.map(indexOf).flatMap((index) => {
      if (test.word !== undefined) return [index.get(test.word) ?? []];
      return [...index].flatMap(([word, positions]) => (test(word) ? [positions] : []));
    });
    return new Set(lists.flat());
  }

  function findTerm({ field, words }: Term): Map<number, number> {
    const found = new Map<number, number>();
    const [first] = words;
    const candidates = first ? positionsOf(first, field ? [field] : Object.keys(weights)) : documents().keys();
    for (const position of candidates) {
      const { fields } = documents()[position] as Document;
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
    const [fewest] = must.toSorted((one, other) => one.size - other.size);
    const any = () => (should.length > 0 ? new Set(should.flatMap((found) => [...found.keys()])) : foods.keys());
    for (const position of fewest?.keys() ?? any()) {
      if (mustNot.some((found) => found.has(position)) || must.some((found) => !found.has(position))) continue;
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
