import type { Clock } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { pause, runWithin, sha256 } from '@x/core/provider';
import { memoryStorage } from './memory-storage.ts';

/** Storage for responses: the result of unstorage's `createStorage`, or an object with the same methods. */
export interface ResponseStorage {
  /** Reads a value; null or undefined if there is none. A JSON string may be returned already parsed. */
  getItem(key: string): Promise<unknown>;
  /** Stores a string. `ttl` is the number of seconds for which it stays useful. */
  setItem(key: string, value: string, options: { ttl: number }): Promise<unknown>;
}

/** Options of {@link cachedFetch}. */
export interface CachedFetchOptions {
  /** Storage for the responses. Default: this process's memory, up to `maxBytes`. */
  store?: ResponseStorage | undefined;
  /**
   * Milliseconds for which a response without a `Cache-Control` header is reused; at least 0. Default 0, which stores
   * such a response only if it has an `ETag`.
   */
  ttlMs?: number | undefined;
  /**
   * Also stores responses to requests with an access token, separately for each token, so that no user gets another
   * user's response. A refreshed token starts without stored responses. Default `false`: such requests are always sent.
   */
  perToken?: boolean | undefined;
  /**
   * Approximate limit in bytes on the memory used by responses; above 0. The least recently used are removed first.
   * Default 16 MiB. Has no effect if `store` is set.
   */
  maxBytes?: number | undefined;
  /** Prefix of all keys, without `?`. Default `x:responses:`. */
  prefix?: string | undefined;
  /**
   * Longest wait for the store, in milliseconds, above 0. After that, the request is sent. Default 1000. Nobody waits
   * until a response is stored.
   */
  storeTimeoutMs?: number | undefined;
  /** Sends the requests. Default: the runtime's `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Clock that freshness is measured by. Default: the runtime's. */
  clock?: Pick<Clock, 'now'> | undefined;
}

const cachedFetchRules = {
  store: /* @__PURE__ */ optionKind.objectWith('an unstorage storage', ['getItem', 'setItem']),
  ttlMs: optionKind.millisecondsFrom0,
  perToken: optionKind.boolean,
  maxBytes: optionKind.bytes,
  prefix: optionKind.keyPrefix,
  storeTimeoutMs: optionKind.milliseconds,
  fetch: optionKind.function,
  clock: optionKind.clock,
} satisfies RulesOf<CachedFetchOptions>;

