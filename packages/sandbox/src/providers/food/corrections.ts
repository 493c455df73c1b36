import type { TableFields } from '../../shared/openapi-table.ts';
import { tradeChannels } from './data/branded-foods.ts';

const ids = { fdcIds: { items: { type: 'integer' } } } satisfies TableFields;
const pages = { pageNumber: { type: 'integer', min: 1 } } satisfies TableFields;
const searches = {
  ...pages,
  requireAllWords: { type: 'boolean' },
  ingredients: {},
} satisfies TableFields;

/** Where the API differs from the official file: it takes more than is there, and counts the ids itself. */
export const corrections: Readonly<Record<string, TableFields>> = {
  'GET /v1/foods': ids,
  'POST /v1/foods': ids,
  'GET /v1/foods/list': pages,
  'POST /v1/foods/list': pages,
  'GET /v1/foods/search': searches,
  // A GET that carries these gets the same response as without them.
  'POST /v1/foods/search': {
    ...searches,
    tradeChannel: { items: { enum: tradeChannels } },
    startDate: { format: 'date' },
    endDate: { format: 'date' },
  },
};
