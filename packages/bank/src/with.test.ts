import { createSandbox } from '@x/sandbox';
import { afterAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { type BankClient, createBankClient } from './index.ts';

const sandbox = await createSandbox({ listen: false });
afterAll(() => sandbox.close());

let access_token: string;
let bank: BankClient;
beforeEach(async () => {
  const items = { get: async () => access_token };
  bank = createBankClient({ ...sandbox.options.bank, items, retries: 0 });
  const { public_token } = await bank.sandbox.createPublicToken({
    institution_id: 'ins_109508',
    initial_products: ['transactions'],
  });
  ({ access_token } = await bank.item.exchangePublicToken({ public_token }));
  await sandbox.clock.advance(60_000);
});
const trace = () => sandbox.requests.at(-1)?.headers.get('x-trace');

describe('BankClient.with', () => {
  it('applies its options to endpoints, request, syncAll and follow', async () => {
    const bound = bank.with({ headers: { 'x-trace': 'a' } }).with({ retries: 0 });
    expectTypeOf(bound).toEqualTypeOf<BankClient>();
    await bound.accounts.get({ access_token });
    expect(trace()).toBe('a');
    await bound.request('/accounts/get', { access_token });
    expect(trace()).toBe('a');
    await bound.transactions.syncAll({ access_token });
    expect(trace()).toBe('a');
    for await (const { nextCursor: cursor } of bound.transactions.follow({ access_token })) {
      expect([typeof cursor, trace()]).toEqual(['string', 'a']);
      break;
    }
  });

  it.each(['with before withItem', 'withItem before with'])('combines with withItem: %s', async (order) => {
    const options = { headers: { 'x-trace': order } };
    const item = order.startsWith('with ') ? bank.with(options).withItem('home') : bank.withItem('home').with(options);
    await item.accounts.get({});
    expect(trace()).toBe(order);
    await item.transactions.syncAll();
    expect(trace()).toBe(order);
  });

  it('ends the pause between two deltas of follow when its signal aborts', async () => {
    const controller = new AbortController();
    const reason = new Error('left');
    const deltas = bank.with({ signal: controller.signal }).withItem('home').transactions.follow();
    await deltas.next();
    const next = deltas.next();
    controller.abort(reason);
    await expect(next).rejects.toBe(reason);
  });
});
