import { describe, expect, test } from 'vitest';
import { testContext } from '../../../../test/sandbox.ts';
import { createBrowser } from '../../../../test/sign-in.ts';
import { eventTypes } from '../events/types.ts';
import { createStreamSandbox } from '../index.ts';
import type { StreamSandboxOptions } from '../options.ts';
import { readScopes } from './scopes.ts';

const redirect_uri = 'http://127.0.0.1:3000/';
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

function start(options: StreamSandboxOptions = {}) {
  const { clock, ...context } = testContext('stream');
  const { app, controls, events, options: clientOptions } = createStreamSandbox({ clock, ...context }, options);
  const { clientId: client_id, clientSecret: client_secret } = clientOptions();
  const post = async (call: string, fields: Record<string, string>) => {
    const response = await app.request(`/id/oauth2/${call}`, { method: 'POST', body: new URLSearchParams(fields) });
    return { status: response.status, body: await response.json() };
  };
  const asked = { client_id, redirect_uri, response_type: 'code', scope: 'user:read:email bits:read', state: 'x' };
  return {
    app,
    clock,
    controls,
    events,
    post,
    client: { client_id, client_secret },
    /** Opens the consent page with `changes` to a complete request; undefined omits a parameter. */
    authorize(changes: Partial<Record<string, string | undefined>> = {}) {
      const fields = Object.entries({ ...asked, ...changes }).filter((field) => field[1] !== undefined);
      return createBrowser(app).open(`/id/oauth2/authorize?${new URLSearchParams(fields as [string, string][])}`);
    },
  };
}

