import type { Hono } from 'hono';
import { cors } from 'hono/cors';
import { createApp } from '../../../server/app.ts';
import type { SandboxContext } from '../../../shared/context.ts';
import type { CodeFault } from '../../../shared/sign-in/codes.ts';
import { createSignIn } from '../../../shared/sign-in/sign-in.ts';
import { describeScope } from '../data/source.ts';
import type { User } from '../data/users.ts';
import type { Settings } from '../options.ts';
import { createAuthorization } from './authorization.ts';
import { GrantError, type Grants } from './grants.ts';

/** Creates the auth host: the consent page and the token endpoint. */
export function createAccounts(
  context: SandboxContext,
  settings: Settings,
  users: readonly User[],
  grants: Grants,
): Hono {
  const accounts = createApp();
  const authorization = createAuthorization(context, settings, users, grants);
  const host = { provider: 'music', path: '/accounts', describeScope } as const;
  const signIn = createSignIn(context, settings, host, () =>
    users.map(({ id, displayName }) => ({ id, name: displayName ?? id })),
  );

  /** Finds the app by Basic header or form fields. Without a secret, only PKCE is possible. */
  function identify(authorization: string | undefined, form: URLSearchParams) {
    const given = authorization === undefined ? fromForm(form) : fromBasic(authorization);
    if (!given.clientId) throw new GrantError('invalid_client', 'Failed to get client');
    const app = settings.apps.find(({ clientId }) => clientId === given.clientId);
    if (!app) throw new GrantError('invalid_client', 'Invalid client');
    if (given.secret !== undefined && given.secret !== app.clientSecret)
      throw new GrantError('invalid_client', 'Invalid client secret');
    return { clientId: app.clientId, confidential: given.secret !== undefined };
  }

  function exchange(credentials: string | undefined, form: URLSearchParams) {
    const grantType = form.get('grant_type');
    if (!grantType) throw new GrantError('unsupported_grant_type', 'grant_type parameter is missing');
    if (!grantTypes.includes(grantType))
      throw new GrantError(
        'unsupported_grant_type',
        'grant_type must be client_credentials, authorization_code or refresh_token',
      );
    const { clientId, confidential } = identify(credentials, form);
    const required = (name: string) => {
      const value = form.get(name);
      if (!value) throw new GrantError('invalid_request', `${name} must be supplied`);
      return value;
    };
    const basics = { token_type: 'Bearer', expires_in: settings.accessTokenSeconds };
    const userAnswer = (accessToken: string, scopes: readonly string[], refreshToken: string | undefined) => ({
      access_token: accessToken,
      ...basics,
      scope: scopes.join(' '),
      ...(refreshToken && { refresh_token: refreshToken }),
    });
    if (grantType === 'client_credentials') {
      if (!confidential) throw new GrantError('invalid_client', 'Invalid client secret');
      return { access_token: grants.forApp(clientId), ...basics };
    }
    if (grantType === 'refresh_token') {
      const { accessToken, scopes, refreshToken } = grants.refresh(clientId, required('refresh_token'), confidential);
      return userAnswer(accessToken, scopes, refreshToken);
    }
    const code = required('code');
    const redirectUri = required('redirect_uri');
    const verifier = form.get('code_verifier') ?? undefined;
    const grant = authorization.codes.redeem(code, { clientId, redirectUri, verifier, confidential });
    if (typeof grant === 'string') throw new GrantError(...codeFaults[grant]);
    grant.pkce = !confidential;
    const { accessToken, refreshToken } = grants.issue(grant);
    return userAnswer(accessToken, grant.scopes, refreshToken);
  }

  accounts.on(['GET', 'POST'], '/authorize', (c) =>
    signIn.answer(c, authorization.read(new URL(c.req.url).searchParams)),
  );
  accounts.use('/api/token', cors()); // apps in browsers exchange their codes themselves
  accounts.post('/api/token', async (c) => {
    const type = c.req.header('content-type') ?? '';
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return c.body(null, 415);
    const form = new URLSearchParams(await c.req.text());
    return c.json(exchange(c.req.header('authorization'), form), 200, { 'cache-control': 'no-store' });
  });
  accounts.all('/api/token', (c) => c.body(null, 405, { allow: 'POST' }));
  accounts.onError((error, c) => {
    if (!(error instanceof GrantError)) return c.json({ error: 'server_error' }, 500);
    return c.json({ error: error.code, error_description: error.message }, 400);
  });
  return accounts;
}

const grantTypes = ['client_credentials', 'authorization_code', 'refresh_token'];

const codeFaults: Readonly<Record<CodeFault, [code: string, description: string]>> = {
  unknown: ['invalid_grant', 'Invalid authorization code'],
  secret: ['invalid_client', 'Invalid client secret'],
  expired: ['invalid_grant', 'Authorization code expired'],
  redirect: ['invalid_grant', 'Invalid redirect URI'],
  verifier: ['invalid_grant', 'code_verifier was incorrect'],
};

interface Credentials {
  clientId: string | undefined;
  secret: string | undefined;
}

function fromForm(form: URLSearchParams): Credentials {
  return { clientId: form.get('client_id') ?? undefined, secret: form.get('client_secret') ?? undefined };
}

function fromBasic(authorization: string): Credentials {
  const encoded = /^basic +(\S+)$/i.exec(authorization)?.[1] ?? '';
  const [clientId, ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { clientId, secret: secret.join(':') };
}
