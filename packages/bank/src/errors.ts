import type { ProviderErrorGuard } from '@x/core';
import { type ErrorRule, type Failure, providerErrorGuard, type ReportedError, stringAt } from '@x/core/provider';

/**
 * Codes that Plaid documents as `error_code`, and `no_grant` of a `withItem` client that has no access token.
 *
 * @see https://plaid.com/docs/errors/
 */
export type BankProviderCode =
  | 'no_grant'
  | 'ACCESS_NOT_GRANTED'
  | 'ACCOUNTS_BALANCE_GET_LIMIT'
  | 'ACCOUNTS_LIMIT'
  | 'ADDITIONAL_CONSENT_REQUIRED'
  | 'ADDITION_LIMIT'
  | 'ASSET_REPORT_GENERATION_FAILED'
  | 'AUTH_LIMIT'
  | 'BALANCE_LIMIT'
  | 'CLIENT_TRANSACTION_ID_ALREADY_IN_USE'
  | 'CREDITS_EXHAUSTED'
  | 'DATA_UNAVAILABLE'
  | 'DIRECT_INTEGRATION_NOT_ENABLED'
  | 'EMPLOYMENT_NOT_FOUND'
  | 'FAILED_PRECONDITION'
  | 'IDENTITY_LIMIT'
  | 'INCOME_VERIFICATION_DOCUMENT_NOT_FOUND'
  | 'INCOME_VERIFICATION_NOT_FOUND'
  | 'INCOMPATIBLE_API_VERSION'
  | 'INCOMPLETE_CUSTOMER_ONBOARDING'
  | 'INCORRECT_DEPOSIT_VERIFICATION'
  | 'INSIGHTS_NOT_ENABLED'
  | 'INSIGHTS_PREVIOUSLY_NOT_ENABLED'
  | 'INSTANT_MATCH_FAILED'
  | 'INSTITUTIONS_GET_BY_ID_LIMIT'
  | 'INSTITUTIONS_GET_LIMIT'
  | 'INSTITUTION_DOWN'
  | 'INSTITUTION_NOT_AVAILABLE'
  | 'INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT'
  | 'INSTITUTION_NOT_RESPONDING'
  | 'INSTITUTION_NO_LONGER_SUPPORTED'
  | 'INSTITUTION_RATE_LIMIT'
  | 'INSTITUTION_REGISTRATION_REQUIRED'
  | 'INSUFFICIENT_CREDENTIALS'
  | 'INTERNAL_SERVER_ERROR'
  | 'INVALID_ACCESS_TOKEN'
  | 'INVALID_ACCOUNT_ID'
  | 'INVALID_ACCOUNT_NUMBER'
  | 'INVALID_API_KEYS'
  | 'INVALID_AUDIT_COPY_TOKEN'
  | 'INVALID_BODY'
  | 'INVALID_CONFIGURATION'
  | 'INVALID_CREDENTIALS'
  | 'INVALID_FIELD'
  | 'INVALID_HEADERS'
  | 'INVALID_INSTITUTION'
  | 'INVALID_LINK_TOKEN'
  | 'INVALID_MFA'
  | 'INVALID_OTP'
  | 'INVALID_PARENT'
  | 'INVALID_PHONE_NUMBER'
  | 'INVALID_PROCESSOR_TOKEN'
  | 'INVALID_PRODUCT'
  | 'INVALID_PUBLIC_TOKEN'
  | 'INVALID_SEND_METHOD'
  | 'INVALID_UPDATED_USERNAME'
  | 'INVALID_USER_ID'
  | 'INVALID_USER_TOKEN'
  | 'INVALID_WEBHOOK_VERIFICATION_KEY_ID'
  | 'INVESTMENTS_LIMIT'
  | 'INVESTMENT_HOLDINGS_GET_LIMIT'
  | 'INVESTMENT_TRANSACTIONS_LIMIT'
  | 'ITEM_CONCURRENTLY_DELETED'
  | 'ITEM_GET_LIMIT'
  | 'ITEM_LOCKED'
  | 'ITEM_LOGIN_REQUIRED'
  | 'ITEM_NOT_FOUND'
  | 'ITEM_NOT_SUPPORTED'
  | 'LAST_UPDATED_DATETIME_OUT_OF_RANGE'
  | 'MANUAL_VERIFICATION_REQUIRED'
  | 'MFA_NOT_SUPPORTED'
  | 'MISSING_FIELDS'
  | 'NONIDENTICAL_REQUEST'
  | 'NOT_FOUND'
  | 'NO_ACCOUNTS'
  | 'NO_AUTH_ACCOUNTS'
  | 'NO_INVESTMENT_ACCOUNTS'
  | 'NO_INVESTMENT_AUTH_ACCOUNTS'
  | 'NO_LIABILITY_ACCOUNTS'
  | 'NO_LONGER_AVAILABLE'
  | 'OAUTH_STATE_ID_ALREADY_PROCESSED'
  | 'OAUTH_STATE_ID_NOT_FOUND'
  | 'PASSWORD_RESET_REQUIRED'
  | 'PAYMENT_INVALID_RECIPIENT'
  | 'PAYMENT_SCHEME_NOT_SUPPORTED'
  | 'PLAID_DIRECT_ITEM_IMPORT_RETURNED_INVALID_MFA'
  | 'PLANNED_MAINTENANCE'
  | 'PRODUCTS_NOT_SUPPORTED'
  | 'PRODUCT_NOT_ENABLED'
  | 'PRODUCT_NOT_READY'
  | 'RATE_LIMIT'
  | 'RATE_LIMIT_EXCEEDED'
  | 'REQUEST_CONFLICT'
  | 'SANDBOX_ONLY'
  | 'SANDBOX_PRODUCT_NOT_ENABLED'
  | 'SANDBOX_TRANSFER_EVENT_TRANSITION_INVALID'
  | 'SANDBOX_WEBHOOK_INVALID'
  | 'TOO_MANY_VERIFICATION_ATTEMPTS'
  | 'TRANSACTIONS_LIMIT'
  | 'TRANSACTIONS_REFRESH_LIMIT'
  | 'TRANSACTIONS_SYNC_LIMIT'
  | 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION'
  | 'TRANSFER_ACCOUNT_BLOCKED'
  | 'TRANSFER_FORBIDDEN_ACH_CLASS'
  | 'TRANSFER_NOT_CANCELLABLE'
  | 'TRANSFER_ORIGINATOR_NOT_FOUND'
  | 'TRANSFER_UI_UNAUTHORIZED'
  | 'TRANSFER_UNSUPPORTED_ACCOUNT_TYPE'
  | 'UNAUTHORIZED_ACCESS'
  | 'UNAUTHORIZED_ENVIRONMENT'
  | 'UNAUTHORIZED_INSTITUTION'
  | 'UNAUTHORIZED_ROUTE_ACCESS'
  | 'UNKNOWN_FIELDS'
  | 'UNSUPPORTED_RESPONSE'
  | 'USER_INPUT_TIMEOUT'
  | 'USER_PERMISSION_REVOKED'
  | 'USER_SETUP_REQUIRED';

