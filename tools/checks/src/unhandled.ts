import { afterAll, expect } from 'vitest';

/** Notes rejections that nobody handles while a file of tests runs; there must be none. */
export function noteUnhandled(): void {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  afterAll(async () => {
    await new Promise(setImmediate);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
}
