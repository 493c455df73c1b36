import { describe, expect, test } from 'vitest';
import { startBank } from './testing.ts';

const hook = 'http://127.0.0.1:9/hook';
const everything = ['transactions', 'auth', 'identity', 'investments', 'liabilities', 'signal', 'investments_auth'];

/** An Item with every product, and a processor token for each of its accounts by subtype. */
async function startProcessors(options: Parameters<typeof startBank>[0] = {}) {
  const started = startBank({ readyAtOnce: true, limits: 'off', ...options });
  const { ask, link, bank, clock } = started;
  const access_token = await link({ override_username: 'user_transactions_dynamic' }, everything);
  await clock.advance(0); // the history is there
  const { accounts } = await ask('/accounts/get', { access_token });
  const grant = async (subtype: string, on = access_token) => {
    const { accounts } = await ask('/accounts/get', { access_token: on });
    const account_id = accounts.find((account) => account.subtype === subtype)?.account_id ?? '';
    const body = { access_token: on, account_id, processor: 'dwolla' };
    return { account_id, processor_token: (await ask('/processor/token/create', body)).processor_token };
  };
  const told = async () => {
    await clock.advance(0);
    return bank.controls.webhooks.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  };
  return { ...started, access_token, accounts, grant, told };
}

describe('tokens', () => {
  test('of one account, by three routes, each token another', async () => {
    const { ask, accounts, access_token, grant } = await startProcessors();
    const { account_id } = accounts[1] ?? {};
    const { processor_token } = await ask('/processor/apex/processor_token/create', { access_token, account_id });
    const first = await grant('savings');
    expect(processor_token).toMatch(/^processor-sandbox-[0-9a-f-]{36}$/);
    expect(first.processor_token).not.toBe(processor_token);
    for (const token of [processor_token, first.processor_token])
      expect(await ask('/processor/account/get', { processor_token: token })).toMatchObject({
        account: { account_id, subtype: 'savings' },
        institution_id: 'ins_109508',
      });
    const { stripe_bank_account_token } = await ask('/processor/stripe/bank_account_token/create', {
      access_token,
      account_id,
    });
    expect(stripe_bank_account_token).toMatch(/^btok_\w{24}$/);
  });

  test('out of nothing but an institution, in the test environment', async () => {
    const { ask, fail } = await startProcessors();
    const { processor_token } = await ask('/sandbox/processor_token/create', {
      institution_id: 'ins_109511',
      options: { override_username: 'user_good', override_password: null },
    });
    const { account, institution_id } = await ask('/processor/account/get', { processor_token });
    expect({ type: account.type, institution_id }).toEqual({ type: 'depository', institution_id: 'ins_109511' });
    const wrong = { institution_id: 'ins_109511', options: { override_password: 'error_ITEM_LOCKED' } };
    expect(await fail('/sandbox/processor_token/create', wrong)).toBe('400 ITEM_LOCKED');
  });

  test('outlive the access token, but not the Item', async () => {
    const { ask, fail, access_token, grant } = await startProcessors();
    const { processor_token } = await grant('checking');
    const { new_access_token } = await ask('/item/access_token/invalidate', { access_token });
    await ask('/processor/auth/get', { processor_token });
    await ask('/item/remove', { access_token: new_access_token });
    for (const path of ['/processor/auth/get', '/processor/token/permissions/get'])
      expect(await fail(path, { processor_token })).toBe('400 ITEM_NOT_FOUND');
  });
});

describe('permissions', () => {
  test('restrict a token to some products, until all are allowed again', async () => {
    const { ask, fail, call, grant } = await startProcessors();
    const { processor_token } = await grant('checking');
    const read = () => ask('/processor/token/permissions/get', { processor_token });
    expect((await read()).products).toEqual([]);
    await ask('/processor/token/permissions/set', { processor_token, products: ['auth', 'identity'] });
    expect((await read()).products).toEqual(['auth', 'identity']);
    await ask('/processor/auth/get', { processor_token });
    expect(await fail('/processor/balance/get', { processor_token })).toBe('400 INVALID_PRODUCT');
    expect((await call('/processor/transactions/sync', { processor_token })).body.error_message).toContain(
      '["transactions"]',
    );
    await ask('/processor/token/permissions/set', { processor_token, products: [] });
    await ask('/processor/transactions/sync', { processor_token });
  });
});

