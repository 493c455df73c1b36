import type { Client } from '@x/core';

/** What every client of this package has in addition to its endpoints. */
export interface BankRequest extends Client<object> {
  /**
   * Sends a request to a route that this package has no method for, with the same credentials, limits, retries and
   * errors. By default it sends `values.body`, or an empty object, by POST. Pass `idempotent: true` for requests that
   * can be repeated safely, such as reads: they are then retried.
   *
   * @example
   * const report = await bank.request<Uint8Array>({   path: '/cra/check_report/pdf/get',   values: { body: { user_id }
   * },   as: 'bytes',   idempotent: true, });
   */
  readonly request: Client<object>['request'];
}
