import type { Lifecycle } from '../declare/lifecycle.ts';
import type { Authorizer } from '../declare/provider.ts';
import type { FencedStore, Grant, StoreLock, StoreWriteOptions, TokenStore } from '../declare/token-store.ts';
import { codedError, type GrantProblem, isApiError } from '../errors/api-error.ts';
import { type Clock, keepAlive } from '../shared/clock.ts';
import { reasonOf } from '../shared/describe-value.ts';
import { pause } from '../shared/pause.ts';
import { isolatesRequests, SharedWork, Turns, type WaitUntil } from '../shared/requests.ts';
import { checkedStore } from './checked-store.ts';
import { createGrant, isDue, isExpired } from './grant.ts';

/** A grant that is renewed in time. Only one request is in flight, no matter how many callers need it. */
export interface GrantSource extends Pick<Authorizer, 'reject'> {
  /**
   * Returns the current grant: immediately if it is known and valid, otherwise after obtaining or refreshing it. Once
   * the server has refused the refresh token for good, it fails without another request until the grant changes or
   * `renew` succeeds.
   *
   * @param background Whether the process may exit instead of waiting for it. Default `false`.
   * @param waitUntil Keeps the runtime alive for a refresh. Default: the source's own function.
   */
  get(background?: boolean, waitUntil?: WaitUntil): Grant | Promise<Grant>;
  /** Returns the stored grant without refreshing it, even if it has expired. Undefined if none is stored. */
  peek(): Promise<Grant | undefined>;
  /**
   * Stores a grant obtained elsewhere, such as by a user's consent. A refresh in progress cannot overwrite it.
   *
   * @param isOnlyCopy Whether it would be lost if the store fails, so that the store is tried again for up to
   * `storeTimeoutMs`. Default `false`.
   */
  set(grant: Grant, isOnlyCopy?: boolean): Promise<void>;
  /**
   * Refreshes the current grant now, no matter how long it would still last, and even if the server refused the last
   * refresh for good.
   */
  renew(): Promise<Grant>;
  /** Forgets the grant, here and in the store. A refresh in progress cannot bring it back. */
  clear(): Promise<void>;
}

/** Options of a {@link GrantSource}. */
export interface GrantSourceOptions {
  /** Key of the grant in the store, built from provider, authorization server, client ID and account. */
  readonly key: string;
  /** Store for the grant. */
  readonly store: TokenStore;
  /**
   * Longest wait for one operation of the store, in milliseconds; its lock may take the store's `lockWaitMs` longer.
   * Default 10,000.
   */
  readonly storeTimeoutMs?: number | undefined;
  /**
   * Milliseconds for which a grant is used before the store is asked whether it is still the same. Another process may
   * have deleted or replaced it. Default: the store is not asked.
   */
  readonly storeCheckMs?: number | undefined;
  /** Clock for the time, and for pauses before a store that failed is tried again. */
  readonly clock: Clock;
  /**
   * Requests a grant from the authorization server: a new one, or `current` refreshed.
   *
   * @param background Whether no caller waits for it, and nothing is lost if it does not end, so that the request
   * should not keep the process alive. Always false for a refresh, because the server may have used up the refresh
   * token.
   */
  obtain(current: Grant | undefined, background: boolean): Promise<Grant>;
  /** Keeps the runtime alive for refreshes, if a call has no such function of its own. Default: nothing does. */
  readonly waitUntil?: WaitUntil | undefined;
  /** Makes the client wait for refreshes before it ends, and ends waits for the store's lock. Default: nothing does. */
  readonly lifecycle?: Pick<Lifecycle, 'atClose' | 'finish' | 'hold' | 'onClose' | 'onGraceOver'> | undefined;
  /**
   * Called with every obtained grant, and every failure to obtain one, and when the store fails to save a grant that
   * exists nowhere else.
   */
  onEvent?(outcome: 'obtained' | 'failed' | 'not_stored', error?: unknown): void;
}

