import { createClock, createSandbox, type SandboxOptions } from '@x/sandbox';
import { failure, untyped } from '@x/testing';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  accountHash,
  type ClientEvent,
  createStreamClient,
  type DeviceSession,
  type StreamAccountClient,
  type StreamClient,
  type StreamOptions,
  type StreamUser,
} from './index.ts';

const redirectUri = 'http://127.0.0.1:3000/back';
const scopes = ['user:read:follows'];

/**
 * Creates a sandbox in this process, with a stopped clock and users who confirm the consent page immediately, and a
 * client for it.
 */
async function setup(stream: SandboxOptions['stream'] = {}, more: object = {}) {
  const clock = createClock(Date.UTC(2026, 10, 21, 12), false);
  const sandbox = await createSandbox({ listen: false, clock, stream: { consent: 'approve', ...stream } });
  const client = createStreamClient({
    ...sandbox.options.stream,
    retries: 0,
    clock: { now: () => sandbox.clock.now() }, // waits by timers, which these tests advance
    validateTokens: false,
    ...more,
  });
  const { id } = sandbox.controls.stream.users()[0] ?? { id: '' };
  const sent = (path: string) => sandbox.requests.filter((request) => request.path === path).length;
  /** Opens the consent page and returns the address it redirects to. */
  async function consent(url: string): Promise<string> {
    const answer = await sandbox.fetch(url, { redirect: 'manual' });
    return answer.headers.get('location') ?? '';
  }
  async function signIn(account: string): Promise<void> {
    const { url, session } = await client.oauth.authorize({ redirectUri, scopes });
    await client.oauth.exchange({ account, callbackUrl: await consent(url), session });
  }
  return { sandbox, client, id, sent, consent, signIn };
}

describe('sign-in by redirect', () => {
  it('uses the user’s grant for calls of the account', async () => {
    const { client, id, signIn } = await setup();
    await signIn('ann');
    const { total } = await client.withAccount('ann').channels.followed({ user_id: id });
    expect(total).toBeGreaterThan(0);
    const { channels } = untyped<StreamAccountClient>(client);
    expect(await failure(channels.followed({ user_id: id }))).toMatchObject({ code: 'unauthenticated' });
  });

  it('reports that the user denied access, and that a code was already used', async () => {
    const refused = await setup({ consent: 'deny' });
    expect(await failure(refused.signIn('ann'))).toMatchObject({
      code: 'permission_denied',
      providerCode: 'access_denied',
    });
    const { client, consent } = await setup();
    const { url, session } = await client.oauth.authorize({ redirectUri, scopes });
    const given = { account: 'ann', callbackUrl: await consent(url), session };
    await client.oauth.exchange(given);
    expect(await failure(client.oauth.exchange(given))).toMatchObject({
      code: 'reauthorization_required',
      operation: 'oauth.exchange',
    });
  });

  it('renews one-time refresh tokens once for 50 calls', async () => {
    const { sandbox, client, id, sent, signIn } = await setup({ clientType: 'public' });
    await signIn('ann');
    const ann = client.withAccount('ann');
    for (let round = 1; round <= 3; round += 1) {
      await sandbox.clock.advance(15_000_000);
      const before = sent('/id/oauth2/token');
      await Promise.all(Array.from({ length: 50 }, () => ann.channels.followed({ user_id: id })));
      expect(sent('/id/oauth2/token') - before).toBe(1);
    }
  });
});

