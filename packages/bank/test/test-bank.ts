import { failure } from '@x/testing';
import { expect } from 'vitest';
import { accountOf, type Cases, dayOf, newItem, newUser, readyItem, row } from './stage.ts';

const loggedOut = { code: 'reauthorization_required', providerCode: 'ITEM_LOGIN_REQUIRED' };

/** Calls that exist only in the test environment, and webhook keys. */
export const testBank: Cases = {
  'sandbox.createPublicToken': {
    async works(bank) {
      const institution_id = 'ins_109508';
      const login = (override_password: string) =>
        bank.sandbox.createPublicToken({
          institution_id,
          initial_products: ['transactions'],
          options: { override_username: 'user_good', override_password, transactions: { days_requested: 30 } },
        });
      const { public_token } = await login('pass_good');
      const { access_token } = await bank.item.exchangePublicToken({ public_token });
      expect((await bank.item.get({ access_token })).item).toMatchObject({
        institution_id,
        products: ['transactions'],
      });
      expect(await failure(login('error_ITEM_LOCKED'))).toMatchObject({
        code: 'reauthorization_required',
        providerCode: 'ITEM_LOCKED',
      });
    },
    refused: (bank) => bank.sandbox.createPublicToken({ institution_id: 'ins_109508', initial_products: [] }),
  },
  'sandbox.resetLogin': row({
    given: (bank) => newItem(bank, ['auth']),
    async works(bank, { given: { access_token } }) {
      expect((await bank.sandbox.resetLogin({ access_token })).reset_login).toBe(true);
      expect(await failure(bank.accounts.get({ access_token }))).toMatchObject(loggedOut);
      expect((await bank.item.get({ access_token })).item.error?.error_code).toBe('ITEM_LOGIN_REQUIRED');
    },
    refused: (bank) => bank.sandbox.resetLogin({} as never),
  }),
  'sandbox.resetUserLogin': row({
    async given(bank) {
      const { user_id } = await newUser(bank);
      return {
        user_id,
        one: await newItem(bank, ['auth'], { user_id }),
        two: await newItem(bank, ['auth'], { user_id }),
      };
    },
    async works(bank, { given: { user_id, one, two } }) {
      await bank.sandbox.resetUserLogin({ user_id, item_ids: [one.item_id] });
      expect(await failure(bank.auth.get({ access_token: one.access_token }))).toMatchObject(loggedOut);
      expect((await bank.auth.get({ access_token: two.access_token })).item.error).toBeNull();
      await bank.sandbox.resetUserLogin({ user_id });
      expect(await failure(bank.auth.get({ access_token: two.access_token }))).toMatchObject(loggedOut);
    },
    refused: (bank) => bank.sandbox.resetUserLogin({ item_ids: ['a'] }),
  }),
  'sandbox.fireUserWebhook': row({
    given: (bank) => newUser(bank),
    async works(bank, { given: { user_id }, webhooksTo }) {
      const webhook = 'http://127.0.0.1:9/fired-about-user';
      const params = { user_id, webhook_type: 'CHECK_REPORT' as const, webhook };
      const code = 'USER_CHECK_REPORT_READY';
      expect((await bank.sandbox.fireUserWebhook({ ...params, webhook_code: code })).webhook_fired).toBe(true);
      expect(webhooksTo(webhook)).toEqual([code]);
      const older = bank.sandbox.fireUserWebhook({ ...params, webhook_code: 'CHECK_REPORT_READY' });
      expect(await failure(older)).toMatchObject({ code: 'invalid_params', providerCode: 'INVALID_FIELD' });
    },
    refused: (bank) =>
      bank.sandbox.fireUserWebhook({
        webhook_type: 'CHECK_REPORT',
        webhook_code: 'USER_CHECK_REPORT_READY',
        webhook: 'http://127.0.0.1:9/fired',
      }),
  }),
  'sandbox.fireWebhook': row({
    async given(bank) {
      const webhook = 'http://127.0.0.1:9/fired';
      return { webhook, ...(await newItem(bank, ['auth', 'identity'], { options: { webhook } })) };
    },
    async works(bank, { given: { access_token, webhook }, webhooksTo }) {
      const fire = (
        webhook_type: 'ITEM' | 'IDENTITY' | 'LIABILITIES',
        webhook_code: 'DEFAULT_UPDATE' | 'LOGIN_REPAIRED',
      ) => bank.sandbox.fireWebhook({ access_token, webhook_type, webhook_code });
      expect((await fire('IDENTITY', 'DEFAULT_UPDATE')).webhook_fired).toBe(true);
      await fire('ITEM', 'LOGIN_REPAIRED');
      expect(webhooksTo(webhook)).toEqual(['DEFAULT_UPDATE', 'LOGIN_REPAIRED']);
      expect(await failure(fire('LIABILITIES', 'DEFAULT_UPDATE'))).toMatchObject({
        code: 'permission_denied',
        providerCode: 'SANDBOX_PRODUCT_NOT_ENABLED',
      });
      await bank.item.updateWebhook({ access_token, webhook: null });
      expect(await failure(fire('ITEM', 'LOGIN_REPAIRED'))).toMatchObject({
        code: 'rejected',
        providerCode: 'SANDBOX_WEBHOOK_INVALID',
      });
    },
    refused: (bank, { access_token }) => bank.sandbox.fireWebhook({ access_token, webhook_code: 'HELLO' as never }),
  }),
  'sandbox.setVerificationStatus': row({
    async given(bank) {
      const { access_token } = await newItem(bank, ['auth']);
      return { access_token, account_id: await accountOf(bank, access_token, 'savings') };
    },
    async works(bank, { given: { access_token, account_id } }) {
      const verification_status = 'verification_expired';
      await bank.sandbox.setVerificationStatus({ access_token, account_id, verification_status });
      const { accounts } = await bank.auth.get({ access_token });
      for (const account of accounts)
        expect(account.verification_status).toBe(account.account_id === account_id ? verification_status : undefined);
    },
    refused: (bank, { access_token }) =>
      bank.sandbox.setVerificationStatus({ access_token, account_id: 'a', verification_status: 'unsent' as never }),
  }),
  'sandbox.seedApplication': row({
    given: (bank) => bank.item.import({ products: ['auth'], user_auth: { user_id: 'u', auth_token: 't' } }),
    async works(bank, { given: { access_token } }) {
      const { item_id } = await bank.sandbox.seedApplication({ access_token, application_id: 'budget-app' });
      expect(item_id).toMatch(/^\w{37}$/);
      const { applications } = await bank.item.listApplications({ access_token });
      expect(applications.map(({ application_id }) => application_id)).toContain('budget-app');
    },
    refused: (bank, { access_token }) => bank.sandbox.seedApplication({ access_token, application_id: '' }),
  }),
  'sandbox.createProcessorToken': {
    async works(bank) {
      const { processor_token } = await bank.sandbox.createProcessorToken({ institution_id: 'ins_109511' });
      const { account, institution_id } = await bank.processor.account.get({ processor_token });
      expect({ subtype: account.subtype, institution_id }).toEqual({
        subtype: 'checking',
        institution_id: 'ins_109511',
      });
      expect((await bank.processor.auth.get({ processor_token })).numbers.ach?.account_id).toBe(account.account_id);
    },
    refused: (bank) =>
      bank.sandbox.createProcessorToken({ institution_id: 'ins_109511', options: { webhook: 'a' } as never }),
  },
  'sandbox.selectOauthAccounts': row({
    async given(bank, { sandbox }) {
      const { link_token } = await bank.link.createToken({
        client_name: 'Tests',
        language: 'en',
        country_codes: ['US'],
        user: { client_user_id: 'user-1' },
        products: ['auth'],
      });
      return { link_token, ...sandbox.controls.bank.startOAuth(link_token, { institutionId: 'ins_127287' }) };
    },
    async works(bank, { given: { link_token, oauthStateId: oauth_state_id, accounts }, sandbox }) {
      const ids = accounts.map(({ account_id }) => account_id).slice(0, 2);
      await bank.sandbox.selectOauthAccounts({ oauth_state_id, accounts: ids });
      const public_token = sandbox.controls.bank.completeLink(link_token) ?? '';
      const { access_token } = await bank.item.exchangePublicToken({ public_token });
      expect((await bank.accounts.get({ access_token })).accounts.map(({ account_id }) => account_id)).toEqual(ids);
      const select = (state: string) => bank.sandbox.selectOauthAccounts({ oauth_state_id: state, accounts: ids });
      expect(await failure(select(oauth_state_id))).toMatchObject({
        code: 'conflict',
        providerCode: 'OAUTH_STATE_ID_ALREADY_PROCESSED',
      });
      expect(await failure(select('none'))).toMatchObject({
        code: 'not_found',
        providerCode: 'OAUTH_STATE_ID_NOT_FOUND',
      });
    },
    refused: (bank) => bank.sandbox.selectOauthAccounts({ oauth_state_id: 's', accounts: 'all' as never }),
  }),
  'sandbox.createTransactions': row({
    async given(bank) {
      const { access_token } = await readyItem(bank);
      return { access_token, cursor: (await bank.transactions.syncAll({ access_token })).nextCursor };
    },
    async works(bank, { given: { access_token, cursor }, sandbox }) {
      const today = dayOf(sandbox.clock.now());
      const bought = { date_transacted: today, date_posted: today, amount: 4.2, description: 'A pot of tea' };
      await bank.sandbox.createTransactions({ access_token, transactions: [bought] });
      const { added } = await bank.transactions.syncAll({ access_token, cursor });
      expect(added).toMatchObject([{ amount: 4.2, name: 'A pot of tea', date: today, pending: false }]);
    },
    refused: (bank, { access_token }) => bank.sandbox.createTransactions({ access_token, transactions: [] }),
  }),
  'webhooks.verificationKey': row({
    given: async (_, { sandbox }) => sandbox.controls.bank.rotateWebhookKey(),
    async works(bank, { given: key_id, sandbox }) {
      const key = await bank.webhooks.verificationKey({ key_id });
      expect(key).toMatchObject({ kid: key_id, alg: 'ES256', crv: 'P-256', kty: 'EC', expired_at: null });
      sandbox.controls.bank.rotateWebhookKey();
      expect((await bank.webhooks.verificationKey({ key_id })).expired_at).toBeGreaterThanOrEqual(key.created_at);
      expect(await failure(bank.webhooks.verificationKey({ key_id: 'none' }))).toMatchObject({ code: 'not_found' });
    },
    refused: (bank) => bank.webhooks.verificationKey({} as never),
  }),
};
