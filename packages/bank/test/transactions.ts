import { failure } from '@x/testing';
import { expect } from 'vitest';
import type { BankClient } from '../src/index.ts';
import { type Cases, dayOf, newItem, pdf, readyItem, row, type Stage, textOf } from './stage.ts';

/** Links a new Item for the statements of the last `days` days. */
const itemWithStatements = (stage: Stage, bank: BankClient, days: number) =>
  newItem(bank, ['statements'], { options: { statements: stage.lastDays(days) } });

async function statementsOf(bank: BankClient, access_token: string) {
  const { accounts } = await bank.statements.list({ access_token });
  return accounts.flatMap(({ statements }) => statements);
}

/** Calls about transactions, data derived from them, and statements. */
export const transactions: Cases = {
  'transactions.sync': {
    async works(bank, { access_token }) {
      const pages = await bank.transactions.sync({ access_token, count: 100 }).toArray({ limit: 100 });
      expect(pages.length).toBeGreaterThan(2);
      const ids = pages.flatMap(({ added }) => added.map(({ transaction_id }) => transaction_id));
      expect(new Set(ids).size).toBe(ids.length);
      expect(pages.map(({ has_more }) => has_more).indexOf(false)).toBe(pages.length - 1);
      const all = await bank.transactions.syncAll({ access_token });
      expect(all.added.map(({ transaction_id }) => transaction_id)).toEqual(ids);
    },
    refused: (bank, { access_token }) => bank.transactions.sync({ access_token, count: 0 }),
  },
  'transactions.get': {
    async works(bank, { access_token, lastDays }) {
      const page = await bank.transactions.get({ access_token, ...lastDays(), count: 5, offset: 3 });
      const longer = await bank.transactions.get({ access_token, ...lastDays(), count: 10 });
      expect(page.items).toEqual(longer.items.slice(3, 8));
      expect(page.total).toBeGreaterThan(100);
      const dates = longer.items.map(({ date }) => date);
      expect(dates).toEqual([...dates].sort().reverse());
    },
    refused: (bank, { access_token }) =>
      bank.transactions.get({ access_token, start_date: 'yesterday', end_date: 'today' }),
  },
  'transactions.refresh': row({
    async given(bank) {
      const { access_token } = await readyItem(bank);
      const { nextCursor: cursor, added } = await bank.transactions.syncAll({ access_token });
      const pending = added.filter((transaction) => transaction.pending);
      return { access_token, cursor, pending: pending.map(({ transaction_id }) => transaction_id) };
    },
    async works(bank, { given: { access_token, cursor, pending } }) {
      await bank.transactions.refresh({ access_token });
      const { added, removed } = await bank.transactions.syncAll({ access_token, cursor });
      expect(pending.length).toBeGreaterThan(0);
      expect(removed.map(({ transaction_id }) => transaction_id).sort()).toEqual([...pending].sort());
      const posted = added.filter(({ pending_transaction_id }) => pending_transaction_id);
      expect(posted.map(({ pending_transaction_id }) => pending_transaction_id).sort()).toEqual([...pending].sort());
    },
    refused: (bank, { access_token }) => bank.transactions.refresh({ access_token, now: true } as never),
  }),
  'transactions.recurring.get': row({
    given: (bank, { access_token }) => bank.transactions.syncAll({ access_token }),
    async works(bank, { given: { added }, access_token }) {
      const all = await bank.transactions.recurring.get({ access_token });
      const mine = new Map(added.map((transaction) => [transaction.transaction_id, transaction]));
      expect(all.inflow_streams.length).toBeGreaterThan(0);
      expect(all.outflow_streams.length).toBeGreaterThan(0);
      for (const { transaction_ids, last_date, last_amount, account_id } of [
        ...all.inflow_streams,
        ...all.outflow_streams,
      ])
        expect(mine.get(transaction_ids.at(-1) ?? '')).toMatchObject({
          date: last_date,
          amount: last_amount.amount,
          account_id,
        });
      const account_ids = [all.outflow_streams[0]?.account_id ?? ''];
      const one = await bank.transactions.recurring.get({ access_token, account_ids });
      expect(one.outflow_streams).toEqual(all.outflow_streams.filter((each) => account_ids.includes(each.account_id)));
    },
    refused: (bank, { access_token }) => bank.transactions.recurring.get({ access_token, account_ids: 'a' as never }),
  }),
  'transactions.enrich': row({
    async given(bank, { access_token }) {
      const { added } = await bank.transactions.syncAll({ access_token });
      return added.find(({ merchant_name, amount }) => merchant_name && amount > 0);
    },
    async works(bank, { given: known }) {
      const own = { direction: 'OUTFLOW', iso_currency_code: 'USD', amount: 4.2 } as const;
      const { enriched_transactions } = await bank.transactions.enrich({
        account_type: 'credit',
        transactions: [
          { ...own, id: 'one', description: `POS ${known?.name}` },
          { ...own, id: 'two', description: 'ZZQX', location: { city: 'Ghent' } },
        ],
        options: { include_legacy_category: true },
      });
      expect(enriched_transactions).toMatchObject([
        { id: 'one', amount: 4.2, enrichments: { merchant_name: known?.merchant_name } },
        { id: 'two', enrichments: { merchant_name: null, location: { city: 'Ghent', country: null } } },
      ]);
      expect(enriched_transactions[0]?.enrichments.personal_finance_category?.detailed).toBe(
        known?.personal_finance_category?.detailed,
      );
    },
    refused: (bank) => bank.transactions.enrich({ account_type: 'credit', transactions: [] }),
  }),
  'statements.list': row({
    given: (bank, stage) => itemWithStatements(stage, bank, 100),
    async works(bank, { given: { access_token, item_id } }) {
      const { accounts, ...bankOf } = await bank.statements.list({ access_token });
      expect(bankOf).toMatchObject({ item_id, institution_id: 'ins_109508', institution_name: 'First Platypus Bank' });
      expect(accounts.map(({ account_type }) => account_type)).not.toContain('investment');
      for (const { statements } of accounts) {
        expect([3, 4]).toContain(statements.length); // one a month
        for (const { month, year, date_posted } of statements)
          expect(date_posted).toBe(dayOf(Date.UTC(year, month, 1))); // the day after the month
      }
    },
    refused: (bank, { access_token }) => bank.statements.list({ access_token, options: {} } as never),
  }),
  'statements.download': row({
    async given(bank, stage) {
      const { access_token } = await itemWithStatements(stage, bank, 60);
      await bank.transactions.syncAll({ access_token });
      const [statement] = await statementsOf(bank, access_token);
      return { access_token, statement_id: statement?.statement_id ?? '' };
    },
    async works(bank, { given: { access_token, statement_id } }) {
      const bytes = await bank.statements.download({ access_token, statement_id });
      expect(textOf(bytes)).toMatch(pdf);
      expect(textOf(bytes)).toContain('First Platypus Bank');
      expect(await failure(bank.statements.download({ access_token, statement_id: 'none' }))).toMatchObject({
        code: 'invalid_params',
        providerCode: 'INVALID_FIELD',
      });
    },
    refused: (bank, { access_token }) => bank.statements.download({ access_token, statement_id: '' }),
  }),
  'statements.refresh': row({
    given: (bank, stage) => itemWithStatements(stage, bank, 40),
    async works(bank, { given: { access_token }, sandbox, lastDays }) {
      const window = { start_date: dayOf(sandbox.clock.now() - 365 * 86_400_000), end_date: lastDays().end_date };
      await bank.statements.refresh({ access_token, ...window });
      const { accounts } = await bank.statements.list({ access_token });
      for (const { statements } of accounts) expect([12, 13]).toContain(statements.length);
    },
    refused: (bank, { access_token }) =>
      bank.statements.refresh({ access_token, start_date: '2026-13-01', end_date: '2026-01-01' }),
  }),
};
