/** A timer set to more would end at once. */
export const longestMs = 2 ** 31 - 1;

/** Waits `ms`, or less when `early` settles, whose rejection it shares; when `signal` aborts it rejects with the reason. */
export function pause(ms: number, signal?: AbortSignal, early?: Promise<unknown>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const leave = () => reject(signal?.reason);
  const timer = setTimeout(resolve, Math.min(ms, longestMs));
  signal?.addEventListener('abort', leave);
  if (signal?.aborted) leave();
  early?.then(() => resolve(), reject);
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  });
}
