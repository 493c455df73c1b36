import { describe, expect, it } from 'vitest';
import { decideRetry, type RetryDecision, type RetryState } from './decide-retry.ts';

const settings = { retries: 2, maxWaitMs: 60_000, random: () => 0.5 };
const unavailable = { retryable: true } as const;
const first: RetryState = { error: unavailable, isTokenRefused: false, attempts: 1, isReplayed: false, isOver: false };
const fail = { action: 'fail' } as const;
const replay = { action: 'replay' } as const;
const retry = (waitMs: number) => ({ action: 'retry', waitMs }) as const;

describe('the retry decision', () => {
  it.each<[string, Partial<RetryState>, Partial<typeof settings>, RetryDecision]>([
    ['first pauses for a random part of half a second', {}, {}, retry(250)],
    ['doubles the pause with each attempt', { attempts: 2 }, {}, retry(500)],
    ['stops doubling the pause at 8 seconds', { attempts: 9 }, { retries: 9 }, retry(4000)],
    ['pauses for as long as the response asks', { error: { ...unavailable, retryAfterMs: 7 } }, {}, retry(7)],
    ['fails when retries are used up', { attempts: 3 }, {}, fail],
    ['fails without retries', {}, { retries: 0 }, fail],
    ['does not count the replay as a retry', { attempts: 3, isReplayed: true }, {}, retry(1000)],
    ['fails when a retry cannot succeed', { error: { retryable: false } }, {}, fail],
    ['fails instead of pausing longer than maxWaitMs', { error: { ...unavailable, retryAfterMs: 60_001 } }, {}, fail],
    ['pauses for maxWaitMs', { error: { ...unavailable, retryAfterMs: 60_000 } }, {}, retry(60_000)],
    ['fails when the call has ended', { isOver: true, isTokenRefused: true }, {}, fail],
    ['replays at once with another token', { isTokenRefused: true }, { retries: 0 }, replay],
    [
      'replays only once',
      { isTokenRefused: true, error: { retryable: false }, isReplayed: true, attempts: 2 },
      {},
      fail,
    ],
  ])('%s', (_, state, own, expected) => {
    expect(decideRetry({ ...first, ...state }, { ...settings, ...own })).toEqual(expected);
  });
});
