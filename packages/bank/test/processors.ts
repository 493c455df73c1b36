import { failure } from '@x/testing';
import { expect } from 'vitest';
import type { BankClient } from '../src/index.ts';
import { accountOf, type Cases, newItem, newProcessor, row } from './stage.ts';

const processor_token = 'processor-sandbox-1';

/** Finds the one account that a processor may see in a response about the whole Item. */
const only = <Account extends { account_id: string }>(accounts: readonly Account[], id: string) =>
  accounts.find(({ account_id }) => account_id === id);

/** Links a new Item, and returns an account that a processor token can be created for. */
async function linkable(bank: BankClient, subtype = 'savings') {
  const { access_token } = await newItem(bank, ['auth']);
  return { access_token, account_id: await accountOf(bank, access_token, subtype) };
}

/** Creates a processor token for an account whose transactions are ready. */
async function withTransactions(bank: BankClient) {
  const processor = await newProcessor(bank, ['transactions']);
  const { access_token, account_id } = processor;
  await bank.transactions.syncAll({ access_token });
  const { added, nextCursor: cursor } = await bank.transactions.syncAll({ access_token });
  return { ...processor, cursor, own: added.filter((transaction) => transaction.account_id === account_id) };
}

let debits = 0;
const newDebit = () => ({ client_transaction_id: `processor-debit-${++debits}`, amount: 20 });

async function evaluated(bank: BankClient) {
  const { processor_token } = await newProcessor(bank, ['signal']);
  const debit = { processor_token, ...newDebit() };
  await bank.processor.signal.evaluate(debit);
  return debit;
}

