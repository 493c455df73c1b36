import { inspect } from 'node:util';
import { nockOnly } from '@x/testing';
import nock from 'nock';
import { describe, expect, it } from 'vitest';
import { createBankClient } from './index.ts';

const host = 'https://sandbox.plaid.com';
const access_token = 'access-sandbox-00000000-0000-4000-8000-000000000001';
const secrets = ['client-secret-1234', access_token];

nockOnly();

async function refusal(status: number, body: object, headers = {}) {
  nock(host)
    .post('/auth/get')
    .reply(status, { display_message: null, request_id: 'm8MDnv9okwxFNBV', ...body }, headers);
  const bank = createBankClient({ clientId: 'client-id-1234', secret: secrets[0] ?? '', retries: 0 });
  return bank.auth.get({ access_token }).then(undefined, (reason) => reason);
}

/** The error table of the reference: what each code means, status 400 unless said. */
const table: [
  code: string,
  retryable: boolean,
  providerCodes: string,
  type: string,
  status?: number,
  waitMs?: number,
][] = [
  ['not_found', false, 'NOT_FOUND', 'INVALID_REQUEST', 404],
  ['not_supported', false, 'NO_LONGER_AVAILABLE', 'INVALID_REQUEST', 404],
  [
    'rejected',
    false,
    'MISSING_FIELDS UNKNOWN_FIELDS INVALID_FIELD INVALID_BODY INVALID_HEADERS INVALID_CONFIGURATION ' +
      'INCOMPATIBLE_API_VERSION INVALID_ACCOUNT_NUMBER',
    'INVALID_REQUEST',
  ],
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
  ['not_found', false, 'OAUTH_STATE_ID_NOT_FOUND', 'OAUTH_ERROR'],
  ['conflict', false, 'OAUTH_STATE_ID_ALREADY_PROCESSED', 'OAUTH_ERROR'],
  ['rejected', false, 'INCORRECT_OAUTH_NONCE INCORRECT_LINK_TOKEN', 'OAUTH_ERROR'],
  ['conflict', false, 'CLIENT_TRANSACTION_ID_ALREADY_IN_USE', 'SIGNAL_ERROR'],
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
      'ITEM_GET_LIMIT TRANSACTIONS_LIMIT TRANSACTIONS_REFRESH_LIMIT TRANSACTIONS_SYNC_LIMIT RATE_LIMIT ADDITION_LIMIT',
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
const rows = table.flatMap(([code, retryable, providerCodes, type, status = 400, waitMs]) =>
  providerCodes.split(' ').map((providerCode) => ({ code, retryable, providerCode, type, status, waitMs })),
);

it.each(rows)('$providerCode is $code', async ({ code, retryable, providerCode, type, status, waitMs }) => {
  const error = await refusal(status, { error_type: type, error_code: providerCode, error_message: 'text of theirs' });
  expect({ ...error }).toMatchObject({
    code,
    status,
    retryable,
    providerCode,
    provider: 'bank',
    operation: 'auth.get',
    requestId: 'm8MDnv9okwxFNBV',
    details: { error_type: type },
  });
  expect(error.retryAfterMs).toBe(waitMs);
  expect(error.message).toContain(`${status} text of theirs`);
});

it.each([
  ['ITEM_LOGIN_REQUIRED', /update mode/],
  ['INVALID_API_KEYS', /Check clientId and secret/],
  ['TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION', /syncAll/],
  ['DATA_UNAVAILABLE', /details\.causes/],
])('%s says what to do', async (error_code, remedy) => {
  expect((await refusal(400, { error_code, error_message: '' })).message).toMatch(remedy);
});

it('obeys a Retry-After where one comes', async () => {
  const limited = { error_type: 'RATE_LIMIT_EXCEEDED', error_code: 'AUTH_LIMIT', error_message: '' };
  expect(await refusal(429, limited, { 'retry-after': '7' })).toMatchObject({ retryAfterMs: 7000 });
});

describe('secrets', () => {
  it('show nowhere, even when the provider repeats them', async () => {
    const echo = `client-id-1234 ${secrets.join(' ')}`;
    const error = await refusal(400, { error_code: echo, error_message: echo, access_token, echo });
    const shown = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error) + error.stack;
    for (const secret of secrets) expect(shown).not.toContain(secret);
  });
});
