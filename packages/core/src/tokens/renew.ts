import type { Lifecycle } from '../declare/lifecycle.ts';
import { type GrantProblem, isApiError, refusal } from '../errors.ts';
import { createRedactor } from '../redact/redactor.ts';
import { createGrant, type Grant } from './grant.ts';
import type { StoreWriteOptions, TokenStore } from './store.ts';

/** Options of a {@link TokenCache}. */
export interface TokenCacheOptions {
  /** Key of the grant in the store, made of provider, auth host, client ID, account and scopes. */
  readonly key: string;
  /** Where the grant is stored. */
  readonly store: TokenStore;
  /** Longest wait for one operation of the store, in milliseconds; its lock may take the store's `lockWaitMs` longer. Default 10,000. */
  readonly storeTimeoutMs?: number | undefined;
  /** Returns the current time, Unix milliseconds. */
  readonly now: () => number;
  /**
   * Requests a grant from the authorization server: a new one, or `current` refreshed.
   *
   * @param background Whether no caller waits for it: the request should not keep the process alive.
   */
  obtain(current: Grant | undefined, background: boolean): Promise<Grant>;
  /** Waits for refreshes before it ends, and ends waits for the lock of the store. Default: nothing does. */
  readonly lifecycle?: Pick<Lifecycle, 'hold' | 'onClose' | 'onGraceOver'> | undefined;
  /** Called with every grant that was obtained, and every failure to obtain one. */
  onEvent?(outcome: 'obtained' | 'failed', error?: unknown): void;
}

/** What is known of the one grant of a cache. @internal */
export interface CacheState {
  current: Grant | undefined;
  /** The access token that the API refused last. */
  refused: string | undefined;
  /** Counts `set` and `clear`: what began before one of them may not change anything after it. */
  generation: number;
  /** The refresh token that the server refused for good, and with what error. */
  terminal: { readonly of: string; readonly error: unknown } | undefined;
  /** What was obtained last, and the access token that it replaced; until it is known to be stored. */
  obtained: { readonly over: string | undefined; readonly grant: Grant } | undefined;
  /** Settles when the last write to the store has ended. */
  written: Promise<unknown>;
}

/** A grant is not used for the last 10 seconds before it expires: a request takes time. */
const mustMs = 10_000;
/** A grant is refreshed in the background for the last 5 minutes before it expires. */
const shouldMs = 300_000;

/** Milliseconds left, less `marginMs`, which is at most a fifth of the grant's lifetime. */
function leftMs(grant: Grant, now: number, marginMs: number): number {
  if (grant.expiresAt === undefined) return Number.POSITIVE_INFINITY;
  const lifetime = grant.expiresAt - (grant.obtainedAt ?? 0);
  return grant.expiresAt - now - Math.min(marginMs, lifetime / 5);
}

/** Whether a grant has expired, or is so close to it that it must not be used any more. @internal */
export const isExpired = (grant: Grant, now: number): boolean => leftMs(grant, now, mustMs) <= 0;

/** Whether a grant may be used. @internal */
export const isUsable = (grant: Grant | undefined, state: CacheState, now: number): grant is Grant =>
  grant !== undefined && grant.accessToken !== state.refused && !isExpired(grant, now);

/** Whether a grant should be refreshed, though it may still be usable. @internal */
export const isDue = (grant: Grant, now: number): boolean => leftMs(grant, now, shouldMs) <= 0;

/** The grant, if it may be used and need not be refreshed. */
const ifFresh = (grant: Grant | undefined, state: CacheState, now: number): Grant | undefined =>
  isUsable(grant, state, now) && !isDue(grant, now) ? grant : undefined;

/**
 * Renews the grant, under the lock of the store where it has one: with what another process has stored, or by a request.
 *
 * @param background Whether no caller waits for it.
 * @internal
 */
export async function renewGrant(
  options: TokenCacheOptions,
  state: CacheState,
  store: TokenStore,
  background: boolean,
): Promise<Grant> {
  const started = state.generation;
  const renewAlone = () => renewLocked(options, state, store, background, started);
  if (!store.withLock) return renewAlone();
  /** Most often another process has already renewed it: then there is nothing to wait for. */
  const peek = async () => {
    const found = ifFresh(await store.get(options.key), state, options.now());
    return found && state.generation === started ? { value: useGrant(state, started, found) } : undefined;
  };
  const found = store.peeks ? undefined : await peek();
  return found ? found.value : store.withLock(options.key, renewAlone, peek);
}

