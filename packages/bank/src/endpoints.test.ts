import { createSandbox, type Sandbox } from '@x/sandbox';
import { describeEndpoints, type EndpointTable, recordAnswers } from '@x/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BankClient, bankProvider, createBankClient, createClient, endpoints, isApiError } from './index.ts';

let sandbox: Sandbox;
let bank: BankClient;
/** An Item with two years of transactions. */
let access_token: string;

/** Links a bank: the access token of a new Item. */
async function linkItem(options: { override_username?: string; override_password?: string; webhook?: string } = {}) {
  const { public_token } = await bank.sandbox.createPublicToken({
    institution_id: 'ins_109508',
    initial_products: ['transactions', 'auth', 'identity'],
    options: { override_username: 'user_transactions_dynamic', transactions: { days_requested: 730 }, ...options },
  });
  return (await bank.item.exchangePublicToken({ public_token })).access_token;
}

const recorded = recordAnswers(() => sandbox.options.bank.baseUrl);

beforeAll(async () => {
  sandbox = await createSandbox();
  bank = createBankClient({ ...sandbox.options.bank, retries: 0, clock: sandbox.clock, fetch: recorded.fetch });
  access_token = await linkItem();
  const early = await bank.transactions.syncAll({ access_token });
  expect(early).toMatchObject({ status: 'NOT_READY', cursor: '', added: [] });
});
afterAll(() => sandbox.close());

const refusedBy = (call: PromiseLike<unknown>) => call.then(undefined, (reason: unknown) => reason);
const days = () => {
  const [start_date, end_date] = [sandbox.clock.now() - 730 * 86_400_000, sandbox.clock.now() + 86_400_000].map(
    (time) => new Date(time).toISOString().slice(0, 10),
  );
  return { start_date: start_date ?? '', end_date: end_date ?? '' };
};

