import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBankClient } from '@x/bank';
import { createSandbox } from '@x/sandbox';
import { type SyncDatabase, syncItems } from '@x/sync';
import { encode } from 'gpt-tokenizer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectHost, errorIn, type Host } from '../test/host.ts';
import { openDatabase } from './database.ts';
import { Secrets } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'x-money-'));
const secrets = new Secrets();
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(['sqlite', 'duckdb'])('the money tools on %s', (kind) => {
  const address = `${kind}:${folder}/money.${kind}`;
  let host: Host;
  beforeAll(async () => {
    const sandbox = await createSandbox({ listen: false, bank: { readyAtOnce: true } });
    const bank = createBankClient(sandbox.options.bank);
    const { public_token } = await bank.sandbox.createPublicToken({
      institution_id: 'ins_109509',
      initial_products: ['transactions'],
    });
    const { access_token: second } = await bank.item.exchangePublicToken({ public_token });
    const [first = ''] = sandbox.controls.bank.accessTokens;
    const database = await openDatabase(address, secrets);
    const items = [first, second].map((access_token) => ({ access_token, user: 'me' }));
    await syncItems({ bank, items, database });
    await database.close();
    await sandbox.close();
    host = await connectHost({ apis: [], secrets, money: () => openDatabase(address, secrets, { isOld: true }) });
  });

  const rowsOf = ({ data }: { data?: unknown }) => {
    const { columns = [], rows = [] } = data as { columns?: string[]; rows?: unknown[][] };
    return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])));
  };
  const call = async (tool: string, given: object = {}) => {
    const result = await host.call(tool, given);
    expect(result.isError, result.text).toBe(false);
    return { ...result, rows: rowsOf(result) };
  };
  const query: SyncDatabase['query'] = async (sql, values) => {
    const database = await openDatabase(address, secrets);
    try {
      return await database.query(sql, values);
    } finally {
      await database.close();
    }
  };

  it('are the only ones without an API, and use fewer than 900 tokens', async () => {
    const { tools } = await host.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'money_accounts',
      'money_spending',
      'money_recurring',
      'money_transactions',
    ]);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    expect(encode(JSON.stringify(tools.map(({ outputSchema: _, ...tool }) => tool))).length).toBeLessThan(900);
  });

  it('list the accounts at all banks with their balances, and the sum', async () => {
    const { rows, text } = await call('money_accounts');
    expect(new Set(rows.map(({ bank }) => bank)).size).toBe(2);
    const [{ sum } = {}] = await query("SELECT sum(balance) AS sum FROM bank_accounts WHERE currency = 'USD'");
    expect(text).toContain(`Sum of balances: ${(Number(sum) / 100).toFixed(2)} USD`);
  });

  it('return spending by category and month, which adds up', async () => {
    const { rows } = await call('money_spending', { months: 2 });
    const [month = ''] = Object.keys(rows[0] ?? {}).filter((name) => name !== 'category');
    const spent = rows.filter(({ category }) => !/^[a-z]/.test(String(category)));
    const cents = (value: unknown) => Math.round(Number(value) * 100);
    const total = rows.find(({ category }) => category === 'total spent')?.[month];
    expect(spent.reduce((sum, row) => sum + cents(row[month]), 0)).toBe(cents(total));
    expect(cents(total)).toBeGreaterThan(0);
  });

  it('take a currency in small letters', async () => {
    const { rows } = await call('money_spending', { currency: 'usd' });
    expect(rows).toEqual((await call('money_spending', { currency: 'USD' })).rows);
    expect(rows.length).toBeGreaterThan(2);
  });

  it('list recurring payments', async () => {
    const { rows } = await call('money_recurring');
    const [{ count } = {}] = await query('SELECT count(*) AS count FROM bank_streams WHERE is_active = true');
    expect(rows).toHaveLength(Number(count));
  });

  it('find transactions by text, category, account and dates, page by page', async () => {
    const { rows, text } = await call('money_transactions', { limit: 200 });
    const [some = {}] = rows.filter(({ category }) => category !== null);
    const word = String(some.name).split(' ')[0] ?? '';
    const found = await call('money_transactions', {
      text: word.toUpperCase(),
      category: String(some.category),
      account: String(some.account),
      from: String(some.date),
      to: String(some.date),
    });
    expect(found.rows).toContainEqual(some);
    expect(found.rows.every(({ date }) => date === some.date)).toBe(true);
    expect(text).toMatch(/Sum, without transfers between own accounts: .*-?[\d.]+ USD \(\d+\)/);
    const first = await call('money_transactions', { limit: 2 });
    const { next } = first.data as { next: string };
    const second = await call('money_transactions', { limit: 2, next });
    expect([...first.rows, ...second.rows]).toEqual(rows.slice(0, 4));
    expect((await call('money_transactions', { text: '100%_' })).text).toContain('\nNothing found');
  });

  it('refuse params that they do not have', async () => {
    for (const given of [{ months: 0 }, { mnths: 3 }, { currency: 5 }])
      expect(errorIn(await host.call('money_spending', given)).code).toBe('invalid_params');
    expect(errorIn(await host.call('money_transactions', { from: '2026-13-01' })).code).toBe('invalid_params');
  });
});

it('the money tools name the command that fills the database', async () => {
  const money = () => openDatabase(`sqlite:${folder}/none.db`, secrets, { isOld: true });
  const host = await connectHost({ apis: [], money });
  const { code, message, remedy } = errorIn(await host.call('money_accounts', {}));
  expect([code, message]).toEqual(['not_found', expect.stringContaining('x sync bank --to sqlite:')]);
  expect(remedy).toContain('Tell the user');
});
