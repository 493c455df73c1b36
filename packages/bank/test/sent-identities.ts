import { expect } from 'vitest';
import { request_id, type Sent } from './sent.ts';

const template_id = 'idvtmp_1';
const watchlist_program_id = 'prg_1';
const watchlist_screening_id = 'scr_1';
const entity_watchlist_program_id = 'entprg_1';
const entity_watchlist_screening_id = 'entscr_1';
const time = '2026-01-01T00:00:00Z';

const verification = {
  id: 'idv_1',
  client_user_id: 'ann',
  created_at: time,
  completed_at: null,
  previous_attempt_id: null,
  shareable_url: null,
  template: { id: template_id, version: 2 },
  user: { date_of_birth: null, ip_address: null, email_address: null, name: null, address: null, id_number: null },
  status: 'a new status',
  steps: {
    accept_tos: 'active',
    verify_sms: 'waiting_for_prerequisite',
    kyc_check: 'waiting_for_prerequisite',
    documentary_verification: 'not_applicable',
    selfie_check: 'not_applicable',
    watchlist_screening: 'not_applicable',
    risk_check: 'waiting_for_prerequisite',
  },
  documentary_verification: null,
  selfie_check: null,
  kyc_check: null,
  risk_check: null,
  verify_sms: null,
  watchlist_screening_id: null,
  beacon_user_id: null,
  user_id: null,
  redacted_at: null,
};
const audit_trail = { source: 'dashboard', dashboard_user_id: 'd1', timestamp: time };
const screened = { assignee: null, status: 'cleared', client_user_id: null, audit_trail };
const person = {
  id: watchlist_screening_id,
  search_terms: {
    watchlist_program_id,
    legal_name: 'Ann Bee',
    date_of_birth: null,
    document_number: null,
    country: null,
    version: 1,
  },
  ...screened,
};
const organization = {
  id: entity_watchlist_screening_id,
  search_terms: {
    entity_watchlist_program_id,
    legal_name: 'Second Kettle',
    document_number: null,
    email_address: null,
    country: null,
    phone_number: null,
    url: null,
    version: 1,
  },
  ...screened,
};
const hit = {
  id: 'scrhit_1',
  review_status: 'dismissed',
  first_active: time,
  inactive_since: null,
  historical_since: time,
  list_code: 'A_NEW_LIST',
  plaid_uid: 'uid_1',
  source_uid: null,
  sub_programs: [],
};
const review = { id: 'rev_1', confirmed_hits: [], dismissed_hits: ['scrhit_1'], comment: null, audit_trail };
const program = {
  id: watchlist_program_id,
  created_at: time,
  is_rescanning_enabled: true,
  lists_enabled: ['US_SDN'],
  name: 'Applicants',
  name_sensitivity: 'balanced',
  audit_trail,
  is_archived: false,
};
const dashboardUser = { id: 'd1', created_at: time, email_address: 'ann@example.com', status: 'active' };

/** Returns a list call that continues from a cursor. */
function listed(path: string, params: object, name: string, item: object): Sent {
  const answer = { [name]: [item], next_cursor: null, request_id };
  const result = expect.objectContaining({ items: [item], raw: answer });
  return { path, params: { ...params, cursor: 'c1' }, answer, result };
}

/** Returns the requests for one kind of screening. */
function screenings(kind: string, prefix: string, ids: { program: object; screening: object }, shown: object) {
  const name = (call: string) => `watchlistScreening.${kind}.${call}`;
  const path = (call: string) => `/watchlist_screening/${kind}/${call}`;
  const sent: Record<string, Sent> = {
    [name('create')]: {
      path: path('create'),
      params: { search_terms: { ...ids.program, legal_name: 'Ann Bee' }, client_user_id: 'ann' },
      answer: { ...shown, request_id },
    },
    [name('get')]: { path: path('get'), params: ids.screening, answer: { ...shown, request_id } },
    [name('list')]: listed(path('list'), { ...ids.program, status: 'rejected' }, `${prefix}_screenings`, shown),
    [name('update')]: {
      path: path('update'),
      params: { ...ids.screening, search_terms: { ...ids.program, country: 'US' }, reset_fields: ['assignee'] },
      answer: { ...shown, request_id },
    },
    [name('history.list')]: listed(path('history/list'), ids.screening, `${prefix}_screenings`, shown),
    [name('hit.list')]: listed(path('hit/list'), ids.screening, `${prefix}_screening_hits`, hit),
    [name('review.create')]: {
      path: path('review/create'),
      params: { ...ids.screening, confirmed_hits: [], dismissed_hits: ['scrhit_1'], comment: null },
      answer: { ...review, request_id },
    },
    [name('review.list')]: listed(path('review/list'), ids.screening, `${prefix}_screening_reviews`, review),
    [name('program.get')]: { path: path('program/get'), params: ids.program, answer: { ...program, request_id } },
    [name('program.list')]: listed(path('program/list'), {}, `${prefix}_programs`, program),
  };
  return sent;
}

/** Requests sent by calls about identities. */
export const sentByIdentities: Readonly<Record<string, Sent>> = {
  'identityVerification.create': {
    path: '/identity_verification/create',
    params: {
      template_id,
      client_user_id: 'ann',
      is_shareable: true,
      gave_consent: true,
      is_idempotent: null,
      user: { phone_number: '+14155550123', address: { country: 'US' } },
    },
    answer: { ...verification, request_id },
  },
  'identityVerification.get': {
    path: '/identity_verification/get',
    params: { identity_verification_id: 'idv_1' },
    answer: { ...verification, request_id },
  },
  'identityVerification.list': listed(
    '/identity_verification/list',
    { template_id, user_id: 'usr_1' },
    'identity_verifications',
    verification,
  ),
  'identityVerification.retry': {
    path: '/identity_verification/retry',
    params: { template_id, client_user_id: 'ann', strategy: 'incomplete', is_shareable: false },
    answer: { ...verification, previous_attempt_id: 'idv_0', request_id },
  },
  'identityVerification.autofill.create': {
    path: '/identity_verification/autofill/create',
    params: { identity_verification_id: 'idv_1' },
    answer: { status: 'failed', user: null, request_id },
  },
  ...screenings(
    'individual',
    'watchlist',
    { program: { watchlist_program_id }, screening: { watchlist_screening_id } },
    person,
  ),
  ...screenings(
    'entity',
    'entity_watchlist',
    { program: { entity_watchlist_program_id }, screening: { entity_watchlist_screening_id } },
    organization,
  ),
  'dashboardUser.get': {
    path: '/dashboard_user/get',
    params: { dashboard_user_id: 'd1' },
    answer: { ...dashboardUser, request_id },
  },
  'dashboardUser.list': listed('/dashboard_user/list', {}, 'dashboard_users', dashboardUser),
};
