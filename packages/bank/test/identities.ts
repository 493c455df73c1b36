import { failure } from '@x/testing';
import { expect } from 'vitest';
import type { BankClient } from '../src/index.ts';
import { type Cases, newUser, row } from './stage.ts';

const template_id = 'flwtmp_aWogUuKsL6NEHU';
const watchlist_program_id = 'prg_egdF5fGjY8fWqk';
const entity_watchlist_program_id = 'entprg_2eRPsDnL66rZ7H';
const unknown = { code: 'invalid_params', providerCode: 'INVALID_FIELD' };

let users = 0;
const nextUser = () => `identity-user-${++users}`;

/** Starts a verification of a new user. */
const newVerification = (
  bank: BankClient,
  user: Parameters<BankClient['identityVerification']['create']>[0]['user'] = {},
) =>
  bank.identityVerification.create({
    template_id,
    client_user_id: nextUser(),
    is_shareable: true,
    gave_consent: true,
    user,
  });

/** Screens a person who is on two lists. */
const listedPerson = (bank: BankClient) =>
  bank.watchlistScreening.individual.create({
    search_terms: { watchlist_program_id, legal_name: 'Aleksey Potemkin', date_of_birth: '1990-05-29', country: 'US' },
    client_user_id: nextUser(),
  });

const listedOrganization = (bank: BankClient) =>
  bank.watchlistScreening.entity.create({
    search_terms: {
      entity_watchlist_program_id,
      legal_name: 'Saltmarsh Shipping',
      url: 'https://saltmarsh.example',
      phone_number: null,
    },
  });

/** Calls about identity verifications. */
const verifications: Cases = {
  'identityVerification.create': row({
    given: (bank) => newUser(bank),
    async works(bank, { given: { user_id, client_user_id } }) {
      const params = { template_id, user_id, is_shareable: false, gave_consent: false };
      const created = await bank.identityVerification.create(params);
      expect(created).toMatchObject({
        client_user_id,
        user_id,
        status: 'active',
        shareable_url: null,
        steps: { accept_tos: 'active', verify_sms: 'waiting_for_prerequisite', selfie_check: 'not_applicable' },
        user: { name: null, address: null },
      });
      expect((await bank.identityVerification.create({ ...params, is_idempotent: true })).id).toBe(created.id);
      expect(await failure(bank.identityVerification.create(params))).toMatchObject(unknown);
    },
    refused: (bank) => bank.identityVerification.create({ template_id, is_shareable: true, gave_consent: true }),
  }),
  'identityVerification.get': row({
    given: (bank) => newVerification(bank),
    async works(bank, { given: { id: identity_verification_id }, sandbox }) {
      sandbox.controls.bank.verifyIdentity(identity_verification_id);
      const passed = await bank.identityVerification.get({ identity_verification_id });
      expect(passed).toMatchObject({
        status: 'success',
        steps: {
          accept_tos: 'skipped',
          verify_sms: 'success',
          kyc_check: 'success',
          documentary_verification: 'success',
        },
        user: { name: { given_name: 'Leslie', family_name: 'Knope' }, date_of_birth: '1975-01-18' },
        kyc_check: { name: { summary: 'match' }, id_number: { summary: 'match' } },
        documentary_verification: { documents: [{ attempt: 1, analysis: { authenticity: 'match' } }] },
      });
      const { watchlist_screening_id } = passed;
      expect(
        await bank.watchlistScreening.individual.get({ watchlist_screening_id: watchlist_screening_id ?? '' }),
      ).toMatchObject({ status: 'cleared', search_terms: { legal_name: 'Leslie Knope' } });
    },
    refused: (bank) => bank.identityVerification.get({ identity_verification_id: '' }),
  }),
  'identityVerification.list': row({
    async given(bank) {
      const first = await newVerification(bank);
      const { client_user_id } = first;
      return {
        first,
        second: await bank.identityVerification.retry({ template_id, client_user_id, strategy: 'reset' }),
      };
    },
    async works(bank, { given: { first, second } }) {
      const { client_user_id } = first;
      const { items, nextCursor } = await bank.identityVerification.list({ template_id, client_user_id });
      expect(items.map(({ id, status }) => [id, status])).toEqual([
        [second.id, 'active'],
        [first.id, 'canceled'],
      ]);
      expect(nextCursor).toBeNull();
      expect((await bank.identityVerification.list({ template_id, client_user_id: 'nobody' })).items).toEqual([]);
    },
    refused: (bank) => bank.identityVerification.list({ template_id }),
  }),
  'identityVerification.retry': row({
    async given(bank, { sandbox }) {
      const failed = await newVerification(bank, { name: { given_name: 'Ben', family_name: 'Wyatt' } });
      sandbox.controls.bank.verifyIdentity(failed.id);
      return bank.identityVerification.get({ identity_verification_id: failed.id });
    },
    async works(bank, { given: { id, client_user_id, status, steps } }) {
      expect([status, steps.kyc_check]).toEqual(['failed', 'failed']);
      const again = await bank.identityVerification.retry({ template_id, client_user_id, strategy: 'infer' });
      expect(again).toMatchObject({
        previous_attempt_id: id,
        status: 'active',
        steps: { verify_sms: 'skipped', kyc_check: 'active' },
      });
      const custom = await bank.identityVerification.retry({
        template_id,
        client_user_id,
        strategy: 'custom',
        steps: { verify_sms: false, kyc_check: false, documentary_verification: true, selfie_check: false },
        is_shareable: false,
      });
      expect(custom).toMatchObject({ shareable_url: null, steps: { kyc_check: 'skipped' } });
    },
    refused: (bank) => bank.identityVerification.retry({ template_id, client_user_id: 'u', strategy: 'custom' }),
  }),
  'identityVerification.autofill.create': row({
    given: (bank) => newVerification(bank, { phone_number: '+12345678909', date_of_birth: '1975-01-18' }),
    async works(bank, { given: { id: identity_verification_id } }) {
      expect(await bank.identityVerification.autofill.create({ identity_verification_id })).toMatchObject({
        status: 'success',
        user: { name: { given_name: 'Leslie' }, address: { city: 'Pawnee', po_box: 'no' } },
      });
      const { id } = await newVerification(bank);
      expect(await bank.identityVerification.autofill.create({ identity_verification_id: id })).toMatchObject({
        status: 'failed',
        user: null,
      });
    },
    refused: (bank) => bank.identityVerification.autofill.create({} as never),
  }),
};

