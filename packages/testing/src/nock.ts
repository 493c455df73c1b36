import nock from 'nock';
import { afterEach, beforeEach, expect } from 'vitest';

/** For the tests of this file: no request leaves the process, and every response that nock has prepared is requested. */
export function nockOnly(): void {
  beforeEach(() => nock.disableNetConnect());
  afterEach(() => {
    const pending = nock.pendingMocks();
    nock.cleanAll(); // also when the test fails: the next one starts clean
    nock.enableNetConnect();
    expect(pending).toEqual([]);
  });
}
