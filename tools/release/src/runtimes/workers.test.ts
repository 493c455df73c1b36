import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createBankClient } from '@x/bank';
import { createTableStatements } from '@x/cloudflare';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { listen } from '@x/testing/programs';
import { bundleWorker, type RunningWorker, startWorker } from '@x/testing/workers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

// Tests the built packages in Cloudflare's runtime, bundled like a deployed worker. No request may wait for the I/O of
// another request of the same isolate, so most bugs show only when several requests arrive at once.

/** Number of requests that reach an isolate at the same time. */
const atOnce = 30;
const hourMs = 3_600_000;
/** Time limit for a token refresh or validation in the background. */
const patience = { timeout: 60_000, interval: 50 };

// A recent compatibility date, and the oldest one that the clients run with.
describe.each(['2026-01-01', '2025-05-05'])('a worker with compatibility date %s', (date) => {
  let sandbox: Sandbox;
  let worker: RunningWorker;
  let accounts = 0;
  beforeAll(async () => {
    sandbox = await createSandbox({
      clock: { now: Date.now() }, // workerd verifies webhooks by the real time
      music: { refreshRotation: 'always' },
    });
    const entry = fileURLToPath(new URL('./workers/worker.ts', import.meta.url));
    const built = { entryPoints: [entry], conditions: ['workerd', 'worker'], plugins: [] };
    worker = await startWorker(await bundleWorker(built), { options: sandbox.options }, date);
    await worker.DB.exec(createTableStatements());
  });
  afterAll(async () => {
    await worker?.stop();
    await sandbox?.close();
  });

  async function ask(path: string, init?: RequestInit): Promise<string> {
    const response = await worker.fetch(path, init);
    return `${response.ok ? '' : `${response.status} `}${await response.text()}`;
  }
  const post = (path: string, body: string, headers = {}) => ask(path, { method: 'POST', body, headers });
  const askMany = (...request: Parameters<typeof ask>) =>
    Promise.all(Array.from({ length: atOnce }, () => ask(...request)));

  /** Counts the requests that the sandbox receives at a path from now on. */
  function countRequests(path: string): () => number {
    const last = sandbox.requests.at(-1)?.id ?? 0;
    return () => sandbox.requests.filter((request) => request.id > last && request.path === path).length;
  }

  /** Signs in a new account whose token expires in `leftMs`. Returns the query of calls for that account. */
  async function signIn(store: string, leftMs: number): Promise<string> {
    const [user] = sandbox.controls.music.users();
    const tokens = sandbox.controls.music.issueUserToken({ userId: user?.id ?? '', scopes: ['user-read-private'] });
    accounts += 1;
    const query = `?store=${store}&account=${accounts}`;
    const expiresAt = Date.now() + leftMs; // the worker's clock
    const obtainedAt = expiresAt - hourMs;
    expect(await post(`/grant${query}`, JSON.stringify({ ...tokens, obtainedAt, expiresAt }))).toBe('"stored"');
    return query;
  }

  it.each(['memory', 'd1', 'kv'])(
    'requests one token for concurrent first calls, with tokens stored in %s',
    async (store) => {
      const tokens = countRequests('/accounts/api/token');
      const responses = await askMany(`/markets?store=${store}`);
      expect(Number(responses[0])).toBeGreaterThan(0);
      expect([new Set(responses).size, tokens()]).toEqual([1, 1]);
    },
  );

  it.each(['memory', 'd1', 'objects'])(
    'refreshes an expired token once for concurrent calls, with tokens stored in %s',
    async (store) => {
      const account = await signIn(store, -1000);
      const refreshes = countRequests('/accounts/api/token');
      const responses = await askMany(`/me${account}`);
      expect(responses[0]).toMatch(/^"/);
      expect([new Set(responses).size, refreshes()]).toEqual([1, 1]);
    },
  );

  it.each([
    ['refreshes a token in the background before it expires, with waitUntil', '&wait', 1],
    ['does not refresh a token in the background without waitUntil', '', 0],
  ])('%s', async (_, wait, expected) => {
    const account = await signIn('d1', 100_000);
    const expiry = async () => Number(await ask(`/expiry${account}`));
    const before = await expiry();
    sandbox.faults.add({ provider: 'music', path: '/accounts/api/token', delayMs: 500 });
    const refreshes = countRequests('/accounts/api/token');
    const responses = await askMany(`/me${account}${wait}`);
    if (wait) await vi.waitUntil(async () => (await expiry()) > before, patience);
    responses.push(await ask(`/me${account}`));
    sandbox.faults.clear();
    expect(responses[0]).toMatch(/^"/);
    expect([new Set(responses).size, refreshes()]).toEqual([1, expected]);
    expect((await expiry()) > before).toBe(wait !== '');
  });

  it('validates a token in the background, and only once for calls within an hour', async () => {
    const grant = sandbox.controls.stream.issueUserToken();
    const path = `/channel?id=${grant.userId}`;
    const validations = countRequests('/id/oauth2/validate');
    const responses = [await post(path, JSON.stringify(grant)), ...(await askMany(path))];
    await vi.waitUntil(() => validations() > 0, patience);
    expect([new Set(responses), validations()]).toEqual([new Set(['1']), 1]);
  });

  it('makes calls wait for the rate limit', async () => {
    for (const response of await askMany('/quote')) expect(response).toMatch(/^"/);
  });

  it('requests the webhook verification key once, and refuses a forged webhook', async () => {
    const received = Promise.withResolvers<{ headers: Record<string, string>; body: string }>();
    const server = createServer(async (request, response) => {
      const verification = String(request.headers['plaid-verification']);
      const headers = { 'plaid-verification': verification, 'content-type': 'application/json' };
      received.resolve({ headers, body: await text(request) });
      response.end();
    });
    const bank = createBankClient(sandbox.options.bank);
    const [access_token = ''] = sandbox.controls.bank.accessTokens;
    await bank.item.updateWebhook({ access_token, webhook: await listen(server) });
    await bank.sandbox.fireWebhook({ access_token, webhook_code: 'SYNC_UPDATES_AVAILABLE' });
    const { headers, body } = await received.promise;
    server.close();
    const keys = countRequests('/webhook_verification_key/get');
    const responses = await askMany('/webhook', { method: 'POST', body, headers });
    responses.push(await post('/webhook', body, headers));
    expect([new Set(responses), keys()]).toEqual([new Set(['']), 1]);
    expect(await post('/webhook', `${body} `, headers)).toMatch(/^403/);
  });

  it("lets other requests' calls finish when a client is closed, and refuses the next call", async () => {
    sandbox.faults.add({ provider: 'quotes', times: atOnce, delayMs: 500 });
    const arrived = countRequests('/api/random');
    const calls = askMany('/lateQuote');
    await vi.waitUntil(() => arrived() === atOnce, patience);
    expect(await ask('/close')).toBe('"closed"');
    for (const response of await calls) expect(response).toMatch(/^"/);
    expect(await ask('/lateQuote')).toContain('the client was closed');
  });
});
