import type { ProviderErrorGuard } from '@x/core';
import { type ErrorRule, type Failure, providerErrorGuard, type ReportedError, stringAt } from '@x/core/provider';

/**
 * Whether a value is an `ApiError` of this API, and has one of the codes if you pass any. The API sends no codes of its
 * own.
 */
export const isQuotesError: ProviderErrorGuard<never> = /* @__PURE__ */ providerErrorGuard('quotes');

/** Reads the message of an error body: `{ statusCode, statusMessage }`. */
export function readError({ body }: Failure): ReportedError {
  return { message: stringAt(body, 'statusMessage') };
}

/**
 * Meanings of errors whose status does not determine them. The first matching rule applies.
 *
 * @see https://github.com/lukePeavey/quotable
 */
export const errorRules: readonly ErrorRule[] = [
  { match: { status: 404, path: '/random' }, remedy: 'No quote matches the filters: widen them' },
  {
    match: { status: 404 },
    remedy: "Check the ID and basePath: servers that serve at their root need basePath: ''",
  },
];
