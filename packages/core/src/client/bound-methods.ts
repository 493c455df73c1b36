import type { ClientContext } from '../call/context.ts';
import { Operation } from '../call/operation.ts';
import { linkSignals } from '../shared/link-signals.ts';
import { pause } from '../shared/pause.ts';

interface Method {
  readonly client: ClientContext;
  /** Name of the method on the client: `streams.list`. */
  readonly operation: string;
}

/** Client and operation of each method, needed only by code that calls a method again and again. */
const methods = new WeakMap<object, Method>();

/** Records which client a method belongs to. @internal */
export function noteClient(method: object, client: ClientContext, operation: string): void {
  methods.set(method, { client, operation });
}

const signalsOf = (method: object): readonly AbortSignal[] => methods.get(method)?.client.bound?.signals ?? [];

/** Returns the operation for errors that occur between two calls of a method. */
const operationOf = ({ client, operation }: Method) => new Operation(client.provider, operation);

/** Returns the error to throw when a signal aborts between two calls. */
function errorOf(method: object, reason: unknown): unknown {
  const known = methods.get(method);
  return known ? operationOf(known).aborted(reason) : reason;
}

/**
 * Waits between two calls of the same method by its client's clock, as {@link pause} does. Also ends when a signal that
 * `with` has bound the client to aborts, or when the client is closed. It then rejects as a call does.
 *
 * @param method The client method that is called again and again, such as `client.transactions.sync`.
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
  const known = methods.get(method);
  if (!known) return pause(ms, signal, early);
  return pauseOf(known.client, operationOf(known), ms, [signal, ...signalsOf(method)], early);
}

/**
 * Waits by a client's clock until one of `signals` aborts or the client is closed, and then rejects as the call does.
 *
 * @param early Ends the wait when it settles; the wait shares its rejection. Default: nothing.
 * @internal
 */
export async function pauseOf(
  { provider, lifecycle }: ClientContext,
  operation: Operation,
  ms: number,
  signals: readonly (AbortSignal | undefined)[],
  early?: Promise<unknown>,
): Promise<void> {
  const { controller, unlink } = linkSignals(...signals);
  const ignoreClose = lifecycle.onClose(() => controller.abort(operation.closed()));
  try {
    await pause(ms, controller.signal, early, provider.options.clock);
  } catch (error) {
    throw controller.signal.aborted ? operation.aborted(controller.signal.reason) : error;
  } finally {
    ignoreClose();
    unlink();
  }
}

/** Throws, as a call rejects, when `signal` or a signal that `with` has bound the client of `method` to has aborted. */
export function throwIfEnded(method: object, signal: AbortSignal | undefined): void {
  for (const each of [signal, ...signalsOf(method)]) if (each?.aborted) throw errorOf(method, each.reason);
}
