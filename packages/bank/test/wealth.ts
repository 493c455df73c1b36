import { failure } from '@x/testing';
import { expect } from 'vitest';
import type { BankClient } from '../src/index.ts';
import { accountOf, type Cases, newItem, row } from './stage.ts';

let debits = 0;

/** Returns a debit from the checking account of a new Item. */
async function newDebit(bank: BankClient, amount: number) {
  const { access_token } = await newItem(bank, ['signal', 'transactions']);
  const account_id = await accountOf(bank, access_token, 'checking');
  return { access_token, account_id, client_transaction_id: `debit-${++debits}`, amount };
}

/** Returns a debit that was evaluated. */
async function evaluated(bank: BankClient) {
  const debit = await newDebit(bank, 20);
  await bank.signal.evaluate(debit);
  return debit;
}

/** Calls about investments, debts, and the risk of debits. */
export const wealth: Cases = {
  'investments.holdings.get': row({
    given: (bank) => newItem(bank, ['investments']),
    async works(bank, { given: { access_token } }) {
      const { accounts, holdings, securities } = await bank.investments.holdings.get({ access_token });
      const known = securities.map(({ security_id }) => security_id);
      for (const { security_id } of holdings) expect(known).toContain(security_id);
      const invested = accounts.filter(({ type }) => type === 'investment');
      expect(invested.length).toBeGreaterThan(1);
      for (const { account_id, balances } of invested) {
        const held = holdings.filter((holding) => holding.account_id === account_id);
        const value = held.reduce((sum, { institution_value }) => sum + institution_value, 0);
        expect(value).toBeCloseTo(balances.current ?? 0, 2);
      }
      const account_ids = [await accountOf(bank, access_token, 'checking')];
      const none = await bank.investments.holdings.get({ access_token, options: { account_ids } });
      expect(none.holdings).toEqual([]);
    },
    refused: (bank, { access_token }) =>
      bank.investments.holdings.get({ access_token, options: { account_id: 'a' } as never }),
  }),
  'investments.transactions.get': row({
    given: (bank) => newItem(bank, ['investments']),
    async works(bank, { given: { access_token }, lastDays }) {
      const params = { access_token, ...lastDays() };
      const all = await bank.investments.transactions.get({ ...params, count: 10 }).toArray({ limit: 1000 });
      const page = await bank.investments.transactions.get({ ...params, count: 5, offset: 3 });
      expect(page.items).toEqual(all.slice(3, 8));
      expect(page.total).toBe(all.length);
      const dates = all.map(({ date }) => date);
      expect(dates).toEqual([...dates].sort().reverse());
      expect(new Set(all.map(({ type }) => type))).toContain('buy');
    },
    refused: (bank, { access_token, lastDays }) =>
      bank.investments.transactions.get({ access_token, ...lastDays(), count: 501 }),
  }),
  'investments.auth.get': row({
    given: (bank) => newItem(bank, ['investments_auth']),
    async works(bank, { given: { access_token } }) {
      const { accounts, owners, numbers, holdings } = await bank.investments.auth.get({ access_token });
      const of = (subtype: string) => accounts.find((account) => account.subtype === subtype)?.account_id;
      expect(owners.map(({ account_id }) => account_id)).toEqual([of('ira'), of('401k')]);
      expect(numbers).toMatchObject({
        acats: [{ account_id: of('ira'), dtc_numbers: [expect.stringMatching(/^\d{4}$/)] }],
        aton: [],
        retirement_401k: [{ account_id: of('401k'), plan: expect.stringMatching(/^P/) }],
      });
      expect(new Set(holdings.map(({ account_id }) => account_id))).toEqual(new Set([of('ira'), of('401k')]));
    },
    refused: (bank) => bank.investments.auth.get({} as never),
  }),
  'investments.refresh': row({
    async given(bank, { lastDays }) {
      const { access_token } = await newItem(bank, ['investments']);
      const params = { access_token, ...lastDays() };
      return { params, before: await bank.investments.transactions.get({ ...params, count: 1 }) };
    },
    async works(bank, { given: { params, before } }) {
      await bank.investments.refresh({ access_token: params.access_token });
      const after = await bank.investments.transactions.get({ ...params, count: 1 });
      expect(after.total).toBe((before.total ?? 0) + 1);
      expect(after.items).toMatchObject([{ type: 'buy' }]);
    },
    refused: (bank, { access_token }) => bank.investments.refresh({ access_token, options: {} } as never),
  }),
  'liabilities.get': row({
    given: (bank) => newItem(bank, ['liabilities']),
    async works(bank, { given: { access_token } }) {
      const { accounts, liabilities } = await bank.liabilities.get({ access_token });
      const of = (subtype: string) => accounts.find((account) => account.subtype === subtype)?.account_id ?? '';
      expect(liabilities).toMatchObject({
        credit: [{ account_id: of('credit card'), is_overdue: false }, { is_overdue: false }],
        mortgage: [{ account_id: of('mortgage'), interest_rate: { type: 'fixed' } }],
        student: [{ account_id: of('student'), loan_status: { type: 'repayment' } }],
      });
      const card = await bank.liabilities.get({ access_token, options: { account_ids: [of('credit card')] } });
      expect(card.liabilities).toEqual({ credit: liabilities.credit?.slice(0, 1), mortgage: null, student: null });
    },
    refused: (bank, { access_token }) => bank.liabilities.get({ access_token, account_ids: [] } as never),
  }),
  'signal.evaluate': row({
    given: (bank) => newDebit(bank, 1),
    async works(bank, { given: debit }) {
      const { scores, core_attributes, ruleset, warnings } = await bank.signal.evaluate(debit);
      expect(ruleset).toMatchObject({ result: 'ACCEPT' });
      expect(core_attributes).toMatchObject({
        total_plaid_connections_count: 1,
        is_savings_or_money_market_account: false,
      });
      expect(warnings).toEqual([]);
      const much = { ...debit, client_transaction_id: `${debit.client_transaction_id}-much`, amount: 1e6 };
      const risky = await bank.signal.evaluate(much);
      const score = ({ scores }: typeof risky) => scores?.bank_initiated_return_risk?.score ?? Number.NaN;
      expect(score(risky)).toBeGreaterThan(scores?.bank_initiated_return_risk?.score ?? Number.NaN);
      expect(risky.ruleset).toMatchObject({ result: expect.stringMatching(/^RE/) });
      expect(await failure(bank.signal.evaluate({ ...debit, amount: 2 }))).toMatchObject({
        code: 'conflict',
        providerCode: 'CLIENT_TRANSACTION_ID_ALREADY_IN_USE',
      });
    },
    refused: (bank, { access_token }) =>
      bank.signal.evaluate({ access_token, account_id: 'a', client_transaction_id: 'x'.repeat(37), amount: 1 }),
  }),
  'signal.schedule': row({
    given: (bank) => newDebit(bank, 1),
    async works(bank, { given: debit }) {
      const { optimal_date, recommendations } = await bank.signal.schedule(debit);
      expect(recommendations.find(({ rank }) => rank === 1)?.date).toBe(optimal_date);
      const dates = recommendations.map(({ date }) => date ?? '');
      expect(dates).toEqual([...new Set(dates)].sort());
      for (const date of dates) expect([0, 6]).not.toContain(new Date(date).getUTCDay());
      const much = { ...debit, client_transaction_id: `${debit.client_transaction_id}-much`, amount: 1e6 };
      expect((await bank.signal.schedule(much)).optimal_date).toBeNull();
    },
    refused: (bank, { access_token }) =>
      bank.signal.schedule({
        access_token,
        account_id: 'a',
        client_transaction_id: 't',
        amount: 1,
        default_payment_method: 'WIRE' as never,
      }),
  }),
  'signal.decision.report': row({
    given: evaluated,
    async works(bank, { given: { client_transaction_id } }) {
      await bank.signal.decision.report({ client_transaction_id, initiated: false, decision_outcome: 'REJECT' });
      const returned = bank.signal.return.report({ client_transaction_id, return_code: 'R01' });
      // A debit that was never sent cannot be returned.
      expect(await failure(returned)).toMatchObject({ code: 'invalid_params' });
      await bank.signal.decision.report({ client_transaction_id, initiated: true });
      await bank.signal.return.report({ client_transaction_id, return_code: 'R01' });
    },
    refused: (bank) => bank.signal.decision.report({ client_transaction_id: 't' } as never),
  }),
  'signal.return.report': row({
    given: evaluated,
    async works(bank, { given: debit }) {
      const { client_transaction_id } = debit;
      const returned_at = new Date(2 * 3_600_000).toISOString();
      await bank.signal.return.report({ client_transaction_id, return_code: 'R10' });
      const again = { ...debit, client_transaction_id: `${client_transaction_id}-again` };
      const { core_attributes } = await bank.signal.evaluate(again);
      expect(core_attributes).toMatchObject({ unauthorized_transactions_count_7d: 1 });
      await bank.signal.return.report({ client_transaction_id, return_code: 'R10', returned_at });
      expect((await bank.signal.evaluate(again)).core_attributes?.unauthorized_transactions_count_90d).toBe(0);
    },
    refused: (bank) => bank.signal.return.report({ client_transaction_id: 't', return_code: '' }),
  }),
  'signal.prepare': row({
    given: (bank) => newItem(bank, ['transactions']),
    async works(bank, { given: { access_token } }) {
      await bank.signal.prepare({ access_token });
      expect((await bank.item.get({ access_token })).item.products).toEqual(['transactions', 'signal']);
    },
    refused: (bank, { access_token }) => bank.signal.prepare({ access_token, account_id: 'a' } as never),
  }),
};
