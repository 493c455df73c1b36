import type { Page, PagedCall, ResponseInfo, WithResponse } from '../declare/api-call.ts';
import type { AddressableListOptions } from '../declare/options.ts';
import { describeValue } from '../shared/describe-value.ts';
import { type ListErrors, type LoadedPage, type PageSource, readPages } from './read-pages.ts';

/**
 * A call of a list. It is a real promise, but requests nothing until it is awaited or iterated over. This works because
 * `await` calls `then` of every promise that is not a plain one.
 */
class ListCall<Item> extends Promise<Page<Item>> implements PagedCall<Item> {
  /** Makes `then`, `catch` and `finally` return plain promises. */
  static override get [Symbol.species]() {
    return Promise;
  }

  readonly #source: PageSource<Item>;
  readonly #responseOfFirst: () => ResponseInfo;
  readonly #resolve: (page: Promise<Page<Item>>) => void;
  #first: Promise<LoadedPage<Item>> | undefined;

  constructor(source: PageSource<Item>, responseOfFirst: () => ResponseInfo) {
    let settle!: (page: Promise<Page<Item>>) => void;
    super((resolve) => {
      settle = resolve;
    });
    this.#source = source;
    this.#responseOfFirst = responseOfFirst;
    this.#resolve = settle;
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
    return { data, response: this.#responseOfFirst() };
  }

  async *#readAllPages(): AsyncGenerator<Page<Item>, void, undefined> {
    for await (const { page, readAhead } of this.#read()) {
      readAhead();
      yield page;
    }
  }

  #read(limit = Number.POSITIVE_INFINITY) {
    return readPages(this.#start(limit), this.#source, limit);
  }

  /** Requests the first page, once. See {@link PageSource.load} for `wanted`. */
  #start(wanted?: number): Promise<LoadedPage<Item>> {
    if (!this.#first) {
      this.#first = this.#source.load(undefined, 1, undefined, wanted);
      this.#resolve(this.#first);
      super.then(undefined, () => {}); // a caller that only iterates sees the error in its loop
    }
    return this.#first;
  }
}

/**
 * Creates the lazy call over `load`.
 *
 * @param responseOfFirst Returns the response that the first page was read from, once the page is loaded.
 */
export const pagedCall = <Item>(
  load: PageSource<Item>['load'],
  errors: ListErrors,
  options: AddressableListOptions,
  responseOfFirst: () => ResponseInfo,
): PagedCall<Item> => new ListCall({ load, errors, options }, responseOfFirst);