/**
 * Whether a value is an `ApiError` of this API, and has one of the codes if you pass any. Its `providerCode` completes
 * in editors.
 *
 * @example
 * if (isBankError(error, 'reauthorization_required')) console.log(error.providerCode);
 */
export const isBankError: ProviderErrorGuard<BankProviderCode> = /* @__PURE__ */ providerErrorGuard('bank');

/** Reads the fields of an error body: `{ error_type, error_code, error_message, display_message, request_id }`. */
export function readError({ body }: Failure): ReportedError {
  return {
    message: stringAt(body, 'error_message'),
    providerCode: stringAt(body, 'error_code'),
    requestId: stringAt(body, 'request_id'),
  };
}

/** Limits count per minute, and no response has a Retry-After. */
const limitPauseMs = 60_000;

const checkKeys = 'Check clientId and clientSecret; each environment has its own secret';

/**
 * Meanings of errors whose status is not specific enough. The first matching rule applies. Rules match `error_code`,
 * not the message, which may change.
 *
 * @see https://plaid.com/docs/errors/
 */
export const errorRules: readonly ErrorRule<BankProviderCode>[] = [
  // Errors that only the user can fix. https://plaid.com/docs/errors/item/ and https://plaid.com/docs/link/update-mode/
  {
    match: {
      providerCode: [
        'ITEM_LOGIN_REQUIRED',
        'ITEM_LOCKED',
        'ACCESS_NOT_GRANTED',
        'ADDITIONAL_CONSENT_REQUIRED',
        'INSUFFICIENT_CREDENTIALS',
        'INVALID_CREDENTIALS',
        'INVALID_MFA',
        'INVALID_OTP',
        'INVALID_PHONE_NUMBER',
        'INVALID_SEND_METHOD',
        'INVALID_UPDATED_USERNAME',
        'MANUAL_VERIFICATION_REQUIRED',
        'PASSWORD_RESET_REQUIRED',
        'USER_INPUT_TIMEOUT',
        'USER_SETUP_REQUIRED',
      ],
    },
    code: 'reauthorization_required',
    remedy: "Send the user through Link's update mode, with a token from link.createUpdateToken",
  },
  {
    match: { providerCode: 'USER_PERMISSION_REVOKED' },
    code: 'reauthorization_required',
    remedy: 'The user revoked access: only a new Link session restores it',
  },

  // Credentials and tokens. https://plaid.com/docs/errors/invalid-input/
  {
    match: { providerCode: 'INVALID_API_KEYS' },
    code: 'unauthenticated',
    remedy: checkKeys,
  },
  // Credentials that cannot exist are refused as fields, not as keys.
  {
    match: { providerCode: ['MISSING_FIELDS', 'INVALID_FIELD'], message: /\b(client_id|secret)\b/ },
    code: 'unauthenticated',
    remedy: checkKeys,
  },
  {
    match: {
      providerCode: [
        'INVALID_ACCESS_TOKEN',
        'INVALID_AUDIT_COPY_TOKEN',
        'INVALID_PROCESSOR_TOKEN',
        'INVALID_USER_TOKEN',
      ],
    },
    code: 'unauthenticated',
    remedy: 'The token belongs to another environment or was replaced, or the Item or account was removed',
  },
  {
    match: { providerCode: ['INVALID_PUBLIC_TOKEN', 'INVALID_LINK_TOKEN'] },
    code: 'unauthenticated',
    remedy: 'These tokens expire soon and work only once: start a new Link session',
  },

  // One code for every field: only the message names the cursor.
  // https://plaid.com/docs/errors/invalid-request/#invalid_field
  {
    match: { providerCode: 'INVALID_FIELD', message: /cursor not associated/i },
    code: 'invalid_cursor',
    remedy: 'It belongs to another Item, account or environment: start over without a cursor',
  },

  // Params that the client could not check. https://plaid.com/docs/errors/invalid-request/
  {
    match: { providerCode: 'INVALID_FIELD', message: /redirect URI must be configured/i },
    code: 'invalid_params',
    remedy: 'Allow this exact redirect_uri in the dashboard, or leave it out',
  },
  {
    match: {
      providerCode: [
        'MISSING_FIELDS',
        'UNKNOWN_FIELDS',
        'INVALID_FIELD',
        'INVALID_CONFIGURATION',
        'INVALID_ACCOUNT_NUMBER',
      ],
    },
    code: 'invalid_params',
  },
  // https://plaid.com/docs/errors/invalid-result/#last_updated_datetime_out_of_range
  {
    match: { providerCode: 'LAST_UPDATED_DATETIME_OUT_OF_RANGE' },
    code: 'invalid_params',
    remedy: 'Pass a min_last_updated_datetime that is no later, or read the cached balances with accounts.get',
  },

  // Resources that do not exist.
  {
    match: { providerCode: 'NOT_FOUND' },
    code: 'not_found',
    remedy: 'Check the path; this API accepts only POST requests',
  },
  {
    match: {
      providerCode: [
        'ITEM_NOT_FOUND',
        'ITEM_CONCURRENTLY_DELETED',
        'EMPLOYMENT_NOT_FOUND',
        'INCOME_VERIFICATION_DOCUMENT_NOT_FOUND',
        'INCOME_VERIFICATION_NOT_FOUND',
        'INVALID_ACCOUNT_ID',
        'INVALID_INSTITUTION',
        'INVALID_PARENT',
        'INVALID_USER_ID',
        'INVALID_WEBHOOK_VERIFICATION_KEY_ID',
        'NO_ACCOUNTS',
        'NO_AUTH_ACCOUNTS',
        'NO_INVESTMENT_ACCOUNTS',
        'NO_INVESTMENT_AUTH_ACCOUNTS',
        'NO_LIABILITY_ACCOUNTS',
        'OAUTH_STATE_ID_NOT_FOUND',
        'PAYMENT_INVALID_RECIPIENT',
        'TRANSFER_ORIGINATOR_NOT_FOUND',
      ],
    },
    code: 'not_found',
  },

  // Products that are not enabled for the application, or no longer offered.
  {
    match: {
      providerCode: [
        'INVALID_PRODUCT',
        'PRODUCT_NOT_ENABLED',
        'SANDBOX_PRODUCT_NOT_ENABLED',
        'SANDBOX_ONLY',
        'UNAUTHORIZED_ENVIRONMENT',
        'UNAUTHORIZED_ROUTE_ACCESS',
        'UNAUTHORIZED_INSTITUTION',
        'DIRECT_INTEGRATION_NOT_ENABLED',
        'INSIGHTS_NOT_ENABLED',
        'INSIGHTS_PREVIOUSLY_NOT_ENABLED',
        'INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT',
        'INSTITUTION_REGISTRATION_REQUIRED',
        'INCOMPLETE_CUSTOMER_ONBOARDING',
        'TRANSFER_FORBIDDEN_ACH_CLASS',
        'TRANSFER_UI_UNAUTHORIZED',
        'UNAUTHORIZED_ACCESS',
      ],
    },
    code: 'permission_denied',
  },
  {
    match: {
      providerCode: [
        'NO_LONGER_AVAILABLE',
        'INSTITUTION_NO_LONGER_SUPPORTED',
        'ITEM_NOT_SUPPORTED',
        'MFA_NOT_SUPPORTED',
        'INCOMPATIBLE_API_VERSION',
        'PRODUCTS_NOT_SUPPORTED',
        'PAYMENT_SCHEME_NOT_SUPPORTED',
        'TRANSFER_UNSUPPORTED_ACCOUNT_TYPE',
      ],
    },
    code: 'not_supported',
  },

  // Temporary errors.
  { match: { providerCode: 'PRODUCT_NOT_READY' }, code: 'unavailable', retryable: true, retryAfterMs: 5000 },
  // https://plaid.com/docs/errors/institution/
  {
    match: {
      providerCode: [
        'INSTITUTION_DOWN',
        'INSTITUTION_NOT_RESPONDING',
        'INSTITUTION_NOT_AVAILABLE',
        'PLANNED_MAINTENANCE',
      ],
    },
    code: 'unavailable',
    retryable: true,
    retryAfterMs: 300_000, // lasts minutes to hours: above the default maxWaitMs, so that the caller decides
  },

  // Errors that repeating the same request does not fix.
  // https://plaid.com/docs/errors/transactions/#transactions_sync_mutation_during_pagination
  {
    match: { providerCode: 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION' },
    code: 'conflict',
    remedy: 'Discard the pages of this run and start over from its first cursor, as transactions.syncAll does',
    retryable: false, // the same page fails again
  },
  {
    match: {
      providerCode: ['CLIENT_TRANSACTION_ID_ALREADY_IN_USE', 'FAILED_PRECONDITION', 'OAUTH_STATE_ID_ALREADY_PROCESSED'],
    },
    code: 'conflict',
  },
  // https://plaid.com/docs/errors/transfer/ and https://plaid.com/docs/errors/sandbox/
  {
    match: { providerCode: 'TRANSFER_NOT_CANCELLABLE' },
    code: 'conflict',
    remedy: 'The network has the transfer: wait until it has settled, then refund it with transfer.refund.create',
  },
  {
    match: { providerCode: 'SANDBOX_TRANSFER_EVENT_TRANSITION_INVALID' },
    code: 'conflict',
    remedy: 'Read the current status with get: only some events can follow it',
  },
  {
    match: { providerCode: 'TRANSFER_ACCOUNT_BLOCKED' },
    remedy: 'An earlier transfer of this account was returned: ask the user for another account',
  },
  // https://plaid.com/docs/errors/payment/ and https://plaid.com/docs/errors/virtual-account/
  {
    match: { providerCode: 'NONIDENTICAL_REQUEST' },
    code: 'conflict',
    remedy: 'The idempotency_key belongs to another request: use a new key for each payment',
  },
  {
    match: { providerCode: 'REQUEST_CONFLICT' },
    code: 'conflict',
    remedy: 'The first request with this idempotency_key is still being processed: repeat it in a minute',
    retryable: true,
    retryAfterMs: limitPauseMs,
  },
  {
    match: { providerCode: 'DATA_UNAVAILABLE' },
    remedy: 'An Item of the report failed: see `details.causes`, repair the Item and create a new report',
  },
  {
    match: { providerCode: 'ASSET_REPORT_GENERATION_FAILED' },
    code: 'unavailable',
    remedy: 'This report will never be ready: create a new one',
    retryable: false,
  },

  // Limits have about twenty codes. The codes do not show whether the Item or the whole client was refused; only
  // the message does. https://plaid.com/docs/errors/rate-limit-exceeded/
  { match: { providerCode: 'CREDITS_EXHAUSTED' }, code: 'quota_exceeded', retryable: false },
  {
    match: { message: /\bclient\b/i, when: isLimit },
    code: 'rate_limited',
    retryAfterMs: limitPauseMs,
    limitedPer: 'app',
  },
  { match: { when: isLimit }, code: 'rate_limited', retryAfterMs: limitPauseMs },
];

function isLimit({ status, body }: Failure): boolean {
  return status === 429 || stringAt(body, 'error_type') === 'RATE_LIMIT_EXCEEDED';
}
