import type { Call } from './call.ts';

/**
 * Throws when a signal of the call has aborted: that of its own options, or one that its client is bound to.
 *
 * @internal
 */
export function throwIfAborted({ options, signals }: Call): void {
  options.signal?.throwIfAborted();
  if (signals) for (const signal of signals) signal.throwIfAborted();
}
