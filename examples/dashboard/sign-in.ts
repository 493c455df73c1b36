import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { subscribe } from './broadcasts.ts';
import type { Services, Visit } from './services.ts';
import { startSession } from './session.ts';

const scopes = { stream: ['user:read:follows'], music: ['user-library-read'] };
type Provider = keyof typeof scopes;

/** Sign-in with Twitch and Spotify. Its two steps may be served by different processes. */
export function signInRoutes({ redis, settings }: Services) {
  const routes = new Hono<Visit>();

  routes.post('/sign-in/:provider{stream|music}', async (context) => {
    const { clients, origin, sessionId } = context.var;
    const provider = context.req.param('provider') as Provider;
    const redirectUri = `${origin}/back/${provider}`;
    const { url, session } = await clients[provider].oauth.authorize({ redirectUri, scopes: scopes[provider] });
    await redis.setEx(`sign-in:${sessionId}:${provider}`, 600, JSON.stringify(session));
    return context.redirect(url, 303);
  });

  routes.get('/back/:provider{stream|music}', async (context) => {
    const { clients, origin, sessionId, user } = context.var;
    const provider = context.req.param('provider') as Provider;
    const started = await redis.getDel(`sign-in:${sessionId}:${provider}`); // it works only once
    if (!started) return context.text('This sign-in has expired. Go to the start page and sign in again.', 400);
    const back = { session: JSON.parse(started), callbackUrl: context.req.url };
    const find = (id: string) => userOf(provider, id, user);
    const { account } = await (provider === 'stream'
      ? clients.stream.oauth.exchange({ ...back, account: ({ user_id }) => find(user_id) })
      : clients.music.oauth.exchange({ ...back, account: ({ id }) => find(id) }));
    await startSession(context, redis, account);
    const { stream } = await redis.hGetAll(`profile:${account}`);
    if (stream) await subscribe(clients.stream, stream, origin, settings.eventSubSecret);
    return context.redirect('/', 303);
  });

  /** Returns the app's own ID for a provider's user, the same at every sign-in and for both of a user's providers. */
  async function userOf(provider: Provider, id: string, signedIn: string = randomUUID()): Promise<string> {
    const user = (await redis.set(`user:${provider}:${id}`, signedIn, { condition: 'NX', GET: true })) ?? signedIn;
    await redis.hSet(`profile:${user}`, provider, id);
    return user;
  }

  return routes;
}
