import { isApiError, refusal } from '../errors.ts';
import { createRedactor } from '../redact/redactor.ts';
import { longestMs } from '../shared/pause.ts';
import { boundedStore } from './bounded-store.ts';
import { createGrant, type Grant } from './grant.ts';
import type { TokenStore } from './store.ts';

/** How a {@link TokenCache} works. */
export interface TokenCacheOptions {
  /** Provider, auth host, client id, account and scopes: what tells this grant from every other in the store. */
  readonly key: string;
  readonly store: TokenStore;
  /** Longest wait for one operation of the store, in milliseconds; its lock may take the store's `lockWaitMs` longer. Default 10,000. */
  readonly storeTimeoutMs?: number | undefined;
  readonly now: () => number;
  /**
   * Requests a grant from the authorization server: a new one, or `current` refreshed.
   *
   * @param background Whether no caller waits for it: the request should not keep the process alive.
   */
  obtain(current: Grant | undefined, background: boolean): Promise<Grant>;
  /** Told of every grant obtained and every failure to. */
  onEvent?(outcome: 'obtained' | 'failed', error?: unknown): void;
}

/** One grant, kept fresh: however many callers ask, one request is under way. */
export interface TokenCache {
  /**
   * Returns the current grant: immediately if it is cached and valid, otherwise after obtaining or refreshing it. Once the
   * server has refused the refresh token for good, it fails without another request until the grant changes or `renew` succeeds.
   *
   * @param background Whether the process may exit instead of waiting for it. Default `false`.
   */
  get(background?: boolean): Grant | Promise<Grant>;
  /** The API refused this grant's token: unless a newer one is here already, the next `get` renews it. */
  reject(grant: Grant): void;
  /** Takes a grant obtained elsewhere, such as by a user's consent. A refresh under way cannot overwrite it. */
  set(grant: Grant): Promise<void>;
  /** Refreshes the current grant now, however long it would still last, and even if the server refused the last refresh for good. */
  renew(): Promise<Grant>;
  /** Forgets the grant, here and in the store. A refresh under way cannot bring it back. */
  clear(): Promise<void>;
}

const mustMs = 10_000;
const shouldMs = 300_000;

/** Stores a grant. A store may quote in its error what it failed to write, tokens included: they are removed. */
async function save(store: TokenStore, key: string, grant: Grant): Promise<void> {
  try {
    await store.set(key, grant);
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    const shown = createRedactor([grant.accessToken, grant.refreshToken]).text(said);
    throw shown === said ? error : new Error(shown);
  }
}