/** Creates the source of a grant. */
export const createGrantSource = (options: GrantSourceOptions): GrantSource => new StoredGrantSource(options);

/** A renewal of a grant. */
interface Renewal {
  /** Whether no caller waits for it. No longer true once a refresh is sent, which must end. */
  isBackground: boolean;
}

/** Pauses before a store that failed is tried again, in milliseconds: doubled each time. */
const [firstPauseMs, longestPauseMs] = [100, 1000];

class StoredGrantSource implements GrantSource {
  readonly #options: GrantSourceOptions;
  readonly #store: FencedStore;
  /** Store for refreshes that nobody waits for. Once the client is closed, they do not need to wait for the lock. */
  readonly #backgroundStore: FencedStore;
  /** Longest wait for one operation of the store, in milliseconds. */
  readonly #storeTimeoutMs: number;
  /**
   * Milliseconds for which a refreshed grant is stored again, as long as others wait for the lock. They must not get it
   * earlier, because they would send the used refresh token.
   */
  readonly #persistMs: number;
  #current: Grant | undefined;
  /** Time at which the store was last read or written, in Unix milliseconds. */
  #seenAt = 0;
  /** Access token that the API refused last. */
  #refused: string | undefined;
  /** Access token of the grant whose refresh failed last. The server may have used up the refresh token. */
  #failed: string | undefined;
  /** Counts `set` and `clear`, because a renewal that began before one of them must not change anything after it. */
  #generation = 0;
  /** Refresh token that the server refused for good, and the error. */
  #terminal: { readonly of: string; readonly error: unknown } | undefined;
  /** The latest refreshed grant, and the access token that it replaced, until it is known to be stored. */
  #unsaved: { readonly over: string | undefined; readonly grant: Grant } | undefined;
  /** Cancels storing the unsaved grant when the client is closed. */
  #ignoreClose: (() => void) | undefined;
  /** Writes to the store, in sequence: in a slow store without a lock, an earlier write could overwrite a later one. */
  readonly #writes = new Turns();
  readonly #renewal = new SharedWork<Grant>();
  /** The latest renewal. */
  #latest: Renewal = { isBackground: false };
  /** Callers waiting for a renewal that began in the background. */
  readonly #joined = new SharedWork<Grant>();

  constructor(options: GrantSourceOptions) {
    const { store, storeTimeoutMs = 10_000, lifecycle } = options;
    this.#options = options;
    this.#storeTimeoutMs = storeTimeoutMs;
    this.#persistMs = (store.lockWaitMs ?? 0) + storeTimeoutMs;
    this.#store = checkedStore(store, storeTimeoutMs, { lifecycle });
    this.#backgroundStore = checkedStore(store, storeTimeoutMs, { lifecycle, background: true });
  }

