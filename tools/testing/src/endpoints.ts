import { isApiError, operationsOf } from '@x/core';
import { describe, expect, it } from 'vitest';

/** For each endpoint: a call that must work, and one that must be refused before any request. */
export type EndpointTable = Record<string, { works(): PromiseLike<unknown>; refused(): PromiseLike<unknown> }>;

/** Tests every endpoint of the tree from one table, which must cover the tree exactly. */
export function describeEndpoints(endpoints: object, table: EndpointTable, requests: () => readonly unknown[]): void {
  it('the table covers the tree', () => {
    expect(Object.keys(table).sort()).toEqual(
      operationsOf(endpoints)
        .map(([name]) => name)
        .sort(),
    );
  });

  describe.each(Object.entries(table))('%s', (_, { works, refused }) => {
    it('works end to end', async () => {
      await works();
    });

    it('refuses bad params before any request', async () => {
      const before = requests().length;
      const error = await refused().then(undefined, (reason: unknown) => reason);
      expect(isApiError(error) && error.code).toBe('invalid_params');
      expect(requests()).toHaveLength(before);
    });
  });
}
