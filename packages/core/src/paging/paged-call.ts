import type { ListOptions } from '../declare/endpoint.ts';
import { urlSafe } from '../shared/base64.ts';

/** Paths in these declarations name a member of the body, dots between: `pagination.cursor`; `''` is the body itself. */
interface PagingBase {
  /** Where the items are; several lists are put one behind the other. */
  readonly items: string | readonly string[];
  /** Where the API tells the number of all items; several are added up. */
  readonly total?: string | readonly string[];
}

/** The whole list is one page. */
export interface SinglePage extends PagingBase {
  readonly kind: 'single';
}

/** A page that has come, and what it was asked for with. */
export interface Arrived {
  readonly params: Readonly<Record<string, unknown>>;
  /** Its position; undefined for the first page. */
  readonly here: string | number | undefined;
  readonly body: unknown;
  /** Number of items in its longest list. */
  readonly count: number;
  /** The totals it tells. */
  readonly totals: readonly number[];
}

/** What comes behind a page. */
export interface Following {
  /** Position of the next page; undefined behind the last. */
  readonly next?: string | number;
  /** Gives the positions of all pages behind it, where they can be addressed already. */
  readonly rest?: () => number[];
}

/** Each page tells the cursor of the next. Declared with {@link byCursor}. */
export interface CursorPaging extends PagingBase {
  readonly kind: 'cursor';
  follow(page: Arrived): Following;
  /** Parameter that takes the cursor. */
  readonly param: string;
  /** Where the next cursor is; absent, null or empty ends the list. */
  readonly cursor: string;
  /** Where a boolean says that there is more, for APIs that always give a cursor. */
  readonly more?: string;
}

/** Pages are addressed by the number of items before them. Declared with {@link byOffset}. */
export interface OffsetPaging extends PagingBase {
  readonly kind: 'offset';
  follow(page: Arrived): Following;
  /** Parameters of the offset and of the page size. */
  readonly param: string;
  readonly size: string;
  /**
   * Where the link to the next page is; the list ends when all are null. The link itself is never followed. Default:
   * the list ends with its total.
   */
  readonly next?: string | readonly string[];
  /** The API serves nothing behind this many items. */
  readonly end?: number;
}

/** Pages are numbered from 1. Declared with {@link byNumber}. */
export interface NumberPaging extends PagingBase {
  readonly kind: 'page';
  follow(page: Arrived): Following;
  /** Parameters of the page number and of the page size. */
  readonly param: string;
  readonly size: string;
  readonly defaultSize: number;
  /** Where the number of pages is. Without it the list ends with the first page that is not full. */
  readonly pages?: string;
  /** The API serves nothing behind this many items. */
  readonly end?: number;
}

/** How a list goes from page to page. */
export type Paging = SinglePage | CursorPaging | OffsetPaging | NumberPaging;

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Opaque, URL-safe and without secrets; as option `cursor` it resumes the list. Undefined on the last page. */
  readonly next?: string | undefined;
  /** Number of all items, where the API tells it. */
  readonly total?: number | undefined;
  /** Ids asked for that the API silently left out, for lists by id. */
  readonly missing?: readonly string[] | undefined;
  /** The body as it came. */
  readonly raw?: unknown;
}

/** A list that has not been fetched yet: await it for its first page, or iterate over all of its items. */
export interface PagedCall<Item> extends PromiseLike<Page<Item>>, AsyncIterable<Item> {
  /** Page by page, in order. */
  pages(): AsyncIterable<Page<Item>>;
  /** The first `limit` items; the limit is required so that no list is unbounded by accident. */
  toArray(options: { limit: number }): Promise<Item[]>;
  /** Like a promise's, for the first page. */
  catch<T>(onrejected: (reason: unknown) => T | PromiseLike<T>): Promise<Page<Item> | T>;
  /** Like a promise's, for the first page. */
  finally(onfinally: () => void): Promise<Page<Item>>;
}

