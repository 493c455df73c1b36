import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '@x/testing/programs';
import { expect, it, onTestFinished } from 'vitest';
import { kinds } from '../test/databases.ts';
import { openStage, read } from '../test/stage.ts';
import { beancount, csv, hledger, jsonl, ledger } from './export.ts';

const textOf = async (lines: AsyncIterable<string>) => (await Array.fromAsync(lines)).join('');

async function openBooks(kind = kinds[0]) {
  const stage = await openStage({ ...(kind && { kind }), bank: { dynamicTransactions: 200 } });
  await stage.sync([
    await stage.link({ options: { override_username: 'ann' } }),
    await stage.link({ institution_id: 'ins_109511' }),
    await stage.link({ user: 'bob' }),
  ]);
  await stage.database.run("UPDATE bank_items SET institution_name = '銀行' WHERE institution_id = 'ins_109511'");
  await stage.database.run("UPDATE bank_accounts SET removed_at = '2026-01-14T00:00:00.000Z' WHERE name = 'Savings'"); // closed
  const balances = await read(
    stage.database,
    "SELECT balance FROM bank_accounts WHERE owner = 'ann' AND balance <> 0 ORDER BY balance",
  );
  return { ...stage, balances: balances.map(({ balance }) => Number(balance)) };
}

function runOn(text: string, program: string, ...args: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'x-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'journal');
  writeFileSync(file, text);
  const filled = args.map((arg) => (arg === 'FILE' ? file : arg));
  return execFileSync(program, filled, { encoding: 'utf8', env: { ...process.env, LANG: 'C.UTF-8' } });
}

/** Returns the sorted amounts, in cents, in front of `USD`. */
const centsIn = (text: string) =>
  [...text.matchAll(/(-?[\d,]+\.\d\d) +USD/g)]
    .map(([, amount = '']) => Math.round(Number(amount.replaceAll(',', '')) * 100))
    .sort((one, other) => one - other);

const without = (program: string) => !findProgram(undefined, program) && !process.env.CI;

it.skipIf(without('ledger'))("Ledger's own balance of each account is the bank's", async () => {
  const { database, balances } = await openBooks();
  const text = await textOf(ledger(database, { user: 'ann' }));
  const own = ['balance', '--flat', '--no-total', '^Assets', '^Liabilities'];
  expect(centsIn(runOn(text, 'ledger', '-f', 'FILE', ...own))).toEqual(balances);
});

it.skipIf(without('hledger'))("hledger's own balance of each account is the bank's", async () => {
  const { database, balances } = await openBooks();
  const text = await textOf(hledger(database, { user: 'ann' }));
  const own = ['balance', '--flat', '--no-total', '^Assets', '^Liabilities'];
  expect(centsIn(runOn(text, 'hledger', '-f', 'FILE', ...own))).toEqual(balances);
});

it.skipIf(without('bean-query'))("Beancount's own balance of each account is the bank's", async () => {
  const { database, balances } = await openBooks();
  const text = await textOf(beancount(database, { user: 'ann' }));
  runOn(text, 'bean-check', 'FILE');
  const query = "SELECT account, sum(position) WHERE account ~ '^(Assets|Liabilities)' GROUP BY account";
  expect(centsIn(runOn(text, 'bean-query', 'FILE', query))).toEqual(balances);
});

it('a journal has one entry for each posted transaction, and one for both sides of a transfer', async () => {
  const { database } = await openBooks();
  const text = await textOf(ledger(database, { user: 'ann' }));
  expect(text).toContain('TOYS "R" US LLC');
  expect(text).not.toContain('DINER'); // pending
  expect(text.match(/FROM CHECKING|TO SAVINGS/g)).toHaveLength(1);
  const [posted] = await read(
    database,
    'SELECT count(*) AS rows, count(transfer_id) AS sides FROM bank_transactions t JOIN bank_accounts a ON a.id = t.account_id ' +
      "WHERE a.owner = 'ann' AND pending = false",
  );
  expect(text.match(/id: (?!opening)/g)).toHaveLength(Number(posted?.rows) - Number(posted?.sides) / 2);
});

it('CSV and JSON have a line for each transaction of the person', async () => {
  const { database } = await openBooks('duckdb');
  const rows = await read(
    database,
    "SELECT t.id FROM bank_transactions t JOIN bank_accounts a ON a.id = t.account_id WHERE a.owner = 'ann'",
  );
  await database.run("UPDATE bank_transactions SET name = '=1+1' WHERE name = 'CINEMA'");
  const lines = (await textOf(csv(database, { user: 'ann' }))).split('\r\n');
  expect(lines).toHaveLength(rows.length + 2);
  expect(lines.find((line) => line.includes('TOYS'))).toMatch(
    /^[\w-]+,2025-12-24,Card 3333,"TOYS ""R"" US; LLC",[^,]*,[^,]*,-80\.00,USD,false$/,
  );
  expect(lines.find((line) => line.includes('=1+1'))).toMatch(/,'=1\+1,.*,-12\.35,USD,false$/);
  const parsed = (await textOf(jsonl(database, { user: 'ann' })))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(new Set(parsed.map(({ id }) => id))).toEqual(new Set(rows.map(({ id }) => id)));
});
