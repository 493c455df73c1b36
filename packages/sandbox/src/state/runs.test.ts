import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { openSandbox, withToken } from '../../test/sandbox.ts';
import { createClock } from '../clock/clock.ts';
import type { SandboxOptions } from '../options.ts';
import { createSandbox as createQuotesSandbox } from '../quotes.ts';
import type { Sandbox } from '../sandbox.ts';
import type { SandboxState } from './document.ts';

const startedAt = Date.UTC(2026, 1, 1);

const start = (options: SandboxOptions = {}) =>
  openSandbox({ clock: { now: startedAt, frozen: true }, listen: false, ...options });

/** Creates the clients of a program. */
function clientsOf(sandbox: Sandbox) {
  const { stream } = sandbox.options;
  const json = { 'content-type': 'application/json' };
  async function ask(path: string, init: RequestInit = {}) {
    const response = await sandbox.fetch(sandbox.url + path, init);
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : undefined };
  }
  const callsOf = (prefix: string) => (method: string, path: string, token: string, body?: object) =>
    ask(prefix + path, {
      method,
      headers: { ...json, 'client-id': stream.clientId, authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
  const bank = (path: string, fields: object) => {
    const { clientId: client_id, clientSecret: secret } = sandbox.options.bank;
    return ask(`/bank${path}`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ client_id, secret, ...fields }),
    });
  };
  return {
    ask,
    bank,
    helix: callsOf('/stream/helix'),
    music: callsOf('/music/v1'),
    /** Asks the auth host of the streaming API whether a token is valid. */
    validate: (token: string) => ask('/stream/id/oauth2/validate', { headers: { authorization: `OAuth ${token}` } }),
    /** Links a bank, by default one that reports to no webhook. Returns its access token. */
    async link(product: string, webhook?: string) {
      const item = {
        institution_id: 'ins_109508',
        initial_products: [product],
        ...(webhook && { options: { webhook } }),
      };
      const { body } = await bank('/sandbox/public_token/create', item);
      const { public_token } = body;
      return (await bank('/item/public_token/exchange', { public_token })).body.access_token as string;
    },
    appToken: async () => {
      const fields = {
        client_id: stream.clientId,
        client_secret: stream.clientSecret,
        grant_type: 'client_credentials',
      };
      const { body } = await ask('/stream/id/oauth2/token', { method: 'POST', body: new URLSearchParams(fields) });
      return body.access_token as string;
    },
  };
}

