import type { Context } from 'hono';

/** A route: what it is below the base path, and its response body. */
export interface Route {
  readonly path: string;
  handle(context: Context): object;
}
