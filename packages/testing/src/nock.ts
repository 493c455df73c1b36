import nock from 'nock';
import { afterEach, beforeEach, expect } from 'vitest';

/**
 * Makes sure, for the tests of this file, that no request leaves the process, and that every response that nock has
 * prepared is requested.
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
