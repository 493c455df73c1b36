import type { ClientContext } from '../call/context.ts';
import { Operation } from '../call/operation.ts';
import type { BetweenCalls } from '../declare/endpoint.ts';
import { linkSignals } from '../shared/link-signals.ts';
import { pause } from '../shared/pause.ts';

/** Returns what a method that repeats an operation of a client does between two calls of it. */
export function betweenCalls(client: ClientContext, operation: string): BetweenCalls {
  const begin = () => new Operation(client.provider, operation);
  const withBound = (signal: AbortSignal | undefined) => [signal, ...(client.bound?.signals ?? [])];
  return {
    pause: (ms, signal, early) => pauseOf(client, begin(), ms, withBound(signal), early),
    throwIfEnded(signal) {
      for (const each of withBound(signal)) if (each?.aborted) throw begin().aborted(each.reason);
    },
  };
}

/**
 * Waits by a client's clock until one of `signals` aborts or the client is closed, and then rejects as the call does.
 *
 * @param early Ends the wait when it settles; the wait shares its rejection. Default: nothing.
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