describe('authorize', () => {
  test.each([
    [{ client_id: undefined }, 'missing client id'],
    [{ client_id: 'other' }, 'invalid client'],
    [
      { redirect_uri: 'https://app.example/' },
      'redirect_mismatch: Parameter redirect_uri does not match registered URI',
    ],
  ])('shows the user an error for %j', async (changes, text) => {
    const page = await start({ consent: 'approve' }).authorize(changes);
    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(page.text).toContain(`<p>${text}</p>`);
  });

  test.each([
    [{ response_type: undefined }, 'error=invalid_request&error_description=missing+response+type'],
    [
      { response_type: 'password' },
      'error=unsupported_response_type&error_description=invalid+response+type+requested%3A+%27password%27',
    ],
    [{ scope: undefined }, 'error=invalid_request&error_description=missing+scope'],
    [
      { scope: 'bits:read bits:write' },
      'error=invalid_scope&error_description=invalid+scope+requested%3A+%27bits%3Awrite%27',
    ],
    [{ scope: 'openid' }, 'error=invalid_scope&error_description=invalid+scope+requested%3A+%27openid%27'],
  ])('reports an error to the app for %j', async (changes, query) => {
    const { headers } = await start({ consent: 'approve' }).authorize(changes);
    expect(headers.get('location')).toBe(`${redirect_uri}?${query}&state=x`);
  });

  test('redirects with the code, scope and state, or with the refusal', async () => {
    const approved = await start({ consent: 'approve' }).authorize();
    expect(approved.headers.get('location')).toMatch(
      /^http:\/\/127\.0\.0\.1:3000\/\?code=[a-z0-9]{30}&scope=user%3Aread%3Aemail\+bits%3Aread&state=x$/,
    );
    const denied = await start({ consent: 'deny' }).authorize();
    expect(denied.headers.get('location')).toBe(
      `${redirect_uri}?error=access_denied&error_description=The+user+denied+you+access&state=x`,
    );
  });

  test('the implicit flow responds in the fragment, with a token for 60 days and no refresh token', async () => {
    const { authorize, app, controls } = start({ consent: 'approve' });
    const { location } = await authorize({ response_type: 'token' });
    expect(location?.search).toBe('');
    const answer = Object.fromEntries(new URLSearchParams(location?.hash.slice(1)));
    expect(answer).toEqual({
      access_token: expect.stringMatching(/^[a-z0-9]{30}$/),
      scope: 'user:read:email bits:read',
      state: 'x',
      token_type: 'bearer',
    });
    const headers = { authorization: `OAuth ${answer.access_token}` };
    const validated = await (await app.request('/id/oauth2/validate', { headers })).json();
    expect(validated).toMatchObject({ user_id: controls.users()[0]?.id, expires_in: 5_184_000 });
    const refused = await start({ consent: 'deny' }).authorize({ response_type: 'token' });
    expect(refused.location?.hash).toMatch(/^#error=access_denied&/);
  });

  test('every scope that an endpoint or event type needs can be granted', () => {
    const asked = eventTypes.flatMap(({ scopes }) => scopes.flat());
    expect(asked.length).toBeGreaterThan(50);
    expect(readScopes([...asked, 'user:edit', 'clips:edit', 'chat:read'].join(' ')).unknown).toBeUndefined();
    expect(readScopes(' a  a user:read:email').scopes).toEqual(['a', 'user:read:email']);
  });
});

describe('code exchange', () => {
  test.each(['confidential', 'public'] as const)(
    'of a %s app needs the secret and returns its tokens',
    async (clientType) => {
      const { authorize, post, client, controls } = start({ consent: 'approve', clientType });
      const code = (await authorize()).location?.searchParams.get('code') ?? '';
      const fields = { ...client, grant_type: 'authorization_code', code, redirect_uri };
      const refused = async (changes: Record<string, string>) => (await post('token', { ...fields, ...changes })).body;
      expect(await refused({ client_secret: '' })).toEqual({ status: 400, message: 'missing client secret' });
      expect(await refused({ redirect_uri: '' })).toEqual({
        status: 400,
        message: 'Parameter redirect_uri does not match registered URI',
      });
      expect(await refused({ code: '' })).toEqual({ status: 400, message: 'Invalid authorization code' });
      // PKCE is not supported, so its parameters are ignored.
      expect(await post('token', { ...fields, code_verifier: 'v'.repeat(43) })).toEqual({
        status: 200,
        body: {
          access_token: expect.stringMatching(/^[a-z0-9]{30}$/),
          expires_in: 14_400,
          refresh_token: expect.stringMatching(/^[a-z0-9]{50}$/),
          scope: ['user:read:email', 'bits:read'],
          token_type: 'bearer',
        },
      });
      expect(await refused({})).toEqual({ status: 400, message: 'Invalid authorization code' });
      expect(controls.grants(controls.users()[0]?.id ?? '')).toEqual([]);
    },
  );
});

test('a grant and its end are reported once each', async () => {
  const { authorize, post, client, events } = start({ consent: 'approve', clientType: 'public' });
  const told: string[] = [];
  events.listen(({ type }) => told.push(type));
  const code = (await authorize()).location?.searchParams.get('code') ?? '';
  const exchange = () => post('token', { ...client, grant_type: 'authorization_code', code, redirect_uri });
  await exchange();
  expect(told).toEqual(['user.authorization.grant']);
  await exchange();
  await exchange();
  expect(told).toEqual(['user.authorization.grant', 'user.authorization.revoke']);
});

describe('device', () => {
  async function startDevice(options: StreamSandboxOptions = {}) {
    const stream = start(options);
    const { client_id } = stream.client;
    const { body: device } = await stream.post('device', { client_id, scopes: 'user:read:email bits:read' });
    const fields = { client_id, device_code: device.device_code, grant_type: deviceGrant };
    return {
      ...stream,
      device,
      page: new URL(device.verification_uri.replace('/stream/', '/')),
      poll: (changes: Record<string, string> = {}) => stream.post('token', { ...fields, ...changes }),
    };
  }
  const pending = { status: 400, body: { status: 400, message: 'authorization_pending' } };
  const over = { status: 400, body: { status: 400, message: 'invalid device code' } };

  test.each([
    [{}, 'missing client id'],
    [{ client_id: 'other' }, 'invalid client'],
    [{ client_id: 'sandboxstreamclientid000000000', scopes: 'user:fly' }, "invalid scope requested: 'user:fly'"],
  ])('%j is refused: %s', async (fields, message) => {
    expect(await start().post('device', fields as Record<string, string>)).toEqual({
      status: 400,
      body: { status: 400, message },
    });
  });

  test.each(['confidential', 'public'] as const)(
    'of a %s app waits for the consent page, then gets tokens once',
    async (clientType) => {
      const { app, page, poll, device, controls } = await startDevice({ clientType });
      expect(await poll()).toEqual(pending);
      const browser = createBrowser(app);
      const shown = await browser.open(page.pathname + page.search);
      expect(shown.text).toContain(device.user_code);
      expect(shown.text).toContain('<code>user:read:email</code>');
      expect(await poll()).toEqual(pending);
      const user = controls.users()[4];
      const done = await browser.press(shown, 'approve', { user: user?.id ?? '' });
      expect([done.status, done.text]).toEqual([200, expect.stringContaining('Go back to your device.')]);
      expect((await poll({ client_secret: 'wrong' })).status).toBe(403);
      expect(await poll()).toMatchObject({
        status: 200,
        body: { scope: ['user:read:email', 'bits:read'], expires_in: 14_400, token_type: 'bearer' },
      });
      expect(await poll()).toEqual(over);
      expect(controls.grants(user?.id ?? '')).toHaveLength(1);
      expect((await browser.open(page.pathname + page.search)).status).toBe(400);
    },
  );

  test('needs consent even if the user has already granted every scope', async () => {
    const { app, page, controls, device, post, client } = await startDevice();
    const browser = createBrowser(app);
    await browser.press(await browser.open(page.pathname + page.search), 'approve');
    const next = await post('device', { client_id: client.client_id, scopes: 'bits:read' });
    const again = await browser.open(`/id/activate?device-code=${next.body.user_code}`);
    expect([again.status, again.text.includes('Approve')]).toEqual([200, true]);
    expect(() => controls.approveDevice(device.user_code)).toThrow(RangeError);
  });

  test('can be denied on the page', async () => {
    const { app, page, poll } = await startDevice();
    const browser = createBrowser(app);
    const done = await browser.press(await browser.open(page.pathname + page.search), 'deny');
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('The device has no access.')]);
    expect(await poll()).toEqual(over);
  });

  test('codes can be typed in lowercase and with a dash', async () => {
    const { app, device, poll } = await startDevice();
    const browser = createBrowser(app);
    const form = await browser.open('/id/activate');
    expect([form.status, form.text]).toEqual([
      200,
      expect.stringMatching(/<label for="code">.*\n<input id="code" name="device-code"/),
    ]);
    const wrong = await browser.open('/id/activate?device-code=%3Cb%3E');
    expect([wrong.status, wrong.text]).toEqual([
      400,
      expect.stringContaining('The code &lt;b&gt; is unknown or has expired'),
    ]);
    const typed = `${device.user_code.slice(0, 4).toLowerCase()}-${device.user_code.slice(4).toLowerCase()}`;
    await browser.press(await browser.open(`/id/activate?device-code=${typed}`), 'approve');
    expect((await poll()).status).toBe(200);
  });

  test('codes expire after half an hour', async () => {
    const { clock, poll, controls, device, app, page } = await startDevice();
    await clock.advance(1_799_999);
    expect(await poll()).toEqual(pending);
    await clock.advance(1);
    expect(await poll()).toEqual(over);
    expect(await poll({ device_code: 'made up' })).toEqual(over);
    expect((await createBrowser(app).open(page.pathname + page.search)).status).toBe(400);
    expect(() => controls.denyDevice(device.user_code)).toThrow(RangeError);
  });

  test.each([
    ['approve', 200],
    ['deny', 400],
  ] as const)('needs only an opened page if consent is %s', async (consent, status) => {
    const { app, page, poll } = await startDevice({ consent });
    expect((await createBrowser(app).open(page.pathname + page.search)).status).toBe(200);
    expect((await poll()).status).toBe(status);
  });

  test('can be approved or denied by a test', async () => {
    const { controls, device, poll, post, client } = await startDevice();
    const user = controls.users()[2];
    expect(() => controls.approveDevice(device.user_code, 'nobody')).toThrow(RangeError);
    controls.approveDevice(device.user_code, user?.id);
    expect((await poll()).status).toBe(200);
    expect(controls.grants(user?.id ?? '')).toMatchObject([
      { userId: user?.id, scopes: ['user:read:email', 'bits:read'] },
    ]);
    const { body } = await post('device', { client_id: client.client_id });
    controls.denyDevice(body.user_code);
    expect(await poll({ device_code: body.device_code })).toEqual(over);
  });

  test('gets no tokens if the user revokes the consent first', async () => {
    const { controls, device, poll } = await startDevice();
    controls.approveDevice(device.user_code);
    controls.revokeConsent(controls.users()[0]?.id ?? '');
    expect(await poll()).toEqual(over);
  });
});

test('a grant has the date of the consent', async () => {
  const { controls, clock } = start();
  await clock.advance(5_000);
  const { userId } = controls.issueUserToken({ scopes: ['bits:read'] });
  await clock.advance(5_000);
  controls.issueUserToken({ userId });
  const now = clock.now();
  expect(controls.grants(userId)).toEqual([
    { clientId: 'sandboxstreamclientid000000000', userId, scopes: ['bits:read'], authorizedAt: now - 5_000 },
    { clientId: 'sandboxstreamclientid000000000', userId, scopes: [], authorizedAt: now },
  ]);
});

test.each(['userinfo', 'keys', '.well-known/openid-configuration'])(
  '%s is refused, because the sandbox has no OpenID Connect',
  async (path) => {
    const response = await start().app.request(`/id/oauth2/${path}`);
    expect([response.status, await response.json()]).toEqual([
      404,
      { status: 404, message: 'the sandbox has no OpenID Connect' },
    ]);
  },
);
