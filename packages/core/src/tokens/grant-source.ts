import type { Lifecycle } from '../declare/lifecycle.ts';
import type { CallGrants } from '../declare/provider.ts';
import type { Grant, StoreLock, StoreWriteOptions, TokenStore } from '../declare/token-store.ts';
import { codedError, type GrantProblem, isApiError } from '../errors/api-error.ts';
import { createRedactor } from '../redact/redactor.ts';
import { keepAlive } from '../shared/clock.ts';
import { isolatesRequests, SharedWork, Turns, type WaitUntil } from '../shared/requests.ts';
import { checkedStore } from './checked-store.ts';
import { createGrant, isDue, isExpired } from './grant.ts';

/** One grant that is renewed in time: no matter how many callers need it, one request is in flight. */
export interface GrantSource extends Pick<CallGrants, 'reject'> {
  /**
   * Returns the current grant: immediately if it is known and valid, otherwise after obtaining or refreshing it. Once the
   * server has refused the refresh token for good, it fails without another request until the grant changes or `renew` succeeds.
   *
   * @param background Whether the process may exit instead of waiting for it. Default `false`.
   * @param waitUntil Keeps the runtime going for a refresh. Default: that of the source.
   */
  get(background?: boolean, waitUntil?: WaitUntil): Grant | Promise<Grant>;
  /** Returns the stored grant without refreshing it, even if it has expired. Undefined if none is stored. */
  peek(): Promise<Grant | undefined>;
  /** Takes a grant obtained elsewhere, such as by a user's consent. A refresh under way cannot overwrite it. */
  set(grant: Grant): Promise<void>;
  /** Refreshes the current grant now, no matter how long it would still last, and even if the server refused the last refresh for good. */
  renew(): Promise<Grant>;
  /** Forgets the grant, here and in the store. A refresh under way cannot bring it back. */
  clear(): Promise<void>;
}

/** Options of a {@link GrantSource}. */
export interface GrantSourceOptions {
  /** Key of the grant in the store, made of provider, auth host, client ID, account and scopes. */
  readonly key: string;
  /** Where the grant is stored. */
  readonly store: TokenStore;
  /** Longest wait for one operation of the store, in milliseconds; its lock may take the store's `lockWaitMs` longer. Default 10,000. */
  readonly storeTimeoutMs?: number | undefined;
  /**
   * How long a grant is used before the store is asked whether it still holds the same one, in milliseconds. Another process may have
   * deleted or replaced it. Default: it is not asked.
   */
  readonly storeCheckMs?: number | undefined;
  /** Returns the current time, Unix milliseconds. */
  readonly now: () => number;
  /**
   * Requests a grant from the authorization server: a new one, or `current` refreshed.
   *
   * @param background Whether no caller waits for it, and nothing is lost if it does not end: the request should not keep the process
   * alive. Always false for a refresh, because the server may have used up the refresh token.
   */
  obtain(current: Grant | undefined, background: boolean): Promise<Grant>;
  /** Keeps the runtime going for refreshes, where a call has no such function of its own. Default: nothing does. */
  readonly waitUntil?: WaitUntil | undefined;
  /** Waits for refreshes before it ends, and ends waits for the lock of the store. Default: nothing does. */
  readonly lifecycle?: Pick<Lifecycle, 'atClose' | 'finish' | 'hold' | 'onClose' | 'onGraceOver'> | undefined;
  /** Called with every grant that was obtained, and every failure to obtain one. */
  onEvent?(outcome: 'obtained' | 'failed', error?: unknown): void;
}

/** One renewal of a grant. */
interface Renewal {
  /** Whether no caller waits for it. */
  readonly background: boolean;
  /** The generation in which it began. */
  readonly started: number;
  /** The lock of the store, where it has one. */
  readonly lock: StoreLock | undefined;
}

/** Creates the source of a grant. */
export const createGrantSource = (options: GrantSourceOptions): GrantSource => new StoredGrantSource(options);

