import { expect } from 'vitest';
import {
  access_token,
  account,
  accounts,
  done,
  item,
  matchScores,
  ownedAccount,
  page,
  request_id,
  type Sent,
} from './sent.ts';

const user_id = 'usr_1';
const user_token = 'user-sandbox-00000000-0000-4000-8000-000000000004';
const ann = { name: { given_name: 'Ann', family_name: 'Bee' } };
const us = ['US'];
const institution = {
  institution_id: 'ins_109508',
  name: 'First Platypus Bank',
  products: ['transactions'],
  country_codes: us,
  routing_numbers: [],
  oauth: false,
};
const key = {
  alg: 'ES256',
  crv: 'P-256',
  kid: 'kid-1',
  kty: 'EC',
  use: 'sig',
  x: 'x',
  y: 'y',
  created_at: 1,
  expired_at: null,
};
const linkParams = { client_name: 'App', language: 'en', country_codes: us };
const linkAnswer = { link_token: 'link-sandbox-1', expiration: '2026-01-01T04:00:00Z', request_id };
const activity = {
  activity: 'SCOPES_UPDATE',
  initiated_date: '2026-01-01',
  id: 'act-1',
  initiator: 'app-1',
  state: 'A_NEW_STATE',
};
const application = { application_id: 'app-1', name: 'App', created_at: '2026-01-01T00:00:00Z' };
const refreshed = { user_id, results: [{ item_id: 'item-1', product: 'transactions' }], request_id };

const attempt = {
  attempt_id: 'a1',
  item_id: 'item-1',
  created_at: '2026-01-02T00:00:00Z',
  link_session_id: 's1',
  link_customization_name: 'default',
  ruleset_revision: 3,
  outcome: 'A_NEW_OUTCOME',
  outcome_account_id: null,
  scores: [{ account_id: 'a', ...matchScores }],
};

