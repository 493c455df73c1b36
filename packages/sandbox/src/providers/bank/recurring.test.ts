import { expect, test } from 'vitest';
import { startBank } from './testing.ts';

interface Streams {
  inflow_streams: Stream[];
  outflow_streams: Stream[];
}
interface Stream {
  account_id: string;
  stream_id: string;
  transaction_ids: string[];
  first_date: string;
  last_date: string;
  average_amount: { amount: number };
  last_amount: { amount: number };
  is_active: boolean;
}

const path = '/transactions/recurring/get';

test('streams are found in the transactions of the Item', async () => {
  const { ask, token: access_token, syncAll } = startBank();
  const { pages } = await syncAll(access_token);
  const rows = new Map(pages.flatMap(({ added }) => added).map((row) => [row.transaction_id, row]));
  const { inflow_streams, outflow_streams } = await ask<Streams>(path, { access_token });
  expect(inflow_streams).toMatchObject([{ frequency: 'BIWEEKLY', status: 'MATURE' }]);
  expect(outflow_streams.length).toBeGreaterThan(5);
  for (const stream of [...inflow_streams, ...outflow_streams]) {
    const own = stream.transaction_ids.map((id) => rows.get(id));
    expect(own.every((row) => row?.account_id === stream.account_id)).toBe(true);
    expect([stream.first_date, stream.last_date]).toEqual([own[0]?.date, own.at(-1)?.date]);
    expect(stream.last_amount.amount).toBe(own.at(-1)?.amount);
    const mean = own.reduce((sum, row) => sum + (row?.amount ?? Number.NaN), 0) / own.length;
    expect(stream.average_amount.amount).toBeCloseTo(mean, 2);
  }
  expect(inflow_streams.every(({ last_amount }) => last_amount.amount < 0)).toBe(true);
  const account_ids = [outflow_streams[0]?.account_id];
  const some = await ask<Streams>(path, { access_token, account_ids });
  expect(new Set([...some.inflow_streams, ...some.outflow_streams].map((each) => each.account_id))).toEqual(
    new Set(account_ids),
  );
});

test('a webhook reports to apps that read them which accounts have a stream that changed', async () => {
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

test('refusals: no transactions on the Item, not there yet, accounts of others, and the removed way to end a stream', async () => {
  const { fail, link, ask } = startBank();
  expect(await fail(path, { access_token: await link({}, ['auth']) })).toBe('400 PRODUCT_NOT_ENABLED');
  const access_token = await link();
  expect(await fail(path, { access_token })).toBe('400 PRODUCT_NOT_READY');
  await ask(path, { access_token });
  expect(await fail(path, { access_token, account_ids: ['x'] })).toBe('400 INVALID_ACCOUNT_ID');
  expect(await fail('/transactions/recurring/deactivate', { access_token })).toBe('404 NOT_FOUND');
});
