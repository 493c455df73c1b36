import { describe, expect, test } from 'vitest';
import { hook, linkRequest, startBank } from '../../../../test/bank.ts';

const minute = 60_000;

const start = () => startBank({ readyAtOnce: true });

describe('verification status', () => {
  test('is set on one account and reported to the webhook', async () => {
    const { ask, link, told } = start();
    const access_token = await link({ webhook: hook }, ['auth']);
    const { accounts } = await ask('/accounts/get', { access_token });
    const [first, second] = accounts.map(({ account_id }) => account_id);
    for (const [status, code] of [
      ['automatically_verified', 'AUTOMATICALLY_VERIFIED'],
      ['verification_expired', 'VERIFICATION_EXPIRED'],
    ]) {
      const body = { access_token, account_id: second, verification_status: status };
      await ask('/sandbox/item/set_verification_status', body);
      expect(await told()).toMatchObject([{ webhook_type: 'AUTH', webhook_code: code, account_id: second }]);
      const { accounts } = await ask('/auth/get', { access_token });
      expect(accounts.slice(0, 2)).toMatchObject([
        { account_id: first },
        { account_id: second, verification_status: status },
      ]);
      expect(accounts[0]).not.toHaveProperty('verification_status');
    }
  });
});

describe('OAuth', () => {
  const request = { ...linkRequest, products: ['transactions'] };

  test('links only the accounts that were chosen', async () => {
    const { ask, fail, send, bank, clock } = start();
    const { link_token } = await ask('/link/token/create', request);
    const { oauthStateId, accounts } = bank.controls.startOAuth(link_token, { institutionId: 'ins_127287' });
    const chosen = accounts.slice(2, 4).map(({ account_id }) => account_id);
    const select = (ids: readonly string[]) => ({ oauth_state_id: oauthStateId, accounts: ids });
    expect(await fail('/sandbox/oauth/select_accounts', select(['a'.repeat(37)]))).toBe('400 INVALID_ACCOUNT_ID');
    const browser = { method: 'POST', headers: { 'content-type': 'application/json' } }; // a browser has no credentials
    const selected = await send('/sandbox/oauth/select_accounts', { ...browser, body: JSON.stringify(select(chosen)) });
    expect(selected.status).toBe(200);
    const public_token = bank.controls.completeLink(link_token);
    const { access_token } = await ask('/item/public_token/exchange', { public_token });
    const linked = await ask('/accounts/get', { access_token });
    expect(linked.accounts.map(({ account_id }) => account_id)).toEqual(chosen);
    await clock.advance(0);
    const { added } = await ask('/transactions/sync', { access_token, count: 500 });
    expect(added.length).toBeGreaterThan(0);
    expect(added.every(({ account_id }) => chosen.includes(account_id))).toBe(true);
    expect(await fail('/sandbox/oauth/select_accounts', select(chosen))).toBe('400 OAUTH_STATE_ID_ALREADY_PROCESSED');
  });

  test('links all accounts if the user chooses none, and is limited to OAuth institutions', async () => {
    const { ask, fail, bank } = start();
    const { link_token } = await ask('/link/token/create', request);
    expect(() => bank.controls.startOAuth(link_token, {})).toThrow(RangeError);
    const { accounts } = bank.controls.startOAuth(link_token, { institutionId: 'ins_132241' });
    const public_token = bank.controls.completeLink(link_token);
    const { access_token } = await ask('/item/public_token/exchange', { public_token });
    expect((await ask('/accounts/get', { access_token })).accounts).toHaveLength(accounts.length);
    const unknown = { oauth_state_id: 'x', accounts: [] };
    expect(await fail('/sandbox/oauth/select_accounts', unknown)).toBe('400 OAUTH_STATE_ID_NOT_FOUND');
  });
});

describe('fired webhooks', () => {
  const all = ['transactions', 'auth', 'identity', 'investments', 'liabilities', 'assets'];
  const error = { error_code: expect.any(String), status: 400 };
  const text = expect.any(String);
  const list = expect.any(Array);

  // Members other than the type, the code and the environment. Webhooks about reports name no Item.
  test.each<[string, string | undefined, string, object]>([
    ['DEFAULT_UPDATE', undefined, 'TRANSACTIONS', { new_transactions: 0 }],
    ['DEFAULT_UPDATE', 'AUTH', 'AUTH', { account_ids_with_new_auth: list, account_ids_with_updated_auth: list }],
    ['DEFAULT_UPDATE', 'IDENTITY', 'IDENTITY', { account_ids_with_updated_identity: {} }],
    ['DEFAULT_UPDATE', 'HOLDINGS', 'HOLDINGS', { new_holdings: 0, updated_holdings: 0 }],
    ['DEFAULT_UPDATE', 'INVESTMENTS_TRANSACTIONS', 'INVESTMENTS_TRANSACTIONS', { new_investments_transactions: 0 }],
    ['DEFAULT_UPDATE', 'LIABILITIES', 'LIABILITIES', { account_ids_with_new_liabilities: list }],
    ['NEW_ACCOUNTS_AVAILABLE', undefined, 'ITEM', {}],
    ['SMS_MICRODEPOSITS_VERIFICATION', undefined, 'AUTH', { account_id: text }],
    ['AUTHORIZATION_GRANTED', undefined, 'ITEM', {}],
    ['USER_PERMISSION_REVOKED', undefined, 'ITEM', { error }],
    ['USER_ACCOUNT_REVOKED', undefined, 'ITEM', { account_id: text }],
    ['PENDING_DISCONNECT', undefined, 'ITEM', { reason: text, disconnect_time: text }],
    ['RECURRING_TRANSACTIONS_UPDATE', undefined, 'TRANSACTIONS', { account_ids: list }],
    ['LOGIN_REPAIRED', undefined, 'ITEM', {}],
    ['SYNC_UPDATES_AVAILABLE', undefined, 'TRANSACTIONS', { initial_update_complete: true }],
    ['ERROR', undefined, 'ITEM', { error }],
    ['ERROR', 'ASSETS', 'ASSETS', { asset_report_id: text, error }],
    ['PRODUCT_READY', undefined, 'ASSETS', { asset_report_id: text, report_type: 'FULL' }],
  ])('have the members of their code and type: %s, %s', async (webhook_code, webhook_type, type, extra) => {
    const { ask, link, told, clock } = start();
    const access_token = await link({ webhook: hook }, all);
    await clock.advance(minute);
    await told();
    const fired = await ask('/sandbox/item/fire_webhook', { access_token, webhook_code, webhook_type });
    expect(fired.webhook_fired).toBe(true);
    const { item_id } = (await ask('/item/get', { access_token })).item;
    const about = type === 'ASSETS' ? {} : { item_id };
    const [sent, ...rest] = await told();
    expect(rest).toEqual([]);
    expect(sent).toMatchObject({ webhook_type: type, webhook_code, environment: 'sandbox', ...about, ...extra });
    expect('item_id' in (sent ?? {})).toBe(type !== 'ASSETS');
  });

  test('about reports name the newest report', async () => {
    const { ask, link, told, clock } = start();
    const access_token = await link({ webhook: hook }, all);
    const create = { access_tokens: [access_token], days_requested: 5 };
    await ask('/asset_report/create', create);
    const { asset_report_id } = await ask('/asset_report/create', create);
    await clock.advance(minute);
    await told();
    await ask('/sandbox/item/fire_webhook', { access_token, webhook_code: 'PRODUCT_READY' });
    expect(await told()).toMatchObject([{ asset_report_id }]);
  });
});
