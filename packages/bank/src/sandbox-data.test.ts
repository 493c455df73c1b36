import { createSandbox } from '@x/sandbox/bank';
import { expect, test } from 'vitest';
import { createBankClient } from './client.ts';

const configuration = {
  roll_dates_forward: true,
  override_accounts: [
    {
      type: 'depository',
      subtype: 'checking',
      starting_balance: 250,
      transactions: [
        { date_transacted: '2025-05-01', date_posted: '2025-05-02', amount: 12.5, description: 'HOUSE BAKERY' },
        { date_transacted: '2025-05-03', date_posted: '2025-05-03', amount: -900, description: 'WAGES' },
      ],
      identity: { names: ['Ann Miller'] },
    },
    {
      type: 'investment',
      holdings: [
        {
          institution_price: 10,
          quantity: 3,
          currency: 'USD',
          security: { ticker_symbol: 'HOUS', currency: 'USD' },
        },
      ],
    },
    { type: 'credit', liability: { type: 'credit', purchase_apr: 9.9 } },
    { type: 'loan', liability: { type: 'student', principal: 1000 } },
  ],
} as const;

test.each([
  ['ann', 'any password'],
  ['user_custom', JSON.stringify(configuration)],
])('a client reads the data of a custom user who logs in as %s', async (override_username, override_password) => {
  const sandbox = await createSandbox({ listen: false, bank: { readyAtOnce: true, users: { ann: configuration } } });
  const bank = createBankClient(sandbox.options.bank);
  const { public_token } = await bank.sandbox.createPublicToken({
    institution_id: 'ins_109508',
    initial_products: ['transactions', 'identity', 'investments', 'liabilities', 'auth'],
    options: { override_username, override_password },
  });
  const { access_token } = await bank.item.exchangePublicToken({ public_token });
  const { accounts } = await bank.accounts.balance.get({ access_token });
  expect(accounts.map(({ subtype }) => subtype)).toEqual(['checking', 'brokerage', 'credit card', 'student']);
  expect(accounts[0]?.balances.current).toBe(250);
  const { added } = await bank.transactions.syncAll({ access_token });
  const own = added.filter(({ account_id }) => account_id === accounts[0]?.account_id);
  expect(own.map(({ name, amount }) => [name, amount]).sort()).toEqual([
    ['HOUSE BAKERY', 12.5],
    ['WAGES', -900],
  ]);
  expect((await bank.identity.get({ access_token })).accounts[0]?.owners[0]?.names).toEqual(['Ann Miller']);
  expect((await bank.investments.holdings.get({ access_token })).holdings).toMatchObject([{ institution_value: 30 }]);
  const { liabilities } = await bank.liabilities.get({ access_token });
  expect(liabilities.credit?.[0]?.aprs[0]?.apr_percentage).toBe(9.9);
  expect(liabilities.student?.[0]?.origination_principal_amount).toBe(1000);
  expect((await bank.auth.get({ access_token })).numbers.ach).toHaveLength(1);
  await sandbox.close();
});
