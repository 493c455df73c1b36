import { isApiError, refusal } from '../errors.ts';
import { createRedactor } from '../redact.ts';
import { createGrant, type Grant } from './grant.ts';
import type { TokenStore } from './store.ts';

/** How a {@link TokenCache} works. */
export interface TokenCacheOptions {
  /** Provider, auth host, client id, account and scopes: what tells this grant from every other in the store. */
  readonly key: string;
  readonly store: TokenStore;
  readonly now: () => number;
  /** Asks the authorization server for a grant: a new one, or `current` refreshed. */
  obtain(current: Grant | undefined): Promise<Grant>;
  /** Told of every grant obtained and every failure to. */
  onEvent?(outcome: 'obtained' | 'failed', error?: unknown): void;
}

/** One grant, kept fresh: however many callers ask, one request is under way. */
export interface TokenCache {
  /** The current grant, at once where it is at hand; obtained or refreshed first where it must be. */
  get(): Grant | Promise<Grant>;
  /** The API refused this grant's token: unless a newer one is here already, the next `get` renews it. */
  reject(grant: Grant): void;
  /** Takes a grant obtained elsewhere, such as by a user's consent. A refresh under way cannot overwrite it. */
  set(grant: Grant): Promise<void>;
  /** Renews the current grant now, however long it would still last. */
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
export function createTokenCache({ key, store, now, obtain, onEvent }: TokenCacheOptions): TokenCache {
  let current: Grant | undefined;
  let refused: string | undefined;
  let renewing: Promise<Grant> | undefined;
  let generation = 0;
  let terminal: { of: string | undefined; error: unknown } | undefined;
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

  async function renew(): Promise<Grant> {
    const started = generation;
    if (store.withLock) {
      // Most often somebody else has renewed it: then there is nothing to wait for.
      const found = fresh(await store.get(key));
      if (found && generation === started) {
        current = found;
        return found;
      }
    }
    const run = async (): Promise<Grant> => {
      // Another process may have renewed it, or this one may have just started.
      let stored = await store.get(key);
      if (obtained && obtained.over === stored?.accessToken) {
        // The store failed to take it. The refresh token that is stored may be used up: this grant has the one that works.
        await save(store, key, obtained.grant);
        stored = obtained.grant;
      }
      obtained = undefined;
      const good = fresh(stored);
      if (good) {
        current = good;
        return good;
      }
      const from = stored; // none: the user signed out, maybe on another host
      if (terminal && terminal.of === from?.refreshToken) throw terminal.error;
      let next: Grant;
      try {
        next = await obtain(from);
      } catch (error) {
        onEvent?.('failed', error);
        if (isApiError(error) && error.code === 'reauthorization_required') {
          // Somebody without the lock was faster: then his grant is the one that counts.
          const theirs = await store.get(key).catch(() => undefined);
          if (usable(theirs) && theirs.refreshToken !== from?.refreshToken) {
            current = theirs;
            return theirs;
          }
          terminal = { of: from?.refreshToken, error };
        }
        if (!usable(from)) throw error;
        current = from; // good for a while yet
        return from;
      }
      if (from?.refreshToken && !next.refreshToken)
        next = createGrant({ ...next, accessToken: next.accessToken, refreshToken: from.refreshToken });
      if (generation !== started) {
        if (current) return current;
        throw refusal('reauthorization_required', 'the grant was given up');
      }
      obtained = { over: from?.accessToken, grant: next };
      await save(store, key, next); // before its first use: a rotated refresh token must not be lost
      current = next;
      onEvent?.('obtained');
      return next;
    };
    return locked(run);
  }

  const locked = <T>(run: () => Promise<T>): Promise<T> => (store.withLock ? store.withLock(key, run) : run());

  const renewOnce = (): Promise<Grant> => {
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };

  return {
    get() {
      if (!usable(current)) return renewOnce(); // the same promise for all who wait
      if (left(current, shouldMs) <= 0) renewOnce().catch(() => {}); // the grant at hand still works
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
        await locked(() => save(store, key, grant));
      } catch (error) {
        if (current === grant) current = undefined;
        throw error;
      }
    },
    async renew() {
      const before = refused;
      refused = (current ?? (await store.get(key)))?.accessToken;
      try {
        return await renewOnce();
      } catch (error) {
        refused = before; // it is as good as it was
        throw error;
      }
    },
    async clear() {
      generation += 1;
      current = undefined;
      terminal = undefined;
      await locked(() => store.delete(key));
    },
  };
}
