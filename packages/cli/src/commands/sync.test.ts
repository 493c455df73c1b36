import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Writable } from 'node:stream';
import { createLocalFoods } from '@x/food/local';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { environmentOf } from '@x/testing/programs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startPostgres, withoutPostgres } from '../../../postgres/test/postgres-server.ts';
import { type Ran, runCli } from '../../test/run-cli.ts';
import { exitCodes } from '../failure.ts';

let sandbox: Sandbox;
let folder: string;
let env: Record<string, string | undefined>;
let money: string;
beforeAll(async () => {
  sandbox = await createSandbox({ bank: { readyAtOnce: true } });
  folder = mkdtempSync(join(tmpdir(), 'x-cli-'));
  env = { ...environmentOf(sandbox), XDG_CONFIG_HOME: folder };
  money = `sqlite:${folder}/money.db`;
  await run(`sync bank --to ${money}`);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await sandbox.close();
});

const run = (line: string, others: Readonly<Record<string, string | undefined>> = {}): Promise<Ran> =>
  runCli(line.split(' '), { env: { ...env, ...others } });
const linesOf = (text: string) => text.trim().split('\n');
const token = () => env.BANK_ACCESS_TOKEN ?? '';

const kinds = ['sqlite', 'duckdb', ...(withoutPostgres() ? [] : ['postgres'])];

it.each(kinds)('x sync bank writes each change once into %s', async (kind) => {
  const server = kind === 'postgres' ? await startPostgres() : undefined;
  const to = server?.url ?? `${kind}:${folder}/twice.${kind}`;
  try {
    const first = await run(`sync bank --to ${to}`);
    const added = JSON.parse(first.stdout).reduce((sum: number, account: { added: number }) => sum + account.added, 0);
    expect(first.stderr).toContain(`1 of 1: `);
    expect(first.stderr).toContain(`x: ${added} transactions added, 0 changed, 0 removed\n`);
    const second = await run(`sync bank --to ${to}`);
    expect([second.stdout, second.exitCode]).toEqual(['[]\n', 0]);
    expect(second.stderr).toContain('x: 0 transactions added, 0 changed, 0 removed\n');
    expect(JSON.parse((await run(`sync status --to ${to}`)).stdout)).toMatchObject([
      { name: 'First Platypus Bank', transactions: added, next_step: 'none', history: 'HISTORICAL_UPDATE_COMPLETE' },
    ]);
    const exported = await run(`export jsonl --from ${to}`);
    expect(new Set(linesOf(exported.stdout).map((line) => JSON.parse(line).id)).size).toBe(added);
    for (const { stdout, stderr } of [first, second, exported]) expect(stdout + stderr).not.toContain(token());
  } finally {
    await server?.stop();
  }
});

it('x export writes a journal that ends at the balances that the bank reports', async () => {
  const { stdout } = await run(`export ledger --from ${money}`);
  const balances = new Map<string, number>();
  for (const [, account = '', amount] of stdout.matchAll(/^ +((?:Assets|Liabilities)\S+) +(-?[\d.]+) USD/gm))
    balances.set(account, (balances.get(account) ?? 0) + Math.round(Number(amount) * 100));
  const { accounts } = JSON.parse((await run('bank accounts get')).stdout) as {
    accounts: { type: string; balances: { current: number } }[];
  };
  const expected = accounts.map(({ type, balances: { current } }) =>
    Math.round(current * (type === 'credit' || type === 'loan' ? -100 : 100)),
  );
  const sorted = (amounts: Iterable<number>) => [...amounts].sort((one, other) => one - other);
  expect(sorted(balances.values())).toEqual(sorted(expected));
});

it('x bank report shows spending by category and month, and draws it', async () => {
  const found = JSON.parse((await run(`bank report --months 2 --currency usd --from ${money}`)).stdout);
  const [{ month, spent }] = found.months;
  const amounts = found.spending.map((row: Record<string, string>) => Math.round(Number(row[month]) * 100));
  expect(amounts.reduce((sum: number, amount: number) => sum + amount, 0)).toBe(Math.round(Number(spent) * 100));
  expect(found).toMatchObject({ currency: 'USD', months: { length: 2 }, netWorth: { length: 1 } });
  const table = await runCli(['bank', 'report', '--months', '2', '--from', money], { env, columns: 80 });
  expect(table.stdout).toMatch(new RegExp(`\nspending\n\\S*category +${month} .*\n[A-Z_]+ +[\\d.]+ `));
  expect((await run(`bank report --svg --from ${money}`)).stdout).toMatch(/^<svg[\s\S]+<\/svg>\n$/);
});

it('docs/images/finance-report.svg is what x bank report --svg draws', async () => {
  const shown = await createSandbox({ bank: { readyAtOnce: true }, clock: { now: '2026-01-14T15:00:00Z' } });
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const from = `sqlite:${folder}/shown.db`;
    for (let weeks = 0; weeks < 2; weeks += 1) {
      vi.setSystemTime(shown.clock.now());
      const { stderr } = await run(`sync bank --to ${from}`, environmentOf(shown));
      expect(stderr).toContain('1 of 1: ');
      await shown.clock.advance(7 * 86_400_000);
    }
    const { stdout } = await run(`bank report --svg --from ${from}`);
    await expect(stdout).toMatchFileSnapshot('../../../../docs/images/finance-report.svg');
  } finally {
    vi.useRealTimers();
    await shown.close();
  }
});

