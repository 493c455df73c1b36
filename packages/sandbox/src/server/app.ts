import type { Hono } from 'hono';
import { HonoBase } from 'hono/hono-base';
import { TrieRouter } from 'hono/router/trie-router';

/**
 * An empty app. Its router finds a route as fast with the first request as with the next: the default of Hono first
 * compiles all routes into one regular expression, which takes longer than everything that a short test asks for.
 */
export const createApp = (options: { readonly strict?: false } = {}): Hono =>
  new HonoBase({ ...options, router: new TrieRouter() }) as Hono;
