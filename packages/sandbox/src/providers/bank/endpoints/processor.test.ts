import { describe, expect, test } from 'vitest';
import { hook, startBank } from '../../../../test/bank.ts';

const everything = ['transactions', 'auth', 'identity'];

/** Starts a sandbox with an Item. `grant` creates a processor token for its account with a subtype. */
async function startProcessors(options: Parameters<typeof startBank>[0] = {}) {
  const started = startBank({ readyAtOnce: true, limits: 'off', ...options });
  const { ask, link, clock } = started;
  const access_token = await link({ override_username: 'user_transactions_dynamic' }, everything);
  await clock.advance(0); // the history becomes ready
  const { accounts } = await ask('/accounts/get', { access_token });
  const grant = async (subtype: string) => {
    const account_id = accounts.find((account) => account.subtype === subtype)?.account_id ?? '';
    const body = { access_token, account_id, processor: 'dwolla' };
    return { account_id, processor_token: (await ask('/processor/token/create', body)).processor_token };
  };
  return { ...started, access_token, grant };
}

describe('processor tokens', () => {
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

describe('webhooks of a processor token', () => {
  test('acknowledge the URL, then report changes of transactions, until the URL is removed', async () => {
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
    expect(await told()).toEqual([
      {
        webhook_type: 'TRANSACTIONS',
        webhook_code: 'DEFAULT_UPDATE',
        account_id,
        new_transactions: 2,
        error: null,
        environment: 'sandbox',
      },
    ]);
    bank.controls.failItem(access_token, 'ITEM_LOCKED'); // only the Item's own webhook reports this
    await ask('/processor/token/webhook/update', { processor_token, webhook: null });
    bank.controls.changeTransactions(access_token, { added: 1 });
    expect(await told()).toEqual([]);
  });
});

describe('processor endpoints', () => {
  test('refuse a page after a mutation', async () => {
    const { ask, fail, bank, grant } = await startProcessors();
    const { processor_token } = await grant('credit card');
    bank.controls.mutateDuringPagination(1);
    const { next_cursor, has_more } = await ask('/processor/transactions/sync', { processor_token, count: 1 });
    expect(has_more).toBe(true);
    expect(await fail('/processor/transactions/sync', { processor_token, count: 1, cursor: next_cursor })).toBe(
      '400 TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION',
    );
  });

  test('accept only processor tokens, which other endpoints refuse', async () => {
    const { fail, access_token, grant } = await startProcessors();
    const { processor_token } = await grant('checking');
    expect(await fail('/processor/auth/get', { access_token })).toBe('400 MISSING_FIELDS');
    expect(await fail('/processor/auth/get', { processor_token, access_token })).toBe('400 UNKNOWN_FIELDS');
    expect(await fail('/processor/auth/get', { processor_token: access_token })).toBe('400 INVALID_PROCESSOR_TOKEN');
    expect(await fail('/auth/get', { access_token: processor_token })).toBe('400 INVALID_ACCESS_TOKEN');
  });

  test('check the state of the Item first, then permissions, then the rate limit', async () => {
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
