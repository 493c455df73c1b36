import type { Lifecycle } from '../declare/lifecycle.ts';
import type { FencedStore, Grant, StoreLock } from '../declare/token-store.ts';
import { createRedactor } from '../redact/redactor.ts';
import { runWithin } from '../shared/run-within.ts';
import { readGrant } from './grant.ts';

/** Options for wrapping a store. */
export interface CheckedStoreOptions {
  /** Whether the process may exit while an operation is pending. Default `false`. */
  readonly background?: boolean | undefined;
  /** Checks the value that the store returned; throws an Error that does not show it. Default: it must be a grant. */
  readonly read?: ((found: unknown) => Grant) | undefined;
  /**
   * Ends waits for the lock: those in the background when the client is closed, others when its grace period is over.
   */
  readonly lifecycle?: Pick<Lifecycle, 'onClose' | 'onGraceOver'> | undefined;
}

/**
 * Wraps a store that may be faulty. An operation fails if it takes longer than `timeoutMs`, throws, rejects with
 * something other than an error, or returns something other than a grant. The next operation asks the store again.
 *
 * @param timeoutMs Limit for one operation, in milliseconds. Waiting for the lock may take the store's `lockWaitMs`
 * longer; the work done under the lock does not count.
 */
export function checkedStore(store: FencedStore, timeoutMs: number, options: CheckedStoreOptions = {}): FencedStore {
  const { background, read = readGrant } = options;
  const respond = <T>(method: string, operation: () => T | PromiseLike<T>) => {
    const tooLate = `no response to ${method} within storeTimeoutMs (${timeoutMs} ms). Check that the store can be reached, or increase storeTimeoutMs`;
    return runWithin({ limitMs: timeoutMs, tooLate, background }, operation);
  };
  return {
    async get(key, options) {
      const found: unknown = await respond('get', () => store.get(key, options));
      if (found === undefined || found === null) return undefined;
      try {
        return read(found);
      } catch (error) {
        throw new Error(
          `get returned something that is not a grant: ${(error as Error).message}. Delete the entry, and return the result of createGrant or parseGrant`,
        );
      }
    },
    async set(key, grant, options) {
      try {
        await respond('set', () => store.set(key, grant, options));
      } catch (error) {
        const { message } = error as Error;
        // The store's message may quote the value that it failed to write.
        const shown = createRedactor([grant.accessToken, grant.refreshToken]).text(message);
        throw shown === message ? error : new Error(shown);
      }
    },
    delete: (key, options) => respond('delete', () => store.delete(key, options)),
    ...(store.withLock && { withLock: checkedLock(store, timeoutMs, options), peeks: store.peeks ?? false }),
  };
}

/**
 * Wraps a store's `withLock`. Waiting for the lock and releasing it are bounded; the work under the lock is not. If
 * that work throws, the caller gets its error, no matter how the store handles it.
 */
function checkedLock(
  store: FencedStore,
  timeoutMs: number,
  { background, lifecycle }: CheckedStoreOptions,
): NonNullable<FencedStore['withLock']> {
  return async <T>(
    key: string,
    run: (lock?: StoreLock) => Promise<T>,
    peek?: (lock?: StoreLock) => Promise<{ readonly value: T } | undefined>,
  ): Promise<T> => {
    const { lockWaitMs = 0 } = store;
    const limitMs = lockWaitMs + timeoutMs;
    const tooLate = `no lock from withLock within ${limitMs} ms (storeTimeoutMs${lockWaitMs ? ' plus lockWaitMs' : ''}). Another process may be renewing the grant, or storing it again and again. Check that the store can be reached, or increase storeTimeoutMs`;
    let outcome: PromiseSettledResult<T> | undefined;
    const waiting = new AbortController();
    const endWait = () => waiting.abort(new Error('nobody waits for this lock any more'));
    const ignoreEnd = background ? lifecycle?.onClose(endWait) : lifecycle?.onGraceOver(endWait);
    const locked = runWithin<unknown>({ limitMs, tooLate, background }, (watch) => {
      const failIfOver = () => {
        if (watch.isOver) throw new Error('the call that waited for this lock has already failed');
      };
      const runWatched = async (lock?: StoreLock) => {
        failIfOver();
        ignoreEnd?.(); // the lock is held, so its holder may finish
        watch.pause();
        [outcome] = await Promise.allSettled([run(lock)]);
        watch.resume();
        if (outcome.status === 'rejected') throw outcome.reason;
        return outcome.value;
      };
      const peekWatched = async (lock?: StoreLock) => {
        failIfOver();
        const found = await peek?.(lock);
        if (found) outcome = { status: 'fulfilled', value: found.value };
        return found;
      };
      return store.withLock?.(key, runWatched, peek && peekWatched, waiting.signal);
    });
    try {
      await locked;
    } catch (error) {
      if (outcome?.status !== 'rejected') throw error;
    } finally {
      ignoreEnd?.();
      endWait(); // after a timeout, the store may still be waiting
    }
    if (!outcome) throw new Error('withLock resolved without running the function it was called with');
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
}
