import { afterEach, expect, it, vi } from 'vitest';
import { statementRunner } from './client.ts';

afterEach(() => vi.useRealTimers());

it.each([2 ** 31, Number.POSITIVE_INFINITY])(
  'waits for a statement as long as timeoutMs allows, even if that is %d',
  async (timeoutMs) => {
    vi.useFakeTimers();
    const { promise, resolve } = Promise.withResolvers<{ rows: unknown[] }>();
    const rows = statementRunner({ query: () => promise }, timeoutMs)('SELECT 1');
    await vi.advanceTimersByTimeAsync(3_600_000);
    resolve({ rows: [{ one: '1' }] });
    expect(await rows).toEqual([{ one: '1' }]);
  },
);
