import { createHash } from 'node:crypto';
import { refuse } from './errors.ts';
import type { Query } from './request/query.ts';

/** One page as the API returns it; no cursor means the list ends here. */
export interface Page<T> {
  data: T[];
  pagination: { cursor?: string };
}

/** Rule for paging a list. */
export interface PageRule {
  /** Page size when the request names none. Default 20. */
  size?: number;
  /** Largest page size. Default 100. */
  maxSize?: number;
  /** Maximum number of items on a page, even if the request asks for more. Default: no such limit. */
  cap?: number;
  /** Whether the list also supports `before`. */
  back?: boolean;
  /** Whether the last page has a cursor. */
  cursorOnLastPage?: boolean;
}

// Like the API's own cursors, a cursor has both edges of its page: `before` starts at one, `after` at the other.
interface Cursor {
  before: number;
  after: number;
}

/**
 * Returns the page of `items` that `query` asks for, each item converted by `show`. `list` names the endpoint; cursors
 * from other endpoints are refused.
 */
export function cutPage<T, Shown = T>(
  items: readonly T[],
  list: string,
  query: Query,
  rule: PageRule,
  show: (item: T) => Shown = (item) => item as unknown as Shown,
): Page<Shown> {
  const size = Math.min(query.first(rule.size ?? 20, rule.maxSize ?? 100), rule.cap ?? Number.POSITIVE_INFINITY);
  const binding = createHash('sha256').update(`${list}?${query.filters()}`).digest('hex').slice(0, 8);
  const after = query.text('after');
  const before = rule.back ? query.text('before') : undefined;
  if (after && before) invalidCursor(); // the API offers one direction at a time and documents no more

  let start = 0;
  if (after) start = Math.min(decode(after, binding).after, items.length);
  let end = Math.min(start + size, items.length);
  if (before) {
    end = Math.min(decode(before, binding).before, items.length);
    start = Math.max(0, end - size);
  }
  const data = items.slice(start, end);
  const more = before ? start > 0 : end < items.length;
  const hasCursor = data.length > 0 && (more || rule.cursorOnLastPage);
  return {
    data: data.map(show),
    pagination: hasCursor ? { cursor: encode({ before: start, after: end }, binding) } : {},
  };
}

function encode({ before, after }: Cursor, binding: string): string {
  return Buffer.from(JSON.stringify({ b: before, a: after, f: binding })).toString('base64url');
}

function decode(text: string, binding: string): Cursor {
  const [, before, after] = /^\{"b":(\d{1,9}),"a":(\d{1,9}),/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  const cursor = { before: Number(before), after: Number(after) };
  return encode(cursor, binding) === text ? cursor : invalidCursor();
}

const invalidCursor = () => refuse(400, 'Invalid cursor.');
