import type { ResponseCache } from '../declare/cache.ts';
import { checkOptions } from '../options/check-options.ts';
import * as optionKind from '../options/option-kind.ts';
import type { RulesOf } from '../options/option-rule.ts';
import { race } from '../shared/race.ts';
import { runWithin } from '../shared/run-within.ts';
import { sha256 } from '../shared/sha256.ts';
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
  /**
   * Also stores responses to calls for accounts, for each access token apart: nothing is served after `accounts.delete`, nor to the next
   * user of the account, and a refresh of the token starts over. Default `false`: those are always requested.
   */
  perAccount?: boolean | undefined;
  /** Most bytes of memory that responses take, about; above 0. Those not used for longest go first. Default 16 MiB. Without effect if `store` is set. */
  maxBytes?: number | undefined;
  /** What the names of all keys begin with. Default `x:responses:`. */
  prefix?: string | undefined;
  /**
   * Longest wait for the store, in milliseconds, above 0; then the response is requested. Default 1000. It also ends with the call. No
   * call waits until its response is stored.
   */
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
  readonly version: 2;
  /** When it was stored, by the clock of the client, Unix milliseconds. */
  readonly storedAt: number;
  /** For how many milliseconds it is used without a request. */
  readonly freshMs: number;
  readonly etag?: string | undefined;
  readonly body: unknown;
}

/** An entry with an ETag is of use for longer than it is fresh: in milliseconds. */
const revalidatedMs = 86_400_000;

/** No response is fresh for longer than the 68 years that caches count, in milliseconds (RFC 9111, section 1.2.2). */
const longestFreshMs = 2 ** 31 * 1000;

/**
 * Creates a cache for the responses of GETs, as the option `cache` of a client. A stored response needs no request, no point of a
 * rate limit, and no token unless it is for an account. `Cache-Control` of a response decides whether and for how long it is stored;
 * `ttlMs` where it has none. A response with an `ETag` is requested again once it is no longer fresh, and not transferred again if it
 * has not changed.
 *
 * Tokens, errors and calls that were aborted are never stored, and responses to calls for accounts only with `perAccount`. If the store
 * fails, responses are requested. One cache may serve several clients.
 *
 * @throws ApiError `invalid_params` when an option is unknown or not valid.
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
      return undefined; // a cache that fails is as good as an empty one
    }
  }

  function write(name: string, entry: Entry): void {
    const usefulMs = entry.freshMs + (entry.etag === undefined ? 0 : revalidatedMs);
    const ttl = Math.max(60, Math.ceil(usefulMs / 1000)); // the least that Cloudflare KV takes
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

/** An entry of the future is of a clock that was set back since: nobody knows how old it is. */
const isFresh = ({ storedAt, freshMs }: Entry, now: number): boolean => storedAt <= now && now < storedAt + freshMs;

/** For how many milliseconds a response is fresh; undefined if it must not be stored. */
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
