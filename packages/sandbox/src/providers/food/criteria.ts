import { badRequest } from './application-errors.ts';
import { tradeChannels } from './branded-foods.ts';
import { filterableTypes } from './food.ts';
import type { Parameters } from './parameters.ts';

/** Values of `sortBy`. */
export const sortFields = ['dataType.keyword', 'lowercaseDescription.keyword', 'fdcId', 'publishedDate'] as const;

/** What a list is asked for. */
export interface ListCriteria {
  readonly dataType?: readonly string[] | undefined;
  readonly pageSize: number;
  readonly pageNumber: number;
  readonly sortBy?: (typeof sortFields)[number] | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}

/** What a search is asked for. */
export interface SearchCriteria extends ListCriteria {
  readonly query?: string | undefined;
  readonly brandOwner?: string | undefined;
  readonly requireAllWords: boolean;
  readonly ingredients?: string | undefined;
  readonly tradeChannel?: readonly string[] | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** How foods are asked for. */
export interface FoodCriteria {
  readonly format: 'abridged' | 'full';
  /** Nutrient numbers; all when undefined. */
  readonly nutrients?: ReadonlySet<number> | undefined;
}

/** Most nutrient numbers in a request. */
const nutrientLimit = 25;

export function readFoodCriteria(parameters: Parameters): FoodCriteria {
  const nutrients = parameters.integers('nutrients');
  if (nutrients && nutrients.length > nutrientLimit) throw badRequest();
  return {
    format: oneOf(['full', 'abridged'] as const, parameters.text('format')) ?? 'full',
    nutrients: nutrients && nutrients.length > 0 ? new Set(nutrients) : undefined,
  };
}

export function readListCriteria(parameters: Parameters): ListCriteria {
  const dataType = parameters.texts('dataType', filterableTypes);
  if (dataType && dataType.length > filterableTypes.length) throw badRequest();
  return {
    dataType: dataType && dataType.length > 0 ? dataType : undefined,
    pageSize: parameters.integer('pageSize', 1, 200) ?? 50,
    pageNumber: parameters.integer('pageNumber', 1) ?? 1,
    sortBy: oneOf(sortFields, parameters.text('sortBy')),
    sortOrder: oneOf(['asc', 'desc'] as const, parameters.text('sortOrder')),
  };
}

/** Trade channels and dates are read from bodies only; a GET that carries them is answered as if it did not. */
export function readSearchCriteria(parameters: Parameters, fromBody: boolean): SearchCriteria {
  const channels = fromBody ? parameters.texts('tradeChannel', tradeChannels) : undefined;
  return {
    ...readListCriteria(parameters),
    query: parameters.text('query'),
    brandOwner: parameters.text('brandOwner') || undefined,
    requireAllWords: parameters.flag('requireAllWords') ?? false,
    ingredients: parameters.text('ingredients') || undefined,
    tradeChannel: channels && channels.length > 0 ? channels : undefined,
    startDate: fromBody ? date(parameters.text('startDate')) : undefined,
    endDate: fromBody ? date(parameters.text('endDate')) : undefined,
  };
}

function oneOf<T extends string>(allowed: readonly T[], value: string | undefined): T | undefined {
  const member = allowed.find((each) => each === value);
  if (value && !member) throw badRequest();
  return member;
}

function date(value: string | undefined): string | undefined {
  if (!value) return undefined;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined;
  // JavaScript takes 31 February for 3 March; such a day is no date.
  if (!day || Number.isNaN(day.getTime()) || !day.toISOString().startsWith(value)) throw badRequest();
  return value;
}