  get(background = false, waitUntil = this.#options.waitUntil): Grant | Promise<Grant> {
    const { clock, storeCheckMs = Number.POSITIVE_INFINITY } = this.#options;
    const time = clock.now();
    // If the clock was set back, the interval was not counted, so ask the store as well.
    const isUnchecked = Math.abs(time - this.#seenAt) >= storeCheckMs;
    if (isUnchecked && this.#isUsable(this.#current, time)) return this.#check(background, waitUntil);
    return this.#getChecked(background, waitUntil, time);
  }

  /** Returns the current grant without comparing it with the stored one, or renews it. */
  #getChecked(background: boolean, waitUntil: WaitUntil | undefined, time: number): Grant | Promise<Grant> {
    const current = this.#current;
    if (!this.#isUsable(current, time)) {
      const renewed = background ? this.#share(true) : this.#renewForCallers();
      keepRunning(renewed, waitUntil);
      return renewed;
    }
    // The current grant still works. Do not start a refresh that would end with the incoming request that started it,
    // and do not repeat one that failed: if it used up the refresh token, another one would end the grant early.
    const isWanted = isDue(current, time) && !this.#renewal.isUnderWay && current.accessToken !== this.#failed;
    if (isWanted && (waitUntil || !isolatesRequests())) {
      const renewed = this.#share(true);
      renewed.catch(() => {});
      keepRunning(renewed, waitUntil);
    }
    return current;
  }

  async peek(): Promise<Grant | undefined> {
    const stored = await this.#store.get(this.#options.key);
    // A refreshed grant that the store failed to save exists only here.
    return this.#unsavedOver(stored) ?? stored;
  }

  reject(grant: Grant): void {
    if (!this.#current || this.#current.accessToken === grant.accessToken) this.#refused = grant.accessToken;
  }

  async set(grant: Grant, isOnlyCopy = false): Promise<void> {
    this.#generation += 1;
    this.#terminal = undefined;
    this.#current = grant;
    const write = () => this.#writeLocked((lock) => this.#save(grant, { isLast: true, lock }));
    try {
      await (isOnlyCopy ? this.#persist(write, this.#storeTimeoutMs) : write());
    } catch (error) {
      if (this.#current === grant) this.#current = undefined;
      throw error;
    }
  }

  async renew(): Promise<Grant> {
    const refused = this.#refused;
    const terminal = this.#terminal;
    this.#terminal = undefined; // the server may have been wrong, so ask it again
    try {
      this.#refused = (this.#current ?? (await this.#store.get(this.#options.key)))?.accessToken;
      return await this.#renewForCallers().catch((error) => {
        // It was already in progress, and failed without a request because of the earlier refusal.
        if (terminal && error === terminal.error) return this.#renewForCallers();
        throw error;
      });
    } catch (error) {
      this.#refused = refused; // the current token is as valid as before
      this.#terminal ??= terminal;
      throw error;
    }
  }

  async clear(): Promise<void> {
    this.#generation += 1;
    this.#current = undefined;
    this.#terminal = undefined;
    await this.#writeLocked(async (lock) => {
      await this.#store.delete(this.#options.key, { isLast: true, lock });
      this.#forgetUnsaved();
    });
  }