describe('oauth.exchange with a function as account', () => {
  async function comeBack(context: Awaited<ReturnType<typeof setup>>) {
    const { url, session } = await context.client.oauth.authorize({ redirectUri, scopes });
    return { callbackUrl: await context.consent(url), session };
  }

  it("stores the grant under the account that the function returns for the new token's user", async () => {
    const context = await setup();
    const { client, id, sent } = context;
    const users: object[] = [];
    const account = (user: StreamUser) => {
      users.push(user);
      return user.user_id;
    };
    expect(await client.oauth.exchange({ account, ...(await comeBack(context)) })).toMatchObject({
      account: id,
      scopes,
    });
    expect(users).toMatchObject([{ user_id: id, login: 'velvetbeacon', scopes }]);
    expect(sent('/id/oauth2/validate')).toBe(1);
    expect((await client.withAccount(id).channels.followed({ user_id: id })).total).toBeGreaterThan(0);
  });

  it('stores nothing and revokes the grant when the function throws', async () => {
    const context = await setup();
    const { sandbox, client, id } = context;
    const account = () => {
      throw new Error('the database is away');
    };
    expect(await failure(client.oauth.exchange({ account, ...(await comeBack(context)) }))).toMatchObject({
      code: 'invalid_params',
      operation: 'oauth.exchange',
    });
    const { path, status, body } = sandbox.requests.at(-1) ?? {};
    expect([path, status]).toEqual(['/id/oauth2/revoke', 200]);
    expect(body).toContain('token=');
    expect(await client.accounts.get(id)).toBeUndefined();
  });

  it.each([
    ['fails', { status: 500 }, 'unavailable'],
    [
      'does not name the user',
      { status: 200, body: { client_id: 'c', login: 'a', expires_in: 1 } },
      'invalid_response',
    ],
  ])('stores nothing and revokes the grant when the request for the user %s', async (_, fault, code) => {
    const context = await setup();
    const { sandbox, client, id, sent } = context;
    const given = await comeBack(context);
    sandbox.faults.add({ path: '/id/oauth2/validate', ...fault });
    expect(await failure(client.oauth.exchange({ account: ({ user_id }) => user_id, ...given }))).toMatchObject({
      code,
      operation: 'oauth.exchange',
    });
    expect(sent('/id/oauth2/revoke')).toBe(1);
    expect(await client.accounts.get(id)).toBeUndefined();
  });

  it('signs a user in whose report has an odd optional field', async () => {
    const context = await setup({}, { onEvent() {} });
    const { sandbox, client } = context;
    const body = { client_id: 'c', login: 'ann', user_id: '7', expires_in: 'soon' };
    const given = await comeBack(context);
    sandbox.faults.add({ path: '/id/oauth2/validate', status: 200, body });
    expect(await client.oauth.exchange({ account: ({ user_id }) => user_id, ...given })).toMatchObject({
      account: '7',
    });
  });
});

describe('tokens', () => {
  it('are validated, renewed when they have expired, and revoked', async () => {
    const { sandbox, client, id, signIn } = await setup();
    await signIn('ann');
    expect(await client.accounts.validate('ann')).toMatchObject({ user_id: id, scopes });
    sandbox.controls.stream.expireTokens();
    expect(await client.accounts.validate('ann')).toMatchObject({ user_id: id });
    await client.accounts.revoke('ann');
    expect(await failure(client.withAccount('ann').users.list())).toMatchObject({ code: 'reauthorization_required' });
  });

  it('are returned by accounts.token, which refreshes an expired one once for 50 calls', async () => {
    const { sandbox, client, sent, signIn } = await setup();
    await signIn('ann');
    const before = sent('/id/oauth2/token');
    const { accessToken, expiresAt = 0 } = await client.accounts.token('ann');
    expect((await client.accounts.token('ann')).accessToken).toBe(accessToken);
    expect(sent('/id/oauth2/token') - before).toBe(0);
    await sandbox.clock.advance(expiresAt - sandbox.clock.now());
    const tokens = await Promise.all(Array.from({ length: 50 }, () => client.accounts.token('ann')));
    expect(sent('/id/oauth2/token') - before).toBe(1);
    const authorization = `OAuth ${tokens[49]?.accessToken}`;
    const validated = await sandbox.fetch(`${sandbox.options.stream.authUrl}/oauth2/validate`, {
      headers: { authorization },
    });
    expect(await validated.json()).toMatchObject({ scopes });
    expect(await failure(client.accounts.token('ben'))).toMatchObject({ code: 'reauthorization_required' });
  });

  it('of a user who revoked consent are refused until the user signs in again', async () => {
    const { sandbox, client, id, signIn } = await setup();
    await signIn('ann');
    sandbox.controls.stream.revokeConsent(id);
    expect(await failure(client.withAccount('ann').channels.followed({ user_id: id }))).toMatchObject({
      code: 'reauthorization_required',
      providerCode: 'refused',
    });
    expect(await client.accounts.get('ann')).toMatchObject({ scopes });
    await signIn('ann');
    await client.withAccount('ann').channels.followed({ user_id: id });
  });

  it('of a user who was signed out, or never signed in, are reported as no_grant', async () => {
    const { client, signIn } = await setup();
    await signIn('ann');
    await client.accounts.revoke('ann');
    for (const account of ['ann', 'ben'])
      expect(await failure(client.withAccount(account).users.list())).toMatchObject({
        code: 'reauthorization_required',
        providerCode: 'no_grant',
      });
  });
});