it("x tap bank continues after the target's last state", async () => {
  const first = linesOf((await run('tap bank')).stdout).map((line) => JSON.parse(line));
  expect(first.filter(({ type }) => type === 'RECORD').length).toBeGreaterThan(1000);
  const state = join(folder, 'state.json');
  writeFileSync(state, JSON.stringify(first.findLast(({ type }) => type === 'STATE').value));
  const { added } = sandbox.controls.bank.changeTransactions(token(), { added: 2 });
  const second = linesOf((await run(`tap bank --state ${state}`)).stdout).map((line) => JSON.parse(line));
  const records = second.filter(({ type, stream }) => type === 'RECORD' && stream === 'transactions');
  expect(records.map(({ record }) => record.id).sort()).toEqual([...added].sort());
});

it('Ctrl+C ends a command between two steps', async () => {
  const stdout = new Writable({
    write(_chunk, _, done) {
      process.emit('SIGINT');
      done();
    },
  });
  const { stderr, exitCode } = await runCli(['tap', 'bank'], { env, stdout });
  expect([stderr, exitCode]).toEqual(['x: stopped. Run the command again to continue\n', exitCodes.aborted]);
});

it('all stored bank logins are synced, or the one that is named', async () => {
  const stored = { BANK_ACCESS_TOKEN: undefined };
  const to = `sqlite:${folder}/logins.db`;
  await run('login bank --account first --store file --institution ins_109508', stored);
  await run('login bank --account second --institution ins_109511', stored);
  expect((await run(`sync bank --account second --to ${to}`, stored)).stderr).toContain('1 of 1: ');
  expect((await run(`sync bank --to ${to}`, stored)).stderr).toContain('2 of 2: ');
  expect(JSON.parse((await run(`sync status --to ${to}`)).stdout)).toHaveLength(2);
});

it('x sync food imports downloads once, and their foods are found without a network', async () => {
  const from = join(folder, 'downloads');
  mkdirSync(from);
  const oats = { fdcId: 1, dataType: 'Foundation', description: 'Oats, whole grain, rolled' };
  writeFileSync(join(from, 'foundation.json'), JSON.stringify({ FoundationFoods: [oats] }));
  writeFileSync(join(from, 'food.csv'), 'fdc_id,data_type,description\n2,sr_legacy_food,"Rice, brown"\n');
  const line = `sync food --from ${from} --to sqlite:${folder}/foods.db`;
  const end = `x: 2 foods are in ${folder}/foods.db\n`;
  expect((await run(line)).stderr).toMatch(new RegExp(`^\\d+% food.csv\n\\d+% foundation.json\n100% index\n${end}$`));
  expect(await run(line)).toEqual({ stdout: '', stderr: end, exitCode: 0 });
  const foods = createLocalFoods(new DatabaseSync(join(folder, 'foods.db')));
  expect((await foods.find('rolled oats')).map(({ fdcId }) => fdcId)).toEqual([1]);
  expect((await foods.find('brown rice')).map(({ fdcId }) => fdcId)).toEqual([2]);
});

it.each([
  [
    'sync bank --to mysql:money',
    'a database must be sqlite:FILE, duckdb:FILE or postgres://',
    exitCodes.invalid_params,
  ],
  [
    'sync bank --to postgres://u:canary@127.0.0.1:1/m',
    'postgres://u:[redacted]@127.0.0.1:1/m cannot',
    exitCodes.unavailable,
  ],
  ['sync bank --to sqlite:no-such-folder/m.db', 'no-such-folder/m.db cannot be opened', exitCodes.unavailable],
  [
    'sync status --to sqlite:no-such.db',
    'there is no file no-such.db. Create it with x sync bank',
    exitCodes.not_found,
  ],
  ['bank report --from sqlite:FOLDER/empty.db', 'empty.db has no bank data. Run x sync bank', exitCodes.not_found],
  ['export ledgr --from sqlite:no-such.db', 'did you mean ledger?', exitCodes.invalid_params],
  ['tap bank --state no-such.json', '--state: no-such.json has no state', exitCodes.invalid_params],
  ['tap bnk', 'did you mean `bank`?', exitCodes.invalid_params],
  ['sync food --from no-such --to sqlite:FOLDER/f.db', 'there is no folder no-such', exitCodes.not_found],
  ['sync food --from . --to f.db', '--to must be sqlite:FILE; got "f.db"', exitCodes.invalid_params],
])('x %s says what is wrong', async (line, message, exitCode) => {
  writeFileSync(join(folder, 'empty.db'), '');
  const ran = await run(line.replace('FOLDER', folder));
  expect(ran.stderr).toContain(message);
  expect(ran).toMatchObject({ stdout: '', exitCode });
});

it('a failing bank login says what the person has to do, and decides the exit code', async () => {
  sandbox.controls.bank.failItem(token(), 'ITEM_LOGIN_REQUIRED');
  const { stderr, exitCode } = await run(`sync bank --to ${money}`);
  expect(stderr).toMatch(/ failed\nx: \w+: Log in to your bank again .*\nx: .* x login bank --repair\n/);
  expect(exitCode).toBe(exitCodes.reauthorization_required);
  expect(JSON.parse((await run(`sync status --to ${money}`)).stdout)).toMatchObject([
    { error_code: 'ITEM_LOGIN_REQUIRED', next_step: 'update_mode' },
  ]);
});
