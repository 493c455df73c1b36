/** Waits `ms`, or less when `early` settles, whose rejection it shares; when `signal` aborts it rejects with the reason. */
export function pause(ms: number, signal?: AbortSignal, early?: Promise<unknown>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const leave = () => reject(signal?.reason);
  // A longer time-out than this would end at once.
  const timer = setTimeout(resolve, Math.min(ms, 2 ** 31 - 1));
  signal?.addEventListener('abort', leave);
  if (signal?.aborted) leave();
  early?.then(() => resolve(), reject);
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  });
}
