import type { ProviderErrorGuard } from '@x/core';
import { type ErrorRule, type Failure, providerErrorGuard, type ReportedError, stringAt } from '@x/core/provider';

/** Address at which keys are issued. */
export const signUp = 'https://clocks.example/keys';

/** Error codes of the API. */
export type ClocksProviderCode = 'BAD_KEY' | 'NO_SUCH_ZONE';

/**
 * Whether a value is an `ApiError` of this API, and has one of the codes if you pass any.
 *
 * @example
 * if (isClocksError(error, 'not_found')) console.log(error.providerCode);
 */
export const isClocksError: ProviderErrorGuard<ClocksProviderCode> = /* @__PURE__ */ providerErrorGuard('clocks');

/** Reads the code and message of an error body: `{ error: { code, message } }`. */
export function readError({ body }: Failure): ReportedError {
  return { message: stringAt(body, 'error.message'), providerCode: stringAt(body, 'error.code') };
}

/** Meanings of errors whose status does not determine them. The first matching rule applies. */
export const errorRules: readonly ErrorRule<ClocksProviderCode>[] = [
  { match: { providerCode: 'BAD_KEY' }, code: 'unauthenticated', remedy: `Check apiKey, or get one at ${signUp}` },
  { match: { providerCode: 'NO_SUCH_ZONE' }, code: 'not_found', remedy: 'List the zones with zones.list' },
];
