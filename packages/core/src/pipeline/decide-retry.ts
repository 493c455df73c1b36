import type { Settings } from '../call/call.ts';
import type { ApiErrorFields } from '../errors/api-error.ts';

/** State of a call after a failed attempt. @internal */
export interface RetryState {
  readonly error: Pick<ApiErrorFields, 'retryable' | 'retryAfterMs'>;
  /** Whether the provider refused the access token of this attempt. */
  readonly isTokenRefused: boolean;
  /** Number of attempts so far, including the failed one. */
  readonly attempts: number;
  /** Whether one of them was a replay with a new token. */
  readonly isReplayed: boolean;
  /** Whether the caller or the deadline has ended the call. */
  readonly isOver: boolean;
}

/** Next step after a failed attempt. @internal */
export type RetryDecision =
  /** The call fails with the attempt's error. */
  | { readonly action: 'fail' }
  /** The request is sent again at once, with another token. It does not count as a retry. */
  | { readonly action: 'replay' }
  /** The request is sent again after a pause. */
  | { readonly action: 'retry'; readonly waitMs: number };

type RetrySettings = Pick<Settings, 'retries' | 'maxWaitMs' | 'random'>;

/** Decides whether and when another attempt follows a failed one. @internal */
export function decideRetry(state: RetryState, settings: RetrySettings): RetryDecision {
  const { error, isTokenRefused, attempts, isReplayed, isOver } = state;
  if (isOver) return { action: 'fail' };
  if (isTokenRefused && !isReplayed) return { action: 'replay' };
  const retriesUsed = attempts - 1 - (isReplayed ? 1 : 0);
  if (!error.retryable || retriesUsed >= settings.retries) return { action: 'fail' };
  const waitMs = error.retryAfterMs ?? settings.random() * backoffMs(attempts);
  return waitMs > settings.maxWaitMs ? { action: 'fail' } : { action: 'retry', waitMs };
}

/**
 * Returns the longest pause after this many attempts, in milliseconds: doubled each time, from half a second to 8
 * seconds.
 */
const backoffMs = (attempts: number): number => 500 * 2 ** Math.min(attempts - 1, 4);
