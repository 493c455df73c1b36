import nock from 'nock';
import { afterEach, beforeEach, expect } from 'vitest';

/**
 * Makes sure that no request in this file's tests leaves the process, and that every response prepared with nock is
 * requested.
 */
export function nockOnly(): void {
  beforeEach(() => nock.disableNetConnect());
  afterEach(() => {
    const pending = nock.pendingMocks();
    nock.cleanAll(); // even if the test fails, so that the next one starts clean
    nock.enableNetConnect();
    expect(pending).toEqual([]);
  });
}
