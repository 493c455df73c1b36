import type { ApiCall, CallOptions, Client } from '@x/core';
import type { GenericSchema } from 'valibot';

/** Options of {@link BankRequest.request}. */
export interface BankRequestOptions<Result> extends CallOptions {
  /** Checks the answer and names its type. Default: anything passes. */
  response?: GenericSchema<unknown, Result>;
  /** Whether a repeated request does no harm, as with reads, so that it may be retried. Default false. */
  idempotent?: boolean;
  /** How the answer is read. Default `json`; `bytes` for files, whose `Result` is a `Uint8Array`. */
  as?: 'json' | 'bytes';
}

/** What every client of this package has besides its endpoints. */
export interface BankRequest extends Pick<Client<object>, 'rateLimit'> {
  /**
   * Posts `body` to a route that has no method here, with the same credentials, limits, retries and errors. Of the
   * response only what `response` declares is checked.
   *
   * @example
   * const report = await bank.request('/cra/check_report/pdf/get', { user_id }, { as: 'bytes', idempotent: true });
   */
  request<Result = unknown>(
    path: string,
    body?: Readonly<Record<string, unknown>>,
    options?: BankRequestOptions<Result>,
  ): ApiCall<Result>;
}
