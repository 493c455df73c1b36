import type { ProviderErrorGuard } from '@x/core';
import { type ErrorRule, type Failure, providerErrorGuard, type ReportedError, stringAt } from '@x/core/provider';
import { refusalPauseMs, signUp } from './gateway.ts';

/**
 * Codes of the gateway in front of the API.
 *
 * @see https://api.data.gov/docs/developer-manual/
 */
export type FoodProviderCode =
  | 'API_KEY_MISSING'
  | 'API_KEY_INVALID'
  | 'API_KEY_DISABLED'
  | 'API_KEY_UNAUTHORIZED'
  | 'API_KEY_UNVERIFIED'
  | 'OVER_RATE_LIMIT'
  | 'HTTPS_REQUIRED'
  | 'NOT_FOUND';

/**
 * Whether a value is an `ApiError` of this API, and has one of the codes if you pass any. Its `providerCode` completes
 * in editors.
 *
 * @example
 * if (isFoodError(error, 'rate_limited')) console.log(error.providerCode);
 */
export const isFoodError: ProviderErrorGuard<FoodProviderCode> = /* @__PURE__ */ providerErrorGuard('food');

/**
 * Reads the error code and message of an error body: `{ error: { code, message } }` from the gateway,
 * `{ error, message }` or nothing from the application.
 */
export function readError({ body }: Failure): ReportedError {
  return {
    message: stringAt(body, 'error.message') ?? (stringAt(body, 'message') || stringAt(body, 'error')),
    providerCode: stringAt(body, 'error.code'),
  };
}

/** Remedies for a key that was sent but did not arrive, by the place in which it was sent. */
const letKeyPass = {
  headers:
    "The key did not arrive: a proxy may remove the header X-Api-Key. Let it pass, or set credentialsIn: 'query'",
  query:
    "The key did not arrive: a proxy may remove the query parameter api_key. Let it pass, or set credentialsIn: 'headers'",
};

const stayWithinPages =
  'This may be because pageNumber times pageSize is above 10,000: narrow the list by dataType, or reverse sortOrder';

/**
 * Returns the meanings of errors whose status does not determine them. The first matching rule applies.
 *
 * @param credentialsIn Place in which the client sends the key.
 * @see https://api.data.gov/docs/developer-manual/
 * @see https://fdc.nal.usda.gov/api-guide
 */
export const errorRules = (credentialsIn: 'headers' | 'query'): readonly ErrorRule<FoodProviderCode>[] => [
  // The gateway. https://api.data.gov/docs/developer-manual/
  { match: { providerCode: 'API_KEY_MISSING' }, code: 'unauthenticated', remedy: letKeyPass[credentialsIn] },
  {
    match: { providerCode: 'API_KEY_INVALID' },
    code: 'unauthenticated',
    remedy: `Check apiKey, or get one at ${signUp}`,
  },
  {
    match: { providerCode: 'API_KEY_DISABLED' },
    code: 'unauthenticated',
    remedy: `Get another key at ${signUp}`,
  },
  {
    match: { providerCode: 'API_KEY_UNAUTHORIZED' },
    code: 'permission_denied',
    remedy: `This key is for other services; get one at ${signUp}`,
  },
  {
    match: { providerCode: 'API_KEY_UNVERIFIED' },
    code: 'permission_denied',
    remedy: 'Confirm the email address that the key was registered with',
  },
  {
    match: { status: 429, providerCode: 'OVER_RATE_LIMIT' },
    remedy: 'Wait, or use a key of your own: it has 1,000 requests an hour, DEMO_KEY has 10',
    retryAfterMs: refusalPauseMs,
  },
  { match: { status: 429 }, retryAfterMs: refusalPauseMs },
  { match: { providerCode: 'HTTPS_REQUIRED' }, remedy: 'Use https in baseUrl' },
  { match: { providerCode: 'NOT_FOUND' }, remedy: 'Check baseUrl' },

  {
    // Its own server refuses many GETs with a parenthesis in a value, whether encoded or not.
    match: { status: 400, when: ({ body }) => typeof body === 'string' && /^\s*</.test(body) },
    code: 'unavailable',
    retryable: true,
    remedy: 'The gateway refuses about half of the GETs with a parenthesis: send them by POST, or try again',
  },

  // The application. https://fdc.nal.usda.gov/api-guide
  {
    match: { status: 404, path: '/fdc/v1/food/{fdcId}', when: isFromApplication },
    remedy: 'No food has this fdcId: a record gets a new one whenever it is published again. Find it with foods.search',
  },
  // The search engine itself is down, regardless of the query. https://github.com/USDA/USDA-APIs/issues/126
  { match: { status: 500, message: /none of the configured nodes/i } },
  {
    match: { status: 500, path: '/fdc/v1/foods/search', when: isOfStraySyntax },
    code: 'invalid_params',
    remedy: 'query has a stray colon, quote or bracket: remove it, or put the words in double quotes',
    retryable: false,
  },
  { match: { status: 400, path: '/fdc/v1/foods/search', when: isFromApplication }, remedy: stayWithinPages },
  { match: { status: [400, 500], path: '/fdc/v1/foods/list', when: isFromApplication }, remedy: stayWithinPages },
];

/**
 * Whether the application failed at an operator in the query that is not complete, and would fail again. The documented
 * operators are phrases, groups and fields.
 */
function isOfStraySyntax(failure: Failure, reported: ReportedError): boolean {
  const query = stringAt(failure.params, 'query') ?? '';
  const rest = query.replace(/\\.|"[^"]*"/g, 'x').replace(/\b(?:fdcId|gtinUpc|description):(?=[^\s:)])/g, '');
  const isUnbalanced = rest.split('(').length !== rest.split(')').length;
  return isFromApplication(failure, reported) && (isUnbalanced || /[:"[\]{}]/.test(rest));
}

/** Only the gateway sends codes. */
function isFromApplication(_: Failure, { providerCode }: ReportedError): boolean {
  return providerCode === undefined;
}
