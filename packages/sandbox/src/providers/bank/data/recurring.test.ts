import { expect, test } from 'vitest';
import { startBank } from '../../../../test/bank.ts';

interface Streams {
  inflow_streams: Stream[];
  outflow_streams: Stream[];
}
interface Stream {
  frequency: string;
  last_date: string;
  predicted_next_date: string | null;
  account_id: string;
  transaction_ids: string[];
}

const path = '/transactions/recurring/get';

test('apps that read recurring payments get a webhook with the accounts whose streams changed', async () => {
  const { ask, bank, token: access_token, clock } = startBank();
  await ask('/item/webhook/update', { access_token, webhook: 'http://127.0.0.1:9/hook' });
  const told = () =>
    bank.controls.webhooks.filter(({ webhook_code }) => webhook_code === 'RECURRING_TRANSACTIONS_UPDATE');
  bank.controls.changeTransactions(access_token, { removed: 400 });
  expect(told()).toEqual([]);
  const before = await ask<Streams>(path, { access_token });
  const { removed } = bank.controls.changeTransactions(access_token, { removed: 400 });
  const after = await ask<Streams>(path, { access_token });
  const touched = [...before.inflow_streams, ...before.outflow_streams].filter(({ transaction_ids }) =>
    transaction_ids.some((id) => removed.includes(id)),
  );
  expect(touched.length).toBeGreaterThan(0);
  const ids = [...after.inflow_streams, ...after.outflow_streams].flatMap(({ transaction_ids }) => transaction_ids);
  expect(ids.some((id) => removed.includes(id))).toBe(false);
  const [webhook] = told();
  expect(new Set(JSON.parse(webhook?.body ?? '').account_ids)).toEqual(new Set(touched.map((each) => each.account_id)));
  await clock.advance(0);
});

test('recurring payments are refused for Items without transactions, before they are ready, and for accounts of other Items', async () => {
  const { fail, link, ask } = startBank();
  expect(await fail(path, { access_token: await link({}, ['auth']) })).toBe('400 PRODUCT_NOT_ENABLED');
  const access_token = await link();
  expect(await fail(path, { access_token })).toBe('400 PRODUCT_NOT_READY');
  await ask(path, { access_token });
  expect(await fail(path, { access_token, account_ids: ['a'.repeat(37)] })).toBe('400 INVALID_ACCOUNT_ID');
  expect(await fail('/transactions/recurring/deactivate', { access_token })).toBe('404 NOT_FOUND');
});

test.each([
  ['2026-01-30', '2025-12-31', '2026-01-31'],
  ['2026-03-01', '2026-02-28', '2026-03-31'],
  ['2028-02-28', '2028-01-31', '2028-02-29'],
])('the payment of the last day of each month is expected, as of %s and after %s, on %s', async (now, last, next) => {
  const inflow_model = {
    type: 'monthly-income',
    payment_day_of_month: 'last',
    transaction_name: 'Pay',
    income_amount: 9,
  };
  const override_accounts = [{ type: 'depository', subtype: 'checking', inflow_model }];
  const { ask, link } = startBank({ readyAtOnce: true }, { startedAt: Date.parse(now) });
  const access_token = await link({
    override_username: 'user_custom',
    override_password: JSON.stringify({ override_accounts }),
  });
  const { inflow_streams } = await ask<Streams>(path, { access_token });
  expect(inflow_streams).toMatchObject([{ last_date: last, predicted_next_date: next }]);
});
