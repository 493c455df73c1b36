import { describe, expect, test } from 'vitest';
import { startBank } from '../../../../test/bank.ts';

interface Shown {
  account_id: string;
  name: string;
  mask: string;
  type: string;
  subtype: string;
  holder_category: string;
  balances: { available: number | null; current: number; limit: number | null };
}

describe('the accounts of a login', () => {
  test('match the test environment, in the same order', async () => {
    const { ask, token } = startBank();
    const { accounts } = await ask<{ accounts: Shown[] }>('/accounts/get', { access_token: token });
    expect(
      accounts.map(({ name, mask, subtype, balances: { available, current } }) => [
        mask,
        name.replace('Plaid ', ''),
        subtype,
        available,
        current,
      ]),
    ).toEqual([
      ['0000', 'Checking', 'checking', 100, 110],
      ['1111', 'Saving', 'savings', 200, 210],
      ['2222', 'CD', 'cd', null, 1000],
      ['3333', 'Credit Card', 'credit card', null, 410],
      ['4444', 'Money Market', 'money market', 43_200, 43_200],
      ['5555', 'IRA', 'ira', null, 320.76],
      ['6666', '401k', '401k', null, 23_631.9805],
      ['7777', 'Student Loan', 'student', null, 65_262],
      ['8888', 'Mortgage', 'mortgage', null, 56_302.06],
      ['9001', 'HSA', 'hsa', 6009, 6009],
      ['9002', 'Cash Management', 'cash management', 12_060, 12_060],
      ['9999', 'Business Credit Card', 'credit card', 4980, 5020],
    ]);
    expect(accounts.filter(({ holder_category }) => holder_category === 'business').map(({ mask }) => mask)).toEqual([
      '9999',
    ]);
  });

  const kinds: [path: string, subtype: string, wrong: string, code: string, more?: object][] = [
    ['/auth/get', 'checking', 'ira', 'NO_AUTH_ACCOUNTS'],
    ['/liabilities/get', 'student', 'checking', 'NO_LIABILITY_ACCOUNTS'],
    ['/investments/holdings/get', 'ira', 'checking', 'NO_INVESTMENT_ACCOUNTS'],
    ['/investments/auth/get', 'ira', 'checking', 'NO_INVESTMENT_AUTH_ACCOUNTS'],
    [
      '/investments/transactions/get',
      'ira',
      'checking',
      'NO_INVESTMENT_ACCOUNTS',
      { start_date: '2025-06-01', end_date: '2026-01-01' },
    ],
  ];

  test.each(kinds)(
    '%s refuses Items without an account of its kind, and filters the accounts of other Items',
    async (...kind) => {
      const [path, subtype, wrong, code, more] = kind;
      const { ask, fail, link, token } = startBank({ readyAtOnce: true });
      const { accounts } = await ask<{ accounts: Shown[] }>('/accounts/get', { access_token: token });
      const of = (name: string) => accounts.find((each) => each.subtype === name) as Shown;
      const request = (access_token: string, ...ids: string[]) => ({
        access_token,
        ...more,
        ...(ids.length > 0 && { options: { account_ids: ids } }),
      });
      const filtered = await ask<{ accounts: Shown[] }>(path, request(token, of(wrong).account_id));
      expect(filtered.accounts.map((each) => each.subtype)).toEqual(path === '/auth/get' ? [] : [wrong]);
      const found = await ask<{ accounts: Shown[] }>(path, request(token, of(subtype).account_id));
      expect(found.accounts.map((each) => each.subtype)).toEqual([subtype]);
      const { type } = of(wrong);
      const configuration = { override_accounts: [{ type, subtype: wrong }] };
      const without = await link(
        { override_username: 'user_custom', override_password: JSON.stringify(configuration) },
        ['transactions'],
      );
      expect(await fail(path, request(without))).toBe(`400 ${code}`);
    },
  );

  test('at Capital One need min_last_updated_datetime for balances, except for checking and savings accounts', async () => {
    const { ask, fail } = startBank();
    const login = { institution_id: 'ins_128026', initial_products: ['auth'] };
    const { public_token } = await ask('/sandbox/public_token/create', login);
    const { access_token } = await ask('/item/public_token/exchange', { public_token });
    const { accounts } = await ask<{ accounts: Shown[] }>('/accounts/get', { access_token });
    const only = (subtype: string, more = {}) => {
      const account_ids = accounts.filter((each) => each.subtype === subtype).map(({ account_id }) => account_id);
      return { access_token, options: { account_ids, ...more } };
    };
    const path = '/accounts/balance/get';
    expect(await fail(path, { access_token })).toBe('400 INVALID_FIELD');
    expect(await fail(path, only('credit card'))).toBe('400 INVALID_FIELD');
    expect((await ask(path, only('checking'))).accounts).toHaveLength(1);
    const since = (min_last_updated_datetime: string) => only('credit card', { min_last_updated_datetime });
    const [cached] = (await ask<{ accounts: Shown[] }>(path, since('2026-01-01T00:00:00Z'))).accounts;
    expect(cached?.balances).toMatchObject({ current: 410, last_updated_datetime: '2026-01-01T00:00:00Z' });
    expect(await fail(path, since('2026-01-01T00:00:01Z'))).toBe('400 LAST_UPDATED_DATETIME_OUT_OF_RANGE');
  });
});