/** Starts a webhook receiver that repeats challenges, or one that never responds. */
async function receiver({ isSilent = false } = {}) {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push(body);
    response.setHeader('content-type', 'text/plain');
    if (!isSilent) response.end(JSON.parse(body).challenge ?? '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

/** Waits until `count` webhooks have been delivered. */
const delivered = (sandbox: Sandbox, count: number) =>
  expect
    .poll(() => sandbox.controls.stream.eventSub.deliveries().filter(({ state }) => state === 'delivered').length)
    .toBe(count);

/** Uses every stateful API, with reads in between. Returns the tokens and IDs with which `look` reads the result. */
async function live(sandbox: Sandbox, callback: string) {
  const { appToken, bank, helix, link, music } = clientsOf(sandbox);
  const { controls, clock, faults } = sandbox;
  const app = await appToken();
  const { accessToken, userId } = controls.stream.issueUserToken({ scopes: ['user:write:chat', 'user:bot'] });
  await clock.advance(60_000);
  const condition = { broadcaster_user_id: userId };
  const transport = { method: 'webhook', callback, secret: 'a secret of a webhook' };
  await helix('POST', '/eventsub/subscriptions', app, { type: 'stream.online', version: '1', condition, transport });
  await clock.advance(0);
  await delivered(sandbox, 1);
  await helix('GET', '/streams?first=5', app);
  const chat = { broadcaster_id: userId, sender_id: userId, message: 'hello from before' };
  const { body: sent } = await helix('POST', '/chat/messages', accessToken, chat);
  controls.stream.eventSub.fire('stream.online');
  await clock.advance(0);
  await delivered(sandbox, 2);

  const [user] = controls.music.users();
  const scopes = ['playlist-modify-public', 'playlist-modify-private', 'playlist-read-private', 'user-library-read'];
  const listener = controls.music.issueUserToken({ userId: user?.id ?? '', scopes });
  await music('GET', '/me/tracks?limit=1', listener.accessToken);
  const { body: playlist } = await music('POST', '/me/playlists', listener.accessToken, { name: 'Kept' });

  const access_token = await link('transactions');
  await bank('/transactions/sync', { access_token });
  await clock.advance(1_800_000);
  controls.bank.failItem(access_token, 'ITEM_LOGIN_REQUIRED');
  faults.add({ provider: 'food', path: /^\/fdc/i, status: 503, after: 1, times: Number.POSITIVE_INFINITY });

  return { app, accessToken, messageId: sent.data[0].message_id, listener, playlist, access_token, userId };
}

/** Reads everything visible in a sandbox that `live` has used. */
async function look(sandbox: Sandbox, of: Awaited<ReturnType<typeof live>>) {
  const { helix, music, bank, validate } = clientsOf(sandbox);
  const { access_token } = of;
  return {
    tokens: await (await sandbox.fetch(`${sandbox.controlApi.url}/tokens`, withToken(sandbox))).json(),
    validation: await validate(of.accessToken),
    subscriptions: (await helix('GET', '/eventsub/subscriptions', of.app)).body,
    deliveries: sandbox.controls.stream.eventSub.deliveries(),
    deleted: await helix('GET', `/chat/chatters?broadcaster_id=${of.userId}`, of.accessToken),
    playlist: (await music('GET', `/playlists/${of.playlist.id}`, of.listener.accessToken)).body,
    library: (await music('GET', '/me/tracks?limit=3', of.listener.accessToken)).body,
    item: { ...(await bank('/item/get', { access_token })).body, request_id: '' },
    accounts: { ...(await bank('/accounts/get', { access_token })).body, request_id: '' },
    faults: await (await sandbox.fetch(`${sandbox.controlApi.url}/faults`, withToken(sandbox))).json(),
    clock: sandbox.clock.state(),
  };
}

describe('a saved state', () => {
  it('restores tokens, linked banks, playlists, chat messages, webhooks, faults and the time', async () => {
    const { url, received } = await receiver();
    const before = await start({ seed: 3, music: { artists: 20 } });
    const known = await live(before, url);
    const document = JSON.parse(JSON.stringify(before.save())) as SandboxState;
    const seen = await look(before, known);
    const sentBefore = received.length;

    const after = await start();
    await after.load(document);
    expect(after.save()).toEqual(document);
    expect(await look(after, known)).toEqual(seen);
    expect(seen.item).toMatchObject({ item: { error: { error_code: 'ITEM_LOGIN_REQUIRED' } } });
    expect(seen.playlist).toMatchObject({ name: 'Kept' });
    expect(seen.subscriptions).toMatchObject({ data: [{ status: 'enabled', type: 'stream.online' }] });
    expect(after.clock.now()).toBe(startedAt + 1_860_000);
    // Nothing is sent twice.
    expect(received.length).toBe(sentBefore);
  });

  it('continues exactly like the sandbox that it was saved from', async () => {
    const { url, received } = await receiver();
    const before = await start();
    const known = await live(before, url);
    const after = await start();
    await after.load(before.save());
    const next = async (sandbox: Sandbox) => {
      const { bank, helix, music } = clientsOf(sandbox);
      const chat = {
        broadcaster_id: known.userId,
        sender_id: known.userId,
        message: 'and after',
        reply_parent_message_id: known.messageId,
      };
      return [
        sandbox.controls.stream.issueUserToken({ scopes: ['bits:read'] }),
        await helix('POST', '/chat/messages', known.accessToken, chat),
        await music('POST', '/me/playlists', known.listener.accessToken, { name: 'Next' }),
        (await bank('/sandbox/public_token/create', { institution_id: 'ins_3', initial_products: ['auth'] })).body
          .public_token,
      ];
    };
    expect(await next(after)).toEqual(await next(before));
    const sent = received.length;
    expect(after.controls.stream.eventSub.fire('stream.online')).toBe(1);
    await after.clock.advance(0);
    await expect.poll(() => received.length).toBe(sent + 1);
  });

  it('replaces the state of the sandbox, including seed and time, and a reset starts over', async () => {
    const before = await start({
      seed: 5,
      quotes: { quotes: 7 },
      limits: { food: { requestsPerHour: Number.POSITIVE_INFINITY } },
    });
    const sandbox = await start({ clock: { now: startedAt + 1e9, frozen: true } });
    const { accessToken } = sandbox.controls.stream.issueUserToken();
    sandbox.faults.add({ status: 500 });
    await sandbox.load(before.save());
    expect(sandbox.clock.now()).toBe(startedAt);
    const { ask, validate } = clientsOf(sandbox);
    expect((await ask('/quotes/api/info/count')).body.quotes).toBe(7);
    expect((await validate(accessToken)).status).toBe(401);
    const { accessToken: own } = sandbox.controls.stream.issueUserToken();
    expect(own).toBe(before.controls.stream.issueUserToken().accessToken);
    sandbox.reset();
    expect(sandbox.save()).toMatchObject({ seed: 5, log: [], settings: { quotes: { quotes: 7 } } });
  });

  it('stops a running clock at exactly the saved time', async () => {
    const before = await start();
    const sandbox = await start({ clock: { now: startedAt + 1e9, speed: 1e6 } });
    await sandbox.load(before.save());
    expect(sandbox.clock.state()).toEqual({ now: startedAt, speed: 1, frozen: true });
  });

  it('includes what is due later, such as webhooks', async () => {
    const { url, received } = await receiver();
    const before = await start({ bank: { readyAfterMs: 5000 } });
    await clientsOf(before).link('transactions', url);
    const after = await start();
    await after.load(before.save());
    await after.clock.advance(4999);
    expect(received).toEqual([]);
    await after.clock.advance(1);
    await expect.poll(() => received.map((body) => JSON.parse(body).webhook_code)).toContain('INITIAL_UPDATE');
  });

  it('includes webhooks without a response, which are sent again when it is loaded', async () => {
    const { url, received } = await receiver({ isSilent: true });
    const before = await start();
    before.controls.bank.failItem(await clientsOf(before).link('auth', url), 'ITEM_LOGIN_REQUIRED');
    await expect.poll(() => received.length).toBe(1);
    const after = await start();
    await after.load(before.save());
    await expect.poll(() => received.length).toBe(2);
  });

  it('restores what users have done on the sign-in pages', async () => {
    const options: SandboxOptions = { music: { consent: 'approve' } };
    const before = await start(options);
    const { clientId, clientSecret } = before.options.music;
    const redirect_uri = 'http://127.0.0.1:3000/back';
    const query = new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      redirect_uri,
      scope: 'user-library-read',
    });
    const sent = await before.fetch(`${before.url}/music/accounts/authorize?${query}`, { redirect: 'manual' });
    const code = new URL(sent.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const after = await start();
    await after.load(before.save());
    const fields = {
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'authorization_code',
      code,
      redirect_uri,
    };
    const exchange = (sandbox: Sandbox) =>
      clientsOf(sandbox).ask('/music/accounts/api/token', { method: 'POST', body: new URLSearchParams(fields) });
    expect(await exchange(after)).toEqual(await exchange(before));
    expect((await exchange(after)).status).toBe(400);
  });

  it('closes WebSockets, as a restart does', async () => {
    const before = await start({ listen: true });
    const socket = new WebSocket(before.listenerOptions.stream.url);
    const welcome = await new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))));
    const session_id = JSON.parse(welcome).payload.session.id;
    const { accessToken, userId } = before.controls.stream.issueUserToken();
    const subscription = { type: 'stream.online', version: '1', condition: { broadcaster_user_id: userId } };
    const transport = { method: 'websocket', session_id };
    const made = await clientsOf(before).helix('POST', '/eventsub/subscriptions', accessToken, {
      ...subscription,
      transport,
    });
    expect(made.status).toBe(202);
    const document = before.save();
    socket.terminate();
    const after = await start();
    await after.load(document);
    expect(after.save()).toEqual(document);
    expect(after.controls.stream.eventSub.sockets.sessions()).toEqual([]);
    const listed = await clientsOf(after).helix('GET', '/eventsub/subscriptions', accessToken);
    expect(listed.body).toMatchObject({ data: [{ status: 'websocket_disconnected' }] });
  });

  it('is restored completely although a job that falls due fails', async () => {
    const { url, received } = await receiver();
    const before = await start({ bank: { readyAfterMs: 5000 } });
    await clientsOf(before).link('transactions', url);
    await before.clock.advance(1000);
    const after = await start();
    after.clock.schedule(500, () => Promise.reject(new Error('the job failed')));
    await expect(after.load(before.save())).rejects.toThrow('the job failed');
    await after.clock.advance(4000);
    await expect.poll(() => received.map((body) => JSON.parse(body).webhook_code)).toContain('INITIAL_UPDATE');
  });

  it('lets requests wait while it is loaded', async () => {
    const before = await start();
    const { accessToken } = before.controls.stream.issueUserToken();
    const after = await start();
    const loading = after.load(before.save());
    const validated = clientsOf(after).validate(accessToken);
    await loading;
    expect((await validated).status).toBe(200);
  });

  it('contains neither the control token nor functions', async () => {
    const sandbox = await start({ quotes: { clientAddress: () => '10.0.0.1' } });
    sandbox.faults.add({ provider: 'food', rewrite: (body) => body });
    const text = JSON.stringify(sandbox.save());
    expect(JSON.parse(text)).toMatchObject({ faults: [], settings: { quotes: {} } });
    expect(text).not.toContain(sandbox.controlApi.token);
    await sandbox.load(JSON.parse(text));
    expect(await (await sandbox.fetch(`${sandbox.url}/quotes/api/internal/uip`)).text()).toBe('10.0.0.1');
  });
});

