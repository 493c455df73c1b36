import { at, atAll } from '../shared/paths.ts';

/**
 * Common paging fields. Paths name a field of the body, with names separated by dots: `pagination.cursor`; `''` is the
 * body itself.
 */
interface PagingBase {
  /** Path to the items; several lists are concatenated. */
  readonly items: string | readonly string[];
  /** Path to the number of all items; several numbers are added up. */
  readonly total?: string | readonly string[];
}

/** A list with only one page. */
export interface SinglePage extends PagingBase {
  /** Kind of paging: none. */
  readonly kind: 'single';
}

/** A received page, and the params it was requested with. */
export interface Arrived {
  /** Params that the page was requested with. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Position of the page; undefined for the first page. */
  readonly here: string | number | undefined;
  /** Parsed body of the page. */
  readonly body: unknown;
  /** Items of the page. */
  readonly items: readonly unknown[];
  /** Number of items in the page's longest list. */
  readonly count: number;
  /** Totals that the page reports. */
  readonly totals: readonly number[];
}

/** Position of the pages that follow. */
export interface Following {
  /** Position of the next page; undefined after the last. */
  readonly next?: string | number;
  /**
   * Returns the positions of all later pages, if they can already be addressed.
   *
   * @param step Difference between two positions. Default: the same as from this page to the next.
   */
  readonly rest?: (step?: number) => number[];
  /** Whether the API reports more items but not where they are, so that the list fails instead of ending short. */
  readonly endsShort?: boolean;
}

/** Pages that are requested by their position. */
interface PositionedPaging extends PagingBase {
  /** Returns the position of the pages that follow. */
  follow(page: Arrived): Following;
  /** Parameter that holds the position. */
  readonly param: string;
}

/** Each page contains the cursor of the next. Declared with {@link byCursor}. */
export interface CursorPaging extends PositionedPaging {
  /** Kind of paging: by cursor. */
  readonly kind: 'cursor';
  /** Parameter that holds the page size. Default: the API has none. */
  readonly size?: string;
  /** Path to the next cursor; if it is absent, null or empty, the list ends. */
  readonly cursor: string;
  /** Path to a boolean that reports whether there is more, for APIs that always return a cursor. */
  readonly more?: string;
}

/** Pages whose positions can be computed. */
interface CountedPaging extends PositionedPaging {
  /** Parameter that holds the page size. */
  readonly size: string;
  /** The API's page size if the parameter is absent, to read on after an empty page. */
  readonly defaultSize: number;
  /** Maximum number of items that the API serves. */
  readonly end?: number;
}

/** Pages are addressed by the number of items before them. Declared with {@link byOffset}. */
export interface OffsetPaging extends CountedPaging {
  /** Kind of paging: by offset. */
  readonly kind: 'offset';
  /**
   * Path to the link to the next page; the list ends when all are null. The client never follows the link itself.
   * Default: the list ends with its total.
   */
  readonly next?: string | readonly string[];
  /** Largest page that the client asks for if the caller gives no size. Default: the maximum of the size parameter. */
  readonly largest?: number;
}

/** Pages are numbered from 1. Declared with {@link byNumber}. */
export interface NumberPaging extends CountedPaging {
  /** Kind of paging: by page number. */
  readonly kind: 'page';
  /** Path to the number of pages. Without it the list ends with the first page that is not full. */
  readonly pages?: string;
}

/** Paging of a list. */
export type Paging = SinglePage | CursorPaging | OffsetPaging | NumberPaging;

/** Paging whose first page reveals where all other pages are, because the API reports the number of items or pages. */
export type AddressablePaging =
  | { readonly kind: 'offset'; readonly total: NonNullable<OffsetPaging['total']> }
  | { readonly kind: 'page'; readonly pages: string };

/** Whether several pages of a list can be requested at once. */
export const isAddressable = (paging: Paging): boolean =>
  paging.kind === 'offset' ? paging.total !== undefined : paging.kind === 'page' && paging.pages !== undefined;

const short: Following = { endsShort: true };

// Each kind brings its own arithmetic, so that a client carries only the code that its lists need.

/** Paging of a list whose pages contain the next cursor. Spread it into the declaration. */
export const byCursor = {
  kind: 'cursor',
  follow(this: CursorPaging, { body }: Arrived): Following {
    const next = at(body, this.cursor);
    const hasMore = this.more && at(body, this.more) === true;
    if (typeof next !== 'string' || next === '') return hasMore === true ? short : {};
    return hasMore === false ? {} : { next };
  },
} as const;

/** Paging of a list whose pages are addressed by the number of items before them. Spread it into the declaration. */
export const byOffset = {
  kind: 'offset',
  follow(this: OffsetPaging, { params, here, body, count, totals }: Arrived): Following {
    const start = Number(here ?? params[this.param] ?? 0);
    const step = Number(params[this.size] ?? (count || this.defaultSize));
    const next = start + step;
    const total = totals.length > 0 ? Math.max(...totals) : undefined;
    if (this.next?.length) {
      if (!atAll(body, this.next).some((link) => typeof link === 'string')) return {};
    } else if (total === undefined ? count === 0 : next >= total) {
      return count === 0 && start < (total ?? 0) ? short : {};
    }
    return addressed(next, step, total, this.end ?? Number.POSITIVE_INFINITY);
  },
} as const;

/** Paging of a list with numbered pages. Spread it into the declaration. */
export const byNumber = {
  kind: 'page',
  follow(this: NumberPaging, { params, here, body, count, totals }: Arrived): Following {
    const size = Number(params[this.size] ?? this.defaultSize);
    const next = Number(here ?? params[this.param] ?? 1) + 1;
    const pages = this.pages && at(body, this.pages);
    const end = typeof pages === 'number' ? pages + 1 : undefined;
    const more = end === undefined ? count >= size : next < end;
    if (!more) return count === 0 && end === next && totals.every((total) => total > 0) ? short : {};
    return addressed(next, 1, end, this.end ? Math.floor(this.end / size) + 1 : Number.POSITIVE_INFINITY);
  },
} as const;

/**
 * Returns the positions from `next` to `end`, if it is known, but not past `window`, after which the API serves
 * nothing.
 */
function addressed(next: number, step: number, end: number | undefined, window: number): Following {
  if (!(step > 0 && next < window)) return {};
  if (!end) return { next };
  return {
    next,
    rest(by = step) {
      const last = Math.min(end, window, next + 100_000 * by);
      return Array.from({ length: Math.ceil((last - next) / by) }, (_, index) => next + index * by);
    },
  };
}