/** Each endpoint: a call that must work, and one that must be refused before any request. */
const table: EndpointTable = {
  'accounts.get': {
    works: async () => {
      const { accounts, item } = await bank.accounts.get({ access_token });
      expect(accounts.length).toBeGreaterThan(1);
      expect(item).toMatchObject({ institution_id: 'ins_109508', error: null });
      const [first] = accounts;
      const one = await bank.accounts.get({ access_token, options: { account_ids: [first?.account_id ?? ''] } });
      expect(one.accounts).toEqual([first]);
    },
    refused: () => bank.accounts.get({} as never),
  },
  'accounts.balance': {
    works: async () => {
      const { accounts } = await bank.accounts.balance({ access_token });
      for (const { balances } of accounts) expect(typeof (balances.current ?? balances.available)).toBe('number');
    },
    refused: () => bank.accounts.balance({ access_token, options: { account_id: 'a' } as never }),
  },
  'auth.get': {
    works: async () => {
      const { accounts, numbers } = await bank.auth.get({ access_token });
      expect(numbers.ach.length).toBeGreaterThan(0);
      for (const { account_id } of numbers.ach) expect(accounts.map((one) => one.account_id)).toContain(account_id);
    },
    refused: () => bank.auth.get({ access_token: 3 } as never),
  },
  'identity.get': {
    works: async () => {
      const { accounts } = await bank.identity.get({ access_token });
      for (const { owners } of accounts) expect(owners[0]?.names.length).toBeGreaterThan(0);
    },
    refused: () => bank.identity.get({ access_token, account_ids: [] } as never),
  },
  'institutions.get': {
    works: async () => {
      const page = await bank.institutions.get({ count: 7, offset: 0, country_codes: ['US'] });
      expect(page.items).toHaveLength(7);
      expect(page.total).toBeGreaterThan(7);
      for (const { country_codes } of page.items) expect(country_codes).toContain('US');
    },
    refused: () => bank.institutions.get({ count: 501, offset: 0, country_codes: ['US'] }),
  },
  'institutions.getById': {
    works: async () => {
      const options = { include_status: true, include_optional_metadata: true };
      const institution = await bank.institutions.getById({
        institution_id: 'ins_109508',
        country_codes: ['US'],
        options,
      });
      expect(institution).toMatchObject({ institution_id: 'ins_109508', name: 'First Platypus Bank' });
    },
    refused: () => bank.institutions.getById({ institution_id: 'ins_1', country_codes: [] }),
  },
  'institutions.search': {
    works: async () => {
      const { items, next } = await bank.institutions.search({ query: 'platypus', country_codes: ['US'] });
      expect(items.map(({ institution_id }) => institution_id)).toContain('ins_109508');
      expect(next).toBeUndefined();
    },
    refused: () => bank.institutions.search({ query: '', country_codes: ['US'] }),
  },
  'item.get': {
    works: async () => {
      const { item } = await bank.item.get({ access_token });
      expect(item).toMatchObject({ institution_id: 'ins_109508', error: null });
      expect([...item.billed_products, ...(item.products ?? [])]).toContain('transactions');
    },
    refused: () => bank.item.get({ access_token: '' }),
  },
  'item.exchangePublicToken': {
    works: async () => {
      const { public_token } = await bank.sandbox.createPublicToken({
        institution_id: 'ins_109509',
        initial_products: ['auth'],
      });
      const { access_token, item_id } = await bank.item.exchangePublicToken({ public_token });
      expect((await bank.item.get({ access_token })).item.item_id).toBe(item_id);
      const again = await refusedBy(bank.item.exchangePublicToken({ public_token }));
      expect(again).toMatchObject({ code: 'unauthenticated', providerCode: 'INVALID_PUBLIC_TOKEN' });
    },
    refused: () => bank.item.exchangePublicToken({ public_token: null } as never),
  },
  'item.remove': {
    works: async () => {
      const access_token = await linkItem();
      await bank.item.remove({ access_token, reason_code: 'OTHER' });
      expect(isApiError(await refusedBy(bank.accounts.get({ access_token })))).toBe(true);
    },
    refused: () => bank.item.remove({ access_token, reason_code: 'BORED' as never }),
  },
  'item.createPublicToken': {
    works: async () => {
      const { public_token } = await bank.item.createPublicToken({ access_token });
      expect(public_token).toMatch(/^public-sandbox-/);
    },
    refused: () => bank.item.createPublicToken({} as never),
  },
  'item.invalidateAccessToken': {
    works: async () => {
      const old = await linkItem();
      const { new_access_token } = await bank.item.invalidateAccessToken({ access_token: old });
      expect(await refusedBy(bank.item.get({ access_token: old }))).toMatchObject({
        code: 'unauthenticated',
        providerCode: 'INVALID_ACCESS_TOKEN',
      });
      expect((await bank.item.get({ access_token: new_access_token })).item.error).toBeNull();
    },
    refused: () => bank.item.invalidateAccessToken({ access_token: ['a'] } as never),
  },
  'item.updateWebhook': {
    works: async () => {
      const webhook = 'http://127.0.0.1:9/hooks';
      const access_token = await linkItem();
      expect((await bank.item.updateWebhook({ access_token, webhook })).webhook).toBe(webhook);
      expect((await bank.item.updateWebhook({ access_token, webhook: null })).webhook).toBeNull();
    },
    refused: () => bank.item.updateWebhook({ access_token, webhook: 'nowhere' }),
  },
  'link.createToken': {
    works: async () => {
      const { link_token } = await bank.link.createToken(linkParams);
      const public_token = sandbox.controls.bank.completeLink(link_token) ?? '';
      const { access_token } = await bank.item.exchangePublicToken({ public_token });
      expect((await bank.accounts.get({ access_token })).accounts.length).toBeGreaterThan(0);
    },
    refused: () => bank.link.createToken({ ...linkParams, country_codes: [] }),
  },
  'link.getToken': {
    works: async () => {
      const { link_token, expiration } = await bank.link.createToken(linkParams);
      const link = await bank.link.getToken({ link_token });
      expect(link).toMatchObject({ link_token, expiration, metadata: { client_name: 'Tests', language: 'en' } });
    },
    refused: () => bank.link.getToken({ link_token: '' }),
  },
  'sandbox.createPublicToken': {
    works: async () => {
      const failing = { override_password: 'error_ITEM_LOCKED', override_username: 'user_good' };
      const error = await refusedBy(linkItem(failing));
      expect(error).toMatchObject({ code: 'reauthorization_required', providerCode: 'ITEM_LOCKED' });
    },
    refused: () => bank.sandbox.createPublicToken({ institution_id: 'ins_109508', initial_products: [] }),
  },
  'sandbox.resetLogin': {
    works: async () => {
      const access_token = await linkItem();
      expect((await bank.sandbox.resetLogin({ access_token })).reset_login).toBe(true);
      expect(await refusedBy(bank.accounts.get({ access_token }))).toMatchObject({
        code: 'reauthorization_required',
        providerCode: 'ITEM_LOGIN_REQUIRED',
      });
      expect((await bank.item.get({ access_token })).item.error?.error_code).toBe('ITEM_LOGIN_REQUIRED');
    },
    refused: () => bank.sandbox.resetLogin({} as never),
  },
  'sandbox.createTransactions': {
    works: async () => {
      const today = new Date(sandbox.clock.now()).toISOString().slice(0, 10);
      const { cursor } = await bank.transactions.syncAll({ access_token });
      const bought = { date_transacted: today, date_posted: today, amount: 4.2, description: 'A pot of tea' };
      await bank.sandbox.createTransactions({ access_token, transactions: [bought] });
      const { added } = await bank.transactions.syncAll({ access_token, cursor });
      expect(added.map(({ amount }) => amount)).toContain(4.2);
    },
    refused: () => bank.sandbox.createTransactions({ access_token, transactions: [] }),
  },
  'transactions.sync': {
    works: async () => {
      const pages = await bank.transactions.sync({ access_token, count: 100 }).toArray({ limit: 100 });
      expect(pages.length).toBeGreaterThan(2);
      const ids = pages.flatMap(({ added }) => added.map(({ transaction_id }) => transaction_id));
      expect(new Set(ids).size).toBe(ids.length);
      expect(pages.map(({ has_more }) => has_more).indexOf(false)).toBe(pages.length - 1);
      const all = await bank.transactions.syncAll({ access_token });
      expect(all.added.map(({ transaction_id }) => transaction_id)).toEqual(ids);
    },
    refused: () => bank.transactions.sync({ access_token, count: 0 }),
  },
  'transactions.get': {
    works: async () => {
      const page = await bank.transactions.get({ access_token, ...days(), count: 5, offset: 3 });
      const longer = await bank.transactions.get({ access_token, ...days(), count: 10 });
      expect(page.items).toEqual(longer.items.slice(3, 8));
      expect(page.total).toBeGreaterThan(100);
      const dates = longer.items.map(({ date }) => date);
      expect(dates).toEqual([...dates].sort().reverse());
    },
    refused: () => bank.transactions.get({ access_token, start_date: 'yesterday', end_date: 'today' }),
  },
  'transactions.refresh': {
    works: async () => {
      const { cursor } = await bank.transactions.syncAll({ access_token });
      await bank.transactions.refresh({ access_token });
      const { added, modified, removed } = await bank.transactions.syncAll({ access_token, cursor });
      expect(added.length + modified.length + removed.length).toBeGreaterThan(0);
    },
    refused: () => bank.transactions.refresh({ access_token, now: true } as never),
  },
  'webhooks.verificationKey': {
    works: async () => {
      const key_id = sandbox.controls.bank.rotateWebhookKey();
      const key = await bank.webhooks.verificationKey({ key_id });
      expect(key).toMatchObject({ kid: key_id, alg: 'ES256', crv: 'P-256', kty: 'EC', expired_at: null });
      expect(await refusedBy(bank.webhooks.verificationKey({ key_id: 'none' }))).toMatchObject({ code: 'not_found' });
    },
    refused: () => bank.webhooks.verificationKey({} as never),
  },
};

