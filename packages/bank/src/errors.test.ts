import { inspect } from 'node:util';
import { describeErrorRules, nockOnly } from '@x/testing';
import nock from 'nock';
import { describe, expect, it } from 'vitest';
import { bankProvider, createBankClient, type ErrorCode } from './index.ts';

const host = 'https://sandbox.plaid.com';
const access_token = 'access-sandbox-00000000-0000-4000-8000-000000000001';
const secrets = ['client-secret-1234', access_token];

nockOnly();

async function refusal(status: number, body: object) {
  nock(host)
    .post('/auth/get')
    .reply(status, { display_message: null, request_id: 'm8MDnv9okwxFNBV', ...body });
  const bank = createBankClient({ clientId: 'client-id-1234', clientSecret: secrets[0] ?? '', retries: 0 });
  return bank.auth.get({ access_token }).then(undefined, (reason) => reason);
}

/** The error table of the provider's reference: the meaning of each code. The status is 400 unless given. */
const table: [
  code: ErrorCode,
  retryable: boolean,
  providerCodes: string,
  type: string,
  status?: number,
  waitMs?: number,
][] = [
  ['not_found', false, 'NOT_FOUND', 'INVALID_REQUEST', 404],
  ['not_supported', false, 'NO_LONGER_AVAILABLE', 'INVALID_REQUEST', 404],
  [
    'invalid_params',
    false,
    'MISSING_FIELDS UNKNOWN_FIELDS INVALID_FIELD INVALID_CONFIGURATION INVALID_ACCOUNT_NUMBER',
    'INVALID_REQUEST',
  ],
  ['invalid_params', false, 'LAST_UPDATED_DATETIME_OUT_OF_RANGE', 'INVALID_RESULT'],
  ['not_supported', false, 'INCOMPATIBLE_API_VERSION', 'INVALID_REQUEST'],
  ['conflict', false, 'FAILED_PRECONDITION', 'INVALID_REQUEST'],
  ['rejected', false, 'INVALID_BODY INVALID_HEADERS', 'INVALID_REQUEST'],
  ['permission_denied', false, 'SANDBOX_ONLY', 'INVALID_REQUEST'],
  [
    'unauthenticated',
    false,
    'INVALID_API_KEYS INVALID_ACCESS_TOKEN INVALID_PUBLIC_TOKEN INVALID_LINK_TOKEN',
    'INVALID_INPUT',
  ],
  ['unauthenticated', false, 'INVALID_USER_TOKEN INVALID_PROCESSOR_TOKEN INVALID_AUDIT_COPY_TOKEN', 'INVALID_INPUT'],
  ['rejected', false, 'DATA_UNAVAILABLE DATA_QUALITY_CHECK_FAILED', 'ASSET_REPORT_ERROR'],
  ['unavailable', true, 'PRODUCT_NOT_READY', 'ASSET_REPORT_ERROR', 400, 5000],
  ['unavailable', false, 'ASSET_REPORT_GENERATION_FAILED', 'ASSET_REPORT_ERROR'],
  ['not_found', false, 'INVALID_PARENT', 'ASSET_REPORT_ERROR'],
  [
    'permission_denied',
    false,
    'PRODUCT_NOT_ENABLED INSIGHTS_NOT_ENABLED INSIGHTS_PREVIOUSLY_NOT_ENABLED',
    'ASSET_REPORT_ERROR',
  ],
  [
    'not_found',
    false,
    'EMPLOYMENT_NOT_FOUND INCOME_VERIFICATION_DOCUMENT_NOT_FOUND INCOME_VERIFICATION_NOT_FOUND',
    'INCOME_VERIFICATION_ERROR',
  ],
  ['rejected', false, 'INCOME_VERIFICATION_FAILED', 'INCOME_VERIFICATION_ERROR'],
  ['unavailable', true, 'PRODUCT_NOT_READY', 'INCOME_VERIFICATION_ERROR', 400, 5000],
  ['not_found', false, 'OAUTH_STATE_ID_NOT_FOUND', 'OAUTH_ERROR'],
  ['conflict', false, 'OAUTH_STATE_ID_ALREADY_PROCESSED', 'OAUTH_ERROR'],
  ['rejected', false, 'INCORRECT_OAUTH_NONCE INCORRECT_LINK_TOKEN', 'OAUTH_ERROR'],
  ['conflict', false, 'CLIENT_TRANSACTION_ID_ALREADY_IN_USE', 'SIGNAL_ERROR'],
  ['conflict', false, 'TRANSFER_NOT_CANCELLABLE', 'TRANSFER_ERROR'],
  ['not_supported', false, 'TRANSFER_UNSUPPORTED_ACCOUNT_TYPE', 'TRANSFER_ERROR'],
  ['not_found', false, 'TRANSFER_ORIGINATOR_NOT_FOUND', 'TRANSFER_ERROR'],
  ['rejected', false, 'TRANSFER_NETWORK_LIMIT_EXCEEDED TRANSFER_ACCOUNT_BLOCKED', 'TRANSFER_ERROR'],
  [
    'permission_denied',
    false,
    'TRANSFER_FORBIDDEN_ACH_CLASS TRANSFER_UI_UNAUTHORIZED INCOMPLETE_CUSTOMER_ONBOARDING UNAUTHORIZED_ACCESS',
    'TRANSFER_ERROR',
  ],
  ['conflict', false, 'SANDBOX_TRANSFER_EVENT_TRANSITION_INVALID', 'SANDBOX_ERROR'],
  ['not_found', false, 'PAYMENT_INVALID_RECIPIENT', 'PAYMENT_ERROR'],
  ['not_supported', false, 'PAYMENT_SCHEME_NOT_SUPPORTED', 'PAYMENT_ERROR'],
  [
    'rejected',
    false,
    'PAYMENT_BLOCKED PAYMENT_CANCELLED PAYMENT_INSUFFICIENT_FUNDS PAYMENT_INVALID_REFERENCE PAYMENT_INVALID_SCHEDULE ' +
      'PAYMENT_REJECTED PAYMENT_CONSENT_INVALID_CONSTRAINTS PAYMENT_CONSENT_CANCELLED',
    'PAYMENT_ERROR',
  ],
  ['rejected', false, 'TRANSACTION_AMOUNT_EXCEEDED', 'TRANSACTION_ERROR'],
  ['conflict', false, 'NONIDENTICAL_REQUEST', 'TRANSACTION_ERROR'],
  ['conflict', true, 'REQUEST_CONFLICT', 'TRANSACTION_ERROR', 400, 60_000],
  [
    'rejected',
    false,
    'BANK_TRANSFER_INVALID_ORIGINATION_ACCOUNT BANK_TRANSFER_UNSUPPORTED_ACCOUNT_TYPE',
    'BANK_TRANSFER_ERROR',
  ],
  [
    'not_found',
    false,
    'INVALID_ACCOUNT_ID INVALID_INSTITUTION INVALID_USER_ID INVALID_WEBHOOK_VERIFICATION_KEY_ID',
    'INVALID_INPUT',
  ],
  [
    'permission_denied',
    false,
    'INVALID_PRODUCT UNAUTHORIZED_ENVIRONMENT UNAUTHORIZED_ROUTE_ACCESS DIRECT_INTEGRATION_NOT_ENABLED',
    'INVALID_INPUT',
  ],
  ['reauthorization_required', false, 'ADDITIONAL_CONSENT_REQUIRED USER_PERMISSION_REVOKED', 'INVALID_INPUT'],
  ['rejected', false, 'TOO_MANY_VERIFICATION_ATTEMPTS INCORRECT_DEPOSIT_VERIFICATION', 'INVALID_INPUT'],
  ['rejected', false, 'PLAID_DIRECT_ITEM_IMPORT_RETURNED_INVALID_MFA', 'INVALID_RESULT'],
  [
    'reauthorization_required',
    false,
    'ITEM_LOGIN_REQUIRED ITEM_LOCKED ACCESS_NOT_GRANTED INSUFFICIENT_CREDENTIALS INVALID_CREDENTIALS INVALID_MFA ' +
      'INVALID_OTP INVALID_PHONE_NUMBER INVALID_SEND_METHOD INVALID_UPDATED_USERNAME MANUAL_VERIFICATION_REQUIRED ' +
      'PASSWORD_RESET_REQUIRED USER_INPUT_TIMEOUT USER_SETUP_REQUIRED',
    'ITEM_ERROR',
  ],
  ['unavailable', true, 'PRODUCT_NOT_READY', 'ITEM_ERROR', 400, 5000],
  ['not_supported', false, 'PRODUCTS_NOT_SUPPORTED ITEM_NOT_SUPPORTED MFA_NOT_SUPPORTED', 'ITEM_ERROR'],
  ['permission_denied', false, 'PRODUCT_NOT_ENABLED', 'ITEM_ERROR'],
  [
    'not_found',
    false,
    'ITEM_NOT_FOUND ITEM_CONCURRENTLY_DELETED NO_ACCOUNTS NO_AUTH_ACCOUNTS NO_INVESTMENT_ACCOUNTS NO_LIABILITY_ACCOUNTS ' +
      'NO_INVESTMENT_AUTH_ACCOUNTS',
    'ITEM_ERROR',
  ],
  ['rejected', false, 'INSTANT_MATCH_FAILED', 'ITEM_ERROR'],
  [
    'unavailable',
    true,
    'INSTITUTION_DOWN INSTITUTION_NOT_RESPONDING INSTITUTION_NOT_AVAILABLE',
    'INSTITUTION_ERROR',
    400,
    300_000,
  ],
  ['not_supported', false, 'INSTITUTION_NO_LONGER_SUPPORTED', 'INSTITUTION_ERROR'],
  [
    'permission_denied',
    false,
    'INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT INSTITUTION_REGISTRATION_REQUIRED UNAUTHORIZED_INSTITUTION',
    'INSTITUTION_ERROR',
  ],
  ['rejected', false, 'UNSUPPORTED_RESPONSE', 'INSTITUTION_ERROR'],
  ['conflict', false, 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION', 'TRANSACTIONS_ERROR'],
  [
    'rate_limited',
    true,
    'ACCOUNTS_LIMIT ACCOUNTS_BALANCE_GET_LIMIT AUTH_LIMIT BALANCE_LIMIT IDENTITY_LIMIT INSTITUTIONS_GET_LIMIT ' +
      'INSTITUTIONS_GET_BY_ID_LIMIT INSTITUTION_RATE_LIMIT INVESTMENT_HOLDINGS_GET_LIMIT INVESTMENT_TRANSACTIONS_LIMIT ' +
      'INVESTMENTS_LIMIT ITEM_GET_LIMIT TRANSACTIONS_LIMIT TRANSACTIONS_REFRESH_LIMIT TRANSACTIONS_SYNC_LIMIT RATE_LIMIT ADDITION_LIMIT',
    'RATE_LIMIT_EXCEEDED',
    429,
    60_000,
  ],
  ['rate_limited', true, 'RATE_LIMIT_EXCEEDED', 'RATE_LIMIT_EXCEEDED', 400, 60_000],
  ['rate_limited', true, 'A_NEW_LIMIT', 'A_NEW_TYPE', 429, 60_000],
  ['quota_exceeded', false, 'CREDITS_EXHAUSTED', 'RATE_LIMIT_EXCEEDED', 429],
  ['unavailable', true, 'INTERNAL_SERVER_ERROR plaid-internal-error', 'API_ERROR', 500],
  ['unavailable', true, 'PLANNED_MAINTENANCE', 'API_ERROR', 503, 300_000],
  ['rejected', false, 'SANDBOX_WEBHOOK_INVALID', 'SANDBOX_ERROR'],
  ['permission_denied', false, 'SANDBOX_PRODUCT_NOT_ENABLED', 'SANDBOX_ERROR'],
  ['rejected', false, 'ANYTHING_ELSE', 'PAYMENT_ERROR'],
];
it('an error has the fields of the response', async () => {
  const response = { error_type: 'ITEM_ERROR', error_code: 'NO_ACCOUNTS', error_message: 'text of theirs' };
  const error = await refusal(400, response);
  expect({ ...error }).toMatchObject({
    status: 400,
    providerCode: 'NO_ACCOUNTS',
    provider: 'bank',
    operation: 'auth.get',
    requestId: 'm8MDnv9okwxFNBV',
    details: { error_type: 'ITEM_ERROR' },
  });
  expect(error.message).toContain('400 text of theirs');
});

describe('secrets', () => {
  it('appear nowhere in an error, even when the provider repeats them', async () => {
    const echo = `client-id-1234 ${secrets.join(' ')}`;
    const error = await refusal(400, { error_code: echo, error_message: echo, access_token, echo });
    const shown = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error) + error.stack;
    for (const secret of secrets) expect(shown).not.toContain(secret);
  });
});