describe('over time', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Lets time pass for the sandbox and for timers. */
  async function pass({ clock }: Awaited<ReturnType<typeof setup>>['sandbox'], ms: number): Promise<void> {
    await clock.advance(ms);
    await vi.advanceTimersByTimeAsync(ms);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  it('a token that accounts.token returned is validated like one that a call used', async () => {
    const { sandbox, client, sent, signIn } = await setup({}, { validateTokens: true });
    await signIn('ann');
    await client.accounts.token('ann');
    await pass(sandbox, 0);
    expect(sent('/id/oauth2/validate')).toBe(1);
    await client.close();
  });

  it('tokens in use are validated on first use and then hourly, and unused tokens are left alone', async () => {
    const { sandbox, client, id, sent, signIn } = await setup({}, { validateTokens: true });
    const timers = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => timers.mockRestore());
    await signIn('ann');
    await signIn('ben');
    const ann = client.withAccount('ann');
    const use = () => Promise.all([1, 2, 3].map(() => ann.channels.followed({ user_id: id })));
    await use();
    await pass(sandbox, 0);
    expect(sent('/id/oauth2/validate')).toBe(1);
    await client.withAccount('ben').channels.followed({ user_id: id });
    await pass(sandbox, 0);
    expect(sent('/id/oauth2/validate')).toBe(2);
    const hourly = timers.mock.results.filter((_, index) => timers.mock.calls[index]?.[1] === 3_600_000);
    expect(hourly.map(({ value }) => value.hasRef())).toEqual([false]); // one, which does not keep the process alive
    await pass(sandbox, 1_800_000);
    await use();
    await pass(sandbox, 1_800_000);
    expect(sent('/id/oauth2/validate')).toBe(3); // ben's was not used for an hour
    await pass(sandbox, 7_200_000);
    expect(sent('/id/oauth2/validate')).toBe(3);
    expect(vi.getTimerCount()).toBe(0);
    await use();
    await pass(sandbox, 0);
    expect(sent('/id/oauth2/validate')).toBe(4);
  });

  it('a device polls until the user approves, as often as the provider allows', async () => {
    const { sandbox, client, id, sent } = await setup();
    const device = await client.oauth.device({ scopes });
    expect(device.verificationUri).toContain(device.userCode);
    const session: DeviceSession = JSON.parse(JSON.stringify(device.session)); // as session stores keep it
    const polled = client.oauth.poll({ session, account: 'tv' });
    await pass(sandbox, 4_900);
    expect(sent('/id/oauth2/token')).toBe(0);
    await pass(sandbox, 5_100);
    sandbox.controls.stream.approveDevice(device.userCode, id);
    await pass(sandbox, 5_000);
    expect(await polled).toMatchObject({ scopes });
    expect(sent('/id/oauth2/token')).toBe(3);
    await client.withAccount('tv').channels.followed({ user_id: id });
  });

  it('a device stores its grant under the account that a function returns for the user who approved', async () => {
    const { sandbox, client, id } = await setup();
    const device = await client.oauth.device({ scopes });
    sandbox.controls.stream.approveDevice(device.userCode, id);
    const polled = client.oauth.poll({ session: device.session, account: async ({ login }) => `tv of ${login}` });
    await pass(sandbox, 5_000);
    expect(await polled).toMatchObject({ account: 'tv of velvetbeacon', scopes });
    await client.withAccount('tv of velvetbeacon').channels.followed({ user_id: id });
  });

  it('a device whose function returns no valid account stores nothing, and its grant is revoked', async () => {
    const { sandbox, client, id, sent } = await setup();
    const device = await client.oauth.device({ scopes });
    sandbox.controls.stream.approveDevice(device.userCode, id);
    const polled = failure(client.oauth.poll({ session: device.session, account: () => '' }));
    await pass(sandbox, 5_000);
    expect(await polled).toMatchObject({ code: 'invalid_params', operation: 'oauth.poll' });
    expect(sent('/id/oauth2/revoke')).toBe(1);
  });

  it.each<[string, string, (context: Awaited<ReturnType<typeof setup>>, code: string) => Promise<void> | void]>([
    ['refused', 'permission_denied', ({ sandbox }, code) => sandbox.controls.stream.denyDevice(code)],
    ['not used in time', 'timeout', ({ sandbox }) => sandbox.clock.advance(1_800_000).then(() => {})],
  ])('a device whose code was %s ends with %s', async (_, code, happen) => {
    const context = await setup();
    const device = await context.client.oauth.device({ scopes });
    const polled = failure(context.client.oauth.poll({ session: device.session, account: 'tv' }));
    await happen(context, device.userCode);
    await pass(context.sandbox, 5_000);
    expect(await polled).toMatchObject({ code, operation: 'oauth.poll' });
  });

  it('sign-in events identify the account by its hash, and contain neither its ID nor a code', async () => {
    const events: ClientEvent[] = [];
    const { client, sandbox, id, signIn } = await setup(
      {},
      { onEvent: (event: ClientEvent) => void events.push(event) },
    );
    await signIn('person-1');
    const device = await client.oauth.device({ scopes });
    sandbox.controls.stream.approveDevice(device.userCode, id);
    const polled = client.oauth.poll({ session: device.session, account: 'person-1' });
    await pass(sandbox, 5_000);
    await polled;
    await client.accounts.revoke('person-1');
    const ends = events.filter(({ type }) => type === 'call_end');
    expect(ends.map(({ operation, account }) => [operation, account])).toEqual([
      ['oauth.exchange', accountHash('person-1')],
      ['oauth.device', undefined], // the account is not known yet
      ['oauth.poll', accountHash('person-1')],
      ['accounts.revoke', accountHash('person-1')],
    ]);
    expect(JSON.stringify(events)).not.toMatch(new RegExp(`person-1|${device.userCode}`));
  });

  it('a device that has to slow down polls less often from then on', async () => {
    const { sandbox, client, sent } = await setup();
    const device = await client.oauth.device({ scopes });
    const slowDown = { status: 400, message: 'slow_down' };
    sandbox.faults.add({ path: '/id/oauth2/token', times: 2, status: 400, body: slowDown });
    const stop = new AbortController();
    const polled = failure(client.oauth.poll({ account: 'tv', session: device.session, signal: stop.signal }));
    const asked: number[] = [];
    for (let seconds = 5; seconds <= 45; seconds += 5) {
      await pass(sandbox, 5_000);
      asked.push(sent('/id/oauth2/token'));
    }
    expect(asked).toEqual([1, 1, 2, 2, 2, 3, 3, 3, 4]);
    stop.abort(new Error('enough'));
    expect(await polled).toMatchObject({ message: 'enough' });
  });

  it.each([true, false])(
    'a device can stop waiting during a request: a grant that is on its way is stored, or else the code stays valid (approved: %j)',
    async (isApproved) => {
      const works: Promise<unknown>[] = [];
      const { sandbox, client, id, sent } = await setup(
        {},
        { waitUntil: (work: Promise<unknown>) => works.push(work) },
      );
      const { session, userCode } = await client.oauth.device({ scopes });
      const approve = () => sandbox.controls.stream.approveDevice(userCode, id);
      if (isApproved) approve();
      const stop = new AbortController();
      const polled = failure(client.oauth.poll({ account: 'tv', session, signal: stop.signal }));
      sandbox.faults.add({ path: '/id/oauth2/token', delayMs: 20 });
      await pass(sandbox, 5_000);
      expect(sent('/id/oauth2/token')).toBe(1);
      stop.abort(new Error('enough'));
      expect(await polled).toMatchObject({ message: 'enough' });
      await Promise.all(works);
      expect((await client.accounts.get('tv'))?.scopes).toEqual(isApproved ? scopes : undefined);
      if (isApproved) return;
      approve();
      const again = client.oauth.poll({ account: 'tv', session });
      await pass(sandbox, 5_000);
      expect(await again).toMatchObject({ scopes });
    },
  );

  /** Responds to the request for a device code with `fields` in addition to the usual ones. */
  async function deviceWith(fields: object, more: object = {}) {
    const context = await setup({}, more);
    const body = {
      device_code: 'device-code',
      user_code: 'ABCDEFGH',
      verification_uri: 'https://www.twitch.tv/activate',
      expires_in: 1800,
      interval: 5,
      ...fields,
    };
    context.sandbox.faults.add({ path: '/id/oauth2/device', times: 1, status: 200, body });
    context.sandbox.faults.add({
      path: '/id/oauth2/token',
      times: 10_000,
      status: 400,
      body: { status: 400, message: 'authorization_pending' },
    });
    return context;
  }

  it.each<[string, object, number]>([
    ['once a second if its interval is 0', { interval: 0 }, 1],
    ['once a second if its interval is less than a second', { interval: 0.001 }, 1],
    ['every 3 seconds if its interval is that number in a string', { interval: '3' }, 3],
    ['every 5 seconds if it has no interval', { interval: undefined }, 5],
    ['every 5 seconds if its interval is null', { interval: null }, 5],
    ['every 5 seconds if its interval is negative', { interval: -1 }, 5],
    ['every 5 seconds if its interval is a word', { interval: 'often' }, 5],
    ['every 5 seconds if its interval is an array', { interval: [] }, 5],
  ])('a device polls %s', async (_, fields, seconds) => {
    for (const validation of ['strict', 'report']) {
      const { client, sandbox, sent } = await deviceWith(fields, { validation });
      const device = await client.oauth.device({ scopes });
      const stop = new AbortController();
      const polled = failure(client.oauth.poll({ account: 'tv', session: device.session, signal: stop.signal }));
      await pass(sandbox, seconds * 1000 - 1);
      expect(sent('/id/oauth2/token')).toBe(0);
      await pass(sandbox, 1);
      expect(sent('/id/oauth2/token')).toBe(1);
      await pass(sandbox, seconds * 1000);
      expect(sent('/id/oauth2/token')).toBe(2);
      stop.abort(new Error('enough'));
      await polled;
    }
  });

  it('a device whose polling interval is longer than the lifetime of its code stops when the code expires', async () => {
    const { client, sandbox, sent } = await deviceWith({ interval: 1e9, expires_in: 60 });
    const device = await client.oauth.device({ scopes });
    const polled = failure(client.oauth.poll({ session: device.session, account: 'tv' }));
    await pass(sandbox, 60_000);
    expect(await polled).toMatchObject({ code: 'timeout', operation: 'oauth.poll' });
    expect([sent('/id/oauth2/token'), vi.getTimerCount()]).toEqual([0, 0]);
  });

  it('a device that has to slow down each time stops when its code expires', async () => {
    const { client, sandbox, sent } = await setup();
    const body = { status: 400, message: 'slow_down' };
    sandbox.faults.add({ path: '/id/oauth2/token', times: 10_000, status: 400, body });
    const device = await client.oauth.device({ scopes });
    const polled = failure(client.oauth.poll({ session: device.session, account: 'tv' }));
    for (let seconds = 0; seconds < 1800; seconds += 5) await pass(sandbox, 5000);
    expect(await polled).toMatchObject({ code: 'timeout' });
    expect(sent('/id/oauth2/token')).toBeLessThan(30);
  });

  it('a device code is polled for a day at most', async () => {
    const { client, sandbox } = await deviceWith({ expires_in: 1e9 });
    const { expiresAt } = await client.oauth.device({ scopes });
    expect(expiresAt - sandbox.clock.now()).toBe(86_400_000);
  });

  it.each<[string, object, RegExp]>([
    ['a lifetime below zero', { expires_in: -1 }, /expires_in must be a number of seconds above 0/],
    ['a lifetime of zero', { expires_in: 0 }, /expires_in must be a number of seconds above 0/],
    ['no lifetime', { expires_in: undefined }, /expires_in must be/],
    ['a lifetime in words', { expires_in: 'long' }, /expires_in must be/],
    ['no device code', { device_code: undefined }, /device_code must be a non-empty string/],
    ['an empty user code', { user_code: '' }, /user_code must be a non-empty string/],
    ['an address that is a number', { verification_uri: 5 }, /verification_uri must be a non-empty string/],
  ])('a device refuses a response with %s', async (_, fields, message) => {
    for (const validation of ['strict', 'report']) {
      const { client } = await deviceWith(fields, { validation });
      expect(await failure(client.oauth.device({ scopes }))).toMatchObject({
        code: 'invalid_response',
        operation: 'oauth.device',
        message: expect.stringMatching(message),
      });
    }
  });

  it('a device that is granted an empty token fails, and stores nothing', async () => {
    const { sandbox, client } = await setup();
    sandbox.faults.add({ path: '/id/oauth2/token', times: 1, status: 200, body: { access_token: '', scope: [] } });
    const device = await client.oauth.device({ scopes });
    const polled = failure(client.oauth.poll({ session: device.session, account: 'tv' }));
    await pass(sandbox, 5000);
    expect(await polled).toMatchObject({ code: 'invalid_response', operation: 'oauth.poll' });
    expect(await failure(client.withAccount('tv').users.list())).toMatchObject({ code: 'reauthorization_required' });
  });

  it('the validation of a token in use ends after 10 seconds without a response, and does not keep the process alive', async () => {
    const signals: AbortSignal[] = [];
    let forward: typeof fetch = fetch;
    const hanging: typeof fetch = (input, init) => {
      if (!String(input).endsWith('/oauth2/validate')) return forward(input, init);
      const { signal } = init as { signal: AbortSignal };
      signals.push(signal);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const more = { validateTokens: true, timeoutMs: 86_400_000, retries: 5, fetch: hanging };
    const { sandbox, client, id, signIn } = await setup({}, more);
    forward = sandbox.fetch;
    await signIn('ann');
    const timers = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => timers.mockRestore());
    const call = () => client.withAccount('ann').channels.followed({ user_id: id });
    await call();
    await pass(sandbox, 9_999);
    const waits = timers.mock.calls.map(([, ms], index) => [ms, timers.mock.results[index]?.value.hasRef()]);
    expect(waits.filter(([ms]) => ms === 10_000)).toEqual([[10_000, false]]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    await pass(sandbox, 1);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    await call();
    await pass(sandbox, 3_589_999);
    expect(signals).toHaveLength(1); // the validation is not repeated within the hour
    await pass(sandbox, 1);
    expect(signals).toHaveLength(2);
  });

  it.each<[string, (session: DeviceSession) => unknown, RegExp]>([
    ['no session', () => undefined, /session is missing/],
    [
      'a session of another app',
      (session) => ({ ...session, clientId: 'other' }),
      /session belongs to another provider/,
    ],
    [
      'a session of a sign-in by redirect',
      ({ deviceCode, ...rest }) => ({ ...rest, state: 's' }),
      /session is incomplete/,
    ],
    [
      'a session whose expiresAt is not a number',
      (session) => ({ ...session, expiresAt: 'soon' }),
      /session is incomplete/,
    ],
  ])('a device that polls with %s is refused before any request', async (_, change, message) => {
    const { client, sent } = await setup();
    const { session } = await client.oauth.device({ scopes });
    const given = { account: 'tv', session: change(session) as DeviceSession };
    expect(await failure(client.oauth.poll(given))).toMatchObject({
      code: 'invalid_params',
      operation: 'oauth.poll',
      message: expect.stringMatching(message),
    });
    expect(sent('/id/oauth2/token')).toBe(0);
  });

  it('a device can stop waiting', async () => {
    const { client } = await setup();
    const device = await client.oauth.device({ scopes });
    const stop = new AbortController();
    const polled = failure(client.oauth.poll({ account: 'tv', session: device.session, signal: stop.signal }));
    stop.abort(new Error('enough'));
    expect(await polled).toMatchObject({ message: 'enough' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('a device stops waiting when its client is closed, and gets no further code', async () => {
    const { client } = await setup();
    const device = await client.oauth.device({ scopes });
    const polled = failure(client.oauth.poll({ session: device.session, account: 'tv' }));
    await client.close();
    expect(await polled).toMatchObject({ code: 'unavailable', operation: 'oauth.poll', retryable: false });
    for (const late of [client.oauth.poll({ session: device.session, account: 'tv' }), client.oauth.device()])
      expect(await failure(late)).toMatchObject({ code: 'unavailable' });
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('a public client has no secret, no endpoints and no app calls', async () => {
  const { sandbox } = await setup({ clientType: 'public' });
  const { clientSecret, ...options } = sandbox.options.stream;
  const client = createStreamClient({ ...options, clientType: 'public', validateTokens: false, clock: sandbox.clock });
  expect(client).not.toHaveProperty('streams');
  const { request } = untyped<StreamClient>(client);
  expect(await failure(request('/streams'))).toMatchObject({ code: 'unauthenticated' });
  const contradiction = untyped<StreamOptions>({ ...options, clientSecret, clientType: 'public' });
  expect(() => createStreamClient(contradiction)).toThrow('clientSecret contradicts clientType');
  const { accessToken, refreshToken, userId } = sandbox.controls.stream.issueUserToken({ scopes });
  await client.accounts.set('ann', { accessToken, refreshToken, expiresAt: sandbox.clock.now() - 1, scopes });
  expect((await client.withAccount('ann').channels.followed({ user_id: userId })).total).toBeGreaterThan(0);
});
