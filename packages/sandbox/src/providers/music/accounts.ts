import { Hono } from 'hono';
import { GrantError, type Grants, invalidGrant } from './grants.ts';
import type { Settings } from './options.ts';

/** The auth host: the token endpoint. */
export function createAccounts(grants: Grants, settings: Settings): Hono {
  const accounts = new Hono();

  /** Finds the app by Basic header or form fields. Without a secret only a PKCE grant can be refreshed. */
  function identify(authorization: string | undefined, form: URLSearchParams) {
    const given = authorization === undefined ? fromForm(form) : fromBasic(authorization);
    if (!given.clientId) throw new GrantError('invalid_client', 'Failed to get client');
    const app = settings.apps.find(({ clientId }) => clientId === given.clientId);
    if (!app) throw new GrantError('invalid_client', 'Invalid client');
    if (given.secret !== undefined && given.secret !== app.clientSecret)
      throw new GrantError('invalid_client', 'Invalid client secret');
    return { clientId: app.clientId, confidential: given.secret !== undefined };
  }

  function exchange(authorization: string | undefined, form: URLSearchParams) {
    const grantType = form.get('grant_type');
    if (!grantType) throw new GrantError('unsupported_grant_type', 'grant_type parameter is missing');
    if (!grantTypes.includes(grantType))
      throw new GrantError(
        'unsupported_grant_type',
        'grant_type must be client_credentials, authorization_code or refresh_token',
      );
    const { clientId, confidential } = identify(authorization, form);
    const required = (name: string) => {
      const value = form.get(name);
      if (!value) throw new GrantError('invalid_request', `${name} must be supplied`);
      return value;
    };
    const basics = { token_type: 'Bearer', expires_in: settings.accessTokenSeconds };
    if (grantType === 'client_credentials') {
      if (!confidential) throw new GrantError('invalid_client', 'Invalid client secret');
      return { access_token: grants.forApp(clientId), ...basics };
    }
    if (grantType === 'refresh_token') {
      const grant = grants.refresh(clientId, required('refresh_token'), confidential);
      return {
        access_token: grant.accessToken,
        ...basics,
        scope: grant.scopes.join(' '),
        ...(grant.refreshToken && { refresh_token: grant.refreshToken }),
      };
    }
    required('code');
    required('redirect_uri');
    // No code is ever handed out: there is no consent page yet.
    throw invalidGrant('Invalid authorization code');
  }

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