class StoredGrantSource implements GrantSource {
  readonly #options: GrantSourceOptions;
  readonly #store: TokenStore;
  /** For refreshes that nobody waits for. Once the client is closed, they need not wait for the lock. */
  readonly #backgroundStore: TokenStore;
  #current: Grant | undefined;
  /** When the store was last read or written, in Unix milliseconds. */
  #seenAt = 0;
  /** The access token that the API refused last. */
  #refused: string | undefined;
  /** Counts `set` and `clear`: a renewal that began before one of them may not change anything after it. */
  #generation = 0;
  /** The refresh token that the server refused for good, and with what error. */
  #terminal: { readonly of: string; readonly error: unknown } | undefined;
  /** The latest refreshed grant, and the access token that it replaced, until it is known to be stored. */
  #unsaved: { readonly over: string | undefined; readonly grant: Grant } | undefined;
  /** Writes to the store: in one that is slow and has no lock, an earlier one could overwrite a later one. */
  readonly #writes = new Turns();
  /** Takes back that the unsaved grant is stored when the client is closed. */
  #ignoreClose: (() => void) | undefined;
  readonly #renewal = new SharedWork<Grant>();
  #isInBackground = false;
  /** Callers who wait for a renewal that began in the background. */
  readonly #joined = new SharedWork<Grant>();

