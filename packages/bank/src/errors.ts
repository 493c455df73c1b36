import { type Failure, retryAfterMs, type Verdict } from '@x/core';

type Meaning = Omit<Verdict, 'message' | 'providerCode' | 'requestId' | 'tokenRefused'>;

// There are some twenty codes for limits and no Retry-After; the limits count per minute.
const limited: Meaning = { code: 'rate_limited', retryAfterMs: 60_000 };

/** What the codes mean; those that are not here mean what their status does: `rejected`, or `unavailable` from 500 on. */
const meanings: readonly (readonly [providerCodes: string, meaning: Meaning])[] = [
  [
    'ITEM_LOGIN_REQUIRED ITEM_LOCKED ACCESS_NOT_GRANTED ADDITIONAL_CONSENT_REQUIRED INSUFFICIENT_CREDENTIALS ' +
      'INVALID_CREDENTIALS INVALID_MFA INVALID_OTP INVALID_PHONE_NUMBER INVALID_SEND_METHOD INVALID_UPDATED_USERNAME ' +
      'MANUAL_VERIFICATION_REQUIRED PASSWORD_RESET_REQUIRED USER_INPUT_TIMEOUT USER_SETUP_REQUIRED',
    { code: 'reauthorization_required', remedy: "Send the user through Link's update mode" },
  ],
  [
    'USER_PERMISSION_REVOKED',
    { code: 'reauthorization_required', remedy: 'The user took the access back: only a new Link session restores it' },
  ],
  [
    'INVALID_API_KEYS',
    { code: 'unauthenticated', remedy: 'Check clientId and secret; each environment has a secret of its own' },
  ],
  [
    'INVALID_ACCESS_TOKEN INVALID_AUDIT_COPY_TOKEN INVALID_PROCESSOR_TOKEN INVALID_USER_TOKEN',
    { code: 'unauthenticated', remedy: 'The token is of another environment, was replaced, or what it names is gone' },
  ],
  [
    'INVALID_PUBLIC_TOKEN INVALID_LINK_TOKEN',
    { code: 'unauthenticated', remedy: 'These tokens soon expire and work once: start a new Link session' },
  ],
  ['NOT_FOUND', { code: 'not_found', remedy: 'Check the path; every route of this API takes POST and nothing else' }],
  [
    'ITEM_NOT_FOUND ITEM_CONCURRENTLY_DELETED INVALID_ACCOUNT_ID INVALID_INSTITUTION INVALID_PARENT ' +
      'INVALID_USER_ID INVALID_WEBHOOK_VERIFICATION_KEY_ID NO_ACCOUNTS NO_AUTH_ACCOUNTS NO_INVESTMENT_ACCOUNTS ' +
      'NO_INVESTMENT_AUTH_ACCOUNTS NO_LIABILITY_ACCOUNTS OAUTH_STATE_ID_NOT_FOUND',
    { code: 'not_found' },
  ],
  [
    'INVALID_PRODUCT PRODUCT_NOT_ENABLED SANDBOX_PRODUCT_NOT_ENABLED SANDBOX_ONLY UNAUTHORIZED_ENVIRONMENT ' +
      'UNAUTHORIZED_ROUTE_ACCESS UNAUTHORIZED_INSTITUTION DIRECT_INTEGRATION_NOT_ENABLED ' +
      'INSIGHTS_NOT_ENABLED INSIGHTS_PREVIOUSLY_NOT_ENABLED INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT ' +
      'INSTITUTION_REGISTRATION_REQUIRED',
    { code: 'permission_denied' },
  ],
  [
    'NO_LONGER_AVAILABLE INSTITUTION_NO_LONGER_SUPPORTED ITEM_NOT_SUPPORTED MFA_NOT_SUPPORTED PRODUCTS_NOT_SUPPORTED',
    { code: 'not_supported' },
  ],
  ['PRODUCT_NOT_READY', { code: 'unavailable', retryable: true, retryAfterMs: 5000 }],
  [
    'INSTITUTION_DOWN INSTITUTION_NOT_RESPONDING INSTITUTION_NOT_AVAILABLE PLANNED_MAINTENANCE',
    // It takes minutes to hours: longer than `maxWaitMs` by default, so that the caller hears of it and decides.
    { code: 'unavailable', retryable: true, retryAfterMs: 300_000 },
  ],
  [
    'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION',
    {
      code: 'conflict',
      retryable: false, // the same page fails again
      remedy: 'Throw the pages of this run away and start again from its first cursor, as transactions.syncAll does',
    },
  ],
  ['CLIENT_TRANSACTION_ID_ALREADY_IN_USE OAUTH_STATE_ID_ALREADY_PROCESSED', { code: 'conflict' }],
  [
    'DATA_UNAVAILABLE',
    { remedy: 'An Item of the report failed, and `details.causes` says why: repair it and make a new report' },
  ],
  [
    'ASSET_REPORT_GENERATION_FAILED',
    { code: 'unavailable', retryable: false, remedy: 'This report will never be ready: make a new one' },
  ],
  ['CREDITS_EXHAUSTED', { code: 'quota_exceeded', retryable: false }],
];

const meaningOf = new Map(
  meanings.flatMap(([codes, meaning]) => codes.split(' ').map((code) => [code, meaning] as const)),
);

/** Says what an error answer means. Its `error_code` decides, not its text, which may change. */
export function verdict({ status, headers, body, now }: Failure): Verdict {
  const { error_type, error_code, error_message, request_id } = (body ?? {}) as Record<string, string | undefined>;
  const tooMany = status === 429 || error_type === 'RATE_LIMIT_EXCEEDED';
  const meaning: Meaning = meaningOf.get(error_code ?? '') ?? (tooMany ? limited : {});
  // The codes do not show whether the Item or the whole client was refused; only the message does.
  const ofClient = tooMany && typeof error_message === 'string' && /\bclient\b/i.test(error_message);
  return {
    ...meaning,
    ...(ofClient && { limitedPer: 'app' as const }),
    message: error_message,
    providerCode: error_code,
    requestId: request_id,
    retryAfterMs: retryAfterMs(headers, now) ?? meaning.retryAfterMs,
  };
}