/** Where a page stands: which chunk of the ids, and where in it. Undefined: its beginning. @internal */
export type Position = readonly [chunk: number, at?: string | number];

/** A page with the positions of what follows. @internal */
export interface LoadedPage<Item> extends Page<Item> {
  readonly after?: Position | undefined;
  /** Gives all pages behind this one, when they can be addressed already. */
  readonly rest?: (() => Position[]) | undefined;
}

/** The member of `body` at `path`. @internal */
export function at(body: unknown, path: string): unknown {
  let value = body;
  if (path) for (const name of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}

/** @internal */
export const all = (body: unknown, paths: string | readonly string[] = []): unknown[] =>
  [paths].flat().map((path) => at(body, path));

// The kinds bring their own arithmetic, so that a client carries only what its lists need.

/** Spread into the declaration of a list whose pages tell the next cursor. */
export const byCursor = {
  kind: 'cursor',
  follow(this: CursorPaging, { body }: Arrived): Following {
    const next = at(body, this.cursor);
    const more = typeof next === 'string' && next !== '' && (!this.more || at(body, this.more) === true);
    return more ? { next } : {};
  },
} as const;

/** Spread into the declaration of a list whose pages are addressed by the number of items before them. */
export const byOffset = {
  kind: 'offset',
  follow(this: OffsetPaging, { params, here, body, count, totals }: Arrived): Following {
    const step = Number(params[this.size] ?? count);
    const next = Number(here ?? params[this.param] ?? 0) + step;
    const end = totals.length && Math.max(...totals);
    const more = this.next?.length ? all(body, this.next).some((link) => typeof link === 'string') : next < end;
    return more ? addressed(next, step, end, this.end ?? Number.POSITIVE_INFINITY) : {};
  },
} as const;

/** Spread into the declaration of a list with numbered pages. */
export const byNumber = {
  kind: 'page',
  follow(this: NumberPaging, { params, here, body, count }: Arrived): Following {
    const size = Number(params[this.size] ?? this.defaultSize);
    const next = Number(here ?? params[this.param] ?? 1) + 1;
    const pages = this.pages && at(body, this.pages);
    const end = typeof pages === 'number' ? pages + 1 : undefined;
    const more = end === undefined ? count >= size : next < end;
    return more ? addressed(next, 1, end, this.end ? Math.floor(this.end / size) + 1 : Number.POSITIVE_INFINITY) : {};
  },
} as const;

/** From `next` to `end`, where that is told, but not to `window`, behind which the API serves nothing. */
function addressed(next: number, step: number, end: number | undefined, window: number): Following {
  if (!(step > 0 && next < window)) return {};
  if (!end) return { next };
  const last = Math.min(end, window, next + 100_000 * step);
  return {
    next,
    rest: () => Array.from({ length: Math.ceil((last - next) / step) }, (_, index) => next + index * step),
  };
}

/** Writes a cursor. The hash ties version, endpoint, position and params together. @internal */
export function encodeCursor(operation: string, position: Position, params: unknown): string {
  const text = JSON.stringify([1, operation, position, hashOf(operation, position, params)]);
  // btoa takes Latin-1 only.
  return urlSafe(btoa(encodeURIComponent(text)));
}

/** Reads a cursor, or says why it is not one of this list. @internal */
export function decodeCursor(operation: string, cursor: string, params: unknown): Position | string {
  try {
    const [version, , position, hash] = JSON.parse(
      decodeURIComponent(atob(cursor.replace(/-/g, '+').replace(/_/g, '/'))),
    );
    if (version > 1) return `a later release wrote it (format ${Number(version)})`;
    const [chunk, at, ...more] = position;
    const stands = chunk >= 0 && Number.isInteger(chunk) && Object(at) !== at && !more[0];
    if (stands && hash === hashOf(operation, position, params)) return position;
  } catch {} // not one of ours
  return 'it is damaged, or of another endpoint or params';
}

/** 32 bits over the JSON of `value`: enough to notice a mix-up, not meant against an attacker. @internal */
export function hashOf(...value: unknown[]): number {
  const text = JSON.stringify(value);
  let hash = 1;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 2654435761);
  return hash;
}