interface Entry {
  readonly version: 3;
  /** Time at which it was stored, in Unix milliseconds. */
  readonly storedAt: number;
  /** Milliseconds for which it is used without a request. */
  readonly freshMs: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** Milliseconds for which an entry with an ETag stays useful after it is no longer fresh. */
const revalidatedMs = 86_400_000;

/**
 * Longest time that any response stays fresh: the 68 years that caches can represent, in milliseconds (RFC 9111,
 * section 1.2.2).
 */
const longestFreshMs = 2 ** 31 * 1000;

/**
 * Creates a `fetch` that reuses JSON responses of GETs, to pass as a client's `fetch` option. The response's
 * `Cache-Control` decides whether and for how long it is stored; `ttlMs` applies if it has none. Once a response with
 * an `ETag` is no longer fresh, it is requested again, but its body is transferred only if it has changed.
 *
 * Only complete responses with status 200 are stored, never tokens. If the store fails, requests are sent. Several
 * clients can share one cache: keys are hashes of a request's address and all of its headers.
 *
 * @throws ApiError `invalid_params` when an option is unknown or invalid.
 * @example
 * const food = createFoodClient({ apiKey, fetch: cachedFetch({ ttlMs: 3_600_000 }) });
 */
export function cachedFetch(options: CachedFetchOptions = {}): typeof globalThis.fetch {
  checkOptions({ provider: 'cache', operation: 'cachedFetch', below: cachedFetch }, options, cachedFetchRules);
  const { ttlMs = 0, perToken = false, prefix = 'x:responses:', storeTimeoutMs = 1000, clock = Date } = options;
  const store = options.store ?? memoryStorage(options.maxBytes ?? 2 ** 24);
  const limit = { limitMs: storeTimeoutMs, tooLate: 'the store did not respond in time' };
  const send: typeof globalThis.fetch = (input, init) => (options.fetch ?? globalThis.fetch)(input, init);

  async function read(key: string): Promise<Entry | undefined> {
    try {
      const found = await runWithin<unknown>(limit, () => store.getItem(key));
      const entry = (typeof found === 'string' ? JSON.parse(found) : found) as Partial<Entry> | undefined;
      return entry?.version === 3 ? (entry as Entry) : undefined;
    } catch {
      return undefined; // treat a failing cache as an empty one
    }
  }

  function write(key: string, entry: Entry): void {
    const usefulMs = entry.freshMs + (etagOf(entry) === undefined ? 0 : revalidatedMs);
    const ttl = Math.max(60, Math.ceil(usefulMs / 1000)); // the minimum that Cloudflare KV accepts
    const text = JSON.stringify(entry);
    runWithin<unknown>({ ...limit, background: true }, () => store.setItem(key, text, { ttl })).catch(() => {});
  }

  return async (input, init) => {
    const request = new Request(input, init);
    const { method, url, headers, signal } = request;
    const isCacheable =
      method === 'GET' && !headers.has('if-none-match') && (perToken || !headers.has('authorization'));
    if (!isCacheable) return send(input, init);
    const key = prefix + sha256(JSON.stringify([url, ...headers]));
    const found = read(key);
    await pause(Number.POSITIVE_INFINITY, signal, found); // until it is found, or the call has ended
    const stored = await found;
    if (stored && isFresh(stored, clock.now())) return toResponse(stored);

    const etag = stored && etagOf(stored);
    const condition = etag === undefined ? [] : [['if-none-match', etag] as const];
    const response = await send(input, { ...init, headers: Object.fromEntries([...headers, ...condition]) });
    const isUnchanged = stored !== undefined && response.status === 304;
    if (!isUnchanged && response.status !== 200) return response;
    const received = isUnchanged ? confirmHeaders(stored, response) : [...response.headers];
    const freshMs = readFreshMs(new Headers(received), ttlMs);
    const base = { version: 3, storedAt: clock.now(), freshMs: Math.min(freshMs ?? 0, longestFreshMs) } as const;
    const keep = (body: string) => {
      const lasting = received.filter(([name]) => !passing.test(name));
      if (isJson(body)) write(key, { ...base, headers: lasting, body });
    };
    const isUseful = freshMs !== undefined && (freshMs > 0 || etagOf({ headers: received }) !== undefined);
    if (isUnchanged) {
      if (isUseful) keep(stored.body);
      return toResponse({ headers: received, body: stored.body });
    }
    return isUseful && response.body ? new Response(collect(response.body, keep), { headers: received }) : response;
  };
}

/** Calls `onEnd` with the text of a body once the reader has read all of it, so that the reader's size limit applies. */
function collect(body: NonNullable<Response['body']>, onEnd: (text: string) => void) {
  const decoder = new TextDecoder();
  let text = '';
  return body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        text += decoder.decode(chunk, { stream: true });
        controller.enqueue(chunk);
      },
      flush: () => onEnd(text + decoder.decode()),
    }),
  );
}

/** Headers that hold only for one request: an old rate limit would make the client wait, or send too much. */
const passing = /^(age|retry-after|set-cookie|(x-)?ratelimit.*)$/;

/** Returns a stored response's headers, updated from the 304 response. */
function confirmHeaders(stored: Entry, { headers: confirmed }: Response): [string, string][] {
  const isOfBody = (name: string) => name.startsWith('content-');
  return [
    ...stored.headers.filter(([name]) => isOfBody(name) || !confirmed.has(name)),
    ...[...confirmed].filter(([name]) => !isOfBody(name)),
  ].map(([...pair]) => pair);
}

const toResponse = ({ body, headers }: Pick<Entry, 'body' | 'headers'>) =>
  new Response(body, { headers: headers.map(([...pair]) => pair) });

const etagOf = ({ headers }: Pick<Entry, 'headers'>): string | undefined =>
  headers.find(([name]) => name === 'etag')?.[1];

/** Whether a body is a complete JSON object or list, which an error page is not. */
function isJson(body: string): boolean {
  try {
    return typeof JSON.parse(body) === 'object';
  } catch {
    return false;
  }
}

/** An entry from the future was stored before the clock was set back, so its age is unknown. */
const isFresh = ({ storedAt, freshMs }: Entry, now: number): boolean => storedAt <= now && now < storedAt + freshMs;

/** Returns how many milliseconds a response is fresh; undefined if it must not be stored. */
function readFreshMs(headers: Headers, ttlMs: number): number | undefined {
  const control = headers.get('cache-control')?.toLowerCase();
  if (!control) return ttlMs;
  const directives = control.split(',').map((each) => each.trim());
  if (directives.includes('no-store')) return undefined;
  if (directives.some((each) => /^no-cache\b/.test(each))) return 0;
  const maxAge = directives.map((each) => /^max-age="?(\d+)"?$/.exec(each)?.[1]).find((each) => each !== undefined);
  if (maxAge === undefined) return ttlMs;
  const age = /^\d+$/.exec(headers.get('age') ?? '')?.[0] ?? 0;
  return Math.max(0, Number(maxAge) - Number(age)) * 1000;
}
