import type { LoadedPage, Position } from './page.ts';

/**
 * Loads the page at a position; without a position, the first page.
 *
 * @param number Number of the page, from 1.
 * @internal
 */
export type LoadPage<Item> = (
  position: Position | undefined,
  number: number,
  stop?: AbortSignal,
) => Promise<LoadedPage<Item>>;

type Pending<Item> = Promise<LoadedPage<Item> | undefined>;

/** Pages being loaded, in the order in which the caller gets them. @internal */
export interface PageQueue<Item> {
  /** Number of pages being loaded. */
  readonly length: number;
  /** Returns the next page; undefined after the last. */
  shift(): Pending<Item> | undefined;
  /** Loads pages until `depth` of them are in progress. */
  fill(depth: number): void;
  /**
   * Loads the pages at these positions directly, without waiting for the page before each. Only the first call counts.
   */
  address(positions: (() => Position[]) | undefined): void;
}

/**
 * Queues the pages of a list.
 *
 * @param stop Ends the pages being loaded.
 * @param repeated Creates the error of a list whose cursor repeats.
 * @internal
 */
export function createPageQueue<Item>(
  first: Pending<Item>,
  load: LoadPage<Item>,
  stop: AbortSignal,
  repeated: () => Error,
): PageQueue<Item> {
  const seen = new Set<string>();
  const queue = [first];
  let last = first;
  let addressed: Position[] | undefined;
  let pages = 1;

  async function afterLast(number: number): Promise<LoadedPage<Item> | undefined> {
    const page = await last;
    if (!page?.after) return undefined;
    const key = String(page.after);
    if (seen.has(key)) throw repeated();
    seen.add(key);
    return load(page.after, number, stop);
  }

  return {
    get length() {
      return queue.length;
    },
    shift: () => queue.shift(),
    fill(depth) {
      while (queue.length < depth) {
        const position = addressed?.shift();
        // Load this page without a position, because the list may have grown beyond the addressable pages.
        pages += 1;
        const page = position ? load(position, pages, stop) : afterLast(pages);
        page.catch(() => {}); // the error is thrown when the page's turn comes; a consumer that leaves earlier never sees it
        last = page;
        queue.push(page);
      }
    },
    address(positions) {
      addressed ??= positions?.();
    },
  };
}
