import { fileURLToPath } from 'node:url';
import { createTableStatements } from '@x/cloudflare';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { bundleWorker, type RunningWorker, startWorker } from '@x/testing/workers';
import { afterAll, beforeAll, expect, it } from 'vitest';

let sandbox: Sandbox;
let worker: RunningWorker;
beforeAll(async () => {
  sandbox = await createSandbox();
  const entry = fileURLToPath(new URL('./test-worker.ts', import.meta.url));
  const { music: MUSIC, bank: BANK } = sandbox.options;
  worker = await startWorker(await bundleWorker({ entryPoints: [entry] }), { MUSIC, BANK });
  await worker.DB.exec(createTableStatements());
  await worker.DB.exec('CREATE TABLE transactions (id TEXT PRIMARY KEY, amount REAL)');
  await worker.DB.exec('CREATE TABLE items (token TEXT PRIMARY KEY, cursor TEXT)');
}, 60_000);
afterAll(async () => {
  await worker?.stop();
  await sandbox?.close();
});

const post = (path: string, body = '') => worker.fetch(path, { method: 'POST', body });

it('responds for a user whose grant is in D1 or a Durable Object, and with an error status for an unknown user', async () => {
  const [user] = sandbox.controls.music.users();
  const tokens = sandbox.controls.music.issueUserToken({ userId: user?.id ?? '', scopes: ['user-read-private'] });
  await post('/test/grant', JSON.stringify({ ...tokens, obtainedAt: 0, expiresAt: 1 }));
  expect(await (await worker.fetch('/ann')).json()).toEqual({ display_name: user?.displayName });
  expect(await (await post('/test/objects')).json()).toMatchObject({ id: user?.id });
  expect((await worker.fetch('/nobody')).status).toBeGreaterThanOrEqual(400);
});

it("stores a bank's transactions with the cursor, and later changes by cron", async () => {
  const count = async () => {
    const { results } = await worker.DB.prepare('SELECT count(*) AS count FROM transactions').all();
    return Number(results[0]?.count);
  };
  const [accessToken = ''] = sandbox.controls.bank.accessTokens;
  await post('/test/link', accessToken);
  const before = await count();
  expect(before).toBeGreaterThan(0);
  sandbox.controls.bank.changeTransactions(accessToken, { added: 2 });
  await post('/test/cron');
  expect(await count()).toBe(before + 2);
});

it('refuses a webhook that is not from Plaid', async () => {
  const headers = { 'content-type': 'application/json' };
  expect((await worker.fetch('/webhooks/plaid', { method: 'POST', body: '{}', headers })).status).toBe(403);
});
