import { type Clock, startTimer } from './clock.ts';

/**
 * Waits `ms` milliseconds, or until `early` settles, sharing its rejection. Rejects with the abort reason when `signal`
 * aborts.
 *
 * @param clock Clock to use. Default: the runtime's.
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
