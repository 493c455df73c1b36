import { abortError } from '../pipeline/abort.ts';
import { linkSignals } from '../shared/link-signals.ts';
import { pause } from '../shared/pause.ts';
import type { BoundClient } from './prepare-request.ts';

interface Method {
  readonly client: BoundClient;
  /** The method as it is called on the client: `streams.list`. */
  readonly operation: string;
}

/** What methods belong to. Only code that calls a method again and again asks for it. */
const methods = new WeakMap<object, Method>();

/** Notes which client a method belongs to. @internal */
export function noteClient(method: object, client: BoundClient, operation: string): void {
  methods.set(method, { client, operation });
}

const signalsOf = (method: object): readonly AbortSignal[] => methods.get(method)?.client.bound?.signals ?? [];

/** What is thrown when a signal ends what is done between two calls. */
function errorOf(method: object, reason: unknown): unknown {
  const known = methods.get(method);
  if (!known) return reason;
  const call = { operation: known.operation, params: {}, secrets: new Set(), trace: {} };
  return abortError(known.client.provider, call, reason);
}

/**
 * Waits between two calls of the same method, by the clock of its client, as {@link pause} does, and ends also with the signals that the client of the method is
 * bound to by `with`. When a signal ends it, it rejects as a call does.
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
  const linked = linkSignals(signal, ...signalsOf(method));
  const ending = linked.controller.signal;
  try {
    await pause(ms, ending, early, methods.get(method)?.client.provider.options.clock);
  } catch (error) {
    throw ending.aborted ? errorOf(method, ending.reason) : error;
  } finally {
    linked.unlink();
  }
}

/** Throws, as a call rejects, when `signal` has aborted, or a signal that the client of `method` is bound to by `with`. */
export function throwIfEnded(method: object, signal: AbortSignal | undefined): void {
  for (const each of [signal, ...signalsOf(method)]) if (each?.aborted) throw errorOf(method, each.reason);
}
