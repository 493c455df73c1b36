import { describe, expect, it } from 'vitest';
import { waitBeforeRetry } from './decide-retry.ts';

const settings = { maxWaitMs: 60_000, random: () => 0.5 };
const unavailable = { retryable: true } as const;

type Failure = Parameters<typeof waitBeforeRetry>[0];

describe('the wait before a retry', () => {
  it.each<[string, { error?: Failure; attempts?: number }, Partial<typeof settings>, number | undefined]>([
    ['is first a random part of half a second', {}, {}, 250],
    ['doubles with each attempt', { attempts: 2 }, {}, 500],
    ['stops doubling at 8 seconds', { attempts: 9 }, {}, 4000],
    ['is as long as the response asks', { error: { ...unavailable, retryAfterMs: 7 } }, {}, 7],
    ['is undefined when a retry cannot succeed', { error: { retryable: false } }, {}, undefined],
    ['is undefined if longer than maxWaitMs', { error: { ...unavailable, retryAfterMs: 60_001 } }, {}, undefined],
    ['may take maxWaitMs', { error: { ...unavailable, retryAfterMs: 60_000 } }, {}, 60_000],
  ])('%s', (_, { error = unavailable, attempts = 1 }, own, expected) => {
    expect(waitBeforeRetry(error, attempts, { ...settings, ...own })).toBe(expected);
  });
});