const linkParams = {
  client_name: 'Tests',
  language: 'en',
  country_codes: ['US' as const],
  user: { client_user_id: 'user-1' },
  products: ['transactions' as const],
};

describeEndpoints(endpoints, {
  table,
  client: () => bank,
  requests: () => sandbox.requests,
  answers: () => recorded.answers,
});

describe('syncAll', () => {
  it('gives the same delta when data changes between two pages, and the change with it', async () => {
    const access_token = await linkItem();
    await bank.transactions.syncAll({ access_token });
    const before = await bank.transactions.syncAll({ access_token });
    sandbox.controls.bank.mutateDuringPagination(2, access_token);
    const restarts = new Set<number>();
    const after = await bank.transactions.syncAll(
      { access_token, count: 100 },
      { restartPauseMs: 0, onPage: (progress) => restarts.add(progress.restarts) },
    );
    expect([...restarts]).toEqual([0, 1, 2]);
    const changed = await bank.transactions.syncAll({ access_token, cursor: before.cursor });
    expect(changed.cursor).toBe(after.cursor);
    expect(changed.added.length + changed.modified.length + changed.removed.length).toBeGreaterThan(0);
    expect(new Set(after.added.map(({ transaction_id }) => transaction_id)).size).toBe(after.added.length);
  });

  it('gives nothing when it never ends', async () => {
    const access_token = await linkItem();
    await bank.transactions.syncAll({ access_token });
    sandbox.controls.bank.mutateDuringPagination(9, access_token);
    const call = bank.transactions.syncAll({ access_token, count: 100 }, { restartPauseMs: 0, maxRestarts: 2 });
    expect(await refusedBy(call)).toMatchObject({ code: 'conflict', retryable: false });
  });

  it('tells an old cursor of another Item apart', async () => {
    const { cursor } = await bank.transactions.syncAll({ access_token });
    const other = await linkItem();
    await bank.transactions.syncAll({ access_token: other });
    expect(await refusedBy(bank.transactions.syncAll({ access_token: other, cursor }))).toMatchObject({
      code: 'rejected',
      providerCode: 'INVALID_FIELD',
    });
  });
});

