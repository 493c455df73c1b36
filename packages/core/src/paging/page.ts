import type { Page } from '../declare/api-call.ts';

/** Position of a page: a chunk of the IDs, and a position in that chunk. Undefined: its beginning. @internal */
export type Position = readonly [chunk: number, at?: string | number];

/** A page with the positions of the pages that follow. @internal */
export interface LoadedPage<Item> extends Page<Item> {
  readonly after?: Position | undefined;
  /** Returns the positions of all later pages, if they can already be addressed. */
  readonly rest?: (() => Position[]) | undefined;
}
