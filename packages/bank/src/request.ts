import type { Client } from '@x/core';

/** What every client of this package has besides its endpoints. */
export interface BankRequest extends Client<object> {
  /**
   * Sends a request to a route that has no method here, with the same credentials, limits, retries and errors. It takes what
   * `request` of every client takes; by default it posts `values.body`, or an empty object. A request that may be repeated
   * without harm, as reads may, is retried with `idempotent: true`.
   *
   * @example
   * const report = await bank.request<Uint8Array>({
   *   path: '/cra/check_report/pdf/get',
   *   values: { body: { user_id } },
   *   as: 'bytes',
   *   idempotent: true,
   * });
   */
  readonly request: Client<object>['request'];
}
