import type { TableFields } from '../../shared/openapi-table.ts';
import { tradeChannels } from './data/branded-foods.ts';

const nutrients = { nutrients: { minItems: 1, maxItems: 25, items: { type: 'number' } } } satisfies TableFields;
const ids = { fdcIds: { items: { type: 'integer' } }, ...nutrients } satisfies TableFields;
const pages = { pageNumber: { type: 'integer', min: 1 } } satisfies TableFields;
const searches = {
  ...pages,
  requireAllWords: { type: 'boolean' },
  ingredients: {},
} satisfies TableFields;

/**
 * Corrections where the API differs from the official file: it accepts more than the file lists, such as nutrient
 * numbers with decimals, and counts the IDs itself.
 */
export const corrections: Readonly<Record<string, TableFields>> = {
  'GET /v1/food/{fdcId}': nutrients,
  'GET /v1/foods': ids,
  'POST /v1/foods': ids,
  'GET /v1/foods/list': pages,
  'POST /v1/foods/list': pages,
  'GET /v1/foods/search': searches,
  // A GET ignores these.
  'POST /v1/foods/search': {
    ...searches,
    tradeChannel: { items: { enum: tradeChannels } },
    startDate: { format: 'date' },
    endDate: { format: 'date' },
  },
};
