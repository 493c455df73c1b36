import { failure } from '@x/testing';
import { expect } from 'vitest';
import type { BankClient } from '../src/index.ts';
import { accountOf, type Cases, newItem, newUser, row } from './stage.ts';

const legalName = async (bank: BankClient, access_token: string) =>
  (await bank.identity.get({ access_token })).accounts[0]?.owners[0]?.names[0] ?? '';

/** Calls about accounts and their owners, institutions, and the status of users in the network. */
export const accounts: Cases = {
  'accounts.get': {
    async works(bank, { access_token }) {
      const { accounts, item } = await bank.accounts.get({ access_token });
      expect(accounts.length).toBeGreaterThan(1);
      expect(item).toMatchObject({ institution_id: 'ins_109508', error: null });
      const [first] = accounts;
      const one = await bank.accounts.get({ access_token, options: { account_ids: [first?.account_id ?? ''] } });
      expect(one.accounts).toEqual([first]);
    },
    refused: (bank) => bank.accounts.get({} as never),
  },
  'accounts.balance.get': row({
    given: (bank, { access_token }) => accountOf(bank, access_token, 'savings'),
    async works(bank, { given: account_id, access_token }) {
      const { accounts } = await bank.accounts.balance.get({ access_token, options: { account_ids: [account_id] } });
      expect(accounts).toMatchObject([{ account_id, balances: { current: expect.any(Number) } }]);
      const others = bank.accounts.balance.get({ access_token, options: { account_ids: ['a'.repeat(37)] } });
      expect(await failure(others)).toMatchObject({ code: 'not_found', providerCode: 'INVALID_ACCOUNT_ID' });
    },
    refused: (bank, { access_token }) =>
      bank.accounts.balance.get({ access_token, options: { account_id: 'a' } as never }),
  }),
  'auth.get': {
    async works(bank, { access_token }) {
      const { accounts, numbers } = await bank.auth.get({ access_token });
      expect(accounts.map(({ subtype }) => subtype)).toEqual(['checking', 'savings', 'cash management']);
      const ids = accounts.map(({ account_id }) => account_id);
      expect(numbers.ach.map(({ account_id }) => account_id)).toEqual(ids);
      expect(new Set(numbers.ach.map(({ account }) => account)).size).toBe(3);
      const card = await accountOf(bank, access_token, 'credit card');
      const ofCard = await bank.auth.get({ access_token, options: { account_ids: [card] } });
      expect([ofCard.accounts, ofCard.numbers.ach]).toEqual([[], []]);
    },
    refused: (bank) => bank.auth.get({ access_token: 3 } as never),
  },
  'auth.verify': row({
    async given(bank, { access_token }) {
      const [ach] = (await bank.auth.get({ access_token })).numbers.ach;
      return {
        account: ach?.account ?? '',
        routing: ach?.routing ?? '',
        legal_name: await legalName(bank, access_token),
      };
    },
    async works(bank, { given: { account, routing, legal_name } }) {
      const known = await bank.auth.verify({ legal_name, numbers: { ach: { account, routing } } });
      expect(known).toMatchObject({
        item_id: expect.stringMatching(/^\w{37}$/),
        verification_status: 'database_insights_pass',
        verification_insights: {
          name_match_score: 100,
          network_status: { has_numbers_match: true, is_numbers_match_verified: true },
          account_number_format: 'valid',
        },
      });
      const unknown = await bank.auth.verify({ numbers: { ach: { account: '99999999', routing } } });
      expect(unknown).toMatchObject({
        verification_status: 'database_insights_pass_with_caution',
        verification_insights: { network_status: { has_numbers_match: false } },
      });
      const wrong = await bank.auth.verify({ numbers: { ach: { account, routing: '123456789' } } });
      expect(wrong).toMatchObject({ item_id: null, verification_status: 'database_insights_fail' });
    },
    refused: (bank) => bank.auth.verify({ numbers: { ach: { account: '1' } } } as never),
  }),
  'identity.get': {
    async works(bank, { access_token }) {
      const { accounts } = await bank.identity.get({ access_token });
      for (const { owners } of accounts) expect(owners[0]?.names).toEqual([expect.stringMatching(/^\w+ \w+$/)]);
      const [, second] = accounts;
      const one = await bank.identity.get({ access_token, options: { account_ids: [second?.account_id ?? ''] } });
      expect(one.accounts).toEqual([second]);
    },
    refused: (bank, { access_token }) => bank.identity.get({ access_token, account_ids: [] } as never),
  },
  'identity.match': row({
    given: (bank, { access_token }) => legalName(bank, access_token),
    async works(bank, { given: legal_name, access_token }) {
      const same = await bank.identity.match({ access_token, user: { legal_name } });
      expect(same.accounts.length).toBeGreaterThan(1);
      for (const account of same.accounts)
        expect(account).toMatchObject({
          legal_name: { score: 100 },
          balances: { current: null },
        });
      expect(same.accounts.map(({ email_address }) => email_address?.score ?? null)).not.toContain(100);
      const other = await bank.identity.match({ access_token, user: { legal_name: 'Xerxes Qwertz' } });
      expect(other.accounts[0]?.legal_name?.score).toBeLessThan(70);
    },
    refused: (bank, { access_token }) => bank.identity.match({ access_token, user: { name: 'A' } as never }),
  }),
  'identity.listMatches': row({
    given: async (bank) => [await newItem(bank, ['identity']), await newItem(bank, ['identity'])],
    async works(bank, { given: linked, sandbox }) {
      const day = 86_400_000;
      const at = (time: number) => new Date(time).toISOString();
      const span = { start_time: at(sandbox.clock.now() - day), end_time: at(sandbox.clock.now()), count: 1 };
      const own = linked.map(({ item_id }) => item_id);
      const all = await bank.identity.listMatches(span).toArray({ limit: 1000 });
      const attempts = all.filter((each) => own.includes(each.item_id));
      expect(attempts.map((each) => each.item_id)).toEqual(own);
      const [attempt] = attempts;
      expect(attempt).toMatchObject({ outcome: 'PASS', outcome_account_id: attempt?.scores[0]?.account_id });
      expect(attempt?.scores[0]).toMatchObject({ legal_name: { score: 100 }, phone_number: { score: null } });
      const [{ item_id, access_token } = { item_id: '', access_token: '' }] = linked;
      await bank.item.remove({ access_token });
      const left = await bank.identity.listMatches(span).toArray({ limit: 1000 });
      expect(left.map((each) => each.item_id)).not.toContain(item_id);
    },
    refused: (bank) => bank.identity.listMatches({ start_time: 'today', end_time: '2026-01-01T00:00:00Z' }),
  }),
  'identity.refresh': row({
    async given(bank) {
      const { access_token } = await newItem(bank, ['identity']);
      return { access_token, before: await bank.identity.get({ access_token }) };
    },
    async works(bank, { given: { access_token, before } }) {
      await bank.identity.refresh({ access_token });
      const after = await bank.identity.get({ access_token });
      const phone = ({ accounts }: typeof after) => accounts[0]?.owners[0]?.phone_numbers[0]?.data;
      expect(phone(after)).toMatch(/^\d{10}$/);
      expect(phone(after)).not.toBe(phone(before));
    },
    refused: (bank, { access_token }) => bank.identity.refresh({ access_token, options: {} } as never),
  }),
  'identity.documents.uploads.get': row({
    async given(bank, { sandbox }) {
      const { access_token } = await newItem(bank, ['identity']);
      const accountId = await accountOf(bank, access_token, 'savings');
      const document_id = sandbox.controls.bank.uploadIdentityDocument(access_token, { accountId, pages: 3 });
      return { access_token, accountId, document_id };
    },
    async works(bank, { given: { access_token, accountId, document_id } }) {
      const { accounts } = await bank.identity.documents.uploads.get({ access_token });
      for (const { account_id, documents } of accounts)
        expect(documents).toMatchObject(
          account_id === accountId ? [{ document_id, metadata: { page_count: 3, is_account_number_match: true } }] : [],
        );
    },
    refused: (bank, { access_token }) =>
      bank.identity.documents.uploads.get({ access_token, options: { account_ids: 'a' as never } }),
  }),
  'institutions.get': {
    async works(bank) {
      const page = await bank.institutions.get({ count: 7, offset: 0, country_codes: ['US'] });
      expect(page.items).toHaveLength(7);
      expect(page.total).toBeGreaterThan(7);
      for (const { country_codes } of page.items) expect(country_codes).toContain('US');
      const more = await bank.institutions.get({ count: 3, offset: 5, country_codes: ['US'] });
      expect(more.items.slice(0, 2)).toEqual(page.items.slice(5));
    },
    refused: (bank) => bank.institutions.get({ count: 501, offset: 0, country_codes: ['US'] }),
  },
  'institutions.getById': {
    async works(bank, { sandbox }) {
      const params = { institution_id: 'ins_109511', country_codes: ['US' as const] };
      const options = { include_status: true, include_optional_metadata: true, include_auth_metadata: true };
      const institution = await bank.institutions.getById({ ...params, options });
      expect(institution).toMatchObject({
        institution_id: 'ins_109511',
        name: 'Tartan Bank',
        primary_color: expect.stringMatching(/^#[0-9a-f]{6}$/),
        status: { item_logins: { status: 'HEALTHY' } },
        auth_metadata: { supported_methods: { instant_auth: true } },
      });
      sandbox.controls.bank.setInstitutionHealth('ins_109511', 'DEGRADED');
      const degraded = await bank.institutions.getById({ ...params, options });
      sandbox.controls.bank.setInstitutionHealth('ins_109511', 'HEALTHY');
      expect(degraded.status?.item_logins?.status).toBe('DEGRADED');
      expect(await bank.institutions.getById(params)).not.toHaveProperty('status');
    },
    refused: (bank) => bank.institutions.getById({ institution_id: 'ins_1', country_codes: [] }),
  },
  'institutions.search': {
    async works(bank) {
      const { items, nextCursor } = await bank.institutions.search({ query: 'platypus', country_codes: ['US'] });
      expect(items.map(({ institution_id }) => institution_id)).toContain('ins_109508');
      for (const { name } of items) expect(name).toMatch(/platypus/i);
      expect(nextCursor).toBeNull();
    },
    refused: (bank) => bank.institutions.search({ query: '', country_codes: ['US'] }),
  },
  'network.status.get': row({
    given: (bank) => newUser(bank, { phone_numbers: [{ data: '+14155550123', primary: true }] }),
    async works(bank) {
      const user = { phone_number: '+14155550123' };
      expect(await bank.network.status.get({ user })).toMatchObject({ network_status: 'RETURNING_USER', layer: null });
      const known = await bank.network.status.get({ user, template_id: 'template_1' });
      expect(known.layer).toEqual({ eligible: true });
      const stranger = { user: { phone_number: '+14155550199' }, template_id: 'template_1' };
      expect(await bank.network.status.get(stranger)).toMatchObject({
        network_status: 'UNKNOWN',
        layer: { eligible: false },
      });
    },
    refused: (bank) => bank.network.status.get({ user: {} as never }),
  }),
};