// Some APIs give empty pages with a cursor; more of them in a row than this is no list any more.
const maxEmptyPages = 100;

// As many pages ahead as are ever fetched: also for whoever asks for all of them.
const maxAhead = 1000;

/** The errors of a list. @internal */
export interface ListErrors {
  /** The list does not end. */
  repeated(): Error;
  /** An option is invalid, and why. */
  invalid(reason: string): Error;
}

/** Makes the lazy call over `load`. @internal */
export function pagedCall<Item>(
  load: (position: Position | undefined, stop?: AbortSignal) => Promise<LoadedPage<Item>>,
  { repeated, invalid }: ListErrors,
  options: ListOptions,
): PagedCall<Item> {
  let first: Promise<LoadedPage<Item>> | undefined;
  const start = () => {
    first ??= load(undefined);
    return first;
  };

  async function* pages(limit = Number.POSITIVE_INFINITY): AsyncGenerator<Page<Item>, void, undefined> {
    const leaving = new AbortController();
    const ahead = Math.min(options.concurrency ?? options.prefetch ?? 1, maxAhead);
    const seen = new Set<string>();
    let given = 0;
    let empty = 0;
    let rest: Position[] | undefined;
    let last: Promise<LoadedPage<Item> | undefined> = start();
    const queue = [last];

    const enqueue = (page: Promise<LoadedPage<Item> | undefined>) => {
      page.catch(() => {}); // it is thrown when its turn comes; a consumer that leaves earlier never sees it
      last = page;
      queue.push(page);
    };
    const fill = (depth: number) => {
      while (queue.length < depth) {
        const position = rest?.shift();
        enqueue(
          position
            ? load(position, leaving.signal)
            : // The list may have grown behind what could be addressed.
              last.then((page) => {
                if (!page?.after) return undefined;
                const key = String(page.after);
                if (seen.has(key)) throw repeated();
                seen.add(key);
                return load(page.after, leaving.signal);
              }),
        );
      }
    };

    try {
      while (queue.length > 0) {
        const page = await queue.shift();
        if (!page) return;
        options.signal?.throwIfAborted();
        empty = page.items.length > 0 ? 0 : empty + 1;
        if (empty > maxEmptyPages) throw repeated();
        given += page.items.length;
        // Not behind pages that are on their way already.
        if (ahead > 1 && !queue[0]) rest ??= page.rest?.();
        // No more than the limit is likely to need: calls are counted.
        fill(Math.min(ahead, (limit - given) / page.items.length));
        yield page;
        if (given >= limit) return;
        fill(1);
      }
    } finally {
      leaving.abort();
    }
  }

  const call: PagedCall<Item> = {
    // biome-ignore lint/suspicious/noThenProperty: awaiting a list for its first page is its purpose
    then: (onfulfilled, onrejected) => start().then(onfulfilled, onrejected),
    catch: (onrejected) => start().catch(onrejected),
    finally: (onfinally) => start().finally(onfinally),
    pages: () => pages(),
    async *[Symbol.asyncIterator]() {
      // Not yield*, which waits several times for each item.
      for await (const { items } of pages())
        for (const item of items) {
          options.signal?.throwIfAborted(); // not only between pages
          yield item;
        }
    },
    async toArray(given) {
      const limit: unknown = given?.limit;
      if (typeof limit !== 'number' || !(limit >= 0))
        throw invalid(
          `toArray: limit must be a number of items, 0 or more; got ${typeof limit === 'number' ? limit : typeof limit}. Call toArray({ limit: 100 }), or iterate over the list`,
        );
      const result: Item[] = [];
      if (limit > 0)
        for await (const { items } of pages(limit))
          for (const item of items) if (result.length < limit) result.push(item);
      return result;
    },
  };
  return call;
}
