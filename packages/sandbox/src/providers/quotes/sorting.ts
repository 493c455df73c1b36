import type { Query } from './query.ts';
import type { Order } from './table.ts';

/** The members a route sorts by, each with its own direction; the first is the default. */
export type SortFields = ReadonlyMap<string, 1 | -1>;

const directions = new Map<string, 1 | -1>([
  ...(['asc', 'ascending', '1'] as const).map((name) => [name, 1] as const),
  ...(['desc', 'descending', '-1'] as const).map((name) => [name, -1] as const),
]);

/** What `query` asks for; unknown members and directions fall back without a word. */
export function readOrder(query: Query, fields: SortFields): Order {
  const asked = query.text('sortBy');
  const [first = ''] = fields.keys();
  const field = fields.has(asked) ? asked : first;
  const direction = directions.get(query.text('sortOrder') || query.text('order')) ?? fields.get(field) ?? 1;
  return { field, direction };
}
