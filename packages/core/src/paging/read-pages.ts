import type { Page } from '../declare/api-call.ts';
import type { AddressableListOptions } from '../declare/options.ts';
import type { Position } from './cursor.ts';

/** Some APIs send empty pages with a cursor. More than this many in a row count as a list that never ends. */
const maxEmptyPages = 100;

/** Hard limit on prefetched pages, even if the caller asks for all of them. */
const maxAhead = 1000;

/** A page with the positions of the pages that follow. */
export interface LoadedPage<Item> extends Page<Item> {
  readonly after?: Position | undefined;
  /** Returns the positions of all later pages, if they can already be addressed, for a caller who wants `limit` items. */
  readonly rest?: ((limit: number) => Position[]) | undefined;
}

/** Errors that can end a list. */
export interface ListErrors {
  /** Creates the error of a list that does not end. */
  repeated(): Error;
  /** Throws when a signal of the call has aborted. */
  throwIfAborted(): void;
  /** Creates the error of an invalid option, with the reason. */
  invalid(reason: string): Error;
}

/** Source of a list call's pages. */
export interface PageSource<Item> {
  /**
   * Loads the page at a position; without a position, the first page.
   *
   * @param number Number of the page, from 1.
   * @param wanted Number of items that the caller reads from several pages. Default: the caller reads this page only.
   */
  load(position: Position | undefined, number: number, stop?: AbortSignal, wanted?: number): Promise<LoadedPage<Item>>;
  readonly errors: ListErrors;
  readonly options: AddressableListOptions;
}

/**
 * Reads one page after another, in order. Yields each with a function that starts to load the following pages while the
 * caller handles this one.
 *
 * @param first The first page.
 * @param limit Number of items that the caller needs. Pages beyond it are not prefetched.
 */
export async function* readPages<Item>(
  first: Promise<LoadedPage<Item>>,
  { load, errors: { repeated, throwIfAborted }, options }: PageSource<Item>,
  limit: number,
) {
  const leaving = new AbortController();
  const ahead = Math.min(options.concurrency ?? options.prefetch ?? 1, maxAhead);
  let last: Promise<LoadedPage<Item> | undefined> = first;
  const queue = [last];
  const seen = new Set<string>();
  let addressed: Position[] | undefined;
  let pages = 1;
  let items = 0;
  let emptyPages = 0;

  async function loadAfter(before: typeof last, number: number): Promise<LoadedPage<Item> | undefined> {
    const after = (await before)?.after;
    if (!after) return undefined;
    const key = String(after);
    if (seen.has(key)) throw repeated();
    seen.add(key);
    return load(after, number, leaving.signal, limit);
  }

  /** Loads pages until `depth` of them are in progress. */
  function fill(depth: number): void {
    while (queue.length < depth) {
      pages += 1;
      const position = addressed?.shift();
      // The list may have grown beyond the addressable pages.
      last = position ? load(position, pages, leaving.signal, limit) : loadAfter(last, pages);
      last.catch(() => {}); // the error is thrown when the page's turn comes; a consumer that leaves earlier never sees it
      queue.push(last);
    }
  }

  try {
    while (queue.length > 0) {
      const page = await queue.shift();
      if (!page) return;
      throwIfAborted();
      emptyPages = page.items.length > 0 ? 0 : emptyPages + 1;
      if (emptyPages > maxEmptyPages) throw repeated();
      items += page.items.length;
      const readAhead = () => {
        // Pages that are already loading were not addressed, so positions would fetch them twice.
        if (ahead > 1 && queue.length === 0) addressed ??= page.rest?.(limit);
        // Fetch no more than the limit is likely to need, because calls count against the rate limit.
        fill(Math.min(ahead, (limit - items) / page.items.length));
      };
      yield { page, readAhead };
      if (items >= limit) return;
      fill(1);
    }
  } finally {
    leaving.abort();
  }
}