/** Requests sent by calls about accounts, Items and users. */
export const sentByItems: Readonly<Record<string, Sent>> = {
  'accounts.get': { path: '/accounts/get', params: { access_token }, answer: accounts },
  'accounts.balance.get': {
    path: '/accounts/balance/get',
    params: { access_token, options: { account_ids: ['a'] } },
    answer: accounts,
  },
  'auth.get': {
    path: '/auth/get',
    params: { access_token },
    answer: { ...accounts, numbers: { ach: [], eft: [], international: [], bacs: [] } },
  },
  'auth.verify': {
    path: '/auth/verify',
    params: { legal_name: null, numbers: { ach: { account: '1', routing: '2' } } },
    answer: {
      item_id: null,
      verification_status: 'database_insights_fail',
      verification_insights: {
        network_status: { has_numbers_match: false, is_numbers_match_verified: false },
        account_number_format: 'unknown',
      },
      request_id,
    },
  },
  'identity.get': {
    path: '/identity/get',
    params: { access_token },
    answer: { ...accounts, accounts: [ownedAccount] },
  },
  'identity.match': {
    path: '/identity/match',
    params: { access_token, user: { legal_name: 'Ann Bee', phone_number: null } },
    answer: { ...accounts, accounts: [{ ...account, ...matchScores }] },
  },
  'identity.listMatches': {
    path: '/identity/match/list',
    params: { start_time: '2026-01-01T00:00:00Z', end_time: '2026-02-01T00:00:00Z', count: 1, cursor: 'c0' },
    answer: { identity_match_attempts: [attempt], next_cursor: 'c1', has_more: true, request_id },
    result: expect.objectContaining({ items: [attempt], nextCursor: expect.any(String) }),
  },
  'identity.refresh': { path: '/identity/refresh', params: { access_token }, answer: done },
  'identity.documents.uploads.get': {
    path: '/identity/documents/uploads/get',
    params: { access_token, options: { account_ids: ['a'] } },
    answer: { ...accounts, accounts: [{ ...ownedAccount, documents: [{ document_id: 'd1' }] }] },
  },
  'institutions.get': {
    path: '/institutions/get',
    params: { count: 2, offset: 0, country_codes: us, options: { oauth: null } },
    answer: { institutions: [institution], total: 1, request_id },
    result: expect.objectContaining(page([institution], { total: 1 })),
  },
  'institutions.getById': {
    path: '/institutions/get_by_id',
    params: { institution_id: 'ins_109508', country_codes: us },
    answer: { institution, request_id },
    result: institution,
  },
  'institutions.search': {
    path: '/institutions/search',
    params: { query: 'platypus', country_codes: us, products: ['balance'] },
    answer: { institutions: [institution], request_id },
    result: expect.objectContaining(page([institution])),
  },
  'item.get': { path: '/item/get', params: { access_token }, answer: { item, status: null, request_id } },
  'item.exchangePublicToken': {
    path: '/item/public_token/exchange',
    params: { public_token: 'public-1' },
    answer: { access_token, item_id: 'item-1', request_id },
  },
  'item.remove': { path: '/item/remove', params: { access_token, reason_code: 'OTHER' }, answer: done },
  'item.createPublicToken': {
    path: '/item/public_token/create',
    params: { access_token },
    answer: { public_token: 'public-2', request_id },
  },
  'item.invalidateAccessToken': {
    path: '/item/access_token/invalidate',
    params: { access_token },
    answer: { new_access_token: 'access-2', request_id },
  },
  'item.updateWebhook': {
    path: '/item/webhook/update',
    params: { access_token, webhook: null },
    answer: { item, request_id },
    result: item,
  },
  'item.terminateProducts': {
    path: '/item/products/terminate',
    params: { access_token, reason_code: 'OTHER', reason_note: 'done' },
    answer: done,
  },
  'item.import': {
    path: '/item/import',
    params: { user_auth: { user_id: 'u' } },
    answer: { access_token, request_id },
  },
  'item.listActivity': {
    path: '/item/activity/list',
    params: { access_token, count: 1, cursor: 'c0' },
    answer: { activities: [activity], last_data_access_times: [], request_id },
    result: expect.objectContaining(page([activity])),
  },
  'item.listApplications': {
    path: '/item/application/list',
    params: { access_token: null },
    answer: { applications: [application], request_id },
    result: { applications: [application], request_id },
  },
  'item.unlinkApplication': {
    path: '/item/application/unlink',
    params: { access_token, application_id: 'app-1' },
    answer: done,
  },
  'item.updateApplicationScopes': {
    path: '/item/application/scopes/update',
    params: { access_token, application_id: 'app-1', scopes: { new_accounts: null }, context: 'PORTAL' },
    answer: done,
  },
  'link.createToken': {
    path: '/link/token/create',
    params: { ...linkParams, user: { client_user_id: 'u1' }, products: ['transactions'] },
    answer: linkAnswer,
  },
  'link.createUpdateToken': {
    path: '/link/token/create',
    params: {
      ...linkParams,
      user: { client_user_id: 'u1' },
      access_token,
      update: { account_selection_enabled: true },
    },
    answer: linkAnswer,
  },
  'link.getToken': {
    path: '/link/token/get',
    params: { link_token: 'link-sandbox-1' },
    answer: {
      ...linkAnswer,
      created_at: null,
      metadata: {
        initial_products: [],
        webhook: null,
        country_codes: us,
        language: 'en',
        redirect_uri: null,
        client_name: 'App',
      },
    },
  },
  'link.exchangeOauthCorrelationId': {
    path: '/link/oauth/correlation_id/exchange',
    params: { link_correlation_id: 'l1' },
    answer: { link_token: 'link-sandbox-1', request_id },
  },
  'network.status.get': {
    path: '/network/status/get',
    params: { user: { phone_number: '+14155550123' }, template_id: 't1' },
    answer: { network_status: 'A_NEW_STATUS', layer: { eligible: false }, request_id },
  },
  'sandbox.createPublicToken': {
    path: '/sandbox/public_token/create',
    params: { institution_id: 'ins_109508', initial_products: ['transactions'] },
    answer: { public_token: 'public-3', request_id },
  },
  'sandbox.resetLogin': {
    path: '/sandbox/item/reset_login',
    params: { access_token },
    answer: { reset_login: true, request_id },
  },
  'sandbox.resetUserLogin': {
    path: '/sandbox/user/reset_login',
    params: { user_id, item_ids: null },
    answer: done,
  },
  'sandbox.fireUserWebhook': {
    path: '/sandbox/user/fire_webhook',
    params: {
      user_id,
      webhook_type: 'CHECK_REPORT',
      webhook_code: 'USER_CHECK_REPORT_READY',
      webhook: 'https://app.example/hook',
    },
    answer: { webhook_fired: true, request_id },
  },
  'sandbox.fireWebhook': {
    path: '/sandbox/item/fire_webhook',
    params: { access_token, webhook_type: 'AUTH', webhook_code: 'DEFAULT_UPDATE' },
    answer: { webhook_fired: true, request_id },
  },
  'sandbox.setVerificationStatus': {
    path: '/sandbox/item/set_verification_status',
    params: { access_token, account_id: 'a', verification_status: 'automatically_verified' },
    answer: done,
  },
  'sandbox.seedApplication': {
    path: '/sandbox/item/application/seed',
    params: { access_token, application_id: 'app-1' },
    answer: { item_id: 'item-2', request_id },
  },
  'sandbox.createProcessorToken': {
    path: '/sandbox/processor_token/create',
    params: { institution_id: 'ins_109508', options: { override_username: null } },
    answer: { processor_token: 'processor-1', request_id },
  },
  'sandbox.selectOauthAccounts': {
    path: '/sandbox/oauth/select_accounts',
    params: { oauth_state_id: 's', accounts: ['a'] },
    answer: {},
    isPublic: true,
  },
  'sandbox.createTransactions': {
    path: '/sandbox/transactions/create',
    params: {
      access_token,
      transactions: [
        { date_transacted: '2026-01-01', date_posted: '2026-01-02', amount: 1.2345678, description: 'Tea' },
      ],
    },
    answer: done,
  },
  'user.create': {
    path: '/user/create',
    params: { client_user_id: 'u1', identity: ann },
    answer: { user_id, request_id },
  },
  'user.get': {
    path: '/user/get',
    params: { user_id },
    answer: { user_id, client_user_id: null, created_at: '2026-01-01T00:00:00Z', identity: ann, request_id },
  },
  'user.update': { path: '/user/update', params: { user_token, identity: null }, answer: done },
  'user.remove': { path: '/user/remove', params: { user_token }, answer: done },
  'user.identity.remove': { path: '/user/identity/remove', params: { user_id }, answer: done },
  'user.products.terminate': {
    path: '/user/products/terminate',
    params: { user_id, reason_code: 'USER_OFFBOARDING' },
    answer: done,
  },
  'user.items.get': {
    path: '/user/items/get',
    params: { user_token },
    answer: { items: [item], request_id },
    result: [item],
  },
  'user.items.associate': { path: '/user/items/associate', params: { user_id, item_ids: ['item-1'] }, answer: done },
  'user.items.remove': { path: '/user/items/remove', params: { user_id, item_ids: ['item-1'] }, answer: done },
  'user.transactions.refresh': { path: '/user/transactions/refresh', params: { user_id }, answer: refreshed },
  'user.financialData.refresh': { path: '/user/financial_data/refresh', params: { user_id }, answer: refreshed },
  'user.thirdPartyToken.create': {
    path: '/user/third_party_token/create',
    params: { user_id, third_party_client_id: 'c', expiration_time: '2026-01-01T00:00:00Z' },
    answer: { third_party_user_token: 'third-1', request_id },
  },
  'user.thirdPartyToken.remove': {
    path: '/user/third_party_token/remove',
    params: { third_party_user_token: 'third-1' },
    answer: { removed: true, request_id },
  },
  'webhooks.verificationKey': {
    path: '/webhook_verification_key/get',
    params: { key_id: 'kid-1' },
    answer: { key, request_id },
    result: key,
  },
};
