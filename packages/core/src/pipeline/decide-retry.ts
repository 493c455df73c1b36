import type { Settings } from '../call/call.ts';
import type { ApiErrorFields } from '../errors/api-error.ts';

/** What is known of a call when an attempt has failed. @internal */
export interface RetryState {
  readonly error: Pick<ApiErrorFields, 'code' | 'retryable' | 'retryAfterMs'>;
  /** Whether the provider refused the access token of this attempt. */
  readonly isTokenRefused: boolean;
  /** Number of attempts so far, the failed one included. */
  readonly attempts: number;
  /** Whether one of them was a replay with a new token. */
  readonly isReplayed: boolean;
  /** Whether the caller has ended the call, or its deadline has. */
  readonly isOver: boolean;
}

/** What happens after a failed attempt. @internal */
export type RetryDecision =
  /** The call fails with the error of the attempt. */
  | { readonly action: 'fail' }
  /** The request is sent again at once, with another token. It does not count as a retry. */
  | { readonly action: 'replay' }
  /** The request is sent again after a pause. */
  | { readonly action: 'retry'; readonly waitMs: number };

type RetrySettings = Pick<Settings, 'retries' | 'repeatable' | 'maxWaitMs' | 'random'>;

/** Decides whether an attempt that failed is followed by another one, and when. @internal */
export function decideRetry(state: RetryState, settings: RetrySettings): RetryDecision {
  const { error, isTokenRefused, attempts, isReplayed, isOver } = state;
  if (isOver) return { action: 'fail' };
  if (isTokenRefused && !isReplayed) return { action: 'replay' };
  // A request that the rate limit refused was not processed: repeating it is always safe.
  const isSafe = settings.repeatable || error.code === 'rate_limited';
  const retriesUsed = attempts - 1 - (isReplayed ? 1 : 0);
  if (!error.retryable || !isSafe || retriesUsed >= settings.retries) return { action: 'fail' };
  const waitMs = error.retryAfterMs ?? settings.random() * backoffMs(attempts);
  return waitMs > settings.maxWaitMs ? { action: 'fail' } : { action: 'retry', waitMs };
}

/** Longest pause after so many attempts, in milliseconds: doubled each time, from half a second to 8 seconds. */
const backoffMs = (attempts: number): number => 500 * 2 ** Math.min(attempts - 1, 4);
