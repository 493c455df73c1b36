import type { Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { createApp } from '../../../server/app.ts';
import type { SandboxContext } from '../../../shared/context.ts';
import type { CodeFault } from '../../../shared/sign-in/codes.ts';
import { createSignIn } from '../../../shared/sign-in/sign-in.ts';
import type { World } from '../data/world.ts';
import { answerAuthError, refuse } from '../errors.ts';
import type { Settings } from '../options.ts';
import { type Authorization, createAuthorization, redirectMismatch } from './authorization.ts';
import { type Devices, deviceCodeSeconds } from './devices.ts';
import { createOpenId, type OpenId } from './open-id.ts';
import { describeScope, readScopes } from './scopes.ts';
import type { IssuedToken, Tokens } from './tokens.ts';

/** Returns a field's value, or undefined if it is missing or empty. */
type Field = (name: string) => string | undefined;

/** Parts of the auth host. */
interface Parts {
  readonly context: SandboxContext;
  readonly settings: Settings;
  readonly tokens: Tokens;
  readonly world: World;
  readonly devices: Devices;
  readonly authorization: Authorization;
  readonly openId: OpenId;
}

/** Creates the auth host: the pages for users, and the endpoints token, device, validate and revoke. */
export function createAuthHost(
  context: SandboxContext,
  settings: Settings,
  tokens: Tokens,
  world: World,
  devices: Devices,
): Hono {
  const authorization = createAuthorization(context, settings, tokens);
  const openId = createOpenId(context, settings, world);
  const parts = { context, settings, tokens, world, devices, authorization, openId };
  const secondsLeft = (expiresAt: number) => Math.floor((expiresAt - context.clock.now()) / 1000);
  const grantTypes = createGrantTypes(parts, secondsLeft);
  const app = createApp();
  app.onError(answerAuthError);
  // Before the open CORS of the other calls, because no script may read these pages and their form's token.
  addPages(app, parts);
  app.use('*', cors());

  app.post('/oauth2/token', async (c) => {
    const field = await readFields(c);
    requireClient(settings, field);
    const grantType = field('grant_type') ?? refuse(400, 'missing grant type');
    const grant = grantTypes.get(grantType) ?? refuse(400, 'invalid grant type');
    return c.json(grant(field), 200, { 'cache-control': 'no-store' });
  });

  app.post('/oauth2/device', async (c) => {
    const field = await readFields(c);
    requireClient(settings, field);
    const { scopes, unknown } = readScopes(field('scopes') ?? '');
    if (unknown) refuse(400, `invalid scope requested: '${unknown}'`);
    const { deviceCode, userCode } = devices.start(scopes);
    return c.json({
      device_code: deviceCode,
      expires_in: deviceCodeSeconds,
      interval: 5,
      user_code: userCode,
      verification_uri: `${context.baseUrl()}/id/activate?public=true&device-code=${userCode}`,
    });
  });

  app.get('/oauth2/validate', (c) => {
    const [, value] = /^(?:oauth|bearer) +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
    if (!value) return refuse(401, 'missing authorization token');
    const access = tokens.find(value) ?? refuse(401, 'invalid access token');
    const { clientId: client_id, userId: user_id, scopes } = access;
    const expires_in = secondsLeft(access.expiresAt);
    if (!user_id) return c.json({ client_id, scopes: null, expires_in });
    return c.json({ client_id, login: world.users().byId.get(user_id)?.login, scopes, user_id, expires_in });
  });

  app.post('/oauth2/revoke', async (c) => {
    const field = await readFields(c);
    const clientId = field('client_id') ?? refuse(400, 'missing client id');
    if (clientId !== settings.clientId) {
      // Two responses to a wrong ID are known, but not when each is sent. Here it depends on whether the ID looks
      // valid.
      if (/^[a-z0-9]{30}$/.test(clientId)) refuse(404, 'client does not exist');
      refuse(400, `Invalid client_id: ${clientId}`);
    }
    const value = field('token') ?? refuse(400, 'missing oauth token');
    if (!tokens.revokeOne(value)) refuse(400, 'Invalid token');
    return c.body(null, 200);
  });

  app.get('/oauth2/keys', (c) => c.json(openId.keys()));
  app.get('/oauth2/.well-known/openid-configuration', (c) => c.json(openId.configuration()));
  app.all('/oauth2/userinfo', () => refuse(404, 'the sandbox has no userinfo endpoint'));
  app.all('*', () => refuse(404));
  return app;
}

/** Returns the ways to get tokens, by the request's `grant_type`. */
function createGrantTypes(
  { settings, tokens, devices, authorization, openId }: Parts,
  secondsLeft: (expiresAt: number) => number,
): ReadonlyMap<string, (field: Field) => object> {
  const userAnswer = ({ access, refreshToken }: IssuedToken) => ({
    access_token: access.value,
    expires_in: secondsLeft(access.expiresAt),
    refresh_token: refreshToken,
    scope: access.scopes,
    token_type: 'bearer',
  });

  return new Map<string, (field: Field) => object>([
    [
      'client_credentials',
      (field) => {
        requireSecret(settings, field);
        const access = tokens.issueApp();
        return { access_token: access.value, expires_in: secondsLeft(access.expiresAt), token_type: 'bearer' };
      },
    ],
    [
      'authorization_code',
      (field) => {
        requireSecret(settings, field);
        const grant = authorization.codes.redeem(field('code') ?? '', {
          clientId: settings.clientId,
          redirectUri: field('redirect_uri'),
          confidential: true,
        });
        if (typeof grant === 'string') return refuse(400, codeFaults[grant]);
        const { userId, openId: asked, scopes } = grant;
        return { ...userAnswer(tokens.issue(grant)), ...(asked && { id_token: openId.issue(userId, asked, scopes) }) };
      },
    ],
    [
      'urn:ietf:params:oauth:grant-type:device_code',
      (field) => {
        checkSecret(settings, field, false);
        const grant = devices.poll(field('device_code') ?? '');
        if (grant === 'pending') return refuse(400, 'authorization_pending');
        return grant === 'over' ? refuse(400, 'invalid device code') : userAnswer(tokens.issue(grant));
      },
    ],
    [
      'refresh_token',
      (field) => {
        checkSecret(settings, field, settings.clientType === 'confidential');
        const refreshToken = field('refresh_token') ?? refuse(400, 'missing refresh token', true);
        const grant = tokens.grantOf(refreshToken) ?? refuse(400, 'Invalid refresh token', true);
        const asked = field('scope')?.split(' ').filter(Boolean) ?? grant.scopes;
        const excess = asked.find((scope) => !grant.scopes.includes(scope));
        if (excess) refuse(400, `invalid scope requested: '${excess}'`, true);
        return userAnswer(tokens.refresh(grant, asked));
      },
    ],
  ]);
}

/** Adds the pages on which users consent: after a redirect, or with a device code. */
function addPages(app: Hono, { context, settings, world, devices, authorization }: Parts): void {
  const host = { provider: 'stream', path: '/id', describeScope } as const;
  const signIn = createSignIn(context, settings, host, () =>
    world.users().all.map(({ id, login }) => ({ id, name: login })),
  );
  app.on(['GET', 'POST'], '/oauth2/authorize', (c) =>
    signIn.answer(c, authorization.read(new URL(c.req.url).searchParams)),
  );
  app.on(['GET', 'POST'], '/activate', (c) => {
    const query = new URL(c.req.url).searchParams;
    const code = query.get('device-code');
    const device = devices.find(code ?? '');
    if (!device) return signIn.askForCode(c, code);
    return signIn.answer(c, {
      appName: settings.appName,
      scopes: device.scopes,
      note: `Continue only if your device shows the code ${device.userCode}.`,
      login: query.get('login'),
      isSettled: () => false, // anyone who sent the link may hold the device: RFC 8628 §5.4
      approve(userId) {
        devices.approve(device, userId);
        return { title: 'Connected', text: 'Go back to your device.' };
      },
      deny() {
        devices.deny(device);
        return { title: 'Not connected', text: 'The device has no access.' };
      },
    });
  });
}

function requireClient(settings: Settings, field: Field): void {
  const clientId = field('client_id') ?? refuse(400, 'missing client id');
  if (clientId !== settings.clientId) refuse(400, 'invalid client');
}

function requireSecret(settings: Settings, field: Field): void {
  const secret = field('client_secret') ?? refuse(400, 'missing client secret');
  if (secret !== settings.clientSecret) refuse(403, 'invalid client secret');
}

/** Checks the client secret. Public clients need none, but a wrong one is still refused. */
function checkSecret(settings: Settings, field: Field, needed: boolean): void {
  if (needed || field('client_secret')) requireSecret(settings, field);
}

// The last two cannot occur here: the secret has already been checked, and PKCE is not supported.
const codeFaults: Readonly<Record<CodeFault, string>> = {
  unknown: 'Invalid authorization code',
  expired: 'Invalid authorization code',
  redirect: redirectMismatch,
  secret: 'invalid client secret',
  verifier: 'Invalid authorization code',
};

/** Reads form fields. The real host also takes them from the query, where popular clients send them. */
async function readFields({ req: request }: Context): Promise<Field> {
  const isForm = request.header('content-type')?.toLowerCase().startsWith('application/x-www-form-urlencoded');
  const form = new URLSearchParams(isForm ? await request.text() : '');
  const query = new URL(request.url).searchParams;
  return (name) => form.get(name) || query.get(name) || undefined;
}
