import { longestMs } from '../shared/pause.ts';
import { readGrant } from './grant.ts';
import type { TokenStore } from './store.ts';

/** Measures the time that a store takes for an operation. */
interface StopWatch {
  /** Whether the operation has ended or timed out: whatever the store does later is ignored. */
  readonly isOver: boolean;
  pause(): void;
  resume(): void;
}

/**
 * Wraps a store that may be faulty: an operation that takes longer than `timeoutMs` fails, and so does one that throws, rejects
 * with something that is not an error, or returns something that is not a grant. The next operation asks the store again.
 *
 * @param timeoutMs Limit for one operation, in milliseconds. Waiting for the lock may take the store's `lockWaitMs` longer;
 * the work done under the lock does not count.
 * @param background Whether the process may exit while an operation is pending. Default `false`.
 */
export function boundedStore(store: TokenStore, timeoutMs: number, background = false): TokenStore {
  function bounded<T>(
    tooLate: string,
    limitMs: number,
    operation: (watch: StopWatch) => T | PromiseLike<T>,
  ): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const end = () => {
      isOver = true;
      clearTimeout(timer);
    };
    const watch: StopWatch = {
      get isOver() {
        return isOver;
      },
      pause: () => clearTimeout(timer),
      resume() {
        if (isOver) return;
        timer = setTimeout(
          () => {
            end();
            reject(new Error(tooLate));
          },
          Math.min(limitMs, longestMs),
        );
        if (background) (timer as { unref?(): void }).unref?.();
      },
    };
    watch.resume();
    // The promise's function turns what the store throws into a rejection.
    new Promise<T>((done) => done(operation(watch))).then(
      (value) => {
        end();
        resolve(value);
      },
      (error: unknown) => {
        end();
        reject(asError(error));
      },
    );
    return promise;
  }

  const respond = <T>(method: string, operation: () => T | PromiseLike<T>) =>
    bounded(
      `no response to ${method} within storeTimeoutMs (${timeoutMs} ms). Check that the store can be reached, or increase storeTimeoutMs`,
      timeoutMs,
      operation,
    );

  async function withLock<T>(
    key: string,
    run: () => Promise<T>,
    peek?: () => Promise<{ readonly value: T } | undefined>,
  ): Promise<T> {
    const { lockWaitMs = 0 } = store;
    const limitMs = lockWaitMs + timeoutMs;
    let outcome: { readonly value: T } | { readonly error: unknown } | undefined;
    const locked = bounded<unknown>(
      `no lock from withLock within ${limitMs} ms (storeTimeoutMs${lockWaitMs ? ' plus lockWaitMs' : ''}). Check that the store can be reached and that no other process holds the lock, or increase storeTimeoutMs`,
      limitMs,
      (watch) =>
        store.withLock?.(
          key,
          async () => {
            if (watch.isOver) throw new Error('the call that waited for this lock has already failed');
            watch.pause();
            try {
              const value = await run();
              outcome = { value };
              return value;
            } catch (error) {
              outcome = { error };
              throw error;
            } finally {
              watch.resume();
            }
          },
          peek &&
            (async () => {
              if (watch.isOver) throw new Error('the call that waited for this lock has already failed');
              const found = await peek();
              if (found) outcome = found;
              return found;
            }),
        ),
    );
    await locked.catch((error) => {
      if (!(outcome && 'error' in outcome)) throw error;
    });
    if (!outcome) throw new Error('withLock resolved without running the function it was called with');
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }

  return {
    async get(key) {
      const found: unknown = await respond('get', () => store.get(key));
      if (found === undefined || found === null) return undefined;
      try {
        return readGrant(found);
      } catch (error) {
        throw new Error(
          `get returned something that is not a grant: ${(error as Error).message}. Delete the entry, and return what createGrant or parseGrant made`,
        );
      }
    },
    set: (key, grant, options) => respond('set', () => store.set(key, grant, options)),
    delete: (key, options) => respond('delete', () => store.delete(key, options)),
    ...(store.withLock && { withLock, peeks: store.peeks ?? false }),
  };
}

/** What a store threw, as an error with a message. */
function asError(thrown: unknown): Error {
  const { message, code } = Object(thrown) as { message?: unknown; code?: unknown };
  if (thrown instanceof Error && message) return thrown;
  const text = [thrown, message, code].find((part) => typeof part === 'string' && part !== '');
  return new Error(typeof text === 'string' ? text : 'it threw something that is not an error', { cause: thrown });
}
