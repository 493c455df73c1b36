import { type Clock, startTimer } from './clock.ts';

/**
 * Waits `ms` milliseconds, or less when `early` settles, whose rejection it shares; when `signal` aborts it rejects with the
 * reason.
 *
 * @param clock Whose time counts. Default: the runtime's.
 */
export function pause(ms: number, signal?: AbortSignal, early?: Promise<unknown>, clock?: Clock): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const leave = () => reject(signal?.reason);
  const cancel = startTimer(ms, resolve, { clock, onError: reject });
  signal?.addEventListener('abort', leave);
  if (signal?.aborted) leave();
  early?.then(() => resolve(), reject);
  return promise.finally(() => {
    cancel();
    signal?.removeEventListener('abort', leave);
  });
}
