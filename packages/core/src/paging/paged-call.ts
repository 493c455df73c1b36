import type { Page, PagedCall, ResponseInfo, WithResponse } from '../declare/api-call.ts';
import type { AddressableListOptions } from '../declare/options.ts';
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

/** What a list call reads its pages with. */
interface Source<Item> {
  readonly load: LoadPage<Item>;
  readonly errors: ListErrors;
  readonly options: AddressableListOptions;
  /** The response that the first page was read from, once that is loaded. */
  readonly responseOfFirst: () => ResponseInfo;
}

/** How the promise of the first page is settled. */
interface Settle<Item> {
  resolve(page: Promise<Page<Item>>): void;
}

/**
 * A call of a list. It is a real promise, but nothing is requested before it is awaited or iterated over: `await` calls `then` of every
 * promise that is not a plain one.
 */
class ListCall<Item> extends Promise<Page<Item>> implements PagedCall<Item> {
  /** What `then`, `catch` and `finally` return is a plain promise. */
  static override get [Symbol.species]() {
    return Promise;
  }

  readonly #source: Source<Item>;
  readonly #settle: Settle<Item>;
  #first: Promise<LoadedPage<Item>> | undefined;

  constructor(source: Source<Item>) {
    const settle = {} as Settle<Item>;
    super((resolve) => {
      settle.resolve = resolve;
    });
    this.#source = source;
    this.#settle = settle;
  }

  // biome-ignore lint/suspicious/noThenProperty: the first `then` is what starts the request
  override then<A = Page<Item>, B = never>(
    onfulfilled?: ((page: Page<Item>) => A | PromiseLike<A>) | null,
    onrejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#start();
    return super.then(onfulfilled, onrejected);
  }

  items(): AsyncIterable<Item> {
    return { [Symbol.asyncIterator]: () => this[Symbol.asyncIterator]() };
  }

  pages(): AsyncIterable<Page<Item>> {
    return { [Symbol.asyncIterator]: () => this.#readAllPages() };
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    const { throwIfAborted } = this.#source.errors;
    let isPastFirst = false;
    // Not yield*, which waits several times for each item.
    for await (const { page, readAhead } of this.#read()) {
      if (isPastFirst) readAhead();
      for (const item of page.items) {
        throwIfAborted(); // not only between pages
        yield item;
        if (isPastFirst) continue;
        isPastFirst = true;
        readAhead(); // not before: many callers need one item only
      }
    }
  }

  async toArray(given: { limit: number }): Promise<Item[]> {
    const limit: unknown = given?.limit;
    if (typeof limit !== 'number' || !(limit >= 0))
      throw this.#source.errors.invalid(
        `toArray: limit must be a number of items, 0 or more; got ${describeValue(limit, typeof limit === 'number')}. Call toArray({ limit: 100 }), or iterate over the list`,
      );
    const result: Item[] = [];
    if (limit === 0) return result;
    for await (const { page, readAhead } of this.#read(limit)) {
      readAhead();
      for (const item of page.items) if (result.length < limit) result.push(item);
    }
    return result;
  }

  async withResponse(): Promise<WithResponse<Page<Item>>> {
    const data = await this.#start();
    return { data, response: this.#source.responseOfFirst() };
  }

  async *#readAllPages(): AsyncGenerator<Page<Item>, void, undefined> {
    for await (const { page, readAhead } of this.#read()) {
      readAhead();
      yield page;
    }
  }

  #read(limit?: number) {
    return readPages(() => this.#start(), this.#source, limit);
  }

  /** Requests the first page, once. */
  #start(): Promise<LoadedPage<Item>> {
    if (!this.#first) {
      this.#first = this.#source.load(undefined, 1);
      this.#settle.resolve(this.#first);
      super.then(undefined, () => {}); // a caller that only iterates gets the error in its loop
    }
    return this.#first;
  }
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
  options: AddressableListOptions,
  responseOfFirst: () => ResponseInfo,
): PagedCall<Item> {
  return new ListCall({ load, errors, options, responseOfFirst });
}

/** A page, and a function that starts to load those that follow it while the caller handles this one. */
interface ReadPage<Item> {
  readonly page: LoadedPage<Item>;
  readonly readAhead: () => void;
}

/**
 * Reads page after page, and some ahead of the one that the caller handles.
 *
 * @param limit Number of items that the caller needs: no pages are fetched ahead that these do not take.
 */
async function* readPages<Item>(
  start: () => Promise<LoadedPage<Item>>,
  { load, errors: { repeated, throwIfAborted }, options }: Source<Item>,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<ReadPage<Item>, void, undefined> {
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
      const readAhead = () => {
        // Pages that are on their way already were not addressed: positions would fetch them twice.
        if (ahead > 1 && queue.length === 0) queue.address(page.rest);
        // No more than the limit is likely to need: calls are counted.
        queue.fill(Math.min(ahead, (limit - items) / page.items.length));
      };
      yield { page, readAhead };
      if (items >= limit) return;
      queue.fill(1);
    }
  } finally {
    leaving.abort();
  }
}
