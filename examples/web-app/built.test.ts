import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createBankClient } from '@x/bank';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { signWebhook } from '@x/stream/webhooks';
import { launchChromium, withoutChromium } from '@x/testing/chromium';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type App, frameworks, startApp } from './processes.ts';
import { readSettings } from './settings.ts';

describe.each(frameworks)('the app for $name', (framework) => {
  let sandbox: Sandbox;
  let env: { CLIENTS: string; APP_SECRET: string };
  let app: App;
  let secret: string;

  beforeAll(async () => {
    sandbox = await createSandbox({ clock: { offsetMs: 0 } }); // the server verifies webhooks in real time
    env = {
      CLIENTS: JSON.stringify(sandbox.options),
      APP_SECRET: Buffer.alloc(32, 7).toString('base64'),
    };
    secret = readSettings(env).eventSubSecret;
    app = await startApp(framework, env);
  });
  afterAll(async () => {
    await app?.stop();
    await sandbox?.close();
  });

  describe.skipIf(withoutChromium())('in Chromium', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchChromium();
    });
    afterAll(() => browser?.close());

    it('connects two accounts, shows their data, passes a token to a player, and disconnects them', async () => {
      const context = await browser.newContext({ baseURL: app.url });
      context.setDefaultTimeout(60_000);
      const origins = new Set<string>();
      context.on('request', (request) => origins.add(new URL(request.url()).origin));
      const page = await context.newPage();
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
      const rowsOf = (name: string) => page.getByRole('list', { name, exact: true }).getByRole('listitem');
      async function connect(name: string, user: string): Promise<void> {
        await press(`Connect ${name}`);
        await page.getByLabel('Sign in as').selectOption(user);
        await press('Approve');
        await page.waitForURL('/');
        await page.getByRole('button', { name: `Disconnect ${name}` }).waitFor();
      }
      const tokenStatus = () =>
        page.evaluate(async () => (await fetch('/sign-in/music/token', { method: 'POST' })).status);

      await page.goto('/');
      expect(await tokenStatus()).toBe(409);
      await connect('music', 'Oskar');
      await connect('stream', 'ferallemur');
      expect(await rowsOf('music').count()).toBe(5);
      expect(await rowsOf('stream').count()).toBeGreaterThan(0);

      const { accessToken } = await page.evaluate(async () =>
        (await fetch('/sign-in/music/token', { method: 'POST' })).json(),
      );
      const headers = { authorization: `Bearer ${accessToken}` };
      const me = await fetch(`${sandbox.options.music.baseUrl}/v1/me`, {
        headers,
      });
      expect(await me.json()).toMatchObject({ display_name: 'Oskar' });

      await press('Disconnect music');
      await page.getByRole('button', { name: 'Connect music', exact: true }).waitFor();
      expect([await rowsOf('music').count(), (await rowsOf('stream').count()) > 0]).toEqual([0, true]);
      expect(await tokenStatus()).toBe(409);
      await press('Disconnect stream');
      await page.getByRole('button', { name: 'Connect stream', exact: true }).waitFor();
      expect(await rowsOf('stream').count()).toBe(0);
      expect([...origins].sort()).toEqual([app.url, sandbox.url].sort());
      await context.close();
    });
  });

  it('refuses to give a token to another site, and refuses a callback of a sign-in that it did not start', async () => {
    const headers = {
      'sec-fetch-site': 'cross-site',
      cookie: `session=${randomUUID()}`,
    };
    const token = await fetch(`${app.url}/sign-in/music/token`, {
      method: 'POST',
      headers,
    });
    expect([token.status, await token.json()]).toMatchObject([403, { error: 'foreign_request' }]);
    const back = await fetch(`${app.url}/sign-in/music/callback?code=x&state=y`);
    expect([back.status, await back.json()]).toMatchObject([400, { error: 'not_started' }]);
  });

  const post = async (path: string, headers: Record<string, string>, body: string) => {
    const response = await fetch(app.url + path, {
      method: 'POST',
      headers,
      body,
    });
    return [response.status, await response.text()];
  };

  it("handles Twitch's requests for a subscription", async () => {
    const stream = createStreamClient(sandbox.options.stream);
    const [channel] = sandbox.controls.stream.users();
    const transport = {
      method: 'webhook',
      callback: `${app.url}/webhooks/twitch`,
      secret,
    } as const;
    const condition = { broadcaster_user_id: channel?.id ?? '' };
    await stream.eventSub.subscriptions.create({
      type: 'stream.online',
      version: '1',
      condition,
      transport,
    });
    // The result is 0 until the app has confirmed its address.
    await expect.poll(() => sandbox.controls.stream.eventSub.fire('stream.online')).toBe(1);
    await app.printed(new RegExp(`^online ${channel?.id}$`, 'm'));
  });

  it("verifies the raw bytes of Twitch's requests, and refuses forged ones", async () => {
    const user = {
      broadcaster_user_id: '7',
      broadcaster_user_login: 'ann',
      broadcaster_user_name: 'Ann',
    };
    const event = {
      id: '1',
      ...user,
      type: 'live',
      started_at: '2026-11-21T12:00:00Z',
    } as const;
    const signed = await signWebhook({
      secret,
      type: 'stream.online',
      version: '1',
      event,
    });
    const headers = Object.fromEntries(signed.headers);
    // Use JSON that a body parser would not serialize in the same way.
    const body = (await signed.text()).replaceAll('":', '" : ').replaceAll('Ann', '\\u0041nn');
    const id = headers['twitch-eventsub-message-id'];
    const message = `${id}${headers['twitch-eventsub-message-timestamp']}${body}`;
    const signature = `sha256=${createHmac('sha256', secret).update(message).digest('hex')}`;
    const genuine = {
      ...headers,
      'twitch-eventsub-message-signature': signature,
    };
    expect(await post('/webhooks/twitch', genuine, `${body} `)).toEqual([403, 'signature']);
    expect(app.output()).not.toMatch(/^online 7$/m);
    expect(await post('/webhooks/twitch', genuine, body)).toEqual([204, '']);
    await app.printed(/^online 7$/m);
  });

  it("verifies Plaid's webhooks, which the sandbox signs and sends, and refuses forged ones", async () => {
    const bank = createBankClient(sandbox.options.bank);
    const [access_token = ''] = sandbox.controls.bank.accessTokens;
    const { item } = await bank.item.get({ access_token });
    /** Makes the sandbox send a webhook to an address. */
    async function send(webhook: string): Promise<void> {
      await bank.item.updateWebhook({ access_token, webhook });
      await bank.sandbox.fireWebhook({
        access_token,
        webhook_code: 'SYNC_UPDATES_AVAILABLE',
      });
    }
    const { promise, resolve } = Promise.withResolvers<{
      headers: IncomingHttpHeaders;
      body: string;
    }>();
    const eavesdropper = createServer(async (request, response) => {
      const body = await text(request);
      response.end();
      if (body.includes('SYNC_UPDATES')) resolve({ headers: request.headers, body });
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void eavesdropper.close());
    await once(eavesdropper, 'listening');
    await send(`http://127.0.0.1:${(eavesdropper.address() as AddressInfo).port}`);
    const { headers: sent, body } = await promise;
    const headers = {
      'content-type': `${sent['content-type']}`,
      'plaid-verification': `${sent['plaid-verification']}`,
    };
    expect(await post('/webhooks/plaid', headers, `${body} `)).toEqual([403, 'signature']);
    expect(await post('/webhooks/plaid', { ...headers, 'plaid-verification': 'x.y.z' }, body)).toEqual([
      403,
      'signature',
    ]);
    expect(app.output()).not.toContain(`sync ${item.item_id}`);
    await send(`${app.url}/webhooks/plaid`);
    await app.printed(new RegExp(`^sync ${item.item_id}$`, 'm'));
  });

  const streams = async (query = '') => {
    const response = await fetch(`${app.url}/streams${query}`);
    return {
      status: response.status,
      headers: response.headers,
      body: await response.json(),
    };
  };

  it('responds with a page of streams, and with the next page for its cursor', async () => {
    const first = (await streams()).body;
    const second = (await streams(`?cursor=${first.nextCursor}`)).body;
    expect([first.names.length, second.names.length]).toEqual([20, 20]);
    expect(second.names).not.toEqual(first.names);
  });

  it.each([
    ['503 and Retry-After', { status: 503, headers: { 'retry-after': '120' } }, 503, 'unavailable', '120'],
    ["401, which means that the app's own credentials are wrong,", { status: 401 }, 500, 'unauthenticated', null],
    ['404', { status: 404 }, 404, 'not_found', null],
    ['a response that is not JSON', { status: 200, body: '<html>' }, 502, 'invalid_response', null],
  ])(
    'maps %s from the provider to the right status for the visitor',
    async (_title, fault, status, error, retryAfter) => {
      sandbox.faults.add({
        provider: 'stream',
        path: '/helix/streams',
        ...fault,
        times: Number.POSITIVE_INFINITY,
      });
      onTestFinished(() => sandbox.faults.clear());
      const { headers, ...response } = await streams();
      expect(response).toEqual({ status, body: { error } });
      expect(headers.get('retry-after')).toBe(retryAfter);
    },
  );

  it('responds with 400 to a made-up cursor, and with 404 to an unknown path', async () => {
    expect(await streams('?cursor=made-up')).toMatchObject({
      status: 400,
      body: { error: 'invalid_cursor' },
    });
    expect((await fetch(`${app.url}/unknown`)).status).toBe(404);
  });

  it('ends the call when the visitor disconnects', async () => {
    sandbox.faults.add({
      provider: 'stream',
      path: '/helix/streams',
      stall: 'before',
    });
    const before = sandbox.requests.length;
    const visitor = new AbortController();
    const visit = fetch(`${app.url}/streams`, { signal: visitor.signal });
    await expect.poll(() => sandbox.requests.slice(before).map(({ path }) => path)).toContain('/helix/streams');
    visitor.abort();
    await expect(visit).rejects.toThrow('aborted');
    await app.printed(/streams\.list.* aborted/);
    await streams(); // by now, the log would show a failure of the route
    expect(app.output()).not.toMatch(/ResponseAborted|AbortError|⨯/);
  });

  it('responds with 504 when the deadline has passed', async () => {
    const impatient = await startApp(framework, { ...env, DEADLINE_MS: '20' });
    onTestFinished(() => impatient.stop());
    sandbox.faults.add({ provider: 'stream', path: /./, stall: 'before' });
    const response = await fetch(`${impatient.url}/streams`);
    expect([response.status, await response.json()]).toEqual([504, { error: 'timeout' }]);
  });
});