async function renewLocked(
  options: TokenCacheOptions,
  state: CacheState,
  store: TokenStore,
  background: boolean,
  started: number,
): Promise<Grant> {
  const { now, onEvent } = options;
  const from = await recall(options, state, store, started);
  const fresh = ifFresh(from, state, now());
  if (fresh) return useGrant(state, started, fresh);
  if (state.terminal && state.terminal.of === from?.refreshToken) throw state.terminal.error;
  let next: Grant;
  try {
    next = keepRefreshToken(await options.obtain(from, background), from);
  } catch (error) {
    onEvent?.('failed', error);
    return useGrant(state, started, await fallBack(options, state, store, from, error));
  }
  // Stored before its first use: a rotated refresh token must not be lost.
  await inTurn(state, async () => {
    if (state.generation !== started) return;
    state.obtained = { over: from?.accessToken, grant: next };
    await save(store, options.key, next, { isLast: true });
  });
  const used = useGrant(state, started, next);
  if (used === next) onEvent?.('obtained');
  return used;
}

/** The grant to start from: the stored one, which another process may have renewed. */
async function recall(
  { key }: TokenCacheOptions,
  state: CacheState,
  store: TokenStore,
  started: number,
): Promise<Grant | undefined> {
  const stored = await store.get(key);
  const { obtained } = state;
  if (obtained && obtained.over === stored?.accessToken) {
    // The store failed to take it. The refresh token that is stored may be used up: this grant has the one that works.
    if (state.generation === started) await inTurn(state, () => save(store, key, obtained.grant));
    state.obtained = undefined;
    return obtained.grant;
  }
  state.obtained = undefined;
  return stored;
}

/** Some servers send a refresh token only once: the old one stays valid. */
function keepRefreshToken(next: Grant, from: Grant | undefined): Grant {
  if (!from?.refreshToken || next.refreshToken) return next;
  return createGrant({ ...next, accessToken: next.accessToken, refreshToken: from.refreshToken });
}

/**
 * The grant that is used although it could not be renewed.
 *
 * @throws the error of the renewal when there is none.
 */
async function fallBack(
  { key, now }: TokenCacheOptions,
  state: CacheState,
  store: TokenStore,
  from: Grant | undefined,
  error: unknown,
): Promise<Grant> {
  if (isApiError(error) && error.code === 'reauthorization_required' && from?.refreshToken) {
    // Another process without the lock may have been faster: then its grant counts.
    const theirs = await store.get(key).catch(() => undefined);
    if (isUsable(theirs, state, now()) && theirs.refreshToken !== from.refreshToken) return theirs;
    state.terminal = { of: from.refreshToken, error };
  }
  if (!isUsable(from, state, now())) throw error;
  return from; // still valid for a while
}

/** Makes `grant` the current one, unless `set` or `clear` was called since the renewal `started`: then theirs counts. */
function useGrant(state: CacheState, started: number, grant: Grant): Grant {
  if (state.generation === started) {
    state.current = grant;
    return grant;
  }
  if (state.current) return state.current;
  throw refusal(
    'reauthorization_required',
    'the grant was deleted while it was being refreshed. Sign the user in again',
    'no_grant' satisfies GrantProblem,
  );
}

/** Runs under the lock of the store, where it has one. @internal */
export const locked = <T>(store: TokenStore, key: string, run: () => Promise<T>): Promise<T> =>
  store.withLock ? store.withLock(key, run) : run();

/** Runs one write after the other: in a store that is slow and has no lock, an earlier one could overwrite a later one. @internal */
export function inTurn(state: CacheState, run: () => Promise<void>): Promise<void> {
  const done = state.written.then(run);
  state.written = done.catch(() => {});
  return done;
}

/** Stores a grant. A store may quote in its error what it failed to write, tokens included: they are removed. @internal */
export async function save(
  store: TokenStore,
  key: string,
  grant: Grant,
  options: StoreWriteOptions = {},
): Promise<void> {
  try {
    await store.set(key, grant, options);
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    const shown = createRedactor([grant.accessToken, grant.refreshToken]).text(said);
    throw shown === said ? error : new Error(shown);
  }
}