/** Calls about processor tokens, and calls that processors make with them. */
export const processors: Cases = {
  'processor.token.create': row({
    given: (client) => linkable(client),
    async works(bank, { given: account }) {
      const { processor_token } = await bank.processor.token.create({ ...account, processor: 'galileo' });
      const seen = await bank.processor.account.get({ processor_token });
      expect(seen.account.account_id).toBe(account.account_id);
      await bank.item.remove({ access_token: account.access_token });
      expect(await failure(bank.processor.account.get({ processor_token }))).toMatchObject({ code: 'not_found' });
    },
    refused: (bank) =>
      bank.processor.token.create({ access_token: 'a', account_id: 'a', processor: 'unheard_of' as never }),
  }),
  'processor.token.permissions.set': row({
    given: (bank) => newProcessor(bank, ['auth', 'identity']),
    async works(bank, { given: { processor_token } }) {
      await bank.processor.token.permissions.set({ processor_token, products: ['auth'] });
      expect((await bank.processor.auth.get({ processor_token })).numbers.ach).not.toBeNull();
      expect(await failure(bank.processor.identity.get({ processor_token }))).toMatchObject({
        code: 'permission_denied',
        providerCode: 'INVALID_PRODUCT',
      });
    },
    refused: (bank) => bank.processor.token.permissions.set({ processor_token, products: ['everything' as never] }),
  }),
  'processor.token.permissions.get': row({
    given: (bank) => newProcessor(bank, ['auth', 'identity']),
    async works(bank, { given: { processor_token } }) {
      const allowed = async () => (await bank.processor.token.permissions.get({ processor_token })).products;
      expect(await allowed()).toEqual([]);
      await bank.processor.token.permissions.set({ processor_token, products: ['auth', 'balance'] });
      expect(await allowed()).toEqual(['auth', 'balance']);
    },
    refused: (bank) => bank.processor.token.permissions.get({ processor_token: '' }),
  }),
  'processor.token.webhook.update': row({
    given: withTransactions,
    async works(bank, { given: { processor_token, access_token }, sandbox, webhooksTo }) {
      const webhook = 'http://127.0.0.1:9/processor';
      await bank.processor.token.webhook.update({ processor_token, webhook });
      sandbox.controls.bank.changeTransactions(access_token, { added: 1 });
      await bank.processor.token.webhook.update({ processor_token, webhook: null });
      sandbox.controls.bank.changeTransactions(access_token, { added: 1 });
      expect(webhooksTo(webhook)).toEqual(['WEBHOOK_UPDATE_ACKNOWLEDGED', 'SYNC_UPDATES_AVAILABLE', 'DEFAULT_UPDATE']);
    },
    refused: (bank) => bank.processor.token.webhook.update({ processor_token, webhook: 'nowhere' }),
  }),
  'processor.stripe.bankAccountToken.create': row({
    given: (client) => linkable(client),
    async works(bank, { given: account }) {
      const { stripe_bank_account_token } = await bank.processor.stripe.bankAccountToken.create(account);
      expect(stripe_bank_account_token).toMatch(/^btok_/);
      const account_id = await accountOf(bank, account.access_token, 'credit card');
      const card = bank.processor.stripe.bankAccountToken.create({ ...account, account_id });
      expect(await failure(card)).toMatchObject({ code: 'not_found', providerCode: 'NO_AUTH_ACCOUNTS' });
    },
    refused: (bank) => bank.processor.stripe.bankAccountToken.create({ access_token: 'a' } as never),
  }),
  'processor.apex.processorToken.create': row({
    given: (client) => linkable(client),
    async works(bank, { given: account }) {
      const { processor_token } = await bank.processor.apex.processorToken.create(account);
      const { numbers } = await bank.processor.auth.get({ processor_token });
      expect(numbers.ach?.account_id).toBe(account.account_id);
    },
    refused: (bank) => bank.processor.apex.processorToken.create({ access_token: 'a', account_id: '' }),
  }),
  'processor.account.get': row({
    given: (bank) => newProcessor(bank, ['auth']),
    async works(bank, { given: { processor_token, access_token, account_id } }) {
      const { account, institution_id } = await bank.processor.account.get({ processor_token });
      expect(institution_id).toBe('ins_109508');
      expect(account).toEqual(only((await bank.accounts.get({ access_token })).accounts, account_id));
    },
    refused: (bank) => bank.processor.account.get({ processor_token: 7 as never }),
  }),
  'processor.auth.get': row({
    given: (bank) => newProcessor(bank, ['auth'], 'savings'),
    async works(bank, { given: { processor_token, access_token, account_id } }) {
      const { account, numbers } = await bank.processor.auth.get({ processor_token });
      const all = await bank.auth.get({ access_token });
      expect(account).toEqual(only(all.accounts, account_id));
      expect(numbers).toEqual({ ach: only(all.numbers.ach, account_id), eft: null, international: null, bacs: null });
    },
    refused: (bank) => bank.processor.auth.get({ processor_token, options: {} } as never),
  }),
  'processor.balance.get': row({
    given: (bank) => newProcessor(bank, ['auth']),
    async works(bank, { given: { processor_token, access_token, account_id } }) {
      const { account } = await bank.processor.balance.get({ processor_token });
      expect(account).toEqual(only((await bank.accounts.balance.get({ access_token })).accounts, account_id));
    },
    refused: (bank) => bank.processor.balance.get({ processor_token, options: { account_ids: [] } as never }),
  }),
  'processor.identity.get': row({
    given: (bank) => newProcessor(bank, ['identity']),
    async works(bank, { given: { processor_token, access_token, account_id } }) {
      const { account } = await bank.processor.identity.get({ processor_token });
      expect(account.owners).toHaveLength(1);
      expect(account).toEqual(only((await bank.identity.get({ access_token })).accounts, account_id));
    },
    refused: (bank) => bank.processor.identity.get({} as never),
  }),
  'processor.identity.match': row({
    async given(bank) {
      const processor = await newProcessor(bank, ['identity']);
      const [account] = (await bank.identity.get({ access_token: processor.access_token })).accounts;
      return { ...processor, legal_name: account?.owners[0]?.names[0] ?? '' };
    },
    async works(bank, { given: { processor_token, legal_name } }) {
      const { account } = await bank.processor.identity.match({ processor_token, user: { legal_name } });
      expect([account.legal_name?.score, account.phone_number?.score ?? null]).toEqual([100, null]);
    },
    refused: (bank) => bank.processor.identity.match({ processor_token, user: { full_name: 'A' } as never }),
  }),
  'processor.investments.auth.get': row({
    given: (bank) => newProcessor(bank, ['investments_auth'], 'ira'),
    async works(bank, { given: { processor_token, account_id } }) {
      const { account, numbers, owners, holdings } = await bank.processor.investments.auth.get({ processor_token });
      expect(account.account_id).toBe(account_id);
      expect(numbers).toMatchObject({ acats: [{ account_id }], retirement_401k: [] });
      expect(owners).toMatchObject([{ account_id }]);
      expect(new Set(holdings.map((holding) => holding.account_id))).toEqual(new Set([account_id]));
    },
    refused: (bank) => bank.processor.investments.auth.get({ processor_token: '' }),
  }),
  'processor.investments.holdings.get': row({
    given: (bank) => newProcessor(bank, ['investments'], '401k'),
    async works(bank, { given: { processor_token, access_token, account_id } }) {
      const { account, holdings } = await bank.processor.investments.holdings.get({ processor_token });
      expect(account.account_id).toBe(account_id);
      const all = await bank.investments.holdings.get({ access_token });
      expect(holdings).toEqual(all.holdings.filter((holding) => holding.account_id === account_id));
      expect(holdings.length).toBeLessThan(all.holdings.length);
    },
    refused: (bank) => bank.processor.investments.holdings.get({ processor_token, account_id: 'a' } as never),
  }),
  'processor.investments.transactions.get': row({
    given: (bank) => newProcessor(bank, ['investments'], 'ira'),
    async works(bank, { given: { processor_token, access_token, account_id }, lastDays }) {
      const own = bank.processor.investments.transactions.get({ processor_token, ...lastDays(), count: 7 });
      const trades = await own.toArray({ limit: 1000 });
      const options = { account_ids: [account_id] };
      const same = bank.investments.transactions.get({ access_token, ...lastDays(), options });
      expect(trades).toEqual(await same.toArray({ limit: 1000 }));
      expect(trades.length).toBeGreaterThan(7);
    },
    refused: (bank, { lastDays }) =>
      bank.processor.investments.transactions.get({ processor_token, ...lastDays(), offset: -1 }),
  }),
  'processor.liabilities.get': row({
    given: (bank) => newProcessor(bank, ['liabilities'], 'credit card'),
    async works(bank, { given: { processor_token, access_token, account_id } }) {
      const { account, liabilities } = await bank.processor.liabilities.get({ processor_token });
      expect(account.account_id).toBe(account_id);
      const { credit } = (await bank.liabilities.get({ access_token })).liabilities;
      expect(liabilities).toEqual({ credit: credit?.slice(0, 1), mortgage: null, student: null });
    },
    refused: (bank) => bank.processor.liabilities.get({ processor_token: null } as never),
  }),
  'processor.transactions.sync': row({
    given: (bank) => newProcessor(bank, ['transactions']),
    async works(bank, { given: { processor_token, access_token, account_id } }) {
      const early = await bank.processor.transactions.sync({ processor_token });
      expect(early.items).toMatchObject([{ transactions_update_status: 'NOT_READY', next_cursor: '' }]);
      const pages = await bank.processor.transactions.sync({ processor_token, count: 50 }).toArray({ limit: 100 });
      expect(pages.length).toBeGreaterThan(1);
      const options = { account_id };
      const { added } = await bank.transactions.syncAll({ access_token, options });
      expect(pages.flatMap((page) => page.added)).toEqual(added);
      expect(pages.at(-1)).toMatchObject({ account: { account_id }, has_more: false });
    },
    refused: (bank) => bank.processor.transactions.sync({ processor_token, count: 501 }),
  }),
  'processor.transactions.get': row({
    given: withTransactions,
    async works(bank, { given: { processor_token, account_id, own }, lastDays }) {
      const list = bank.processor.transactions.get({ processor_token, ...lastDays(), count: 100 });
      const { raw, total } = await list;
      expect(raw).toMatchObject({ account: { account_id } });
      expect(total).toBe(own.length);
      const ids = (await list.toArray({ limit: 1000 })).map(({ transaction_id }) => transaction_id);
      expect(ids.sort()).toEqual(own.map(({ transaction_id }) => transaction_id).sort());
    },
    refused: (bank) => bank.processor.transactions.get({ processor_token, start_date: '1', end_date: '2' }),
  }),
  'processor.transactions.recurring.get': row({
    given: withTransactions,
    async works(bank, { given: { processor_token, access_token, account_id } }) {
      const own = await bank.processor.transactions.recurring.get({ processor_token });
      const all = await bank.transactions.recurring.get({ access_token });
      expect(own.inflow_streams.length + own.outflow_streams.length).toBeGreaterThan(0);
      expect(own.inflow_streams).toEqual(all.inflow_streams.filter((stream) => stream.account_id === account_id));
      expect(own.outflow_streams).toEqual(all.outflow_streams.filter((stream) => stream.account_id === account_id));
    },
    refused: (bank) => bank.processor.transactions.recurring.get({ processor_token, account_ids: [] } as never),
  }),
  'processor.transactions.refresh': row({
    given: withTransactions,
    async works(bank, { given: { processor_token, access_token, cursor } }) {
      await bank.processor.transactions.refresh({ processor_token });
      expect((await bank.transactions.syncAll({ access_token, cursor })).added.length).toBeGreaterThan(0);
    },
    refused: (bank) => bank.processor.transactions.refresh({ processor_token, count: 1 } as never),
  }),
  'processor.signal.evaluate': row({
    given: (bank) => newProcessor(bank, ['signal', 'transactions']),
    async works(bank, { given: { processor_token } }) {
      const evaluation = await bank.processor.signal.evaluate({ processor_token, ...newDebit(), amount: 1 });
      expect(evaluation).toMatchObject({ ruleset: { result: 'ACCEPT' }, warnings: [] });
      const risky = await bank.processor.signal.evaluate({ processor_token, ...newDebit(), amount: 1e6 });
      expect(risky.ruleset?.result).not.toBe('ACCEPT');
    },
    refused: (bank) => bank.processor.signal.evaluate({ processor_token, client_transaction_id: '', amount: 1 }),
  }),
  'processor.signal.decision.report': row({
    given: evaluated,
    async works(bank, { given: { processor_token, client_transaction_id } }) {
      const debit = { processor_token, client_transaction_id };
      await bank.processor.signal.decision.report({ ...debit, initiated: false });
      const returned = bank.processor.signal.return.report({ ...debit, return_code: 'R01' });
      // A debit that was never sent cannot be returned.
      expect(await failure(returned)).toMatchObject({ code: 'invalid_params' });
    },
    refused: (bank) =>
      bank.processor.signal.decision.report({
        processor_token,
        client_transaction_id: 't',
        initiated: true,
        days_funds_on_hold: 0.5,
      }),
  }),
  'processor.signal.return.report': row({
    given: evaluated,
    async works(bank, { given: { client_transaction_id, ...debit } }) {
      const { processor_token } = debit;
      await bank.processor.signal.return.report({ processor_token, client_transaction_id, return_code: 'R01' });
      const { core_attributes } = await bank.processor.signal.evaluate({ ...debit, ...newDebit() });
      expect(core_attributes).toMatchObject({ nsf_overdraft_transactions_count_7d: 1 });
    },
    refused: (bank) => bank.processor.signal.return.report({ processor_token, client_transaction_id: 't' } as never),
  }),
  'processor.signal.prepare': row({
    given: (bank) => newProcessor(bank, ['transactions']),
    async works(bank, { given: { processor_token, access_token } }) {
      await bank.processor.signal.prepare({ processor_token });
      expect((await bank.item.get({ access_token })).item.products).toContain('signal');
    },
    refused: (bank) => bank.processor.signal.prepare({ processor_token, amount: 1 } as never),
  }),
  'processor.bankTransfer.create': row({
    given: (bank) => newProcessor(bank, ['auth']),
    async works(bank, { given: { processor_token, account_id } }) {
      const transfer = {
        processor_token,
        idempotency_key: 'rent-may',
        type: 'debit',
        network: 'ach',
        amount: '12.30',
        iso_currency_code: 'USD',
        description: 'Rent',
        ach_class: 'web',
        user: { legal_name: 'Ann Bee' },
        metadata: { order: '7' },
      } as const;
      const made = await bank.processor.bankTransfer.create(transfer);
      expect(made).toMatchObject({ account_id, amount: '12.30', status: 'pending', metadata: { order: '7' } });
      expect(await bank.processor.bankTransfer.create(transfer)).toEqual(made);
      const other = await bank.processor.bankTransfer.create({ ...transfer, idempotency_key: 'rent-june' });
      expect(other.id).not.toBe(made.id);
    },
    refused: (bank) =>
      bank.processor.bankTransfer.create({
        processor_token,
        idempotency_key: 'k',
        type: 'debit',
        network: 'ach',
        amount: '12.3',
        iso_currency_code: 'USD',
        description: 'Rent',
        user: { legal_name: 'Ann Bee' },
      }),
  }),
};
