import { refuse } from './errors.ts';
import { isRecord } from './request.ts';

/**
 * Returns the page of `size` records after `cursor`. The cursor names the last record of the previous page, so new
 * records do not shift the pages.
 */
export function pageAfter<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  cursor: string | undefined,
  size = 25,
): { page: Entry[]; next_cursor: string | null } {
  const last = cursor ? readCursor(cursor) : undefined;
  const start = last === undefined ? 0 : entries.findIndex(({ id }) => id === last) + 1;
  if (last !== undefined && start === 0)
    refuse('INVALID_FIELD', 'cursor must be the next_cursor of a page of this list');
  const page = entries.slice(start, start + size);
  const offset = page.at(-1)?.id;
  const hasMore = start + size < entries.length;
  return { page, next_cursor: hasMore ? btoa(JSON.stringify({ direction: 'next', offset })) : null };
}

function readCursor(cursor: string): string {
  try {
    const read: unknown = JSON.parse(atob(cursor));
    if (isRecord(read) && typeof read.offset === 'string') return read.offset;
  } catch {}
  return '';
}
