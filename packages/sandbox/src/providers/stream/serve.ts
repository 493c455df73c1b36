import type { Hono } from 'hono';
import { cors } from 'hono/cors';
import { createApp } from '../../server/app.ts';
import type { SandboxContext } from '../../shared/context.ts';
import type { World } from './data/world.ts';
import { type Endpoint, type Handlers, moderatedChannel, namedUser, ownChannel, type Row } from './endpoint.ts';
import { channelEndpoints } from './endpoints/channels.ts';
import { chatEndpoints } from './endpoints/chat.ts';
import { emoteEndpoints } from './endpoints/chat-emotes.ts';
import type { Features } from './endpoints/features.ts';
import { moderationEndpoints } from './endpoints/moderation.ts';
import { roleEndpoints } from './endpoints/moderation-members.ts';
import { searchEndpoints } from './endpoints/search.ts';
import { streamEndpoints } from './endpoints/streams.ts';
import { userEndpoints } from './endpoints/users.ts';
import { recordingEndpoints } from './endpoints/videos.ts';
import rows from './endpoints.json' with { type: 'json' };
import { answerHelixError, refuse } from './errors.ts';
import { createGate } from './gate.ts';
import type { Settings } from './options.ts';
import { cutPage } from './paging.ts';
import { readBody } from './request/body.ts';
import { createQuery } from './request/query.ts';
import type { Tokens } from './sign-in/tokens.ts';
import { realResponse } from './wire/real-forms.ts';

/** Every endpoint: its row of the table, and what it does. */
function listEndpoints(world: World, features: Features, eventSub: Handlers): Endpoint[] {
  const handlers: Handlers = {
    ...streamEndpoints(world),
    ...userEndpoints(world),
    ...channelEndpoints(world),
    ...recordingEndpoints(world),
    ...searchEndpoints(world),
    ...chatEndpoints(world),
    ...emoteEndpoints(world),
    ...moderationEndpoints(world),
    ...roleEndpoints(world),
    ...features.endpoints,
    ...eventSub,
  };
  const unlisted = Object.keys(handlers).find((name) => !Object.hasOwn(rows, name));
  if (unlisted) throw new TypeError(`endpoints.json has no row of ${unlisted}`);
  return Object.entries<object>(rows).map(([name, row]) => {
    const [method = '', path = ''] = name.split(' ');
    const answer = handlers[name];
    if (!answer) throw new TypeError(`nothing handles ${name}`);
    return { ...(row as Row), name, method, path, answer };
  });
}

/** Paths of endpoints that the API once had. */
const retiredPaths = [
  '/users/follows',
  '/hypetrain/events',
  '/entitlements/codes',
  '/entitlements/upload',
  '/soundtrack/*',
  '/webhooks/*',
];

/** The resource host; `eventSub` are the endpoints of EventSub. */
export function createHelix(
  { clock, realQuirks }: SandboxContext,
  settings: Settings,
  tokens: Tokens,
  world: World,
  features: Features,
  eventSub: Handlers,
): Hono {
  const { cursorOnLastPage } = settings;
  const endpoints = listEndpoints(world, features, eventSub);
  const gate = createGate(clock, settings, tokens, endpoints, (jwt) => {
    const claims = jwt.includes('.') ? features.extensions.read(jwt) : undefined;
    return claims && { value: jwt, clientId: settings.clientId, scopes: [], expiresAt: claims.exp * 1000, claims };
  });

  const app = createApp();
  app.use('*', cors());
  app.onError(answerHelixError);
  app.use('*', (c, next) => {
    gate.announce(c);
    return next();
  });
  for (const endpoint of endpoints) {
    const { name, method, path } = endpoint;
    // The real host takes a slash at the end too, except from the back ends of extensions.
    const paths = endpoint.token === 'extension' ? [path] : [path, `${path}/`];
    app.on(method, paths, async (c) => {
      const token = gate.enter(endpoint, c);
      const query = createQuery(new URL(c.req.url).searchParams);
      const body = readBody(await c.req.text());
      const sent = endpoint.answer({
        query,
        body,
        token,
        ownId: ownChannel(endpoint, { query, body, token }, world),
        namedId: namedUser(endpoint, query, world),
        ...(endpoint.moderated
          ? moderatedChannel({ query, token }, world, endpoint)
          : { broadcasterId: '', moderatorId: '' }),
        grantedBy: tokens.grantedBy,
        page: (items, show) => cutPage(items, path, query, { cursorOnLastPage, ...endpoint.page }, show),
      });
      if (sent instanceof Response) return sent;
      if (!sent) return c.body(null, 204);
      const answer = Array.isArray(sent) ? { data: sent } : sent;
      return c.json(realQuirks ? realResponse(name, answer) : answer, endpoint.status ?? 200);
    });
  }
  for (const path of retiredPaths) app.all(path, () => refuse(410, 'This API is not available.'));
  app.all('*', () => refuse(404));
  return app;
}