/** Calls about screenings of people. */
const people: Cases = {
  'watchlistScreening.individual.create': {
    async works(bank) {
      const search_terms = { watchlist_program_id, legal_name: 'Domingo Huang', document_number: '123456789' };
      const screening = await bank.watchlistScreening.individual.create({ search_terms });
      expect(screening).toMatchObject({
        status: 'cleared',
        client_user_id: null,
        search_terms: { ...search_terms, date_of_birth: null, version: 1 },
        audit_trail: { source: 'api', dashboard_user_id: null },
      });
      expect(await listedPerson(bank)).toMatchObject({ status: 'pending_review' });
    },
    refused: (bank) =>
      bank.watchlistScreening.individual.create({ search_terms: { watchlist_program_id, legal_name: '12' } }),
  },
  'watchlistScreening.individual.get': row({
    given: listedPerson,
    async works(bank, { given: screening }) {
      const { request_id, ...found } = await bank.watchlistScreening.individual.get({
        watchlist_screening_id: screening.id,
      });
      expect(screening).toMatchObject(found);
      const other = bank.watchlistScreening.individual.get({ watchlist_screening_id: 'scr_none' });
      expect(await failure(other)).toMatchObject(unknown);
    },
    refused: (bank) => bank.watchlistScreening.individual.get({ watchlist_screening_id: '' }),
  }),
  'watchlistScreening.individual.list': row({
    given: (bank) => Promise.all(Array.from({ length: 30 }, () => listedPerson(bank))),
    async works(bank, { given: made }) {
      const { individual } = bank.watchlistScreening;
      const all = await individual.list({ watchlist_program_id, status: 'pending_review' }).toArray({ limit: 30 });
      expect(all.map(({ id }) => id)).toEqual(made.map(({ id }) => id).reverse());
      const client_user_id = made[3]?.client_user_id ?? '';
      const { items } = await individual.list({ watchlist_program_id, client_user_id });
      expect(items).toMatchObject([{ id: made[3]?.id }]);
    },
    refused: (bank) => bank.watchlistScreening.individual.list({ watchlist_program_id, status: 'open' as never }),
  }),
  'watchlistScreening.individual.update': row({
    given: listedPerson,
    async works(bank, { given: { id: watchlist_screening_id } }) {
      const { individual } = bank.watchlistScreening;
      const [user] = (await bank.dashboardUser.list()).items;
      const assignee = user?.id ?? '';
      const updated = await individual.update({ watchlist_screening_id, assignee, client_user_id: 'ann' });
      expect(updated).toMatchObject({ assignee, client_user_id: 'ann', status: 'pending_review' });
      const reset = await individual.update({ watchlist_screening_id, reset_fields: ['assignee'], status: 'rejected' });
      expect(reset).toMatchObject({ assignee: null, status: 'rejected' });
    },
    refused: (bank) =>
      bank.watchlistScreening.individual.update({
        watchlist_screening_id: 's',
        search_terms: { legal_name: 'Ann Bee' },
        status: 'cleared',
      }),
  }),
  'watchlistScreening.individual.history.list': row({
    given: listedPerson,
    async works(bank, { given: { id: watchlist_screening_id } }) {
      const { individual } = bank.watchlistScreening;
      expect((await individual.history.list({ watchlist_screening_id })).items).toEqual([]);
      await individual.update({ watchlist_screening_id, search_terms: { legal_name: 'Ann Bee' } });
      await individual.update({ watchlist_screening_id, status: 'rejected' });
      expect((await individual.history.list({ watchlist_screening_id })).items).toMatchObject([
        { status: 'rejected', search_terms: { version: 2 } },
        { status: 'cleared', search_terms: { version: 2, legal_name: 'Ann Bee' } },
      ]);
    },
    refused: (bank) => bank.watchlistScreening.individual.history.list({} as never),
  }),
  'watchlistScreening.individual.hit.list': row({
    given: listedPerson,
    async works(bank, { given: { id: watchlist_screening_id } }) {
      const { items } = await bank.watchlistScreening.individual.hit.list({ watchlist_screening_id });
      expect(items).toMatchObject([
        {
          list_code: 'US_SDN',
          review_status: 'pending_review',
          analysis: { names: 'match', dates_of_birth: 'match', documents: 'no_input', search_terms_version: 1 },
          data: { names: [{ data: { full: 'Aleksey Potemkin', is_primary: true } }, {}, {}] },
        },
        { list_code: 'EU_CON' },
      ]);
    },
    refused: (bank) => bank.watchlistScreening.individual.hit.list({ watchlist_screening_id: '' }),
  }),
  'watchlistScreening.individual.review.create': row({
    async given(bank) {
      const { id: watchlist_screening_id } = await listedPerson(bank);
      const { items } = await bank.watchlistScreening.individual.hit.list({ watchlist_screening_id });
      return { watchlist_screening_id, ids: items.map(({ id }) => id) };
    },
    async works(
      bank,
      {
        given: {
          watchlist_screening_id,
          ids: [first = '', second = ''],
        },
      },
    ) {
      const { individual } = bank.watchlistScreening;
      const hits = { confirmed_hits: [first], dismissed_hits: [second] };
      const review = { watchlist_screening_id, ...hits };
      expect(await individual.review.create(review)).toMatchObject({ ...hits, comment: null });
      const { items } = await individual.hit.list({ watchlist_screening_id });
      expect(items.map(({ review_status }) => review_status)).toEqual(['confirmed', 'dismissed']);
      expect(await failure(individual.review.create(review))).toMatchObject(unknown);
    },
    refused: (bank) =>
      bank.watchlistScreening.individual.review.create({ watchlist_screening_id: 's', confirmed_hits: [] } as never),
  }),
  'watchlistScreening.individual.review.list': row({
    given: listedPerson,
    async works(bank, { given: { id: watchlist_screening_id } }) {
      const { review } = bank.watchlistScreening.individual;
      const comment = 'Asked for a passport.';
      await review.create({ watchlist_screening_id, confirmed_hits: [], dismissed_hits: [], comment });
      expect((await review.list({ watchlist_screening_id })).items).toMatchObject([{ comment, confirmed_hits: [] }]);
    },
    refused: (bank) => bank.watchlistScreening.individual.review.list({} as never),
  }),
  'watchlistScreening.individual.program.get': {
    async works(bank) {
      const program = await bank.watchlistScreening.individual.program.get({ watchlist_program_id });
      expect(program).toMatchObject({ id: watchlist_program_id, is_rescanning_enabled: true, is_archived: false });
      expect(program.lists_enabled).toContain('US_SDN');
    },
    refused: (bank) => bank.watchlistScreening.individual.program.get({ watchlist_program_id: '' }),
  },
  'watchlistScreening.individual.program.list': {
    async works(bank) {
      const { items } = await bank.watchlistScreening.individual.program.list();
      expect(items.map(({ id }) => id)).toEqual([watchlist_program_id]);
    },
    refused: (bank) => bank.watchlistScreening.individual.program.list({ cursor: 1 as never }),
  },
};

