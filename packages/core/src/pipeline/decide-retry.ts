import type { Settings } from '../call/call.ts';
import type { ApiErrorFields } from '../errors/api-error.ts';

type RetrySettings = Pick<Settings, 'maxWaitMs' | 'random'>;

/**
 * Returns the milliseconds to wait before a failed attempt is repeated; undefined if it must not be repeated.
 *
 * @param attempts Number of attempts so far, including the failed one.
 */
export function waitBeforeRetry(
  { retryable, retryAfterMs }: Pick<ApiErrorFields, 'retryable' | 'retryAfterMs'>,
  attempts: number,
  { maxWaitMs, random }: RetrySettings,
): number | undefined {
  if (!retryable) return undefined;
  const waitMs = retryAfterMs ?? random() * backoffMs(attempts);
  return waitMs > maxWaitMs ? undefined : waitMs;
}

/**
 * Returns the longest pause after this many attempts, in milliseconds: doubled each time, from half a second to 8
 * seconds.
 */
const backoffMs = (attempts: number): number => 500 * 2 ** Math.min(attempts - 1, 4);
