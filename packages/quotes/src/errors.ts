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

/** Message of a 404 for a path that the server does not have, and for an unknown ID. */
export const notHere = 'The requested resource could not be found';

const checkAddress = "baseUrl and basePath: servers have their routes below /api, or with basePath: '' at their root";

/**
 * Meanings of errors whose status does not determine them. The first matching rule applies.
 *
 * @see https://github.com/lukePeavey/quotable
 */
export const errorRules: readonly ErrorRule[] = [
  // Only this path answers so, and only if it exists.
  {
    match: { status: 404, path: '/random', message: /^Not Found$/ },
    remedy: 'No quote matches the filters: widen them',
  },
  {
    match: { status: 404, path: ['/quotes/{id}', '/authors/{id}', '/authors/slug/{slug}'] },
    remedy: `Check the ID, ${checkAddress}`,
  },
  { match: { status: 404 }, remedy: `Check ${checkAddress}` },
];
