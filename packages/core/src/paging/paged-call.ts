import type { Page, PagedCall, ResponseInfo, WithResponse } from '../declare/api-call.ts';
import type { AddressableListOptions } from '../declare/options.ts';
import { describeValue } from '../shared/describe-value.ts';
import type { LoadedPage } from './page.ts';
import { createPageQueue, type LoadPage } from './page-queue.ts';

/** Some APIs send empty pages with a cursor. More than this many in a row count as a list that never ends. */
const maxEmptyPages = 100;

/** Hard limit on prefetched pages, even if the caller asks for all of them. */
const maxAhead = 1000;

/** Errors that can end a list. @internal */
export interface ListErrors {
  /** Creates the error of a list that does not end. */
  repeated(): Error;
  /** Throws when a signal of the call has aborted. */
  throwIfAborted(): void;
  /** Creates the error of an invalid option, with the reason. */
  invalid(reason: string): Error;
}

/** Source of a list call's pages. */
interface Source<Item> {
  readonly load: LoadPage<Item>;
  readonly errors: ListErrors;
  readonly options: AddressableListOptions;
  /** Returns the response that the first page was read from, once the page is loaded. */
  readonly responseOfFirst: () => ResponseInfo;
}

/** Settles the promise of the first page. */
interface Settle<Item> {
  resolve(page: Promise<Page<Item>>): void;
}

/**
 * A call of a list. It is a real promise, but requests nothing until it is awaited or iterated over. This works because
 * `await` calls `then` of every promise that is not a plain one.
 */
class ListCall<Item> extends Promise<Page<Item>> implements PagedCall<Item> {
  /** Makes `then`, `catch` and `finally` return plain promises. */
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

  // biome-ignore lint/suspicious/noThenProperty: the first `then` starts the request
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
    // Do not use yield*, which waits several times per item.
    for await (const { page, readAhead } of this.#read()) {
      if (isPastFirst) readAhead();
      for (const item of page.items) {
        throwIfAborted(); // check between items as well
        yield item;
        if (isPastFirst) continue;
        isPastFirst = true;
        readAhead(); // start only now, because many callers need just one item
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
      super.then(undefined, () => {}); // a caller that only iterates sees the error in its loop
    }
    return this.#first;
  }
}

/**
 * Creates the lazy call over `load`.
 *
 * @param responseOfFirst Returns the response that the first page was read from, once the page is loaded.
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

/** A page, and a function that starts to load the following pages while the caller handles this one. */
interface ReadPage<Item> {
  readonly page: LoadedPage<Item>;
  readonly readAhead: () => void;
}

/**
 * Reads one page after another, and prefetches some while the caller handles a page.
 *
 * @param limit Number of items that the caller needs. Pages beyond it are not prefetched.
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
        // Pages that are already loading were not addressed, so positions would fetch them twice.
        if (ahead > 1 && queue.length === 0) queue.address(page.rest);
        // Fetch no more than the limit is likely to need, because calls count against the rate limit.
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
