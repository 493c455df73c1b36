import { env } from 'cloudflare:workers';
import { createBankClient } from '@x/bank';
import { createWebhookReceiver } from '@x/bank/webhooks';
import { type D1Like, d1Store, durableObjectStore, type ObjectNamespace } from '@x/cloudflare';
import { memoryRateLimiter, memoryStore, type RateLimiterFactory, type TokenStore } from '@x/core';
import { createMusicClient, type MusicClient } from '@x/music';
import { createQuotesClient } from '@x/quotes';
import type { SandboxClientOptions } from '@x/sandbox';
import { type KeyValueNamespace, kvStore } from '@x/stores';
import { createStreamClient } from '@x/stream';

export { TokenObject } from '@x/cloudflare';

// A worker as in the guide: its clients are created at module scope and serve all requests of the isolate. Each route
// handles one kind of request that the tests send.

interface Env {
  readonly options: SandboxClientOptions;
  readonly DB: D1Like;
  readonly KV: KeyValueNamespace;
  readonly OBJECTS: ObjectNamespace;
}

interface Context {
  waitUntil(work: Promise<unknown>): void;
}

const { options, DB, KV, OBJECTS } = env as unknown as Env;

const stores: Record<string, TokenStore> = {
  memory: memoryStore(),
  d1: d1Store(DB),
  objects: durableObjectStore(OBJECTS),
  kv: kvStore(KV),
};
const clients = Object.fromEntries(
  Object.entries(stores).map(([name, tokens]) => [name, createMusicClient({ ...options.music, tokens })]),
);
const stream = createStreamClient({ ...options.stream, tokens: stores.d1 });
const bank = createBankClient(options.bank);
const webhooks = createWebhookReceiver({ verificationKey: bank.webhooks.verificationKey });

/** Allows five calls per 250 ms. */
const fewCalls: RateLimiterFactory = () => {
  const limiter = memoryRateLimiter();
  return {
    ...limiter,
    take: (rule, ...more) => limiter.take({ ...rule, limit: 5, intervalMs: 250, refill: 'window' }, ...more),
  };
};
const quotes = createQuotesClient({ ...options.quotes, rateLimiter: fewCalls });
const closing = createQuotesClient(options.quotes);

interface Route {
  readonly query: URLSearchParams;
  readonly body: string;
  readonly context: Context;
  /** The client with the store that the query names. */
  readonly music: MusicClient;
}

const routes: Record<string, (route: Route) => Promise<unknown>> = {
  markets: async ({ music }) => (await music.markets.list()).items.length,

  /** Makes a call for a user, with or without `waitUntil`. */
  async me({ music, query, context }) {
    const user = music.withAccount(query.get('account') ?? '');
    const bound = query.has('wait') ? user.with({ waitUntil: (work) => context.waitUntil(work) }) : user;
    return (await bound.users.me()).id;
  },

  /** Stores a user's grant. */
  async grant({ music, query, body }) {
    await music.accounts.set(query.get('account') ?? '', JSON.parse(body));
    return 'stored';
  },

  /** Returns when a user's stored grant expires. */
  expiry: async ({ music, query }) => (await music.accounts.get(query.get('account') ?? ''))?.expiresAt ?? 0,

  /** Makes a call for a user whose token must be validated once an hour. */
  async channel({ query, body, context }) {
    if (body !== '') await stream.accounts.set('ann', JSON.parse(body));
    const user = stream.withAccount('ann').with({ waitUntil: (work) => context.waitUntil(work) });
    return (await user.users.list({ id: query.get('id') ?? '' })).items.length;
  },

  quote: async () => (await quotes.random()).content,

  /** Closes a client while other requests' calls are in progress. */
  async close() {
    await closing.close({ graceMs: 5000 });
    return closing.health().state;
  },
  lateQuote: async () => (await closing.random()).content,
};

export default {
  async fetch(request: Request, _env: unknown, context: Context): Promise<Response> {
    const { pathname, searchParams: query } = new URL(request.url);
    if (pathname === '/webhook') return webhooks.handle(request, { notification() {} });
    try {
      const music = clients[query.get('store') ?? 'memory'] as MusicClient;
      const result = await routes[pathname.slice(1)]?.({ query, body: await request.text(), context, music });
      return Response.json(result);
    } catch (error) {
      return new Response(String(error), { status: 500 });
    }
  },
};