  constructor(options: GrantSourceOptions) {
    const { store, storeTimeoutMs = 10_000, lifecycle } = options;
    this.#options = options;
    this.#store = checkedStore(store, storeTimeoutMs, {
      onEnd: lifecycle && ((run) => lifecycle.onGraceOver(run)),
    });
    this.#backgroundStore = checkedStore(store, storeTimeoutMs, {
      background: true,
      onEnd: lifecycle && ((run) => lifecycle.onClose(run)),
    });
  }

  get(background = false, waitUntil = this.#options.waitUntil): Grant | Promise<Grant> {
    const { now, storeCheckMs } = this.#options;
    const current = this.#current;
    const time = now();
    if (!this.#isUsable(current, time)) {
      const renewed = background ? this.#share(true) : this.#renewForCallers();
      keepRunning(renewed, waitUntil);
      return renewed;
    }
    // A clock that was set back has not counted the interval: then the store is asked, too.
    if (storeCheckMs !== undefined && Math.abs(time - this.#seenAt) > storeCheckMs)
      return this.#check(background, waitUntil);
    // The current grant still works. A refresh that would end with the request that started it is not started.
    if (isDue(current, time) && !this.#renewal.isUnderWay && (waitUntil || !isolatesRequests())) {
      const renewed = this.#share(true);
      renewed.catch(() => {});
      keepRunning(renewed, waitUntil);
    }
    return current;
  }

  async peek(): Promise<Grant | undefined> {
    const stored = await this.#store.get(this.#options.key);
    // A refreshed grant that the store failed to take exists only here.
    return this.#unsavedOver(stored) ?? stored;
  }

  reject(grant: Grant): void {
    if (!this.#current || this.#current.accessToken === grant.accessToken) this.#refused = grant.accessToken;
  }

  async set(grant: Grant): Promise<void> {
    this.#generation += 1;
    this.#terminal = undefined;
    this.#current = grant;
    try {
      await this.#locked((lock) => this.#writes.run(() => this.#save(grant, { isLast: true, lock })));
    } catch (error) {
      if (this.#current === grant) this.#current = undefined;
      throw error;
    }
  }

  async renew(): Promise<Grant> {
    const refused = this.#refused;
    const terminal = this.#terminal;
    this.#terminal = undefined; // the server may have been wrong: it is asked again
    try {
      this.#refused = (this.#current ?? (await this.#store.get(this.#options.key)))?.accessToken;
      return await this.#renewForCallers().catch((error) => {
        // It was under way before, and failed without a request because of what was known then.
        if (terminal && error === terminal.error) return this.#renewForCallers();
        throw error;
      });
    } catch (error) {
      this.#refused = refused; // the current token is as valid as it was
      this.#terminal ??= terminal;
      throw error;
    }
  }

  async clear(): Promise<void> {
    this.#generation += 1;
    this.#current = undefined;
    this.#terminal = undefined;
    await this.#locked((lock) =>
      this.#writes.run(async () => {
        await this.#store.delete(this.#options.key, { isLast: true, lock });
        this.#forgetUnsaved();
      }),
    );
  }

  #isUsable(grant: Grant | undefined, now: number): grant is Grant {
    return grant !== undefined && grant.accessToken !== this.#refused && !isExpired(grant, now);
  }

  /** Returns the grant if it may be used and need not be refreshed. */
  #ifFresh(grant: Grant | undefined): Grant | undefined {
    const now = this.#options.now();
    return this.#isUsable(grant, now) && !isDue(grant, now) ? grant : undefined;
  }

  /** Asks the store whether another process has deleted or replaced the grant. If it cannot be asked, the grant is used as before. */
  async #check(background: boolean, waitUntil: WaitUntil | undefined): Promise<Grant> {
    const started = this.#generation;
    const { key, now } = this.#options;
    const known = this.#current;
    this.#seenAt = now();
    const store = background ? this.#backgroundStore : this.#store;
    const stored = await store.get(key).catch(() => known);
    const isMine = this.#generation === started && this.#current === known;
    if (isMine && stored?.accessToken !== known?.accessToken && !this.#unsavedOver(stored)) this.#current = stored;
    return this.get(background, waitUntil);
  }

  /** Renews for callers who wait. */
  #renewForCallers(): Promise<Grant> {
    if (!this.#renewal.isUnderWay || !this.#isInBackground) return this.#share(false);
    // Background work does not keep the process alive and is not retried. Callers who wait for it need both.
    return this.#joined.run(() => stayAlive(this.#share(true).catch(() => this.#share(false))));
  }

  /** All callers share the result of the one renewal. */
  #share(background: boolean): Promise<Grant> {
    return this.#renewal.run(() => {
      this.#isInBackground = background;
      const renewed = this.#renew(background);
      return this.#options.lifecycle?.hold(renewed) ?? renewed;
    });
  }

  /**
   * Renews the grant, under the lock of the store where it has one: with a grant that another process has stored, or by a request.
   *
   * @param background Whether no caller waits for it.
   */
  async #renew(background: boolean): Promise<Grant> {
    const started = this.#generation;
    const store = background ? this.#backgroundStore : this.#store;
    const renewAlone = (lock?: StoreLock) => this.#renewLocked(store, { background, started, lock });
    if (!store.withLock) return renewAlone();
    /** Most often another process has already renewed it: then there is nothing to wait for. */
    const peek = async (lock?: StoreLock) => {
      const found = this.#ifFresh(await store.get(this.#options.key, { lock }));
      return found && this.#generation === started ? { value: this.#use(started, found) } : undefined;
    };
    const found = store.peeks ? undefined : await peek();
    return found ? found.value : store.withLock(this.#options.key, renewAlone, peek);
  }

  async #renewLocked(store: TokenStore, renewal: Renewal): Promise<Grant> {
    const { started } = renewal;
    const from = await this.#recall(store, renewal);
    const fresh = this.#ifFresh(from);
    if (fresh) return this.#use(started, fresh);
    if (this.#terminal && this.#terminal.of === from?.refreshToken) throw this.#terminal.error;
    if (!from?.refreshToken) return this.#obtain(from, renewal);
    // From here on the server may have used up the refresh token, so nothing may end this before the new grant is stored.
    const work = stayAlive(this.#obtain(from, { ...renewal, background: false }));
    return this.#options.lifecycle?.finish(work) ?? work;
  }

  async #obtain(from: Grant | undefined, { background, started, lock }: Renewal): Promise<Grant> {
    const { obtain, onEvent } = this.#options;
    let next: Grant;
    try {
      next = keepRefreshToken(from, await obtain(from, background));
    } catch (error) {
      onEvent?.('failed', error);
      return this.#use(started, await this.#fallBack(from, error));
    }
    // Stored before its first use: a rotated refresh token must not be lost.
    await this.#writes.run(async () => {
      if (this.#generation !== started) return;
      this.#unsaved = { over: from?.accessToken, grant: next };
      await this.#saveRenewed(next, { isLast: true, lock });
    });
    const used = this.#use(started, next);
    if (used === next) onEvent?.('obtained');
    return used;
  }

  /** Stores a refreshed grant. A store that fails once is tried again at once, and when the client is closed. */
  async #saveRenewed(grant: Grant, options: StoreWriteOptions): Promise<void> {
    try {
      await this.#save(grant, options).catch(() => this.#save(grant, options));
    } catch (error) {
      this.#ignoreClose ??= this.#options.lifecycle?.atClose(() => this.#flush());
      throw error;
    }
  }

  /** Stores the grant that the store failed to take, if there still is one. */
  async #flush(): Promise<void> {
    await this.#locked((lock) =>
      this.#writes.run(async () => {
        const unsaved = this.#unsavedOver(await this.#store.get(this.#options.key, { lock }));
        if (unsaved) await this.#save(unsaved, { isLast: true, lock });
      }),
    );
  }

  #forgetUnsaved(): void {
    this.#unsaved = undefined;
    this.#ignoreClose?.();
    this.#ignoreClose = undefined;
  }

  /** Returns the grant to start from: the stored one, which another process may have renewed. */
  async #recall(store: TokenStore, { started, lock }: Renewal): Promise<Grant | undefined> {
    const stored = await store.get(this.#options.key, { lock });
    this.#seenAt = this.#options.now();
    const unsaved = this.#unsavedOver(stored);
    // The store failed to take it. The refresh token that is stored may be used up: this grant has the one that works.
    if (unsaved && this.#generation === started) await this.#writes.run(() => this.#save(unsaved, { lock }));
    this.#forgetUnsaved();
    return unsaved ?? stored;
  }

  /** The refreshed grant that the store failed to take in place of `stored`, if there is one. */
  #unsavedOver(stored: Grant | undefined): Grant | undefined {
    return this.#unsaved && this.#unsaved.over === stored?.accessToken ? this.#unsaved.grant : undefined;
  }

  /**
   * Returns the grant that is used although it could not be renewed.
   *
   * @throws the error of the renewal when there is none.
   */
  async #fallBack(from: Grant | undefined, error: unknown): Promise<Grant> {
    const { key, now } = this.#options;
    if (isApiError(error) && error.code === 'reauthorization_required' && from?.refreshToken) {
      // Another process without the lock may have been faster: then its grant counts.
      const theirs = await this.#store.get(key).catch(() => undefined);
      if (this.#isUsable(theirs, now()) && theirs.refreshToken !== from.refreshToken) return theirs;
      this.#terminal = { of: from.refreshToken, error };
    }
    if (!this.#isUsable(from, now())) throw error;
    return from; // still valid for a while
  }

  /** Makes `grant` the current one, unless `set` or `clear` was called since the renewal `started`: then theirs counts. */
  #use(started: number, grant: Grant): Grant {
    if (this.#generation === started) {
      this.#current = grant;
      this.#seenAt = this.#options.now();
      return grant;
    }
    if (this.#current) return this.#current;
    throw codedError(
      'reauthorization_required',
      'the grant was deleted while it was being refreshed. Sign the user in again',
      'no_grant' satisfies GrantProblem,
    );
  }

  /** Runs under the lock of the store, where it has one. */
  #locked<T>(run: (lock?: StoreLock) => Promise<T>): Promise<T> {
    return this.#store.withLock ? this.#store.withLock(this.#options.key, run) : run();
  }

  async #save(grant: Grant, options: StoreWriteOptions): Promise<void> {
    await saveGrant(this.#store, this.#options.key, grant, options);
    this.#seenAt = this.#options.now();
  }
}

/** Some servers send a refresh token only once: the old one stays valid. */
function keepRefreshToken(from: Grant | undefined, next: Grant): Grant {
  if (!from?.refreshToken || next.refreshToken) return next;
  return createGrant({ ...next, refreshToken: from.refreshToken });
}

/** Keeps the process alive until the work has ended. */
function stayAlive<T>(work: Promise<T>): Promise<T> {
  return work.finally(keepAlive());
}

/**
 * Hands work over to the platform, which keeps the runtime going for it.
 *
 * @param waitUntil The option of the call or the client. Undefined: the work runs on its own.
 * @throws a coded error when `waitUntil` throws.
 */
export function keepRunning(work: Promise<unknown>, waitUntil: WaitUntil | undefined): void {
  if (!waitUntil) return;
  const ended = work.catch(() => {}); // those who wait for the work get its error
  try {
    waitUntil(ended);
  } catch (error) {
    throw codedError(
      'invalid_params',
      `waitUntil threw an error: ${(error as Error).message}. Pass a function that calls it on its object: (work) => ctx.waitUntil(work)`,
    );
  }
}

/** Stores a grant. A store may quote in its error what it failed to write, tokens included: they are removed. @internal */
export async function saveGrant(
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
