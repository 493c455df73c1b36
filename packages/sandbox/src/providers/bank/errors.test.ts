import { expect, test } from 'vitest';
import { linkRequest, startBank } from '../../../test/bank.ts';
import { fieldsOf } from './request.ts';

const window = { start_date: '2024-06-01', end_date: '2026-01-01' };
/** A valid ID that no account has. */
const nobody = 'a'.repeat(37);
const processor = { account_id: nobody, processor: 'dwolla' };
const debit = { account_id: 'CHECKING', client_transaction_id: 'd', amount: 5 };
const verified = { account_id: 'CHECKING', verification_status: 'automatically_verified' };
const transfer = {
  idempotency_key: 'key-1',
  type: 'credit',
  network: 'ach',
  ach_class: 'ppd',
  amount: '12.34',
  iso_currency_code: 'USD',
  description: 'Payout',
  user: { legal_name: 'Ada Inkwell' },
};
const row = { id: '1', description: 'KILN', amount: 4.5, direction: 'OUTFLOW', iso_currency_code: 'USD' };
const enrich = (...transactions: object[]) => ({ account_type: 'depository', transactions });
const identity = { name: { given_name: 'Ada', family_name: 'Kestrel' } };
const old = {
  first_name: 'Ada',
  last_name: 'Kestrel',
  phone_numbers: [],
  emails: [],
  date_of_birth: null,
  primary_address: { city: null, region: null, street: '1 Elm Street', postal_code: null, country: null },
};

const third = { user_id: 'x', third_party_client_id: 'partner' };
const imported = { products: ['auth'], user_auth: { user_id: 'u', auth_token: 't' } };

