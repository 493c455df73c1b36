import { longestMs } from '../shared/clock.ts';
import { boundedStore } from './bounded-store.ts';
import type { Grant } from './grant.ts';
import { type CacheState, inTurn, isDue, isUsable, locked, renewGrant, save, type TokenCacheOptions } from './renew.ts';
import type { TokenStore } from './store.ts';

/** One grant that is renewed in time: however many callers need it, one request is in flight. */
export interface TokenCache {
  /**
   * Returns the current grant: immediately if it is cached and valid, otherwise after obtaining or refreshing it. Once the
   * server has refused the refresh token for good, it fails without another request until the grant changes or `renew` succeeds.
   *
   * @param background Whether the process may exit instead of waiting for it. Default `false`.
   */
  get(background?: boolean): Grant | Promise<Grant>;
  /** Returns the stored grant without refreshing it, even if it has expired. Undefined if none is stored. */
  peek(): Promise<Grant | undefined>;
  /** The API refused this grant's token: unless a newer one is here already, the next `get` renews it. */
  reject(grant: Grant): void;
  /** Takes a grant obtained elsewhere, such as by a user's consent. A refresh under way cannot overwrite it. */
  set(grant: Grant): Promise<void>;
  /** Refreshes the current grant now, however long it would still last, and even if the server refused the last refresh for good. */
  renew(): Promise<Grant>;
  /** Forgets the grant, here and in the store. A refresh under way cannot bring it back. */
  clear(): Promise<void>;
}

/** Makes a cache. */
export function createTokenCache(options: TokenCacheOptions): TokenCache {
  const { key, now, storeTimeoutMs = 10_000, lifecycle } = options;
  const store = boundedStore(
    options.store,
    storeTimeoutMs,
    false,
    undefined,
    lifecycle && ((run) => lifecycle.onGraceOver(run)),
  );
  const state: CacheState = {
    current: undefined,
    refused: undefined,
    generation: 0,
    terminal: undefined,
    obtained: undefined,
    written: Promise.resolve(),
  };
  // Nobody waits for a refresh in the background: once the client is closed, it need not wait for the lock.
  const backgroundStore = boundedStore(
    options.store,
    storeTimeoutMs,
    true,
    undefined,
    lifecycle && ((run) => lifecycle.onClose(run)),
  );
  const renewal = createSharedRenewal(options, state, store, backgroundStore);

  return {
    get(background = false) {
      const { current } = state;
      if (!isUsable(current, state, now())) return background ? renewal.inBackground() : renewal.forCallers();
      if (isDue(current, now())) renewal.inBackground().catch(() => {}); // the current grant still works
      return current;
    },
    async peek() {
      const stored = await store.get(key);
      const { obtained } = state;
      // A refreshed grant that the store failed to take exists only here.
      return obtained && obtained.over === stored?.accessToken ? obtained.grant : stored;
    },
    reject(grant) {
      if (!state.current || state.current.accessToken === grant.accessToken) state.refused = grant.accessToken;
    },
    async set(grant) {
      state.generation += 1;
      state.terminal = undefined;
      state.current = grant;
      try {
        await locked(store, key, () => inTurn(state, () => save(store, key, grant, { isLast: true })));
      } catch (error) {
        if (state.current === grant) state.current = undefined;
        throw error;
      }
    },
    async renew() {
      const { refused, terminal } = state;
      state.terminal = undefined; // the server may have been wrong: it is asked again
      try {
        state.refused = (state.current ?? (await store.get(key)))?.accessToken;
        return await renewal.forCallers().catch((error) => {
          // It was under way before, and failed without a request because of what was known then.
          if (terminal && error === terminal.error) return renewal.forCallers();
          throw error;
        });
      } catch (error) {
        state.refused = refused; // the current token is as valid as it was
        state.terminal ??= terminal;
        throw error;
      }
    },
    async clear() {
      state.generation += 1;
      state.current = undefined;
      state.terminal = undefined;
      await locked(store, key, () => inTurn(state, () => store.delete(key, { isLast: true })));
    },
  };
}

/** One renewal at a time, whose promise all callers share. */
function createSharedRenewal(
  options: TokenCacheOptions,
  state: CacheState,
  store: TokenStore,
  backgroundStore: TokenStore,
) {
  let underWay: { readonly grant: Promise<Grant>; readonly background: boolean } | undefined;

  const renew = (background: boolean) => renewGrant(options, state, background ? backgroundStore : store, background);

  function share(work: Promise<Grant>, background: boolean): Promise<Grant> {
    const held = options.lifecycle?.hold(work) ?? work;
    const own = {
      background,
      grant: held.finally(() => {
        if (underWay === own) underWay = undefined;
      }),
    };
    underWay = own;
    return own.grant;
  }

  return {
    /** Renews for callers who wait. */
    forCallers(): Promise<Grant> {
      if (!underWay) return share(renew(false), false);
      const { background, grant } = underWay;
      if (!background) return grant;
      // Background work does not keep the process alive and is not retried. A caller who waits for it needs both.
      const timer = setInterval(() => {}, longestMs);
      const joined = grant.catch(() => renew(false)).finally(() => clearInterval(timer));
      return share(joined, false);
    },
    /** Renews while the current grant still works. */
    inBackground: (): Promise<Grant> => underWay?.grant ?? share(renew(true), true),
  };
}
