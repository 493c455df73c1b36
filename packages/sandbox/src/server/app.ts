import type { Hono } from 'hono';
import { HonoBase } from 'hono/hono-base';
import { TrieRouter } from 'hono/router/trie-router';

/**
 * Creates an empty app. Its router is fast from the first request on. Hono's default router first compiles all routes
 * into one regular expression, which takes longer than all requests of a short test.
 */
export const createApp = (options: { readonly strict?: false } = {}): Hono =>
  new HonoBase({ ...options, router: new TrieRouter() }) as Hono;
