const waiters = new WeakMap<Promise<unknown>, Set<() => void>>();

/**
 * Resolves like `promise`, or rejects with the signal's reason as soon as it aborts.
 *
 * All callers waiting for one promise share a single reaction to it. With separate reactions, callers that have left
 * would stay in memory for as long as the promise is pending.
 */
export function race<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  const waiting = waiters.get(promise) ?? new Set();
  if (!waiters.has(promise)) {
    const wake = () => {
      for (const settle of waiting) settle();
    };
    waiters.set(promise, waiting);
    promise.then(wake, wake);
  }
  return new Promise((resolve, reject) => {
    const settle = () => {
      waiting.delete(settle);
      signal.removeEventListener('abort', settle);
      if (signal.aborted) reject(signal.reason);
      else resolve(promise);
    };
    if (signal.aborted) return settle();
    waiting.add(settle);
    signal.addEventListener('abort', settle);
  });
}
