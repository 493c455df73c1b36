import type { Page } from '../declare/api-call.ts';

/** The position of a page: which chunk of the ids, and where in it. Undefined: its beginning. @internal */
export type Position = readonly [chunk: number, at?: string | number];

/** A page with the positions of what follows. @internal */
export interface LoadedPage<Item> extends Page<Item> {
  readonly after?: Position | undefined;
  /** Returns the positions of all pages after this one, when they can be addressed already. */
  readonly rest?: (() => Position[]) | undefined;
}
