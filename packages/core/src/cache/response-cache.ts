import type { ResponseCache } from '../declare/cache.ts';
import * as optionKind from '../options/option-kind.ts';
import type { RulesOf } from '../options/option-rule.ts';
import { problemOfOptions } from '../options/problem-of-options.ts';
import { sha256 } from '../shared/sha256.ts';
import { runBounded } from '../tokens/bounded-operation.ts';
import type { ReadHeaders } from '../transport/fetch.ts';
import { memoryStorage } from './memory-storage.ts';

/** Where responses are stored: what `createStorage` of `unstorage` returns, or an object with the same methods. */
export interface ResponseStorage {
  /** Reads a value; null or undefined if there is none. A string that is JSON may come back as what it stands for. */
  getItem(key: string): Promise<unknown>;
  /** Stores a string. `ttl` is how many seconds it is of use. */
  setItem(key: string, value: string, options: { ttl: number }): Promise<unknown>;
}

/** Settings of a {@link responseCache}. */
export interface ResponseCacheOptions {
  /** Where responses are stored. Default: the memory of this process, up to `maxBytes`. */
  store?: ResponseStorage | undefined;
  /**
   * Milliseconds for which a response is used that has no `Cache-Control` header; at least 0. Default 0: such a response is stored only
   * if it has an `ETag`.
   */
  ttlMs?: number | undefined;
  /** Also stores responses to calls for accounts, for each account apart. Default `false`: those are always requested. */
  perAccount?: boolean | undefined;
  /** Most bytes of memory that responses take, about; above 0. Those not used for longest go first. Default 16 MiB. Without effect if `store` is set. */
  maxBytes?: number | undefined;
  /** What the names of all keys begin with. Default `x:responses:`. */
  prefix?: string | undefined;
  /** Longest wait for the store, in milliseconds, above 0; then the response is requested. Default 1000. */
  storeTimeoutMs?: number | undefined;
}

const responseCacheRules = {
  store: /* @__PURE__ */ optionKind.objectWith('a storage of unstorage', ['getItem', 'setItem']),
  ttlMs: optionKind.millisecondsFrom0,
  perAccount: optionKind.boolean,
  maxBytes: optionKind.bytes,
  prefix: optionKind.string,
  storeTimeoutMs: optionKind.milliseconds,
} satisfies RulesOf<ResponseCacheOptions>;

interface Entry {
  readonly version: 1;
  /** Until when it is used without a request, Unix milliseconds. */
  readonly freshUntil: number;
  readonly etag?: string | undefined;
  readonly body: unknown;
}

/** An entry with an ETag is of use for longer than it is fresh: in milliseconds. */
const revalidatedMs = 86_400_000;

/**
 * Creates a cache for the responses of GETs, as the option `cache` of a client. A stored response needs no request, no token and no
 * place in a rate limit. `Cache-Control` of a response decides whether and for how long it is stored; `ttlMs` where it has none. A
 * response with an `ETag` is requested again once it is no longer fresh, and not transferred again if it has not changed.
 *
 * Tokens, errors and calls that were aborted are never stored, and responses to calls for accounts only with `perAccount`. If the store
 * fails, responses are requested. One cache may serve several clients.
 *
 * @throws TypeError when an option is unknown or not valid.
 * @example
 * const food = createFoodClient({ apiKey, cache: responseCache({ ttlMs: 3_600_000 }) });
 */
export function responseCache(options: ResponseCacheOptions = {}): ResponseCache {
  const problem = problemOfOptions(options, responseCacheRules);
  if (problem !== undefined) throw new TypeError(`responseCache: ${problem}`);
  const { ttlMs = 0, perAccount = false, prefix = 'x:responses:', storeTimeoutMs = 1000 } = options;
  const store = options.store ?? memoryStorage(options.maxBytes ?? 2 ** 24);
  const limit = { limitMs: storeTimeoutMs, tooLate: 'the store did not respond in time', background: false };

  async function read(name: string): Promise<Entry | undefined> {
    try {
      const found = await runBounded<unknown>(limit, () => store.getItem(name));
      const entry = typeof found === 'string' ? JSON.parse(found) : found;
      return entry?.version === 1 && typeof entry.freshUntil === 'number' ? entry : undefined;
    } catch {
      return undefined; // a cache that fails is as good as an empty one
    }
  }

  async function write(name: string, text: string, usefulMs: number): Promise<void> {
    const ttl = Math.max(60, Math.ceil(usefulMs / 1000)); // the least that Cloudflare KV takes
    await runBounded<unknown>(limit, () => store.setItem(name, text, { ttl })).catch(() => {});
  }

  return {
    async respond({ identity, account, now }, send) {
      if (account !== undefined && !perAccount) return send();
      const name = prefix + sha256(JSON.stringify([account ?? null, identity]));
      const stored = await read(name);
      if (stored && now < stored.freshUntil) return { body: stored.body };
      const { body: received, isUnchanged, headers } = await send(stored?.etag);
      const body = isUnchanged ? stored?.body : received;
      const etag = headers?.get('etag') ?? (isUnchanged ? stored?.etag : undefined);
      const freshMs = freshMsOf(headers, ttlMs);
      if (freshMs === undefined || (freshMs === 0 && etag === undefined)) return { body };
      const text = JSON.stringify({ version: 1, freshUntil: now + freshMs, etag, body } satisfies Entry);
      const usefulMs = freshMs + (etag === undefined ? 0 : revalidatedMs);
      return { body, store: () => write(name, text, usefulMs) };
    },
  };
}

/** For how many milliseconds a response is fresh; undefined if it must not be stored. */
function freshMsOf(headers: ReadHeaders | undefined, ttlMs: number): number | undefined {
  const control = headers?.get('cache-control')?.toLowerCase();
  if (!control) return ttlMs;
  const directives = control.split(',').map((each) => each.trim());
  if (directives.includes('no-store')) return undefined;
  if (directives.some((each) => /^no-cache\b/.test(each))) return 0;
  const maxAge = directives.map((each) => /^max-age="?(\d+)"?$/.exec(each)?.[1]).find((each) => each !== undefined);
  if (maxAge === undefined) return ttlMs;
  const age = Number(headers?.get('age')) || 0;
  return Math.max(0, Number(maxAge) - age) * 1000;
}
