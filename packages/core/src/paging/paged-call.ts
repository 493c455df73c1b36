import type { Page, PagedCall, ResponseInfo } from '../declare/api-call.ts';
import type { ListOptions } from '../declare/options.ts';
import { describeValue } from '../shared/describe-value.ts';
import type { LoadedPage } from './page.ts';
import { createPageQueue, type LoadPage } from './page-queue.ts';

/** Some APIs send empty pages with a cursor. More of them in a row than this are not a list any more. */
const maxEmptyPages = 100;

/** Hard cap on prefetched pages, also for callers that ask for all of them. */
const maxAhead = 1000;

/** What a list ends with, apart from its own end. @internal */
export interface ListErrors {
  /** The list does not end. */
  repeated(): Error;
  /** Throws when a signal of the call has aborted. */
  throwIfAborted(): void;
  /** An option is invalid, and why. */
  invalid(reason: string): Error;
}

/**
 * Creates the lazy call over `load`.
 *
 * @param responseOfFirst The response that the first page was read from, once that is loaded.
 * @internal
 */
export function pagedCall<Item>(
  load: LoadPage<Item>,
  errors: ListErrors,
  options: ListOptions,
  responseOfFirst: () => ResponseInfo,
): PagedCall<Item> {
  const { throwIfAborted, invalid } = errors;
  let first: Promise<LoadedPage<Item>> | undefined;
  const start = () => {
    first ??= load(undefined, 1);
    return first;
  };
  const pages = (limit?: number) => readPages(start, load, errors, options, limit);
  return {
    // biome-ignore lint/suspicious/noThenProperty: awaiting a list for its first page is its purpose
    then: (onfulfilled, onrejected) => start().then(onfulfilled, onrejected),
    catch: (onrejected) => start().catch(onrejected),
    finally: (onfinally) => start().finally(onfinally),
    pages: () => pages(),
    async withResponse() {
      const data = await start();
      return { data, response: responseOfFirst() };
    },
    async *[Symbol.asyncIterator]() {
      // Not yield*, which waits several times for each item.
      for await (const { items } of pages())
        for (const item of items) {
          throwIfAborted(); // not only between pages
          yield item;
        }
    },
    async toArray(given) {
      const limit: unknown = given?.limit;
      if (typeof limit !== 'number' || !(limit >= 0))
        throw invalid(
          `toArray: limit must be a number of items, 0 or more; got ${describeValue(limit, typeof limit === 'number')}. Call toArray({ limit: 100 }), or iterate over the list`,
        );
      const result: Item[] = [];
      if (limit === 0) return result;
      for await (const { items } of pages(limit))
        for (const item of items) if (result.length < limit) result.push(item);
      return result;
    },
  };
}

/**
 * Reads page after page, and some ahead of the one that the caller handles.
 *
 * @param limit Number of items that the caller needs: no pages are fetched ahead that these do not take.
 */
async function* readPages<Item>(
  start: () => Promise<LoadedPage<Item>>,
  load: LoadPage<Item>,
  { repeated, throwIfAborted }: ListErrors,
  options: ListOptions,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<Page<Item>, void, undefined> {
  const leaving = new AbortController();
  const ahead = Math.min(options.concurrency ?? options.prefetch ?? 1, maxAhead);
  const queue = createPageQueue(start(), load, leaving.signal, repeated);
  let items = 0;
  let emptyPages = 0;
  try {
    while (queue.length > 0) {
      const page = await queue.shift();
      if (!page) return;
      throwIfAborted();
      emptyPages = page.items.length > 0 ? 0 : emptyPages + 1;
      if (emptyPages > maxEmptyPages) throw repeated();
      items += page.items.length;
      // Pages that are on their way already were not addressed: positions would fetch them twice.
      if (ahead > 1 && queue.length === 0) queue.address(page.rest);
      // No more than the limit is likely to need: calls are counted.
      queue.fill(Math.min(ahead, (limit - items) / page.items.length));
      yield page;
      if (items >= limit) return;
      queue.fill(1);
    }
  } finally {
    leaving.abort();
  }
}
