import { lazy } from '../../../shared/lazy.ts';
import { rememberRecent } from '../../../shared/recent.ts';
import type { Catalog } from '../data/catalog.ts';
import type { Food } from '../data/food.ts';
import { type Group, parseQuery } from '../data/query.ts';
import { createTextIndex, highlights } from '../data/text-index.ts';
import type { ListRequest, SearchRequest } from '../request.ts';
import { searchFood } from '../wire/search.ts';

/** Foods that match, in the order in which they are returned. */
interface Hits {
  readonly foods: readonly Food[];
  readonly types: Readonly<Record<string, number>>;
  readonly scores: ReadonlyMap<number, number>;
}

/**
 * Creates the lists and searches of foods. Foods never change, so further pages of recent requests need no new search.
 */
export function createSearch({ foods }: Catalog, lenient: boolean) {
  const index = lazy(() => createTextIndex(foods));
  const lists = rememberRecent<readonly Food[]>(8);
  const searches = rememberRecent<Hits>(8);

  function find(query: Group, criteria: SearchRequest): Hits {
    const scores = index().find(query, criteria.requireAllWords);
    const score = (food: Food) => scoreOf(scores, food);
    const matching = [...scores.keys()]
      .sort((one, other) => one - other)
      .map((position) => foods[position] as Food)
      .filter((food) => ofType(criteria)(food) && passes(criteria, food));
    const found = criteria.sortBy
      ? sorted(matching, criteria)
      : matching.sort((one, other) => score(other) - score(one) || one.fdcId - other.fdcId);
    return { foods: found, types: countTypes(found), scores };
  }

  return {
    /** Returns the foods of one page of a list. */
    list(criteria: ListRequest): Food[] {
      const { dataType, sortBy, sortOrder } = criteria;
      const key = JSON.stringify([dataType, sortBy, sortOrder]);
      return pageOf(
        lists(key, () => sorted(foods.filter(ofType(criteria)), criteria)),
        criteria,
      );
    },

    /** Returns the response to a search. Throws `QuerySyntaxError`. */
    search(criteria: SearchRequest): object {
      const query = parseQuery(criteria.query ?? '', lenient);
      const { pageNumber, pageSize, ...wanted } = criteria;
      const { foods: hits, types, scores } = searches(JSON.stringify(wanted), () => find(query, criteria));
      const score = (food: Food) => Math.round(scoreOf(scores, food) * 10_000) / 10_000;
      const totalPages = Math.ceil(hits.length / pageSize);
      return {
        totalHits: hits.length,
        currentPage: pageNumber,
        totalPages,
        pageList: Array.from({ length: Math.min(10, totalPages) }, (_, page) => page + 1),
        foodSearchCriteria: echo(criteria),
        foods: pageOf(hits, criteria).map((food) => searchFood(food, score(food), highlights(query, food))),
        aggregations: { dataType: types, nutrients: {} },
      };
    },
  };
}

/** Returns the relevance of a food. The host ranks branded foods before others that match as well. */
function scoreOf(scores: Hits['scores'], { index, dataType }: Food): number {
  return (scores.get(index) ?? 0) * (dataType === 'Branded' ? 10 : 1);
}

function ofType({ dataType }: ListRequest): (food: Food) => boolean {
  return (food) => !dataType?.length || dataType.some((type) => type === food.dataType);
}

/** Returns whether a food passes the filters. Filters on label data exclude all foods without labels. */
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
    // The application always reports 50 here, regardless of the page size.
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

export type Search = ReturnType<typeof createSearch>;
