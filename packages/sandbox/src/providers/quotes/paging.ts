import type { Order } from './data/table.ts';
import type { Query } from './request.ts';

/** Requested part of a list. */
export interface Paging {
  /** Page number in the response, from 1. */
  readonly page: number;
  /** Number of records before the page. */
  readonly skip: number;
  readonly limit: number;
}

/** A page as the API returns it. */
export interface Page {
  readonly count: number;
  readonly totalCount: number;
  readonly page: number;
  readonly totalPages: number;
  /** Position of the page's last record, from 1; null when no record follows. */
  readonly lastItemIndex: number | null;
  readonly results: readonly object[];
}

const maxLimit = 150;
const maxSkip = 10_000;

/** Reads the paging parameters. No value of them causes an error. */
export function readPaging(query: Query): Paging {
  const limit = clamp(query.whole('limit'), 1, maxLimit) || 20;
  if (query.has('skip')) {
    const skip = clamp(query.whole('skip'), 0, maxSkip) || 0;
    return { page: Math.floor(skip / limit) + 1, skip, limit };
  }
  const page = Math.max(query.whole('page'), 1) || 1;
  return { page, skip: Math.min((page - 1) * limit, maxSkip), limit }; // pages beyond the cap silently repeat
}

/** Cuts the page out of `records`, each written by `write`. */
export function cutPage<T>(records: readonly T[], { page, skip, limit }: Paging, write: (record: T) => object): Page {
  const results = records.slice(skip, skip + limit).map(write);
  const end = skip + results.length;
  return {
    count: results.length,
    totalCount: records.length,
    page,
    totalPages: Math.ceil(records.length / limit),
    lastItemIndex: end < records.length ? end : null,
    results,
  };
}

/** Limits `value` to the bounds; NaN stays NaN. */
export function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** Fields that an endpoint can sort by, each with its default direction; the first field is the default. */
export type SortFields = Readonly<Record<string, 1 | -1>>;

/** Fields that authors and tags can be sorted by. */
export const namedFields: SortFields = { name: 1, quoteCount: -1, dateAdded: -1, dateModified: -1 };

const directions = new Map<string, 1 | -1>([
  ...['asc', 'ascending', '1'].map((name) => [name, 1] as const),
  ...['desc', 'descending', '-1'].map((name) => [name, -1] as const),
]);

/** Reads the requested order. Unknown fields and directions silently fall back to the defaults. */
export function readOrder(query: Query, fields: SortFields): Order {
  const asked = query.text('sortBy');
  const [first = ''] = Object.keys(fields);
  const field = Object.hasOwn(fields, asked) ? asked : first;
  return { field, direction: directions.get(query.text('sortOrder') || query.text('order')) ?? fields[field] ?? 1 };
}
