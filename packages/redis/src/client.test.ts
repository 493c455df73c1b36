import { afterEach, expect, it, vi } from 'vitest';
import { script, scriptRunner } from './client.ts';

afterEach(() => vi.useRealTimers());

it.each([2 ** 31, Number.POSITIVE_INFINITY])(
  'waits for a script as long as timeoutMs allows, even if that is %d',
  async (timeoutMs) => {
    vi.useFakeTimers();
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const run = scriptRunner({ eval: () => promise, evalSha: () => promise }, timeoutMs);
    const response = run(script('return 1'), [], []);
    await vi.advanceTimersByTimeAsync(3_600_000);
    resolve(1);
    expect(await response).toBe(1);
  },
);
