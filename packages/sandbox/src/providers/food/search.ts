import { rememberRecent } from '../../recent.ts';
import type { Catalog } from './catalog.ts';
import type { Food } from './food.ts';
import { parseQuery } from './query.ts';
import type { ListRequest, SearchRequest } from './requests.ts';
import { highlights, type TextIndex } from './text-index.ts';
import { searchFood } from './wire-search.ts';

/** What was found lately, so that further pages of a list or a search cost no search. The foods never change. */
export interface RecentFoods {
  readonly lists: (key: string, make: () => readonly Food[]) => readonly Food[];
  readonly searches: (key: string, make: () => Hits) => Hits;
}

/** Foods that match, in the order in which they are returned. */
interface Hits {
  readonly foods: readonly Food[];
  readonly types: Readonly<Record<string, number>>;
  readonly scores: ReadonlyMap<number, number>;
}

/** Remembers nothing yet. */
export const createRecentFoods = (): RecentFoods => ({ lists: rememberRecent(8), searches: rememberRecent(8) });

/** The foods of one page of a list. */
export function listFoods({ foods }: Catalog, criteria: ListRequest, recent = createRecentFoods()): Food[] {
  const { dataType, sortBy, sortOrder } = criteria;
  const key = JSON.stringify([dataType, sortBy, sortOrder]);
  const list = recent.lists(key, () => sorted(foods.filter(ofType(criteria)), criteria));
  return pageOf(list, criteria);
}

/** The response to a search. Throws `QuerySyntaxError`. */
export function searchFoods(
  { foods }: Catalog,
  index: TextIndex,
  criteria: SearchRequest,
  lenient: boolean,
  recent = createRecentFoods(),
): object {
  const query = parseQuery(criteria.query ?? '', lenient);
  const { pageNumber: _page, pageSize: _size, ...wanted } = criteria;
  const { foods: hits, types, scores } = recent.searches(JSON.stringify(wanted), find);
  const score = (food: Food) => scores.get(food.index) ?? 0;
  const totalPages = Math.ceil(hits.length / criteria.pageSize);
  return {
    totalHits: hits.length,
    currentPage: criteria.pageNumber,
    totalPages,
    pageList: Array.from({ length: Math.min(10, totalPages) }, (_, page) => page + 1),
    foodSearchCriteria: echo(criteria),
    foods: pageOf(hits, criteria).map((food) =>
      searchFood(food, Math.round(score(food) * 10_000) / 10_000, highlights(query, food)),
    ),
    aggregations: { dataType: types, nutrients: {} },
  };

  function find(): Hits {
    const scores = index.find(query, criteria.requireAllWords);
    const score = (food: Food) => scores.get(food.index) ?? 0;
    const matching = [...scores.keys()]
      .sort((one, other) => one - other)
      .map((position) => foods[position] as Food)
      .filter((food) => ofType(criteria)(food) && passes(criteria, food));
    const found = criteria.sortBy
      ? sorted(matching, criteria)
      : matching.sort((one, other) => score(other) - score(one) || one.fdcId - other.fdcId);
    return { foods: found, types: countTypes(found), scores };
  }
}

function ofType({ dataType }: ListRequest): (food: Food) => boolean {
  return (food) => !dataType?.length || dataType.some((type) => type === food.dataType);
}

/** Filters on label data leave no other food over. */
function passes(criteria: SearchRequest, { branded, published }: Food): boolean {
  const { brandOwner, ingredients, tradeChannel, startDate, endDate } = criteria;
  if (brandOwner && branded?.label.brandOwner !== brandOwner) return false;
  if (ingredients && !branded?.label.ingredients.toLowerCase().includes(ingredients.toLowerCase())) return false;
  if (tradeChannel?.length && !branded?.tradeChannels.some((channel) => tradeChannel.includes(channel))) return false;
  return (!startDate || published >= startDate) && (!endDate || published <= endDate);
}

function sorted(foods: Food[], { sortBy, sortOrder }: ListRequest): Food[] {
  if (!sortBy) return foods;
  const key = (food: Food): string | number =>
    ({
      'dataType.keyword': food.dataType,
      'lowercaseDescription.keyword': food.description.toLowerCase(),
      fdcId: food.fdcId,
      publishedDate: food.published,
    })[sortBy];
  const sign = sortOrder === 'desc' ? -1 : 1;
  return foods.sort((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === b) return one.fdcId - other.fdcId;
    return a < b ? -sign : sign;
  });
}

function pageOf(foods: readonly Food[], { pageNumber, pageSize }: ListRequest): Food[] {
  return foods.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
}

function echo(criteria: SearchRequest): object {
  const { query, dataType, pageNumber, pageSize, requireAllWords, ...rest } = criteria;
  return {
    ...(dataType?.length && { dataType }),
    query,
    generalSearchInput: query,
    pageNumber,
    // The application reports 50 here whatever the page size is.
    numberOfResultsPerPage: 50,
    pageSize,
    requireAllWords,
    ...(dataType?.length && { foodTypes: dataType }),
    ...rest,
  };
}

function countTypes(foods: readonly Food[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { dataType } of foods) counts[dataType] = (counts[dataType] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([, one], [, other]) => other - one));
}
