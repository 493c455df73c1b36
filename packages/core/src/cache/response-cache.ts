import type { ResponseCache } from '../declare/cache.ts';
import { checkOptions } from '../options/check-options.ts';
import * as optionKind from '../options/option-kind.ts';
import type { RulesOf } from '../options/option-rule.ts';
import { race } from '../shared/race.ts';
import { runWithin } from '../shared/run-within.ts';
import { sha256 } from '../shared/sha256.ts';
import type { ReadHeaders } from '../transport/fetch.ts';
import { memoryStorage } from './memory-storage.ts';

/** Storage for responses: the result of unstorage's `createStorage`, or an object with the same methods. */
export interface ResponseStorage {
  /** Reads a value; null or undefined if there is none. A JSON string may be returned already parsed. */
  getItem(key: string): Promise<unknown>;
  /** Stores a string. `ttl` is the number of seconds for which it stays useful. */
  setItem(key: string, value: string, options: { ttl: number }): Promise<unknown>;
}

/** Options of {@link responseCache}. */
export interface ResponseCacheOptions {
  /** Storage for the responses. Default: this process's memory, up to `maxBytes`. */
  store?: ResponseStorage | undefined;
  /**
   * Milliseconds for which a response without a `Cache-Control` header is reused; at least 0. Default 0, which stores
   * such a response only if it has an `ETag`.
   */
  ttlMs?: number | undefined;
  /**
   * Also stores responses to calls for accounts, separately for each access token. Nothing is served after
   * `accounts.delete` or to the next user of the account, and a refreshed token starts without stored responses.
   * Default `false`: calls for accounts always send a request.
   */
  perAccount?: boolean | undefined;
  /**
   * Approximate limit in bytes on the memory used by responses; above 0. The least recently used are removed first.
   * Default 16 MiB. Has no effect if `store` is set.
   */
  maxBytes?: number | undefined;
  /** Prefix of all keys. Default `x:responses:`. */
  prefix?: string | undefined;
  /**
   * Longest wait for the store, in milliseconds, above 0. After that, or when the call ends, the client stops waiting
   * and requests the response. Default 1000. No call waits until its response is stored.
   */
  storeTimeoutMs?: number | undefined;
}

const responseCacheRules = {
  store: /* @__PURE__ */ optionKind.objectWith('an unstorage storage', ['getItem', 'setItem']),
  ttlMs: optionKind.millisecondsFrom0,
  perAccount: optionKind.boolean,
  maxBytes: optionKind.bytes,
  prefix: optionKind.string,
  storeTimeoutMs: optionKind.milliseconds,
} satisfies RulesOf<ResponseCacheOptions>;

interface Entry {
  readonly version: 2;
  /** Time at which it was stored, in Unix milliseconds by the client's clock. */
  readonly storedAt: number;
  /** Milliseconds for which it is used without a request. */
  readonly freshMs: number;
  readonly etag?: string | undefined;
  readonly body: unknown;
}

/** Milliseconds for which an entry with an ETag stays useful after it is no longer fresh. */
const revalidatedMs = 86_400_000;

/**
 * Longest time that any response stays fresh: the 68 years that caches can represent, in milliseconds (RFC 9111,
 * section 1.2.2).
 */
const longestFreshMs = 2 ** 31 * 1000;

/**
 * Creates a cache for GET responses, to pass as a client's `cache` option. A stored response needs no request, does not
 * count against a rate limit, and needs a token only if it belongs to an account. The response's `Cache-Control`
 * decides whether and for how long it is stored; `ttlMs` applies if it has none. Once a response with an `ETag` is no
 * longer fresh, it is requested again, but its body is transferred only if it has changed.
 *
 * Tokens, errors and aborted calls are never stored, and responses to account calls only with `perAccount`. If the
 * store fails, responses are requested. Several clients can share one cache.
 *
 * @throws ApiError `invalid_params` when an option is unknown or invalid.
 * @example
 * const food = createFoodClient({ apiKey, cache: responseCache({ ttlMs: 3_600_000 }) });
 */
export function responseCache(options: ResponseCacheOptions = {}): ResponseCache {
  checkOptions({ provider: 'core', operation: 'responseCache', below: responseCache }, options, responseCacheRules);
  const { ttlMs = 0, perAccount = false, prefix = 'x:responses:', storeTimeoutMs = 1000 } = options;
  const store = options.store ?? memoryStorage(options.maxBytes ?? 2 ** 24);
  const limit = { limitMs: storeTimeoutMs, tooLate: 'the store did not respond in time' };

  async function read(name: string, signal: AbortSignal): Promise<Entry | undefined> {
    try {
      const found = await race(
        runWithin<unknown>(limit, () => store.getItem(name)),
        signal,
      );
      return readEntry(typeof found === 'string' ? JSON.parse(found) : found);
    } catch {
      signal.throwIfAborted();
      return undefined; // treat a failing cache as an empty one
    }
  }

  function write(name: string, entry: Entry): void {
    const usefulMs = entry.freshMs + (entry.etag === undefined ? 0 : revalidatedMs);
    const ttl = Math.max(60, Math.ceil(usefulMs / 1000)); // the minimum that Cloudflare KV accepts
    const text = JSON.stringify(entry);
    runWithin<unknown>({ ...limit, background: true }, () => store.setItem(name, text, { ttl })).catch(() => {});
  }

  return {
    perAccount,
    async respond({ identity, now, signal }, send) {
      const name = prefix + sha256(identity);
      const stored = await read(name, signal);
      if (stored && isFresh(stored, now)) return { body: stored.body };
      const { body: received, isUnchanged, headers } = await send(stored?.etag);
      const body = isUnchanged ? stored?.body : received;
      const etag = headers?.get('etag') ?? (isUnchanged ? stored?.etag : undefined);
      const freshMs = readFreshMs(headers, ttlMs);
      if (freshMs === undefined || (freshMs === 0 && etag === undefined)) return { body };
      const entry: Entry = { version: 2, storedAt: now, freshMs: Math.min(freshMs, longestFreshMs), etag, body };
      return { body, store: () => write(name, entry) };
    },
  };
}

/** Reads what the store returned; undefined if it is not an entry. */
function readEntry(found: unknown): Entry | undefined {
  const { version, storedAt, freshMs } = Object(found) as Partial<Entry>;
  return version === 2 && typeof storedAt === 'number' && typeof freshMs === 'number' ? (found as Entry) : undefined;
}

/** An entry from the future was stored before the clock was set back, so its age is unknown. */
const isFresh = ({ storedAt, freshMs }: Entry, now: number): boolean => storedAt <= now && now < storedAt + freshMs;

/** Returns how many milliseconds a response is fresh; undefined if it must not be stored. */
function readFreshMs(headers: ReadHeaders | undefined, ttlMs: number): number | undefined {
  const control = headers?.get('cache-control')?.toLowerCase();
  if (!control) return ttlMs;
  const directives = control.split(',').map((each) => each.trim());
  if (directives.includes('no-store')) return undefined;
  if (directives.some((each) => /^no-cache\b/.test(each))) return 0;
  const maxAge = directives.map((each) => /^max-age="?(\d+)"?$/.exec(each)?.[1]).find((each) => each !== undefined);
  if (maxAge === undefined) return ttlMs;
  const age = /^\d+$/.exec(headers?.get('age') ?? '')?.[0] ?? 0;
  return Math.max(0, Number(maxAge) - Number(age)) * 1000;
}