describe('the gate', () => {
  it.each(['body', 'headers'] as const)(
    'takes credentials in the %s, and refuses wrong ones',
    async (credentialsIn) => {
      const { secret, ...options } = sandbox.options.bank;
      const good = createBankClient({ ...options, secret, credentialsIn, retries: 0 });
      expect((await good.item.get({ access_token })).item.error).toBeNull();
      const bad = createBankClient({ ...options, secret: `not-${secret}`, credentialsIn, retries: 0 });
      const error = await refusedBy(bad.item.get({ access_token }));
      expect(error).toMatchObject({ code: 'unauthenticated', status: 400, providerCode: 'INVALID_API_KEYS' });
      expect(JSON.stringify(error)).not.toContain(secret);
    },
  );

  it('answers unknown routes and other methods with not_found', async () => {
    const bare = createClient(bankProvider({ ...sandbox.options.bank, retries: 0 }), {});
    for (const [path, call] of [
      ['/no/such', () => bank.request('/no/such')],
      ['/transactions/sync', () => bare.request({ path: '/transactions/sync' })],
    ] as const) {
      const error = await refusedBy(call());
      expect(error).toMatchObject({ code: 'not_found', status: 404, providerCode: 'NOT_FOUND' });
      expect((error as Error).message).toContain(path);
    }
  });

  it('reports a bank that is down at once', async () => {
    const access_token = await linkItem();
    sandbox.controls.bank.setInstitutionHealth('ins_109508', 'DOWN');
    const patient = createBankClient(sandbox.options.bank);
    const error = await refusedBy(patient.accounts.balance({ access_token }));
    sandbox.controls.bank.setInstitutionHealth('ins_109508', 'HEALTHY');
    expect(error).toMatchObject({ code: 'unavailable', retryable: true });
  });
});
