import { type BetweenCalls, pause } from '@x/core/provider';

/** Pauses by the runtime's clock and the signal alone, for a method that belongs to no client. */
export const between: BetweenCalls = {
  pause,
  throwIfEnded: (signal) => signal?.throwIfAborted(),
};