describe('webhooks', () => {
  test('of a token: the address, then what happens to transactions, until it is taken away', async () => {
    const { ask, bank, access_token, grant, told } = await startProcessors();
    const { processor_token, account_id } = await grant('checking');
    await ask('/processor/token/webhook/update', { processor_token, webhook: hook });
    expect(await told()).toEqual([
      {
        webhook_type: 'PROCESSOR_TOKEN',
        webhook_code: 'WEBHOOK_UPDATE_ACKNOWLEDGED',
        account_id,
        new_webhook_url: hook,
        error: null,
        environment: 'sandbox',
      },
    ]);
    bank.controls.changeTransactions(access_token, { added: 2 });
    expect((await told()).slice(1)).toEqual([
      {
        webhook_type: 'TRANSACTIONS',
        webhook_code: 'DEFAULT_UPDATE',
        account_id,
        new_transactions: 2,
        error: null,
        environment: 'sandbox',
      },
    ]);
    bank.controls.failItem(access_token, 'ITEM_LOCKED'); // is the business of the Item's webhook alone
    await ask('/processor/token/webhook/update', { processor_token, webhook: null });
    bank.controls.changeTransactions(access_token, { added: 1 });
    expect(await told()).toHaveLength(2);
  });
});

describe('reads', () => {
  const dates = { start_date: '2024-06-01', end_date: '2026-01-01' };

  // Each responds as its plain route does for the one account.
  test.each<[string, string, object?]>([
    ['/identity/get', 'checking'],
    ['/identity/match', 'checking', { user: { legal_name: 'Nobody' } }],
    ['/liabilities/get', 'student'],
    ['/liabilities/get', 'credit card'],
    ['/investments/holdings/get', 'ira'],
    ['/investments/auth/get', 'ira'],
    ['/investments/transactions/get', 'ira', { ...dates, options: { count: 5, offset: 2 } }],
    ['/transactions/get', 'checking', { ...dates, options: { count: 5, offset: 2 } }],
    ['/transactions/sync', 'checking', { count: 7 }],
    ['/accounts/balance/get', 'savings'],
  ])('/processor%s of a %s account', async (path, subtype, body = {}) => {
    const { ask, access_token, grant } = await startProcessors();
    const { processor_token, account_id } = await grant(subtype);
    const only = path === '/transactions/sync' ? { account_id } : { account_ids: [account_id] };
    const { options, ...rest } = body as { options?: object };
    const plain = await ask(path, { access_token, ...rest, options: { ...options, ...only } });
    const own = path === '/accounts/balance/get' ? '/balance/get' : path;
    const { request_id, ...answer } = await ask(`/processor${own}`, { processor_token, ...body });
    const { accounts, item, request_id: _, ...same } = plain;
    expect(accounts).toHaveLength(1);
    expect(answer).toEqual({ ...same, account: accounts[0] });
  });

  test('numbers are one of a kind, null where the country has none of it', async () => {
    const { ask, grant } = await startProcessors();
    const { processor_token, account_id } = await grant('checking');
    expect(await ask('/processor/auth/get', { processor_token })).toMatchObject({
      account: { account_id },
      numbers: { ach: { account_id, account: expect.any(String) }, eft: null, international: null, bacs: null },
    });
  });

  test('recurring streams of the account, and a sync that refreshing moves on', async () => {
    const { ask, grant } = await startProcessors();
    const { processor_token, account_id } = await grant('credit card');
    const { outflow_streams } = await ask('/processor/transactions/recurring/get', { processor_token });
    expect(outflow_streams.length).toBeGreaterThan(0);
    expect(new Set(outflow_streams.map((stream) => stream.account_id))).toEqual(new Set([account_id]));
    const before = await ask('/processor/transactions/sync', { processor_token, count: 500 });
    await ask('/processor/transactions/refresh', { processor_token });
    const after = await ask('/processor/transactions/sync', { processor_token, cursor: before.next_cursor });
    expect(after.added.length).toBeGreaterThan(0);
    expect(new Set(after.added.map((each) => each.account_id))).toEqual(new Set([account_id]));
  });

  test('a page after a mutation is refused to processors too', async () => {
    const { ask, fail, bank, grant } = await startProcessors();
    const { processor_token } = await grant('credit card');
    bank.controls.mutateDuringPagination(1);
    const { next_cursor, has_more } = await ask('/processor/transactions/sync', { processor_token, count: 1 });
    expect(has_more).toBe(true);
    expect(await fail('/processor/transactions/sync', { processor_token, count: 1, cursor: next_cursor })).toBe(
      '400 TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION',
    );
  });

  test('a debit is scored, then reported on', async () => {
    const { ask, fail, grant } = await startProcessors();
    const { processor_token } = await grant('checking');
    await ask('/processor/signal/prepare', { processor_token });
    const debit = { processor_token, client_transaction_id: 'debit-1' };
    expect(await fail('/processor/signal/decision/report', { ...debit, initiated: true })).toMatch(/^400 /);
    const { scores, risk_profile } = await ask('/processor/signal/evaluate', { ...debit, amount: 25 });
    expect(scores.bank_initiated_return_risk.score).toBeGreaterThanOrEqual(1);
    expect(risk_profile).toBeUndefined();
    await ask('/processor/signal/decision/report', { ...debit, initiated: true, decision_outcome: 'APPROVE' });
    await ask('/processor/signal/return/report', { ...debit, return_code: 'R01' });
  });

  test('each kind of token works at its own routes only', async () => {
    const { fail, access_token, grant } = await startProcessors();
    const { processor_token } = await grant('checking');
    expect(await fail('/processor/auth/get', { access_token })).toBe('400 MISSING_FIELDS');
    expect(await fail('/processor/auth/get', { processor_token, access_token })).toBe('400 UNKNOWN_FIELDS');
    expect(await fail('/processor/auth/get', { processor_token: access_token })).toBe('400 INVALID_PROCESSOR_TOKEN');
    expect(await fail('/auth/get', { access_token: processor_token })).toBe('400 INVALID_ACCESS_TOKEN');
  });

  test('Item state comes before permissions, permissions before the rate limit', async () => {
    const { ask, fail, bank, access_token, grant } = await startProcessors({
      limits: { '/processor/auth/get': { item: 0 } },
    });
    const { processor_token } = await grant('checking');
    await ask('/processor/token/permissions/set', { processor_token, products: ['identity'] });
    await ask('/sandbox/item/reset_login', { access_token });
    expect(await fail('/processor/auth/get', { processor_token })).toBe('400 ITEM_LOGIN_REQUIRED');
    bank.controls.repairItem(access_token);
    expect(await fail('/processor/auth/get', { processor_token })).toBe('400 INVALID_PRODUCT');
    await ask('/processor/token/permissions/set', { processor_token, products: [] });
    expect(await fail('/processor/auth/get', { processor_token })).toBe('429 RATE_LIMIT');
  });
});

describe('bank transfers', () => {
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

  test('are made once for a key', async () => {
    const { ask, grant } = await startProcessors();
    const { processor_token, account_id } = await grant('checking');
    const create = (change: object) =>
      ask('/processor/bank_transfer/create', { processor_token, ...transfer, ...change });
    const { bank_transfer } = await create({ metadata: { order: '7' } });
    expect(bank_transfer).toMatchObject({ account_id, amount: '12.34', status: 'pending', metadata: { order: '7' } });
    expect((await create({ amount: '99.00' })).bank_transfer).toEqual(bank_transfer);
    const other = (await create({ idempotency_key: 'key-2', amount: '99.00' })).bank_transfer;
    expect(other).toMatchObject({ amount: '99.00', origination_account_id: bank_transfer.origination_account_id });
    expect(other.id).not.toBe(bank_transfer.id);
  });
});