/** Makes a cache. */
export function createTokenCache(options: TokenCacheOptions): TokenCache {
  const { key, now, obtain, onEvent, storeTimeoutMs = 10_000 } = options;
  const store = boundedStore(options.store, storeTimeoutMs);
  const backgroundStore = boundedStore(options.store, storeTimeoutMs, true);
  let current: Grant | undefined;
  let refused: string | undefined;
  /** The renewal under way. */
  let renewing: { readonly grant: Promise<Grant>; readonly background: boolean } | undefined;
  /** Settles when the last write to the store has ended. */
  let written: Promise<unknown> = Promise.resolve();
  /** Counts `set` and `clear`: what began before one of them may not change anything after it. */
  let generation = 0;
  /** The refresh token that the server refused for good. */
  let terminal: { of: string; error: unknown } | undefined;
  /** What was obtained last, and the access token it replaced. */
  let obtained: { over: string | undefined; grant: Grant } | undefined;

  /** Milliseconds left, less `marginMs`, which is at most a fifth of the grant's lifetime. */
  const left = (grant: Grant, marginMs: number): number => {
    if (grant.expiresAt === undefined) return Number.POSITIVE_INFINITY;
    const lifetime = grant.expiresAt - (grant.obtainedAt ?? 0);
    return grant.expiresAt - now() - Math.min(marginMs, lifetime / 5);
  };
  const usable = (grant: Grant | undefined): grant is Grant =>
    grant !== undefined && grant.accessToken !== refused && left(grant, mustMs) > 0;
  const fresh = (grant: Grant | undefined) => (usable(grant) && left(grant, shouldMs) > 0 ? grant : undefined);

  async function renew(background: boolean): Promise<Grant> {
    const tokens = background ? backgroundStore : store;
    const started = generation;

    /** Makes `grant` the current one, unless `set` or `clear` was called since: then theirs counts. */
    const use = (grant: Grant): Grant => {
      if (generation === started) {
        current = grant;
        return grant;
      }
      if (current) return current;
      throw refusal(
        'reauthorization_required',
        'the grant was deleted while it was being refreshed. Sign the user in again',
      );
    };

    const run = async (): Promise<Grant> => {
      // Another process may have renewed it, or this one may have just started.
      let from = await tokens.get(key);
      if (obtained && obtained.over === from?.accessToken) {
        // The store failed to take it. The refresh token that is stored may be used up: this grant has the one that works.
        const { grant } = obtained;
        if (generation === started) await write(() => save(tokens, key, grant));
        from = grant;
      }
      obtained = undefined;
      const good = fresh(from);
      if (good) return use(good);
      if (terminal && terminal.of === from?.refreshToken) throw terminal.error;
      let next: Grant;
      try {
        next = await obtain(from, background);
      } catch (error) {
        onEvent?.('failed', error);
        if (isApiError(error) && error.code === 'reauthorization_required' && from?.refreshToken) {
          // Another process without the lock may have been faster: then its grant counts.
          const theirs = await tokens.get(key).catch(() => undefined);
          if (usable(theirs) && theirs.refreshToken !== from.refreshToken) return use(theirs);
          terminal = { of: from.refreshToken, error };
        }
        if (!usable(from)) throw error;
        return use(from); // still valid for a while
      }
      if (from?.refreshToken && !next.refreshToken)
        next = createGrant({ ...next, accessToken: next.accessToken, refreshToken: from.refreshToken });
      // Stored before its first use: a rotated refresh token must not be lost.
      await write(async () => {
        if (generation !== started) return;
        obtained = { over: from?.accessToken, grant: next };
        await save(tokens, key, next);
      });
      const used = use(next);
      if (used === next) onEvent?.('obtained');
      return used;
    };

    if (tokens.withLock) {
      // Most often another process has already renewed it: then there is nothing to wait for.
      const found = fresh(await tokens.get(key));
      if (found && generation === started) return use(found);
    }
    return locked(tokens, run);
  }

  const locked = <T>(from: TokenStore, run: () => Promise<T>): Promise<T> =>
    from.withLock ? from.withLock(key, run) : run();

  /** Runs one write after the other: in a store that is slow and has no lock, an earlier one could overwrite a later one. */
  function write(run: () => Promise<void>): Promise<void> {
    const done = written.then(run);
    written = done.catch(() => {});
    return done;
  }

  const start = (background: boolean) => share(renew(background), background);

  /** Makes `work` the renewal under way. */
  function share(work: Promise<Grant>, background: boolean): Promise<Grant> {
    const own = {
      background,
      grant: work.finally(() => {
        if (renewing === own) renewing = undefined;
      }),
    };
    renewing = own;
    return own.grant;
  }

  /** Renews for callers who wait: all of them get the same promise. */
  function renewForCallers(): Promise<Grant> {
    if (!renewing) return start(false);
    const { background, grant } = renewing;
    if (!background) return grant;
    // Background work does not keep the process alive and is not retried. A caller who waits for it needs both.
    const timer = setInterval(() => {}, longestMs);
    const joined = grant.catch(() => renew(false)).finally(() => clearInterval(timer));
    return share(joined, false);
  }

  const renewInBackground = () => renewing?.grant ?? start(true);

  return {
    get(background = false) {
      if (!usable(current)) return background ? renewInBackground() : renewForCallers();
      if (left(current, shouldMs) <= 0) renewInBackground().catch(() => {}); // the current grant still works
      return current;
    },
    reject(grant) {
      if (!current || current.accessToken === grant.accessToken) refused = grant.accessToken;
    },
    async set(grant) {
      generation += 1;
      terminal = undefined;
      current = grant;
      try {
        await locked(store, () => write(() => save(store, key, grant)));
      } catch (error) {
        if (current === grant) current = undefined;
        throw error;
      }
    },
    async renew() {
      const before = refused;
      const known = terminal;
      terminal = undefined; // the server may have been wrong: it is asked again
      try {
        refused = (current ?? (await store.get(key)))?.accessToken;
        return await renewForCallers().catch((error) => {
          // It was under way before, and failed without a request because of what was known then.
          if (known && error === known.error) return renewForCallers();
          throw error;
        });
      } catch (error) {
        refused = before; // the current token is as valid as it was
        terminal ??= known;
        throw error;
      }
    },
    async clear() {
      generation += 1;
      current = undefined;
      terminal = undefined;
      await locked(store, () => write(() => store.delete(key)));
    },
  };
}
