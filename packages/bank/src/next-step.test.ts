import { ApiError, type ErrorCode } from '@x/core';
import { createSandbox } from '@x/sandbox';
import { failure } from '@x/testing';
import { expect, it } from 'vitest';
import { newItem } from '../test/stage.ts';
import { createBankClient } from './index.ts';
import { type NextStep, nextStep, stepOfCode } from './next-step.ts';

/** All codes on Plaid's pages about errors of Items and institutions, on 2026-03-07. */
const documented = `ACCESS_NOT_GRANTED INSTANT_MATCH_FAILED INSUFFICIENT_CREDENTIALS INVALID_CREDENTIALS INVALID_MFA
INVALID_OTP INVALID_PHONE_NUMBER INVALID_SEND_METHOD INVALID_UPDATED_USERNAME ITEM_CONCURRENTLY_DELETED ITEM_LOCKED
ITEM_LOGIN_REQUIRED ITEM_NOT_FOUND ITEM_NOT_SUPPORTED MANUAL_VERIFICATION_REQUIRED MFA_NOT_SUPPORTED NO_ACCOUNTS
NO_AUTH_ACCOUNTS NO_INVESTMENT_ACCOUNTS NO_INVESTMENT_AUTH_ACCOUNTS NO_LIABILITY_ACCOUNTS PASSWORD_RESET_REQUIRED
PRODUCTS_NOT_SUPPORTED PRODUCT_NOT_ENABLED PRODUCT_NOT_READY USER_INPUT_TIMEOUT USER_PERMISSION_REVOKED
USER_SETUP_REQUIRED ADDITIONAL_CONSENT_REQUIRED INSTITUTION_DOWN INSTITUTION_NOT_AVAILABLE
INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT INSTITUTION_NOT_RESPONDING INSTITUTION_NO_LONGER_SUPPORTED
INSTITUTION_REGISTRATION_REQUIRED UNAUTHORIZED_INSTITUTION UNSUPPORTED_RESPONSE`.split(/\s+/);

it('the table has every code that Plaid documents for Items and institutions', () => {
  expect(documented.filter((code) => !stepOfCode(code))).toEqual([]);
});

it.each<[NextStep['step'], string]>([
  ['update_mode', 'ITEM_ERROR'],
  ['wait', 'INSTITUTION_ERROR API_ERROR RATE_LIMIT_EXCEEDED'],
  ['fix_app', 'INVALID_REQUEST INVALID_INPUT INVALID_RESULT SANDBOX_ERROR OAUTH_ERROR TRANSACTIONS_ERROR'],
])('the step is %s for other codes of the types %s', (step, types) => {
  for (const error_type of types.split(' ')) expect(nextStep({ error_type, error_code: 'OTHER' }).step).toBe(step);
});

const itemWebhook = (webhook_code: string, extra: object = {}) => ({
  webhook_type: 'ITEM',
  webhook_code,
  item_id: 'item-1',
  environment: 'sandbox',
  ...extra,
});
const apiError = (code: ErrorCode, providerCode?: string) =>
  new ApiError('x', {
    code,
    provider: 'bank',
    operation: 'x',
    retryable: false,
    ...(providerCode && { providerCode }),
  });

it.each<[string, unknown, NextStep['step'], RegExp?]>([
  ['an Item without an error', { item_id: 'item-1', error: null }, 'none', /is connected/],
  [
    'an Item that is locked',
    { error: { error_type: 'ITEM_ERROR', error_code: 'ITEM_LOCKED' } },
    'update_mode',
    /locked/,
  ],
  ["Link's error", { error_type: 'ITEM_ERROR', error_code: 'INSTITUTION_DOWN' }, 'wait', /try again/],
  ['nothing', undefined, 'none'],
  ['a webhook ERROR', itemWebhook('ERROR', { error: { error_code: 'ITEM_LOGIN_REQUIRED' } }), 'update_mode'],
  ['a webhook ERROR about something else', { ...itemWebhook('ERROR'), webhook_type: 'ASSETS' }, 'none'],
  ['PENDING_EXPIRATION', itemWebhook('PENDING_EXPIRATION'), 'update_mode', /expire/],
  ['PENDING_DISCONNECT', itemWebhook('PENDING_DISCONNECT'), 'update_mode', /disconnected/],
  ['NEW_ACCOUNTS_AVAILABLE', itemWebhook('NEW_ACCOUNTS_AVAILABLE'), 'update_mode', /account that you do not share/],
  [
    'USER_ACCOUNT_REVOKED',
    itemWebhook('USER_ACCOUNT_REVOKED', { account_id: 'a' }),
    'update_mode',
    /one of your accounts/,
  ],
  ['VERIFICATION_EXPIRED', itemWebhook('VERIFICATION_EXPIRED'), 'new_link', /in time/],
  ['PRODUCT_PERMISSIONS_REQUIRED', itemWebhook('PRODUCT_PERMISSIONS_REQUIRED'), 'update_mode', /permission/],
  ['USER_PERMISSION_REVOKED', itemWebhook('USER_PERMISSION_REVOKED', { error: null }), 'new_link', /ended/],
  ['LOGIN_REPAIRED', itemWebhook('LOGIN_REPAIRED'), 'none', /connected again/],
  ['SYNC_UPDATES_AVAILABLE', itemWebhook('SYNC_UPDATES_AVAILABLE'), 'none'],
  ['toString', itemWebhook('toString'), 'none'],
  ['a broken connection', apiError('network'), 'wait'],
  ['an Item without a stored token', apiError('reauthorization_required', 'no_grant'), 'new_link'],
  ['a new code of a login', apiError('reauthorization_required', 'NEW'), 'update_mode'],
  ['a wrong field', apiError('invalid_params'), 'fix_app'],
  ['a key that was used before', apiError('conflict', 'NONIDENTICAL_REQUEST'), 'fix_app'],
  ['a request that is still running', apiError('conflict', 'REQUEST_CONFLICT'), 'wait'],
  ['a bug', new TypeError('x'), 'fix_app', /our side/],
])('the next step after %s is right', (_, about, step, message = /\.$/) => {
  expect(nextStep(about)).toEqual({ step, message: expect.stringMatching(message) });
});

it("reads the client's errors, and the Item", async () => {
  const sandbox = await createSandbox({ listen: false });
  const bank = createBankClient({ ...sandbox.options.bank, retries: 0 });
  const { access_token } = await newItem(bank, ['transactions']);
  await bank.sandbox.resetLogin({ access_token });
  expect(nextStep(await failure(bank.accounts.get({ access_token }))).step).toBe('update_mode');
  expect(nextStep((await bank.item.get({ access_token })).item).step).toBe('update_mode');
  await bank.item.remove({ access_token });
  expect(nextStep(await failure(bank.accounts.get({ access_token }))).step).toBe('new_link');
  await sandbox.close();
});
