import { expect, test } from 'vitest';
import { testContext } from '../../../../test/sandbox.ts';
import type { Account } from '../data/accounts.ts';
import type { Item } from '../data/item.ts';
import { Authorizations, type TransferWish } from './authorizations.ts';
import { createLedgers } from './ledgers.ts';
import { createTestClocks } from './test-clocks.ts';

const wish: TransferWish = {
  type: 'debit',
  network: 'ach',
  ach_class: 'web',
  amount: '10.00',
  user: { legal_name: 'Ann Bee' },
};

test.each([
  [0, 'declined', 'RISK'],
  [9.99, 'declined', 'NSF'],
  [10, 'approved', null],
])('a debit of 10.00 from an account with %d is %s', (available, decision, code) => {
  const context = testContext('bank');
  const parts = { ledgers: createLedgers(context), testClocks: createTestClocks(context) };
  const authorizations = new Authorizations(context, '', parts, () => 0);
  const account = { account_id: 'a', subtype: 'checking', balances: { available, current: 500 } } as Account;
  const decided = authorizations.create({} as Item, account, wish, 0);
  expect([decided.decision, decided.code]).toEqual([decision, code]);
});
