import type { EventScope } from '../declare/events.ts';

/**
 * Calls an observer such as `onEvent`. Observers never break the observed code: neither a thrown error nor a rejected
 * promise reaches the caller or the process.
 *
 * @returns The observer's result; undefined if it threw.
 */
export function observe<Value>(observer: ((value: Value) => unknown) | undefined, value: Value): unknown {
  try {
    const result = observer?.(value) as PromiseLike<unknown> | undefined;
    result?.then?.(undefined, () => {});
    return result;
  } catch {
    return undefined; // not reported, because the observer itself is where failures are reported
  }
}

/** Runs work, once, inside the scope that an observer returned, if it returned one and the scope works. @internal */
export function runInScope<T>(scope: unknown, work: () => Promise<T>): Promise<T> {
  if (typeof (scope as EventScope | undefined)?.run !== 'function') return work();
  let result: Promise<T> | undefined;
  const workOnce = () => {
    result ??= (async () => work())(); // rejects instead of throwing, so that only the scope itself can throw
    return result;
  };
  try {
    (scope as EventScope).run(workOnce);
  } catch {} // an observer never breaks the observed code
  return workOnce();
}
