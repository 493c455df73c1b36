import { linkSignals } from '../shared/link-signals.ts';
import { pause } from '../shared/pause.ts';
import type { BoundClient } from './prepare-request.ts';

/** The clients that methods belong to. Only code that calls a method again and again asks for it. */
const clients = new WeakMap<object, BoundClient>();

/** Notes which client a method belongs to. @internal */
export function noteClient(method: object, client: BoundClient): void {
  clients.set(method, client);
}

/**
 * Waits between two calls of the same method, as {@link pause} does, and ends also with the signals that the client of the method is
 * bound to by `with`.
 *
 * @param method The method of a client that is called again and again, such as `client.transactions.sync`.
 * @param ms Milliseconds to wait.
 * @param signal The caller's own signal. Default: none.
 * @param early Ends the wait when it settles; the wait shares its rejection. Default: nothing.
 */
export async function pauseBetweenCalls(
  method: object,
  ms: number,
  signal?: AbortSignal,
  early?: Promise<unknown>,
): Promise<void> {
  const linked = linkSignals(signal, ...(clients.get(method)?.bound?.signals ?? []));
  try {
    await pause(ms, linked.controller.signal, early);
  } finally {
    linked.unlink();
  }
}

/** Throws when `signal` has aborted, or a signal that the client of `method` is bound to by `with`. */
export function throwIfEnded(method: object, signal: AbortSignal | undefined): void {
  signal?.throwIfAborted();
  for (const bound of clients.get(method)?.bound?.signals ?? []) bound.throwIfAborted();
}
