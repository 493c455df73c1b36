import { afterAll, expect } from 'vitest';

/** Makes a test file fail if a promise rejection is unhandled while its tests run. */
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