const said = (error_type: string, error_code: string, error_message: string, status = 400) => ({
  status,
  body: { error_type, error_code, error_message, display_message: null, request_id: 'm8MDnv9okwxFNBV' },
});

describeErrorRules(
  (options) => bankProvider({ ...options, clientId: 'the-client', clientSecret: 'the-secret' }),
  [
    ...table.flatMap(([code, retryable, providerCodes, type, status, retryAfterMs]) =>
      providerCodes
        .split(' ')
        .map((each) => ({ ...said(type, each, 'text of theirs', status), code, retryable, retryAfterMs })),
    ),
    {
      ...said('ITEM_ERROR', 'ITEM_LOGIN_REQUIRED', 'the login details of this item have changed'),
      code: 'reauthorization_required',
      remedy: "Send the user through Link's update mode",
    },
    {
      ...said('INVALID_INPUT', 'USER_PERMISSION_REVOKED', 'the holder of this account has revoked their permission'),
      code: 'reauthorization_required',
      remedy: 'The user revoked access: only a new Link session restores it',
    },
    {
      ...said('INVALID_INPUT', 'INVALID_API_KEYS', 'invalid client_id or secret provided'),
      code: 'unauthenticated',
      remedy: 'Check clientId and clientSecret',
    },
    {
      ...said('INVALID_INPUT', 'INVALID_ACCESS_TOKEN', 'could not find matching access token'),
      code: 'unauthenticated',
      remedy: 'belongs to another environment',
    },
    {
      ...said('INVALID_INPUT', 'INVALID_PUBLIC_TOKEN', 'could not find matching public token'),
      code: 'unauthenticated',
      remedy: 'start a new Link session',
    },
    {
      ...said('INVALID_REQUEST', 'NOT_FOUND', 'not found', 404),
      code: 'not_found',
      remedy: 'this API accepts only POST requests',
    },
    {
      ...said('TRANSFER_ERROR', 'TRANSFER_NOT_CANCELLABLE', 'transfer is not cancellable'),
      code: 'conflict',
      remedy: 'transfer.refund.create',
    },
    {
      ...said('SANDBOX_ERROR', 'SANDBOX_TRANSFER_EVENT_TRANSITION_INVALID', 'incompatible with the current status'),
      code: 'conflict',
      remedy: 'only some events can follow it',
    },
    {
      ...said('TRANSFER_ERROR', 'TRANSFER_ACCOUNT_BLOCKED', 'transfers to this account are blocked'),
      code: 'rejected',
      remedy: 'another account',
    },
    {
      ...said('TRANSACTION_ERROR', 'NONIDENTICAL_REQUEST', 'Request body does not match previous request'),
      code: 'conflict',
      remedy: 'use a new key for each payment',
    },
    {
      ...said('TRANSACTION_ERROR', 'REQUEST_CONFLICT', 'the original request is still processing'),
      code: 'conflict',
      remedy: 'repeat it in a minute',
      retryable: true,
      retryAfterMs: 60_000,
    },
    {
      ...said(
        'TRANSACTIONS_ERROR',
        'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION',
        'Underlying transaction data changed',
      ),
      code: 'conflict',
      remedy: 'as transactions.syncAll does',
    },
    {
      ...said('ASSET_REPORT_ERROR', 'DATA_UNAVAILABLE', 'no data'),
      code: 'rejected',
      remedy: 'see `details.causes`',
    },
    {
      ...said('ASSET_REPORT_ERROR', 'ASSET_REPORT_GENERATION_FAILED', 'generation failed', 500),
      code: 'unavailable',
      remedy: 'create a new one',
    },
    {
      ...said('RATE_LIMIT_EXCEEDED', 'AUTH_LIMIT', 'rate limit exceeded for attempts to access this client', 429),
      code: 'rate_limited',
      retryable: true,
      retryAfterMs: 60_000,
    },
    {
      ...said('RATE_LIMIT_EXCEEDED', 'AUTH_LIMIT', 'rate limit exceeded for attempts to access this item'),
      headers: { 'retry-after': '7' },
      code: 'rate_limited',
      retryable: true,
      retryAfterMs: 7000,
    },
    {
      ...said('INVALID_REQUEST', 'INVALID_FIELD', 'cursor not associated with access_token'),
      code: 'invalid_cursor',
      remedy: 'start over without a cursor',
    },
    { ...said('INVALID_REQUEST', 'INVALID_FIELD', 'start_date must be a date'), code: 'invalid_params' },
    {
      ...said('INVALID_REQUEST', 'INVALID_FIELD', 'client_id must be a properly formatted, non-empty string'),
      code: 'unauthenticated',
      remedy: 'Check clientId and clientSecret',
    },
    {
      ...said('INVALID_REQUEST', 'INVALID_FIELD', 'OAuth redirect URI must be configured in the developer dashboard.'),
      code: 'invalid_params',
      remedy: 'Allow this exact redirect_uri in the dashboard',
    },
    {
      ...said('INVALID_RESULT', 'LAST_UPDATED_DATETIME_OUT_OF_RANGE', 'requested datetime out of range'),
      code: 'invalid_params',
      remedy: 'Pass a min_last_updated_datetime that is no later',
    },
    { status: 400, body: { error_type: [], error_code: ['NOT_FOUND'], error_message: {} }, code: 'rejected' },
    { status: 410, body: '', code: 'not_supported', remedy: 'The provider has retired this endpoint' },
    { status: 400, body: null, code: 'rejected' },
  ],
);
