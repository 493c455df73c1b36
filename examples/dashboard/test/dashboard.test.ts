import './observe-waits.ts'; // first, so that all later imports use the observed timers
import { globSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { signWebhook } from '@x/stream/webhooks';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type RedisServer, startRedis, withoutRedis } from '../../../packages/redis/test/redis-server.ts';
import { type Clients, connect, createClients, type Redis } from '../clients.ts';
import { readLedger, syncItem } from '../ledger.ts';
import { readSettings, type Settings } from '../settings.ts';
import { createBrowser } from './browser.ts';
import { type Server, start, startServer, takeWaits } from './processes.ts';

const silent = pino({ level: 'silent' });
const secret = Buffer.alloc(32, 7).toString('base64');

/** Waits without a timer until a condition holds. The test's time limit ends it. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await setImmediate();
}

describe.skipIf(withoutRedis())('the dashboard, in two processes that share Redis', () => {
  let redisServer: RedisServer;
  let redis: Redis;
  let sandbox: Sandbox;
  let env: Record<'REDIS_URL' | 'APP_SECRET' | 'CLIENTS', string>;
  let one: Server;
  let two: Server;

  beforeAll(async () => {
    [redisServer, sandbox] = await Promise.all([
      startRedis(),
      createSandbox({
        clock: { offsetMs: 0 }, // the servers verify webhooks in real time
        stream: { consent: 'approve' },
        music: { consent: 'approve' },
        bank: { readyAtOnce: true, staticTransactions: 600 },
        limits: { stream: { capacity: 30, refillPerMinute: 15 } },
      }),
    ]);
    env = { REDIS_URL: redisServer.url, APP_SECRET: secret, CLIENTS: JSON.stringify(sandbox.options) };
    [one, two] = await Promise.all([startServer(env), startServer(env)]);
    redis = await connect(redisServer.url, silent);
  });
  afterAll(async () => {
    for (const { child } of [one, two]) child.kill('SIGKILL');
    await Promise.all([one.ended, two.ended]);
    await Promise.all([redis.close(), sandbox.close()]);
    await redisServer.stop();
  });

  /** Creates a browser whose user has signed in with Twitch. */
  async function signedIn(user: number) {
    const browser = createBrowser();
    const { id = '', login = '' } = sandbox.controls.stream.users()[user] ?? {};
    await browser.signIn('stream', login, one.url, two.url);
    return { ...browser, id };
  }
  /** Links a bank without webhooks. Returns the ID of its Item. */
  async function linkBank({ bank, items }: Clients, days_requested = 90): Promise<string> {
    const { public_token } = await bank.sandbox.createPublicToken({
      institution_id: 'ins_109508',
      initial_products: ['transactions'],
      options: { transactions: { days_requested } },
    });
    const { access_token, item_id } = await bank.item.exchangePublicToken({ public_token });
    await items.set(item_id, access_token);
    return item_id;
  }
  const requestsTo = (path: string) => sandbox.requests.filter((each) => each.path === path);

  it('signs a user in with both providers, no matter which processes serve the steps and the page', async () => {
    const browser = createBrowser();
    expect(await browser.open(one.url)).not.toContain('<h2>');
    await browser.signIn('stream', sandbox.controls.stream.users()[0]?.login ?? '', one.url, two.url);
    expect(await browser.open(one.url)).toMatch(/Twitch<.+You went live 0 times.+Spotify<.+Not connected/s);
    await browser.signIn('music', sandbox.controls.music.users()[0]?.id ?? '', two.url, one.url);
    const page = await browser.open(two.url);
    expect(page).toMatch(/Twitch<.+You went live 0 times.+Spotify<.+Banks</s);
    expect(page).not.toContain('Not connected');
  });

  it('completes a sign-in once, and only in the browser that started it', async () => {
    const [browser, thief] = [createBrowser(), createBrowser()];
    const path = await browser.approve('music', one.url, '');
    expect((await thief.send(two.url + path)).status).toBe(400);
    expect((await browser.send(two.url + path)).status).toBe(303);
    expect((await browser.send(two.url + path)).status).toBe(400);
  });

  it('refreshes an expired token once for both processes', async () => {
    const browser = await signedIn(1);
    const pages = (url: string) => Promise.all(Array.from({ length: 3 }, () => browser.open(url)));
    await pages(two.url);
    sandbox.controls.stream.expireTokens();
    const refreshes = () => requestsTo('/id/oauth2/token').filter(({ body }) => body.includes('refresh_token')).length;
    const before = refreshes();
    const all = [...(await pages(one.url)), ...(await pages(two.url))];
    expect(all.filter((page) => page.includes('You went live'))).toHaveLength(6);
    expect(refreshes() - before).toBe(1);
  });

  it('shows whether a connection has ended or never existed', async () => {
    const browser = await signedIn(2);
    sandbox.controls.stream.revokeConsent(browser.id);
    expect(await browser.open(one.url)).toMatch(/Twitch<.+The connection has ended.+Spotify<.+Not connected/s);
  });

  it('counts the calls of both processes against one rate limit', async () => {
    const browser = await signedIn(3);
    const isLimited = async (url: string) => (await browser.open(url)).includes('Not available now: rate_limited');
    await until(() => isLimited(one.url));
    const sent = requestsTo('/helix/streams/followed').length;
    expect(await isLimited(two.url)).toBe(true); // although it has not sent a request for this user yet
    expect(requestsTo('/helix/streams/followed')).toHaveLength(sent);
    expect(sandbox.requests.filter(({ status }) => status === 429)).toEqual([]);
  });

  it("ends a visitor's calls when the visitor leaves", async () => {
    const browser = await signedIn(4);
    await browser.signIn('music', '', one.url, one.url);
    sandbox.faults.add({ provider: 'music', path: '/v1/me/tracks', stall: 'before' });
    const before = requestsTo('/v1/me/tracks').length;
    const leaving = new AbortController();
    const page = browser.open(two.url, { signal: leaving.signal });
    await until(() => requestsTo('/v1/me/tracks').length > before);
    leaving.abort();
    await expect(page).rejects.toThrow('aborted');
    await two.logged(({ operation, outcome }) => operation === 'library.tracks.list' && outcome === 'aborted');
    expect(two.log.filter(({ msg }) => msg === 'request failed')).toEqual([]);
  });

  it('handles a Twitch message once, even when both processes receive it', async () => {
    const browser = await signedIn(5);
    const subject = { broadcaster_user_id: browser.id };
    // The result is 0 until Twitch has verified the webhook's address.
    await until(() => sandbox.controls.stream.eventSub.fire('stream.online', '1', { subject }) === 1);
    await until(async () => (await browser.open(two.url)).includes('You went live 1 times'));
    const event = {
      id: '1',
      broadcaster_user_id: browser.id,
      broadcaster_user_login: 'ann',
      broadcaster_user_name: 'Ann',
      type: 'live',
      started_at: '2026-11-21T12:00:00Z',
    } as const;
    const { eventSubSecret } = readSettings(env);
    const message = { secret: eventSubSecret, type: 'stream.online', version: '1', id: 'message-1', event } as const;
    const send = async (url: string) => {
      const { headers, body } = await signWebhook(message);
      return (await fetch(`${url}/webhooks/stream`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit))
        .status;
    };
    // 503 asks Twitch to send the message again: the other process is still handling it.
    const statuses = await Promise.all([send(one.url), send(two.url)]);
    expect(statuses.filter((status) => status === 204 || status === 503)).toHaveLength(2);
    expect([await send(one.url), await send(two.url)]).toEqual([204, 204]);
    expect(await browser.open(one.url)).toContain('You went live 2 times');
  });

  it("applies each of a bank's changes once, although webhooks arrive at both processes", async () => {
    const browser = await signedIn(6);
    await Promise.all([browser.post(`${one.url}/banks`), browser.post(`${two.url}/banks`)]);
    const clients = createClients(redis, readSettings(env), silent);
    const items = await redis.sMembers('items');
    expect(items).toHaveLength(2);
    const before = await Promise.all(items.map((item) => readLedger(redis, item)));
    for (const item of items) {
      const access_token = (await clients.items.get(item)) ?? '';
      sandbox.controls.bank.changeTransactions(access_token, { added: 7 });
      for (const url of [one.url, two.url, one.url]) {
        await clients.bank.item.updateWebhook({ access_token, webhook: `${url}/webhooks/bank` });
        await clients.bank.sandbox.fireWebhook({ access_token, webhook_code: 'SYNC_UPDATES_AVAILABLE' });
      }
    }
    await until(() => sandbox.controls.bank.webhooks.every(({ state }) => state === 'delivered'));
    const after = await Promise.all(items.map((item) => readLedger(redis, item)));
    expect(after.map(({ added }) => added)).toEqual(before.map(({ added }) => added + 7));
    expect(await browser.open(two.url)).toContain(`${(before[0]?.transactions ?? 0) + 7} transactions`);
  });

  /** Returns the settings of a process that calls Plaid with its own `fetch`. */
  function withFetch(ownFetch: typeof fetch): Settings {
    const settings = readSettings(env);
    const { stream, music, bank } = settings.clients;
    return { ...settings, clients: { stream, music, bank: { ...bank, fetch: ownFetch } } };
  }

  it('applies a delta once when two processes fetch it at the same time', async () => {
    const both = Promise.withResolvers<void>();
    let fetched = 0;
    const clients = createClients(redis, withFetch(fetchTogether), silent);
    async function fetchTogether(...request: Parameters<typeof fetch>): Promise<Response> {
      const response = await fetch(...request);
      if (!String(request[0]).endsWith('/transactions/sync')) return response;
      fetched += 1;
      if (fetched === 2) both.resolve();
      await both.promise;
      return response;
    }
    const item = await linkBank(clients);
    await Promise.all([syncItem(clients.bank, redis, item), syncItem(clients.bank, redis, item)]);
    const { added, transactions } = await readLedger(redis, item);
    expect(added).toBeGreaterThan(0);
    expect(transactions).toBe(added);
    expect(fetched).toBe(3); // the process that was second starts again from the new cursor
  });

  it('loses and repeats no change when the nightly job is killed halfway and started again', async () => {
    const night = { ...env, REDIS_URL: `${env.REDIS_URL}/1` }; // a separate database, whose banks got no webhooks
    const other = await connect(night.REDIS_URL, silent);
    onTestFinished(async () => void (await other.close()));
    const clients = createClients(other, readSettings(night), silent);
    const expected = new Map<string, object>();
    for (let index = 0; index < 3; index += 1) {
      const item = await linkBank(clients, 730);
      await other.sAdd('items', item);
      const { added } = await clients.bank.withItem(item).transactions.syncAll();
      const cents = added.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
      expected.set(item, { transactions: added.length, added: added.length, cents });
    }
    const items = [...expected.keys()].sort();
    const ledgers = () => Promise.all(items.map((item) => readLedger(other, item)));
    const empty = { transactions: 0, added: 0, cents: 0 };

    // The first bank has two pages; the job is killed while it waits for the second page of the second bank.
    const stall = { provider: 'bank', path: '/transactions/sync', after: 3, stall: 'before' } as const;
    sandbox.faults.add(stall);
    const killed = start('nightly', night);
    await until(() => requestsTo(stall.path).some(({ fault }) => fault?.stall));
    killed.child.kill('SIGKILL');
    expect(await killed.ended).toEqual([null, 'SIGKILL']);
    expect(await ledgers()).toEqual([expected.get(items[0] ?? ''), empty, empty]);

    const resumed = start('nightly', night);
    expect(await resumed.ended).toEqual([0, null]);
    expect(await ledgers()).toEqual(items.map((item) => expected.get(item)));
  });

  it("waits for a rate limit by the sandbox's time when the clients have its clock", async () => {
    const own = await createSandbox({ listen: false, limits: { stream: { capacity: 10, refillPerMinute: 60 } } });
    const settings = { ...readSettings(env), clients: own.options };
    const { stream } = createClients(redis, settings, silent, own.shared);
    await stream.games.top({ first: 1 });
    const startedAt = own.clock.now();
    const calls = Promise.all(Array.from({ length: 10 }, () => stream.games.top({ first: 1 })));
    expect(await own.clock.runUntil(calls)).toHaveLength(10);
    expect(own.clock.now() - startedAt).toBeGreaterThan(1000);
    await own.close();
  });

  it('finishes the requests in flight on SIGTERM', async () => {
    const browser = await signedIn(7);
    await browser.signIn('music', '', one.url, one.url);
    sandbox.faults.add({ provider: 'music', path: '/v1/me/tracks', delayMs: 40 });
    const before = requestsTo('/v1/me/tracks').length;
    const page = browser.open(one.url);
    await until(() => requestsTo('/v1/me/tracks').length > before);
    one.child.kill('SIGTERM');
    expect(await page).toContain('Spotify</h2>');
    expect(await one.ended).toEqual([0, null]);
  });

  it('reports the health of Redis and of each client', async () => {
    const response = await fetch(`${two.url}/health`);
    expect(response.status).toBe(200);
    const { ok, clients } = await response.json();
    expect(ok).toBe(true);
    expect(clients).toMatchObject([
      { provider: 'stream', state: 'open', lastSuccess: { operation: expect.any(String) } },
      { provider: 'music', state: 'open' },
      { provider: 'bank', state: 'open' },
    ]);
  });

  it('logs every call without tokens or other secrets', () => {
    const log = JSON.stringify([...one.log, ...two.log]);
    expect(log.includes('stream streams.followed call_end')).toBe(true);
    const secrets = sandbox.requests.flatMap(({ headers, body }) => [
      headers.get('authorization')?.split(' ')[1],
      ...[...body.matchAll(/(?:token|secret|code|verifier)"?[=:]"?([\w~.-]{20,})/g)].map(([, value]) => value),
    ]);
    const known = new Set([secret, readSettings(env).eventSubSecret, ...secrets.filter((each) => each !== undefined)]);
    expect(known.size).toBeGreaterThan(20);
    expect([...known].filter((each) => log.includes(each))).toEqual([]);
  });

  it('never waits longer than 50 ms, in any process', () => {
    expect(takeWaits()).toBe('');
  });
});

it('the dashboard has at most 350 lines of code, not counting comments, blank lines and tests', () => {
  const files = globSync('*.ts', { cwd: new URL('..', import.meta.url) });
  const lines = files.flatMap((file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').split('\n'));
  const code = lines.filter((line) => !/^\s*($|\/\/|\/\*\*|\*)/.test(line));
  expect(code.length).toBeGreaterThan(100);
  expect(code.length).toBeLessThanOrEqual(350);
});