/** Calls about screenings of organizations, and the dashboard users who review them. */
const organizations: Cases = {
  'watchlistScreening.entity.create': {
    async works(bank) {
      expect(await listedOrganization(bank)).toMatchObject({
        status: 'pending_review',
        search_terms: { entity_watchlist_program_id, url: 'https://saltmarsh.example', phone_number: null, version: 1 },
      });
      const search_terms = { entity_watchlist_program_id, legal_name: 'Second Kettle' };
      expect(await bank.watchlistScreening.entity.create({ search_terms })).toMatchObject({ status: 'cleared' });
    },
    refused: (bank) =>
      bank.watchlistScreening.entity.create({
        search_terms: { entity_watchlist_program_id, legal_name: 'Second Kettle', phone_number: '5550123' },
      }),
  },
  'watchlistScreening.entity.get': row({
    given: listedOrganization,
    async works(bank, { given: { id: entity_watchlist_screening_id } }) {
      const { entity } = bank.watchlistScreening;
      expect(await entity.get({ entity_watchlist_screening_id })).toMatchObject({ status: 'pending_review' });
      expect(await failure(entity.get({ entity_watchlist_screening_id: 'scr_1' }))).toMatchObject(unknown);
    },
    refused: (bank) => bank.watchlistScreening.entity.get({} as never),
  }),
  'watchlistScreening.entity.list': row({
    given: listedOrganization,
    async works(bank, { given: { id } }) {
      const { items } = await bank.watchlistScreening.entity.list({ entity_watchlist_program_id });
      expect(items[0]?.id).toBe(id);
    },
    refused: (bank) => bank.watchlistScreening.entity.list({} as never),
  }),
  'watchlistScreening.entity.update': row({
    given: listedOrganization,
    async works(bank, { given: { id: entity_watchlist_screening_id } }) {
      const { entity } = bank.watchlistScreening;
      const search_terms = { entity_watchlist_program_id, legal_name: 'Second Kettle', country: 'US' };
      const updated = await entity.update({ entity_watchlist_screening_id, search_terms });
      expect(updated).toMatchObject({ status: 'cleared', search_terms: { ...search_terms, version: 2 } });
      const [hit] = (await entity.hit.list({ entity_watchlist_screening_id })).items;
      expect(hit?.inactive_since).toMatch(/^\d{4}-/);
    },
    refused: (bank) =>
      bank.watchlistScreening.entity.update({
        entity_watchlist_screening_id: 's',
        search_terms: { legal_name: 'Second Kettle' } as never,
      }),
  }),
  'watchlistScreening.entity.history.list': row({
    given: listedOrganization,
    async works(bank, { given: { id: entity_watchlist_screening_id } }) {
      const { entity } = bank.watchlistScreening;
      await entity.update({ entity_watchlist_screening_id, status: 'cleared' });
      const { items } = await entity.history.list({ entity_watchlist_screening_id });
      expect(items).toMatchObject([{ id: entity_watchlist_screening_id, status: 'cleared' }]);
    },
    refused: (bank) => bank.watchlistScreening.entity.history.list({} as never),
  }),
  'watchlistScreening.entity.hit.list': row({
    given: listedOrganization,
    async works(bank, { given: { id: entity_watchlist_screening_id } }) {
      const { items } = await bank.watchlistScreening.entity.hit.list({ entity_watchlist_screening_id });
      expect(items).toMatchObject([
        {
          list_code: 'EU_CON',
          analysis: { names: 'match', urls: 'match', phone_numbers: 'no_input' },
          data: { urls: [{ analysis: { summary: 'match' } }], documents: [{ data: { type: 'imo' } }] },
        },
      ]);
    },
    refused: (bank) => bank.watchlistScreening.entity.hit.list({} as never),
  }),
  'watchlistScreening.entity.review.create': row({
    given: listedOrganization,
    async works(bank, { given: { id: entity_watchlist_screening_id } }) {
      const { entity } = bank.watchlistScreening;
      const [hit] = (await entity.hit.list({ entity_watchlist_screening_id })).items;
      const dismissed_hits = [hit?.id ?? ''];
      const comment = 'Another company.';
      expect(
        await entity.review.create({ entity_watchlist_screening_id, confirmed_hits: [], dismissed_hits, comment }),
      ).toMatchObject({ dismissed_hits, comment, audit_trail: { source: 'api' } });
    },
    refused: (bank) => bank.watchlistScreening.entity.review.create({} as never),
  }),
  'watchlistScreening.entity.review.list': row({
    given: listedOrganization,
    async works(bank, { given: { id: entity_watchlist_screening_id } }) {
      const { review } = bank.watchlistScreening.entity;
      expect((await review.list({ entity_watchlist_screening_id })).items).toEqual([]);
    },
    refused: (bank) => bank.watchlistScreening.entity.review.list({ entity_watchlist_screening_id: '' }),
  }),
  'watchlistScreening.entity.program.get': {
    async works(bank) {
      const program = await bank.watchlistScreening.entity.program.get({ entity_watchlist_program_id });
      expect(program).toMatchObject({ id: entity_watchlist_program_id, name_sensitivity: 'balanced' });
    },
    refused: (bank) => bank.watchlistScreening.entity.program.get({} as never),
  },
  'watchlistScreening.entity.program.list': {
    async works(bank) {
      const { items } = await bank.watchlistScreening.entity.program.list({});
      expect(items).toMatchObject([{ id: entity_watchlist_program_id }]);
    },
    refused: (bank) => bank.watchlistScreening.entity.program.list({ cursor: {} as never }),
  },
  'dashboardUser.get': row({
    async given(bank) {
      const [user] = (await bank.dashboardUser.list()).items;
      return { dashboard_user_id: user?.id ?? '' };
    },
    async works(bank, { given: params }) {
      expect(await bank.dashboardUser.get(params)).toMatchObject({ id: params.dashboard_user_id, status: 'active' });
      expect(await failure(bank.dashboardUser.get({ dashboard_user_id: 'd' }))).toMatchObject(unknown);
    },
    refused: (bank) => bank.dashboardUser.get({ dashboard_user_id: '' }),
  }),
  'dashboardUser.list': {
    async works(bank) {
      const { items, nextCursor } = await bank.dashboardUser.list();
      expect(items.map(({ status }) => status)).toEqual(['active', 'invited']);
      expect(nextCursor).toBeNull();
      const wrong = bank.dashboardUser.list({ cursor: 'of another list' });
      expect(await failure(wrong)).toMatchObject(unknown);
    },
    refused: (bank) => bank.dashboardUser.list({ cursor: 7 as never }),
  },
};

/** Calls about the identity of users, and watchlist screenings. */
export const identities: Cases = { ...verifications, ...people, ...organizations };
