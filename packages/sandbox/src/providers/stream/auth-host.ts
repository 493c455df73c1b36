import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Clock } from '../../clock.ts';
import type { Settings } from './options.ts';
import { answerAuthError, refuse } from './refusal.ts';
import type { IssuedToken, Tokens } from './tokens.ts';
import type { World } from './world/world.ts';

type Field = (name: string) => string | undefined;

/** The auth host: token, validate and revoke. */
export function createAuthHost(clock: Clock, settings: Settings, tokens: Tokens, world: World): Hono {
  const secondsLeft = (expiresAt: number) => Math.floor((expiresAt - clock.now()) / 1000);

  function requireSecret(field: Field): void {
    if (field('client_secret') !== settings.clientSecret) refuse(403, 'invalid client secret');
  }

  const userAnswer = ({ access, grant }: IssuedToken) => ({
    access_token: access.value,
    expires_in: secondsLeft(access.expiresAt),
    refresh_token: grant.refreshToken,
    scope: access.scopes,
    token_type: 'bearer',
  });

  const grantTypes = new Map<string, (field: Field) => object>([
    [
      'client_credentials',
      (field) => {
        requireSecret(field);
        const access = tokens.issueApp();
        return { access_token: access.value, expires_in: secondsLeft(access.expiresAt), token_type: 'bearer' };
      },
    ],
    [
      'authorization_code',
      (field) => {
        requireSecret(field);
        return refuse(400, 'Invalid authorization code'); // nothing hands out codes yet
      },
    ],
    [
      'refresh_token',
      (field) => {
        if (settings.clientType === 'confidential' || field('client_secret')) requireSecret(field);
        const refreshToken = field('refresh_token') ?? refuse(400, 'missing refresh token', true);
        const grant = tokens.grantOf(refreshToken) ?? refuse(400, 'Invalid refresh token', true);
        const asked = field('scope')?.split(' ').filter(Boolean) ?? grant.scopes;
        const excess = asked.find((scope) => !grant.scopes.includes(scope));
        if (excess) refuse(400, `invalid scope requested: '${excess}'`, true);
        return userAnswer(tokens.refresh(grant, asked));
      },
    ],
  ]);

  const app = new Hono();
  app.use('*', cors());
  app.onError(answerAuthError);

  app.post('/oauth2/token', async (c) => {
    const field = await readFields(c);
    const clientId = field('client_id') ?? refuse(400, 'missing client id');
    if (clientId !== settings.clientId) refuse(400, 'invalid client');
    const grantType = field('grant_type') ?? refuse(400, 'missing grant type');
    const grant = grantTypes.get(grantType) ?? refuse(400, 'invalid grant type');
    return c.json(grant(field));
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
      // Two answers are known for a wrong id; what tells them apart is not. Taken here: whether it could be one.
      if (/^[a-z0-9]{30}$/.test(clientId)) refuse(404, 'client does not exist');
      refuse(400, `Invalid client_id: ${clientId}`);
    }
    const value = field('token') ?? refuse(400, 'missing oauth token');
    if (!tokens.revokeOne(value)) refuse(400, 'Invalid token');
    return c.body(null, 200);
  });

  app.all('*', () => refuse(404));
  return app;
}

/** Form fields; the real host takes them from the query as well, and popular clients send them there. */
async function readFields({ req: request }: Context): Promise<Field> {
  const isForm = request.header('content-type')?.toLowerCase().startsWith('application/x-www-form-urlencoded');
  const form = new URLSearchParams(isForm ? await request.text() : '');
  const query = new URL(request.url).searchParams;
  return (name) => form.get(name) || query.get(name) || undefined;
}
