import { at, atAll } from '../shared/paths.ts';

/** Paths in these declarations name a field of the body, separated by dots: `pagination.cursor`; `''` is the body itself. */
interface PagingBase {
  /** Where the items are; several lists are concatenated. */
  readonly items: string | readonly string[];
  /** Where the API reports the number of all items; several numbers are added up. */
  readonly total?: string | readonly string[];
}

/** The whole list is one page. */
export interface SinglePage extends PagingBase {
  /** Kind of paging: none. */
  readonly kind: 'single';
}

/** A page that was received, and the params it was requested with. */
export interface Arrived {
  /** Params that the page was requested with. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Its position; undefined for the first page. */
  readonly here: string | number | undefined;
  /** Parsed body of the page. */
  readonly body: unknown;
  /** Its items. */
  readonly items: readonly unknown[];
  /** Number of items in its longest list. */
  readonly count: number;
  /** The totals it reports. */
  readonly totals: readonly number[];
}

/** What follows a page. */
export interface Following {
  /** Position of the next page; undefined after the last. */
  readonly next?: string | number;
  /** Returns the positions of all later pages, if they can be addressed already. */
  readonly rest?: () => number[];
}

/** Each page contains the cursor of the next. Declared with {@link byCursor}. */
export interface CursorPaging extends PagingBase {
  /** Kind of paging: by cursor. */
  readonly kind: 'cursor';
  /** Returns what follows a page. */
  follow(page: Arrived): Following;
  /** Parameter that takes the cursor. */
  readonly param: string;
  /** Where the next cursor is; absent, null or empty ends the list. */
  readonly cursor: string;
  /** Where a boolean reports whether there is more, for APIs that always return a cursor. */
  readonly more?: string;
}

/** Pages are addressed by the number of items before them. Declared with {@link byOffset}. */
export interface OffsetPaging extends PagingBase {
  /** Kind of paging: by offset. */
  readonly kind: 'offset';
  /** Returns what follows a page. */
  follow(page: Arrived): Following;
  /** Parameter that holds the offset. */
  readonly param: string;
  /** Parameter that holds the page size. */
  readonly size: string;
  /**
   * Where the link to the next page is; the list ends when all are null. The link itself is never followed. Default:
   * the list ends with its total.
   */
  readonly next?: string | readonly string[];
  /** The API serves no more than this many items. */
  readonly end?: number;
  /**
   * Largest page that the API serves at once. A larger one is put together from the responses to several requests. Default: each page
   * is one request.
   */
  readonly largest?: number;
}

/** Pages are numbered from 1. Declared with {@link byNumber}. */
export interface NumberPaging extends PagingBase {
  /** Kind of paging: by page number. */
  readonly kind: 'page';
  /** Returns what follows a page. */
  follow(page: Arrived): Following;
  /** Parameter that holds the page number. */
  readonly param: string;
  /** Parameter that holds the page size. */
  readonly size: string;
  /** Page size of the API when the parameter is absent. */
  readonly defaultSize: number;
  /** Where the number of pages is. Without it the list ends with the first page that is not full. */
  readonly pages?: string;
  /** The API serves no more than this many items. */
  readonly end?: number;
}

/** How a list goes from page to page. */
export type Paging = SinglePage | CursorPaging | OffsetPaging | NumberPaging;

/** Paging whose first page shows where all others are, because the API reports the number of items or pages. */
export type AddressablePaging =
  | { readonly kind: 'offset'; readonly total: NonNullable<OffsetPaging['total']> }
  | { readonly kind: 'page'; readonly pages: string };

/** Whether several pages of a list can be requested at once. @internal */
export const isAddressable = (paging: Paging): boolean =>
  paging.kind === 'offset' ? paging.total !== undefined : paging.kind === 'page' && paging.pages !== undefined;

// The kinds bring their own arithmetic, so that a client carries only what its lists need.

/** Spread into the declaration of a list whose pages contain the next cursor. */
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
    const more = this.next?.length ? atAll(body, this.next).some((link) => typeof link === 'string') : next < end;
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

/** From `next` to `end`, where that is known, but not past `window`, after which the API serves nothing. */
function addressed(next: number, step: number, end: number | undefined, window: number): Following {
  if (!(step > 0 && next < window)) return {};
  if (!end) return { next };
  const last = Math.min(end, window, next + 100_000 * step);
  return {
    next,
    rest: () => Array.from({ length: Math.ceil((last - next) / step) }, (_, index) => next + index * step),
  };
}
