import { failure } from '@x/testing';
import { expect } from 'vitest';
import type { BankClient } from '../src/index.ts';
import { accountOf, type Cases, gone, newItem, newUser, readyItem, row } from './stage.ts';

const linkParams = {
  client_name: 'Tests',
  language: 'en',
  country_codes: ['US' as const],
  user: { client_user_id: 'user-1' },
  products: ['transactions' as const],
};

/** Imports an Item as a bank does, connects another application to it, and returns its access token. */
async function importedItem(bank: BankClient) {
  const { access_token } = await bank.item.import({
    institution_id: 'ins_109508',
    products: ['auth'],
    user_auth: { user_id: 'u1', auth_token: 't1' },
  });
  await bank.sandbox.seedApplication({ access_token, application_id: 'another-app' });
  return access_token;
}

/** Links a new Item, and returns its access token and the ID of this client's application. */
async function connected(bank: BankClient) {
  const { access_token } = await newItem(bank, ['auth', 'transactions']);
  const { applications } = await bank.item.listApplications({ access_token });
  const [application] = applications;
  return { access_token, application_id: application?.application_id ?? '' };
}

/** Calls about Items, from Link to removal. */
export const items: Cases = {
  'item.get': row({
    given: (bank) => newItem(bank, ['transactions', 'auth']),
    async works(bank, { given: { access_token, item_id }, sandbox }) {
      const { item, status } = await bank.item.get({ access_token });
      expect(item).toMatchObject({ item_id, institution_id: 'ins_109508', error: null, webhook: null });
      expect(item.products).toEqual(['transactions', 'auth']);
      expect(Date.parse(item.created_at ?? '')).toBeLessThanOrEqual(sandbox.clock.now());
      expect(status).toMatchObject({ investments: null, last_webhook: null });
      sandbox.controls.bank.failItem(access_token, 'ITEM_LOCKED');
      expect((await bank.item.get({ access_token })).item.error?.error_code).toBe('ITEM_LOCKED');
    },
    refused: (bank) => bank.item.get({ access_token: '' }),
  }),
  'item.exchangePublicToken': row({
    given: (bank) => bank.sandbox.createPublicToken({ institution_id: 'ins_109509', initial_products: ['auth'] }),
    async works(bank, { given: { public_token } }) {
      const { access_token, item_id } = await bank.item.exchangePublicToken({ public_token });
      expect((await bank.item.get({ access_token })).item.item_id).toBe(item_id);
      const again = await failure(bank.item.exchangePublicToken({ public_token }));
      expect(again).toMatchObject({ code: 'unauthenticated', providerCode: 'INVALID_PUBLIC_TOKEN' });
    },
    refused: (bank) => bank.item.exchangePublicToken({ public_token: null } as never),
  }),
  'item.remove': row({
    given: (bank) => newItem(bank, ['auth']),
    async works(bank, { given: { access_token } }) {
      await bank.item.remove({ access_token, reason_code: 'OTHER', reason_note: 'done' });
      expect(await failure(bank.accounts.get({ access_token }))).toMatchObject(gone);
    },
    refused: (bank, { access_token }) => bank.item.remove({ access_token, reason_code: 'BORED' as never }),
  }),
  'item.createPublicToken': row({
    given: (bank) => newItem(bank, ['auth']),
    async works(bank, { given: { access_token, item_id }, sandbox }) {
      const { public_token } = await bank.item.createPublicToken({ access_token });
      expect(await bank.item.exchangePublicToken({ public_token })).toMatchObject({ access_token, item_id });
      const { public_token: old } = await bank.item.createPublicToken({ access_token });
      await sandbox.clock.advance(30 * 60_000);
      const late = await failure(bank.item.exchangePublicToken({ public_token: old }));
      expect(late).toMatchObject({ code: 'unauthenticated', providerCode: 'INVALID_PUBLIC_TOKEN' });
    },
    refused: (bank) => bank.item.createPublicToken({} as never),
  }),
  'item.invalidateAccessToken': row({
    given: (bank) => newItem(bank, ['auth']),
    async works(bank, { given: { access_token: old, item_id } }) {
      const { new_access_token } = await bank.item.invalidateAccessToken({ access_token: old });
      expect(await failure(bank.item.get({ access_token: old }))).toMatchObject({
        code: 'unauthenticated',
        providerCode: 'INVALID_ACCESS_TOKEN',
      });
      expect((await bank.item.get({ access_token: new_access_token })).item.item_id).toBe(item_id);
    },
    refused: (bank) => bank.item.invalidateAccessToken({ access_token: ['a'] } as never),
  }),
  'item.updateWebhook': row({
    given: (bank) => newItem(bank, ['auth']),
    async works(bank, { given: { access_token }, webhooksTo }) {
      const webhook = 'http://127.0.0.1:9/item';
      expect((await bank.item.updateWebhook({ access_token, webhook })).webhook).toBe(webhook);
      expect(webhooksTo(webhook)).toEqual(['WEBHOOK_UPDATE_ACKNOWLEDGED']);
      const { status } = await bank.item.get({ access_token });
      expect(status?.last_webhook?.code_sent).toBe('WEBHOOK_UPDATE_ACKNOWLEDGED');
      expect((await bank.item.updateWebhook({ access_token, webhook: null })).webhook).toBeNull();
    },
    refused: (bank, { access_token }) => bank.item.updateWebhook({ access_token, webhook: 'nowhere' }),
  }),
  'item.terminateProducts': row({
    given: (bank) => newItem(bank, ['auth']),
    async works(bank, { given: { access_token } }) {
      await bank.item.terminateProducts({ access_token, reason_code: 'CONSUMER_ACCOUNT_CLOSED' });
      expect(await failure(bank.item.get({ access_token }))).toMatchObject(gone);
    },
    refused: (bank, { access_token }) => bank.item.terminateProducts({ access_token } as never),
  }),
  'item.import': {
    async works(bank) {
      const webhook = 'http://127.0.0.1:9/imported';
      const { access_token } = await bank.item.import({
        institution_id: 'ins_109511',
        products: ['auth', 'identity'],
        user_auth: { user_id: 'u1', auth_token: 't1' },
        options: { webhook },
      });
      const { item } = await bank.item.get({ access_token });
      expect(item).toMatchObject({ institution_id: 'ins_109511', webhook, products: ['auth', 'identity'] });
      const { items } = await bank.item.listActivity({ access_token });
      expect(items.map(({ activity }) => activity)).toEqual(['ITEM_IMPORT']);
      const user_auth = { user_id: 'u2' };
      const own = await bank.item.import({ user_auth });
      expect(own.access_token).not.toBe(access_token);
      expect((await bank.item.import({ user_auth })).access_token).toBe(own.access_token);
      await bank.item.remove({ access_token: own.access_token });
      expect((await bank.item.import({ user_auth })).access_token).not.toBe(own.access_token);
    },
    refused: (bank) => bank.item.import({ products: [], user_auth: { user_id: 'u1' } }),
  },
  'item.listActivity': row({
    async given(bank) {
      const { access_token, application_id } = await connected(bank);
      const scopes = { new_accounts: false };
      await bank.item.updateApplicationScopes({ access_token, application_id, scopes, context: 'PORTAL' });
      await bank.auth.get({ access_token });
      return { access_token, application_id };
    },
    async works(bank, { given: { access_token, application_id } }) {
      const activities = await bank.item.listActivity({ access_token, count: 1 }).toArray({ limit: 9 });
      expect(activities).toMatchObject([
        { activity: 'ITEM_CREATE', state: 'SUCCESS', initiator: application_id, authentication: 'PLAID' },
        { activity: 'SCOPES_UPDATE', scopes: { new_accounts: false } },
      ]);
      const { raw } = await bank.item.listActivity({ access_token });
      expect(raw).toMatchObject({
        last_data_access_times: [{ account_routing_number: expect.stringMatching(/Z$/), investments: null }],
      });
      const ofAll = await bank.item.listActivity().toArray({ limit: 1000 });
      expect(ofAll.length).toBeGreaterThan(activities.length);
      expect(ofAll).toEqual(expect.arrayContaining(activities));
    },
    refused: (bank) => bank.item.listActivity({ count: 51 }),
  }),
  'item.listApplications': row({
    given: importedItem,
    async works(bank, { given: access_token }) {
      const { applications } = await bank.item.listApplications({ access_token });
      expect(applications.map(({ application_id }) => application_id)).toContain('another-app');
      expect(applications).toHaveLength(2);
      expect((await bank.item.listApplications()).applications.length).toBeGreaterThanOrEqual(2); // of all Items
    },
    refused: (bank) => bank.item.listApplications({ access_token: '' }),
  }),
  'item.unlinkApplication': row({
    given: importedItem,
    async works(bank, { given: access_token }) {
      await bank.item.unlinkApplication({ access_token, application_id: 'another-app' });
      const { applications: left } = await bank.item.listApplications({ access_token });
      expect(left.map(({ application_id }) => application_id)).not.toContain('another-app');
      await bank.item.unlinkApplication({ access_token, application_id: left[0]?.application_id ?? '' });
      expect(await failure(bank.accounts.get({ access_token }))).toMatchObject({
        code: 'reauthorization_required',
        providerCode: 'USER_PERMISSION_REVOKED',
      });
      expect((await bank.item.listApplications({ access_token })).applications).toEqual([]);
    },
    refused: (bank, { access_token }) => bank.item.unlinkApplication({ access_token } as never),
  }),
  'item.updateApplicationScopes': row({
    async given(bank) {
      const application = await connected(bank);
      return { application, hidden: await accountOf(bank, application.access_token, 'savings') };
    },
    async works(bank, { given: { application, hidden } }) {
      const { access_token } = application;
      const scopes = { product_access: { auth: false }, accounts: [{ unique_id: hidden, authorized: false }] };
      await bank.item.updateApplicationScopes({ ...application, scopes, context: 'ENROLLMENT', state: 's1' });
      expect(await failure(bank.auth.get({ access_token }))).toMatchObject({
        code: 'reauthorization_required',
        providerCode: 'ADDITIONAL_CONSENT_REQUIRED',
      });
      const { accounts } = await bank.accounts.get({ access_token });
      expect(accounts.map(({ account_id }) => account_id)).not.toContain(hidden);
      const { applications } = await bank.item.listApplications({ access_token });
      expect(applications[0]?.scopes).toEqual(scopes);
    },
    refused: (bank, { access_token }) =>
      bank.item.updateApplicationScopes({
        access_token,
        application_id: 'a',
        scopes: { accounts: [{} as never] },
        context: 'PORTAL',
      }),
  }),
  'link.createToken': row({
    given: (bank) => newUser(bank),
    async works(bank, { given: { user_id }, sandbox }) {
      const { link_token } = await bank.link.createToken({ ...linkParams, user_id });
      const public_token = sandbox.controls.bank.completeLink(link_token) ?? '';
      const { access_token, item_id } = await bank.item.exchangePublicToken({ public_token });
      expect((await bank.user.items.get({ user_id })).map((item) => item.item_id)).toEqual([item_id]);
      expect(access_token).toMatch(/^access-sandbox-/);
    },
    refused: (bank, { access_token }) => bank.link.createToken({ ...linkParams, access_token } as never),
  }),
  'link.createUpdateToken': row({
    async given(bank) {
      const { access_token } = await readyItem(bank);
      await bank.sandbox.resetLogin({ access_token });
      return access_token;
    },
    async works(bank, { given: access_token, sandbox }) {
      const { products, ...session } = linkParams;
      const { link_token } = await bank.link.createUpdateToken({ ...session, access_token });
      expect(sandbox.controls.bank.completeLink(link_token)).toBeUndefined();
      expect((await bank.accounts.get({ access_token })).item.error).toBeNull();
    },
    refused: (bank) => bank.link.createUpdateToken(linkParams as never),
  }),
  'link.getToken': row({
    given: (bank) => bank.link.createToken(linkParams),
    async works(bank, { given: { link_token, expiration }, sandbox }) {
      const link = await bank.link.getToken({ link_token });
      expect(link).toMatchObject({ link_token, expiration, metadata: { client_name: 'Tests', language: 'en' } });
      expect(link.link_sessions).toEqual([]);
      const public_token = sandbox.controls.bank.completeLink(link_token);
      const { link_sessions } = await bank.link.getToken({ link_token });
      expect(link_sessions?.[0]?.results?.item_add_results).toMatchObject([
        { public_token, institution: { institution_id: 'ins_109508' } },
      ]);
      await sandbox.clock.advance(4 * 3_600_000);
      expect(await failure(bank.link.getToken({ link_token }))).toMatchObject({
        code: 'unauthenticated',
        providerCode: 'INVALID_LINK_TOKEN',
      });
    },
    refused: (bank) => bank.link.getToken({ link_token: '' }),
  }),
  'link.exchangeOauthCorrelationId': row({
    async given(bank, { sandbox }) {
      const { link_token } = await bank.link.createToken({ ...linkParams, redirect_uri: 'https://app.example/back' });
      return { link_token, link_correlation_id: sandbox.controls.bank.redirectLink(link_token) };
    },
    async works(bank, { given: { link_token, link_correlation_id }, sandbox }) {
      const found = await bank.link.exchangeOauthCorrelationId({ link_correlation_id });
      expect(found.link_token).toBe(link_token);
      await sandbox.clock.advance(10 * 60_000);
      const late = await failure(bank.link.exchangeOauthCorrelationId({ link_correlation_id }));
      expect(late).toMatchObject({ code: 'invalid_params', providerCode: 'INVALID_FIELD' });
    },
    refused: (bank) => bank.link.exchangeOauthCorrelationId({ link_correlation_id: '' }),
  }),
};