// Each endpoint's own reasons, and one of each kind of check from the official table. If the endpoint needs a token,
// the body has the access token of an Item with every product, or a processor token for the account named before the
// path.
test.each<[string, object, string]>([
  ['/accounts/get', { options: { account_ids: ['x'] } }, 'INVALID_FIELD'],
  ['/accounts/get', { options: { account_ids: [nobody] } }, 'INVALID_ACCOUNT_ID'],
  ['/identity/match', { user: { address: 'x' } }, 'INVALID_FIELD'],
  ['/identity/match', { user: { name: 'x' } }, 'UNKNOWN_FIELDS'],
  ['/identity/documents/uploads/get', { options: { account_ids: [nobody] } }, 'INVALID_ACCOUNT_ID'],
  ['/investments/holdings/get', { options: null }, 'INVALID_FIELD'],
  ['/investments/transactions/get', {}, 'MISSING_FIELDS'],
  ['/investments/transactions/get', { ...window, end_date: '2024-01-01' }, 'INVALID_FIELD'],
  ['/investments/transactions/get', { ...window, options: { count: 501 } }, 'INVALID_FIELD'],
  ['/transactions/get', { ...window, end_date: '2024-05-31' }, 'INVALID_FIELD'],
  ['/transactions/recurring/get', { account_ids: [nobody] }, 'INVALID_ACCOUNT_ID'],
  ['/transactions/enrich', enrich(), 'INVALID_FIELD'],
  ['/transactions/enrich', enrich({ ...row, amount: -1 }), 'INVALID_FIELD'],
  ['/transactions/enrich', enrich({ ...row, direction: 'SIDEWAYS' }), 'INVALID_FIELD'],
  ['/transactions/enrich', enrich({ ...row, id: undefined }), 'MISSING_FIELDS'],
  ['/transactions/enrich', { ...enrich(row), account_type: 'loan' }, 'INVALID_FIELD'],
  ['/signal/evaluate', { ...debit, amount: 0 }, 'INVALID_FIELD'],
  ['/signal/evaluate', { ...debit, account_id: 'x' }, 'INVALID_FIELD'],
  ['/signal/evaluate', { ...debit, account_id: nobody }, 'INVALID_ACCOUNT_ID'],
  ['/signal/evaluate', { ...debit, client_transaction_id: 'x'.repeat(37) }, 'INVALID_FIELD'],
  ['/signal/schedule', { ...debit, default_payment_method: 'WIRE' }, 'INVALID_FIELD'],
  ['/auth/verify', { numbers: { ach: { account: '1' } } }, 'MISSING_FIELDS'],
  ['/network/status/get', { user: {} }, 'MISSING_FIELDS'],
  ['/item/activity/list', { cursor: 'x' }, 'INVALID_FIELD'],
  ['/item/activity/list', { count: 51 }, 'INVALID_FIELD'],
  ['/item/activity/list', { access_token: 'x' }, 'INVALID_ACCESS_TOKEN'],
  ['/institutions/get_by_id', { institution_id: 'ins_109508', country_codes: ['GB'] }, 'INVALID_INSTITUTION'],
  ['/institutions/search', { query: 'bank', country_codes: ['US'], products: ['trading'] }, 'INVALID_PRODUCT'],
  ['/item/webhook/update', { webhook: 'nowhere' }, 'INVALID_FIELD'],
  ['/item/webhook/update', { webhook: 'ftp://files.example/hook' }, 'INVALID_FIELD'],
  ['/link/token/create', { ...linkRequest, products: ['statements'] }, 'MISSING_FIELDS'],
  ['/link/token/create', { ...linkRequest, products: ['income'] }, 'INVALID_PRODUCT'],
  ['/link/token/create', { ...linkRequest, cra_options: {}, products: ['cra_base_report'] }, 'INVALID_PRODUCT'],
  ['/link/token/create', { ...linkRequest, products: ['layer', 'auth'] }, 'INVALID_PRODUCT'],
  ['/link/token/create', { ...linkRequest, products: ['nonsense'] }, 'INVALID_FIELD'],
  ['/link/token/create', { ...linkRequest, user: {} }, 'MISSING_FIELDS'],
  ['/link/token/create', { ...linkRequest, user: undefined }, 'MISSING_FIELDS'],
  ['/link/token/create', { ...linkRequest, transactions: { days_requested: 731 } }, 'INVALID_FIELD'],
  ['/link/token/create', { ...linkRequest, access_tokens: ['x'] }, 'INVALID_ACCESS_TOKEN'],
  ['/link/token/create', { ...linkRequest, third_party_user_token: 'x' }, 'INVALID_USER_TOKEN'],
  ['/link/token/create', { ...linkRequest, client_name: 'x'.repeat(31) }, 'INVALID_FIELD'],
  [
    '/sandbox/public_token/create',
    { institution_id: 'ins_109508', initial_products: ['statements'] },
    'MISSING_FIELDS',
  ],
  ['/sandbox/processor_token/create', { institution_id: 'ins_0' }, 'INVALID_INSTITUTION'],
  ['/sandbox/item/set_verification_status', { ...verified, account_id: nobody }, 'INVALID_ACCOUNT_ID'],
  ['/sandbox/item/set_verification_status', { ...verified, verification_status: 'unsent' }, 'INVALID_FIELD'],
  ['/sandbox/item/fire_webhook', { webhook_code: 'DEFAULT_UPDATE' }, 'SANDBOX_WEBHOOK_INVALID'],
  ['/sandbox/item/fire_webhook', { webhook_code: 'ERROR', webhook_type: 'AUTH' }, 'INVALID_FIELD'],
  ['/sandbox/item/fire_webhook', { webhook_code: 'NONSENSE' }, 'INVALID_FIELD'],
  ['/sandbox/item/application/seed', { application_id: 'app-2' }, 'INVALID_FIELD'],
  ['/sandbox/user/reset_login', { user_id: 'usr_x' }, 'INVALID_USER_ID'],
  ['/sandbox/user/reset_login', {}, 'MISSING_FIELDS'],
  ['/user/create', { client_user_id: '' }, 'INVALID_FIELD'],
  ['/user/create', { client_user_id: 'x', identity: { name: { given_name: 'A' } } }, 'MISSING_FIELDS'],
  ['/user/create', { client_user_id: 'x', identity: { emails: [{ data: 'a' }] } }, 'MISSING_FIELDS'],
  ['/user/create', { client_user_id: 'x', identity, consumer_report_user_identity: old }, 'INVALID_FIELD'],
  ['/user/update', {}, 'MISSING_FIELDS'],
  ['/user/update', { user_id: 'x', user_token: 'y' }, 'INVALID_FIELD'],
  ['/user/items/associate', { user_id: 'x', item_ids: [] }, 'INVALID_FIELD'],
  ['/user/items/associate', { user_id: 'x', item_ids: Array.from({ length: 101 }, () => 'y') }, 'INVALID_FIELD'],
  ['/user/items/associate', { user_id: 'x', item_ids: ['y'] }, 'INVALID_USER_ID'],
  ['/user/products/terminate', { user_id: 'x', reason_code: 'BORED' }, 'INVALID_FIELD'],
  ['/user/transactions/refresh', { user_id: 'x' }, 'INVALID_USER_ID'],
  ['/user/third_party_token/create', { ...third, expiration_time: '2026-01-02T00:00:01Z' }, 'INVALID_FIELD'],
  ['/user/third_party_token/create', { ...third, expiration_time: '2025-12-31T23:00:00Z' }, 'INVALID_FIELD'],
  ['/item/import', { ...imported, products: ['layer'] }, 'INVALID_PRODUCT'],
  ['/item/import', { ...imported, institution_id: 'ins_0' }, 'INVALID_INSTITUTION'],
  ['/processor/token/create', processor, 'INVALID_ACCOUNT_ID'],
  ['/processor/token/create', { ...processor, processor: 'nobody' }, 'INVALID_FIELD'],
  ['/processor/stripe/bank_account_token/create', { account_id: nobody }, 'INVALID_ACCOUNT_ID'],
  ['/processor/stripe/bank_account_token/create', { account_id: 'CARD' }, 'NO_AUTH_ACCOUNTS'],
  ['CHECKING /processor/token/permissions/set', { products: ['nonsense'] }, 'INVALID_FIELD'],
  ['CHECKING /processor/token/webhook/update', {}, 'MISSING_FIELDS'],
  ['CHECKING /processor/token/webhook/update', { webhook: 'nowhere' }, 'INVALID_FIELD'],
  ['CARD /processor/auth/get', {}, 'NO_AUTH_ACCOUNTS'],
  ['CHECKING /processor/auth/get', { options: {} }, 'UNKNOWN_FIELDS'],
  ['CHECKING /processor/investments/holdings/get', {}, 'NO_INVESTMENT_ACCOUNTS'],
  ['CHECKING /processor/liabilities/get', {}, 'NO_LIABILITY_ACCOUNTS'],
  ['CHECKING /processor/transactions/get', { ...window, options: { account_ids: [] } }, 'UNKNOWN_FIELDS'],
  ['CHECKING /processor/transactions/sync', { count: 501 }, 'INVALID_FIELD'],
  ['CHECKING /processor/transactions/sync', { options: { account_id: 'CARD' } }, 'INVALID_ACCOUNT_ID'],
  ['CHECKING /processor/bank_transfer/create', { ...transfer, amount: '12.3' }, 'INVALID_FIELD'],
  ['CHECKING /processor/bank_transfer/create', { ...transfer, amount: '0.00' }, 'INVALID_FIELD'],
  ['CHECKING /processor/bank_transfer/create', { ...transfer, ach_class: undefined }, 'MISSING_FIELDS'],
  ['CHECKING /processor/bank_transfer/create', { ...transfer, ach_class: 'web' }, 'INVALID_FIELD'],
  ['CHECKING /processor/bank_transfer/create', { ...transfer, iso_currency_code: 'EUR' }, 'INVALID_FIELD'],
  ['CHECKING /processor/bank_transfer/create', { ...transfer, description: 'eleven char' }, 'INVALID_FIELD'],
  ['CHECKING /processor/bank_transfer/create', { ...transfer, metadata: { nested: {} } }, 'INVALID_FIELD'],
  [
    'CHECKING /processor/bank_transfer/create',
    { ...transfer, origination_account_id: 'x' },
    'BANK_TRANSFER_INVALID_ORIGINATION_ACCOUNT',
  ],
  ['IRA /processor/bank_transfer/create', transfer, 'BANK_TRANSFER_UNSUPPORTED_ACCOUNT_TYPE'],
  ['/asset_report/create', { access_tokens: ['ITEM'], days_requested: 732 }, 'INVALID_FIELD'],
  ['/asset_report/create', { access_tokens: [], days_requested: 10 }, 'INVALID_FIELD'],
  ['/asset_report/create', { access_tokens: ['x'], days_requested: 10 }, 'INVALID_ACCESS_TOKEN'],
  [
    '/asset_report/create',
    { access_tokens: ['ITEM'], days_requested: 9, options: { add_ons: ['more'] } },
    'INVALID_FIELD',
  ],
  [
    '/asset_report/create',
    { access_tokens: ['ITEM'], days_requested: 9, options: { webhook: 'nowhere' } },
    'INVALID_FIELD',
  ],
  ['/item/webhook/update', { webhook: '' }, 'INVALID_FIELD'],
  ['/asset_report/get', {}, 'MISSING_FIELDS'],
  ['/asset_report/get', { asset_report_token: 'x' }, 'INVALID_FIELD'],
  ['/asset_report/get', { user_token: 'x' }, 'INVALID_USER_TOKEN'],
  ['/asset_report/pdf/get', { asset_report_token: 'x' }, 'INVALID_FIELD'],
  ['/asset_report/remove', { asset_report_token: 'x' }, 'INVALID_FIELD'],
  ['/asset_report/filter', { asset_report_token: 'x', account_ids_to_exclude: [] }, 'INVALID_PARENT'],
  ['/asset_report/refresh', { asset_report_token: 'x' }, 'INVALID_PARENT'],
  ['/asset_report/audit_copy/create', { asset_report_token: 'x' }, 'INVALID_PARENT'],
])('%s with %j is refused: %s', async (route, body, expected) => {
  const { ask, fail, link } = startBank({ readyAtOnce: true, limits: 'off' });
  const products = 'transactions auth identity investments liabilities signal investments_auth assets'.split(' ');
  const access_token = await link({}, products);
  const { accounts } = await ask('/accounts/get', { access_token });
  const idOf = (subtype: string) => accounts.find((account) => account.subtype === subtype)?.account_id ?? '';
  const names = { ITEM: access_token, CHECKING: idOf('checking'), CARD: idOf('credit card'), IRA: idOf('ira') };
  const named = (text: string) => text.replace(/\b(ITEM|CHECKING|CARD|IRA)\b/g, (name) => Reflect.get(names, name));
  const [path = '', account] = route.split(' ').reverse();
  const created = { access_token, account_id: named(account ?? ''), processor: 'dwolla' };
  const token = account
    ? { processor_token: (await ask('/processor/token/create', created)).processor_token }
    : fieldsOf(path).access_token?.required && { access_token };
  expect(await fail(path, { ...token, ...JSON.parse(named(JSON.stringify(body))) })).toBe(`400 ${expected}`);
});
