import type { EventScope } from '../declare/events.ts';

/**
 * Calls an observer such as `onEvent`. Observers never break what they observe: neither an error that one throws nor a
 * promise that it rejects reaches the caller or the process.
 *
 * @returns What the observer returned; undefined if it threw.
 */
export function observe<Value>(observer: ((value: Value) => unknown) | undefined, value: Value): unknown {
  try {
    const result = observer?.(value) as PromiseLike<unknown> | undefined;
    result?.then?.(undefined, () => {});
    return result;
  } catch {
    return undefined; // reported nowhere: the observer is the place where failures are reported
  }
}

/** Does work, once, inside of the scope that an observer returned, if it returned one and the scope works. @internal */
export function runInScope<T>(scope: unknown, work: () => Promise<T>): Promise<T> {
  if (typeof (scope as EventScope | undefined)?.run !== 'function') return work();
  let result: Promise<T> | undefined;
  const workOnce = () => {
    result ??= (async () => work())(); // rejects where it would throw: what the scope throws is a failure of the scope
    return result;
  };
  try {
    (scope as EventScope).run(workOnce);
  } catch {} // an observer never breaks what it observes
  return workOnce();
}
