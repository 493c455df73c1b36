import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createBankClient } from '@x/bank';
import { createSandbox } from '@x/sandbox/bank';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../../examples/sign-in/listen.ts';
import type { App, Handler } from './apps/app.ts';
import { link as ourLink } from './apps/link.ours.ts';
import { link as plaidLink } from './apps/link.plaid.ts';
import { repair as ourRepair } from './apps/repair.ours.ts';
import { repair as plaidRepair } from './apps/repair.plaid.ts';
import { sync as ourSync } from './apps/sync.ours.ts';
import { sync as plaidSync } from './apps/sync.plaid.ts';

const programs = {
  '@x/bank': { sync: ourSync, link: ourLink, repair: ourRepair },
  plaid: { sync: plaidSync, link: plaidLink, repair: plaidRepair },
};

async function start() {
  // Webhooks are signed and verified in real time.
  const sandbox = await createSandbox({ bank: { readyAtOnce: true }, clock: { offsetMs: 0 } });
  onTestFinished(() => sandbox.close());
  const bank = createBankClient({ ...sandbox.options.bank, retries: 0 });
  const { baseUrl, clientId = '', clientSecret = '' } = sandbox.options.bank;
  const tokens = new Map<string, string>();
  const news: string[] = [];
  const app = {
    credentials: { baseUrl: String(baseUrl), clientId, clientSecret },
    tokens,
    onNews: (item: string) => void news.push(item),
    userOf: (request: Request) => request.headers.get('x-user') ?? undefined,
  };
  const create = async () => {
    const { public_token } = await bank.sandbox.createPublicToken({
      institution_id: 'ins_109508',
      initial_products: ['transactions'],
      options: { override_username: 'user_transactions_dynamic', override_password: 'any' },
    });
    return bank.item.exchangePublicToken({ public_token });
  };
  return { sandbox, bank, app, tokens, news, create };
}

const senderTo = (origin: string) => async (path: string, body: object, headers: object) => {
  const all = { 'content-type': 'application/json', origin, 'x-user': 'ann', ...headers };
  const response = await fetch(`${origin}/link${path}`, { method: 'POST', headers: all, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json().catch(() => undefined) };
};

describe.each(Object.entries(programs))('with %s', (_, { sync, link, repair }) => {
  it('transactions are in a table, and keep their rows when they post', async () => {
    const { sandbox, bank, app, create } = await start();
    const folder = mkdtempSync(join(tmpdir(), 'x-apps-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'money.db');
    const { access_token, item_id } = await create();
    const read = (where: string) => {
      const database = new DatabaseSync(file);
      const rows = database.prepare(`SELECT id, plaid_id, amount FROM bank_transactions WHERE ${where}`).all();
      database.close();
      return rows;
    };
    sandbox.controls.bank.mutateDuringPagination(1);
    await sync(app, access_token, file);
    const pending = read('pending = 1');
    expect(pending.length).toBeGreaterThan(0);
    sandbox.controls.bank.changeTransactions(item_id, { added: 2, posted: pending.length, modified: 1, removed: 1 });
    await sync(app, access_token, file);
    const kept = read('pending = 0 AND removed_at IS NULL').map(({ id }) => id);
    for (const { id } of pending) expect(kept).toContain(id);
    expect(read('removed_at IS NOT NULL').length).toBeGreaterThan(0);
    const { added, modified } = await bank.transactions.syncAll({ access_token });
    const dollars = [...added, ...modified].filter((each) => each.iso_currency_code === 'USD');
    const expected = dollars.map((each) => [each.transaction_id, -Math.round(each.amount * 100)] as const);
    const stored = read("removed_at IS NULL AND currency = 'USD'");
    expect(new Map(stored.map(({ plaid_id, amount }) => [plaid_id, amount]))).toEqual(new Map(expected));
  });

  it('a user connects a bank, and its webhooks are verified', async () => {
    const { sandbox, bank, app, tokens, news } = await start();
    const { origin, close } = await listen(0, async (own) => ({ fetch: link({ ...app, origin: own }) }));
    onTestFinished(close);
    const post = senderTo(origin);
    expect(await (await fetch(`${origin}/link`)).text()).toContain('link-initialize.js');
    const created = await post('/token', {}, {});
    const public_token = sandbox.controls.bank.completeLink(created.body.link_token);
    const { item_id } = (await post('/exchange', { public_token }, {})).body;
    const access_token = tokens.get(`ann ${item_id}`) ?? '';
    expect((await post('/token', {}, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post('/token', {}, { 'x-user': '' })).status).toBe(401);
    expect((await post('/webhook', { item_id: 'forged' }, {})).status).toBe(403);
    await bank.sandbox.fireWebhook({ access_token, webhook_code: 'SYNC_UPDATES_AVAILABLE' });
    await expect.poll(() => news).toContain(item_id);
    expect(news).not.toContain('forged');
  });

  it('a user repairs a bank', async () => {
    const { sandbox, bank, app, tokens, news, create } = await start();
    const { access_token, item_id: item } = await create();
    tokens.set(`ann ${item}`, access_token);
    const { handle, stepOf } = repair({ ...app, origin: 'http://app.example' } satisfies App);
    const post = async (path: string, headers: object = {}) => {
      const all = { 'content-type': 'application/json', origin: 'http://app.example', 'x-user': 'ann', ...headers };
      const body = JSON.stringify({ item });
      return (handle as Handler)(new Request(`http://app.example/link${path}`, { method: 'POST', headers: all, body }));
    };
    expect((await stepOf(access_token)).step).toBe('none');
    await bank.sandbox.resetLogin({ access_token });
    expect(await stepOf(access_token)).toMatchObject({ step: 'update_mode', message: expect.stringMatching(/\.$/) });
    expect((await post('/token', { 'x-user': 'bob' })).status).toBe(404);
    const { link_token } = await (await post('/token')).json();
    sandbox.controls.bank.completeLink(link_token);
    expect((await post('/repaired')).status).toBe(200);
    expect(news).toEqual([item]);
    expect((await stepOf(access_token)).step).toBe('none');
    await bank.item.remove({ access_token });
    expect((await stepOf(access_token)).step).toBe('new_link');
  });
});
