import type { ClientEvent, EventScope } from '../declare/events.ts';
import type { EventObserver } from '../declare/provider.ts';

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

/** Combines several observers into one that calls each of them, in order; undefined if there are none. */
export function joinObservers(given: EventObserver | readonly EventObserver[] | undefined): EventObserver | undefined {
  const observers = [given ?? []].flat();
  if (observers.length <= 1) return observers[0];
  return (event) => joinScopes(observers.map((observer) => observe<ClientEvent>(observer, event)));
}

/**
 * Combines several scopes into one that runs work inside all of them, the first one outermost. Values that are not
 * scopes are left out.
 */
function joinScopes(results: readonly unknown[]): EventScope | undefined {
  const scopes = results.filter(isScope);
  if (scopes.length <= 1) return scopes[0];
  return { run: (work) => scopes.reduceRight((inner, scope) => () => runOnce(scope, inner), work)() };
}

const isScope = (result: unknown): result is EventScope =>
  typeof (result as EventScope | undefined)?.run === 'function';

/** Runs work, once, inside a scope, whether or not the scope works. */
function runOnce<T>(scope: EventScope, work: () => T): T {
  let result: { readonly value: T } | undefined;
  const workOnce = () => {
    result ??= { value: work() };
    return result.value;
  };
  try {
    scope.run(workOnce);
  } catch {} // an observer never breaks the observed code
  return workOnce();
}

/** Runs work, once, inside the scope that an observer returned, if it returned one and the scope works. */
export function runInScope<T>(scope: unknown, work: () => Promise<T>): Promise<T> {
  // Work rejects instead of throwing, so that only the scope itself can throw.
  return isScope(scope) ? runOnce(scope, async () => work()) : work();
}