  #isUsable(grant: Grant | undefined, now: number): grant is Grant {
    return grant !== undefined && grant.accessToken !== this.#refused && !isExpired(grant, now);
  }

  /** Returns the grant if it can be used and does not need a refresh. */
  #ifFresh(grant: Grant | undefined): Grant | undefined {
    const now = this.#options.clock.now();
    return this.#isUsable(grant, now) && !isDue(grant, now) ? grant : undefined;
  }

  /**
   * Asks the store whether another process has deleted or replaced the grant. If the store cannot be asked, the grant
   * stays in use.
   */
  async #check(background: boolean, waitUntil: WaitUntil | undefined): Promise<Grant> {
    const started = this.#generation;
    const { key, clock } = this.#options;
    const known = this.#current;
    this.#seenAt = clock.now();
    const store = background ? this.#backgroundStore : this.#store;
    const stored = await store.get(key).catch(() => known);
    const isMine = this.#generation === started && this.#current === known;
    if (isMine && stored?.accessToken !== known?.accessToken && !this.#unsavedOver(stored)) this.#current = stored;
    return this.#getChecked(background, waitUntil, clock.now());
  }

  /** Renews for waiting callers. */
  #renewForCallers(): Promise<Grant> {
    const latest = this.#latest;
    if (!this.#renewal.isUnderWay || !latest.isBackground) return this.#share(false);
    // Background work does not keep the process alive and is not retried, but waiting callers need both.
    return this.#joined.run(() =>
      stayAlive(
        this.#share(true).catch((error) => {
          if (latest.isBackground) return this.#share(false);
          throw error; // a refresh was sent, and must not be sent again
        }),
      ),
    );
  }

  /**
   * Shares one renewal among all callers.
   *
   * @param isBackground Whether no caller waits for it.
   */
  #share(isBackground: boolean): Promise<Grant> {
    return this.#renewal.run(() => {
      this.#latest = { isBackground };
      const renewed = this.#renew(this.#latest);
      return this.#options.lifecycle?.hold(renewed) ?? renewed;
    });
  }

  /**
   * Renews the grant, under the store's lock if it has one: with a grant that another process has stored, or by a
   * request.
   */
  async #renew(renewal: Renewal): Promise<Grant> {
    const { key } = this.#options;
    const started = this.#generation;
    const store = renewal.isBackground ? this.#backgroundStore : this.#store;
    const renewAlone = (lock?: StoreLock) => this.#renewLocked(renewal, started, lock);
    if (!store.withLock) return renewAlone();
    /** Most often another process has already renewed it, so there is nothing to wait for. */
    const peek = async (lock?: StoreLock) => {
      const found = this.#ifFresh(await store.get(key, { lock }));
      return found && this.#generation === started ? { value: this.#use(started, found) } : undefined;
    };
    const found = store.peeks ? undefined : await peek();
    return found ? found.value : store.withLock(key, renewAlone, peek);
  }

  /** @param started Generation in which the renewal began. */
  async #renewLocked(renewal: Renewal, started: number, lock: StoreLock | undefined): Promise<Grant> {
    const { key, clock, lifecycle } = this.#options;
    const stored = await (renewal.isBackground ? this.#backgroundStore : this.#store).get(key, { lock });
    this.#seenAt = clock.now();
    const unsaved = this.#unsavedOver(stored);
    // The store failed to save it. The stored refresh token may be used up, but this grant has a working one.
    if (unsaved && this.#generation === started)
      await this.#writes.run(() => this.#persist(() => this.#save(unsaved, { lock }), this.#persistMs));
    this.#forgetUnsaved();
    const from = unsaved ?? stored;
    const fresh = this.#ifFresh(from);
    if (fresh) return this.#use(started, fresh);
    if (this.#terminal && this.#terminal.of === from?.refreshToken) throw this.#terminal.error;
    if (!from?.refreshToken) return this.#obtain(from, renewal.isBackground, started, lock);
    // From here on the server may have used up the refresh token, so nothing may interrupt this before the new grant is
    // stored.
    renewal.isBackground = false;
    const work = stayAlive(this.#obtain(from, false, started, lock));
    return lifecycle?.finish(work) ?? work;
  }

  async #obtain(
    from: Grant | undefined,
    background: boolean,
    started: number,
    lock: StoreLock | undefined,
  ): Promise<Grant> {
    const { obtain, onEvent, lifecycle } = this.#options;
    let grant: Grant;
    try {
      grant = await obtain(from, background);
    } catch (error) {
      if (from?.refreshToken) this.#failed = from.accessToken;
      onEvent?.('failed', error);
      return this.#use(started, await this.#fallBack(from, error));
    }
    // Some servers send the refresh token only once, and it stays valid.
    if (from?.refreshToken && !grant.refreshToken) grant = createGrant({ ...grant, refreshToken: from.refreshToken });
    // Store it before its first use, because a rotated refresh token must not be lost.
    await this.#writes.run(async () => {
      if (this.#generation !== started) return;
      this.#unsaved = { over: from?.accessToken, grant };
      const save = () => this.#save(grant, { isLast: true, lock });
      try {
        await (from?.refreshToken ? this.#persist(save, this.#persistMs) : save());
      } catch (error) {
        this.#ignoreClose ??= lifecycle?.atClose(() => this.#saveUnsaved());
        throw error;
      }
    });
    const used = this.#use(started, grant);
    if (used === grant) onEvent?.('obtained');
    return used;
  }

  /** Returns the refreshed grant that the store failed to save in place of `stored`, if there is one. */
  #unsavedOver(stored: Grant | undefined): Grant | undefined {
    return this.#unsaved && this.#unsaved.over === stored?.accessToken ? this.#unsaved.grant : undefined;
  }

  #saveUnsaved(): Promise<void> {
    const write = async (lock?: StoreLock) => {
      const unsaved = this.#unsavedOver(await this.#store.get(this.#options.key, { lock }));
      if (unsaved) await this.#save(unsaved, { isLast: true, lock });
    };
    return this.#persist(() => this.#writeLocked(write), this.#storeTimeoutMs);
  }

  #forgetUnsaved(): void {
    this.#unsaved = undefined;
    this.#ignoreClose?.();
    this.#ignoreClose = undefined;
  }

  /**
   * Returns the grant to use although it could not be renewed.
   *
   * @throws the renewal's error when there is none.
   */
  async #fallBack(from: Grant | undefined, error: unknown): Promise<Grant> {
    const { key, clock } = this.#options;
    if (isApiError(error, 'reauthorization_required') && from?.refreshToken) {
      // Another process without the lock may have been faster, in which case its grant counts. If the store fails,
      // nobody knows, so the user is not signed out.
      const theirs = await this.#store.get(key);
      if (this.#isUsable(theirs, clock.now()) && theirs.refreshToken !== from.refreshToken) return theirs;
      this.#terminal = { of: from.refreshToken, error };
    }
    if (!this.#isUsable(from, clock.now())) throw error;
    return from; // remains valid for a while
  }

  /**
   * Makes `grant` the current one, unless `set` or `clear` was called after the renewal started, in which case their
   * grant counts.
   */
  #use(started: number, grant: Grant): Grant {
    if (this.#generation === started) {
      this.#current = grant;
      this.#seenAt = this.#options.clock.now();
      return grant;
    }
    if (this.#current) return this.#current;
    throw codedError(
      'reauthorization_required',
      'the grant was deleted while it was being refreshed. Sign the user in again',
      'no_grant' satisfies GrantProblem,
    );
  }

  /** Writes under the store's lock, if it has one, and after all earlier writes. */
  async #writeLocked(write: (lock?: StoreLock) => Promise<void>): Promise<void> {
    const inTurn = (lock?: StoreLock) => this.#writes.run(() => write(lock));
    await (this.#store.withLock?.(this.#options.key, inTurn) ?? inTurn());
  }

  async #save(grant: Grant, options: StoreWriteOptions): Promise<void> {
    await this.#store.set(this.#options.key, grant, options);
    this.#seenAt = this.#options.clock.now();
  }

  /**
   * Writes a grant that exists nowhere else. While the store fails, tries again with growing pauses, until `limitMs`
   * have passed or a later `set` or `clear` makes the grant obsolete.
   */
  async #persist(write: () => Promise<void>, limitMs: number): Promise<void> {
    const { clock, onEvent } = this.#options;
    const generation = this.#generation;
    const startedAt = performance.now();
    // Count the pauses as well, because tests use clocks that are faster than the real time.
    for (let pausedMs = 0, pauseMs = firstPauseMs; this.#generation === generation; ) {
      try {
        return await write();
      } catch (error) {
        if (pausedMs === 0) onEvent?.('not_stored', error);
        if (Math.max(pausedMs, performance.now() - startedAt) >= limitMs) throw error;
      }
      await pause(pauseMs, undefined, undefined, clock);
      pausedMs += pauseMs;
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }
}

/** Keeps the process alive until the work has ended. */
function stayAlive<T>(work: Promise<T>): Promise<T> {
  return work.finally(keepAlive());
}

/**
 * Passes work to the platform, which keeps the runtime alive for it.
 *
 * @param waitUntil Option of the call or the client. Undefined: the work runs on its own.
 * @throws a coded error when `waitUntil` throws.
 */
export function keepRunning(work: Promise<unknown>, waitUntil: WaitUntil | undefined): void {
  if (!waitUntil) return;
  const ended = work.catch(() => {}); // callers waiting for the work get its error
  try {
    waitUntil(ended);
  } catch (error) {
    throw codedError(
      'invalid_params',
      `waitUntil failed: ${reasonOf(error)}. Pass a function that calls it on its object: (work) => ctx.waitUntil(work)`,
    );
  }
}