describe('a state that cannot be loaded', () => {
  async function saved() {
    const sandbox = await start();
    sandbox.controls.stream.issueUserToken();
    await clientsOf(sandbox).appToken();
    return sandbox.save() as SandboxState & { log: { at: number; status: number }[] };
  }
  const entryOf = (state: { log: readonly object[] }, index: number) => state.log[index] as object;

  it.each<[string, (state: Awaited<ReturnType<typeof saved>>) => unknown, string]>([
    ['not an object', () => 'state', 'a state must be what sandbox.save() returned; got "state"'],
    ['another object', () => ({ seed: 1 }), 'a state must be what sandbox.save() returned; got another object'],
    [
      'of a later version',
      (state) => ({ ...state, version: 2 }),
      'has version 2 of the format, and this sandbox loads version 1',
    ],
    ['without a log', ({ log: _, ...state }) => state, 'the state is corrupted at log'],
    ['with an invalid time', (state) => ({ ...state, clock: { now: 'x' } }), 'the state is corrupted at clock'],
    [
      'with a broken entry',
      (state) => ({ ...state, log: [...state.log, { at: 1 }] }),
      'the state is corrupted at log[2]',
    ],
    [
      'with unknown settings',
      (state) => ({ ...state, settings: { strem: {} } }),
      'unknown option state.strem; did you mean state.stream?',
    ],
    [
      'with a request that ends differently',
      (state) => ({ ...state, log: [entryOf(state, 0), { ...entryOf(state, 1), status: 400 }] }),
      'entry 1 of its log, POST /stream/id/oauth2/token, had the status 400 and now has 200',
    ],
    [
      'with an unknown control',
      (state) => ({ ...state, log: [{ ...entryOf(state, 0), control: 'stream.no' }] }),
      'there is no control stream.no',
    ],
    ['with a job that is not due', (state) => ({ ...state, log: [{ due: [startedAt] }] }), 'a job that was due'],
  ])('(%s) is refused, and changes nothing', async (_, change, message) => {
    const sandbox = await start();
    const { accessToken } = sandbox.controls.stream.issueUserToken();
    const document = sandbox.save();
    await expect(sandbox.load(change(await saved()) as SandboxState)).rejects.toThrow(message);
    expect(sandbox.save()).toEqual(document);
    expect((await clientsOf(sandbox).validate(accessToken)).status).toBe(200);
  });

  it('is refused by a sandbox of fewer providers', async () => {
    const sandbox = await createQuotesSandbox({ listen: false });
    onTestFinished(() => sandbox.close());
    await expect(sandbox.load(await saved())).rejects.toThrow('this sandbox does not serve stream');
  });

  it('is not saved if it is too large', async () => {
    const sandbox = await start();
    const { ask } = clientsOf(sandbox);
    const body = `client_id=${sandbox.options.music.clientId}&x=${'x'.repeat(1_000_000)}`;
    for (let time = 0; time < 18; time += 1) await ask('/music/accounts/api/token', { method: 'POST', body });
    expect(() => sandbox.save()).toThrow('has become too large to save: more than 16 MB');
    sandbox.reset();
    expect(sandbox.save().log).toEqual([]);
  });
});

it('a clock that the caller created and moves directly is restored', async () => {
  const clock = createClock(startedAt, false);
  const sandbox = await start({ clock });
  await clientsOf(sandbox).link('auth');
  await clock.advance(90_000);
  const document = sandbox.save();
  await clock.advance(90_000);
  await sandbox.load(document);
  expect([clock.now(), sandbox.save()]).toEqual([startedAt + 90_000, document]);
});
