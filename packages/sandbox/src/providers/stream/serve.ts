import type { Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { createApp } from '../../server/app.ts';
import { addEndpoints, listEndpoints } from '../../server/endpoints.ts';
import type { SandboxContext } from '../../shared/context.ts';
import type { World } from './data/world.ts';
import { type Endpoint, type Endpoints, type Facts, moderatedChannel, namedUser, ownChannel } from './endpoint.ts';
import { channelEndpoints } from './endpoints/channels.ts';
import { chatEndpoints } from './endpoints/chat.ts';
import { emoteEndpoints } from './endpoints/chat-emotes.ts';
import { messageEndpoints } from './endpoints/chat-messages.ts';
import { clipEndpoints } from './endpoints/clips.ts';
import { subscriptionEndpoints } from './endpoints/event-sub.ts';
import { conduitEndpoints } from './endpoints/event-sub-conduits.ts';
import type { Features } from './endpoints/features.ts';
import { markerEndpoints } from './endpoints/markers.ts';
import { moderationEndpoints } from './endpoints/moderation.ts';
import { automodEndpoints } from './endpoints/moderation-automod.ts';
import { roleEndpoints } from './endpoints/moderation-members.ts';
import { banEndpoints } from './endpoints/moderation-users.ts';
import { searchEndpoints } from './endpoints/search.ts';
import { streamEndpoints } from './endpoints/streams.ts';
import { userEndpoints } from './endpoints/users.ts';
import { videoEndpoints } from './endpoints/videos.ts';
import { whisperEndpoints } from './endpoints/whispers.ts';
import facts from './endpoints.json' with { type: 'json' };
import { answerHelixError, refuse } from './errors.ts';
import type { EventSub } from './events/event-sub.ts';
import { createGate } from './gate.ts';
import type { Settings } from './options.ts';
import { cutPage } from './paging.ts';
import { readBody } from './request/body.ts';
import { createQuery } from './request/query.ts';
import type { Tokens } from './sign-in/tokens.ts';
import { realResponse } from './wire/real-forms.ts';

/** Returns every endpoint, with its facts. */
function endpointsOf(settings: Settings, world: World, features: Features, eventSub: EventSub): Endpoint[] {
  const endpoints: Endpoints = {
    ...streamEndpoints(world),
    ...userEndpoints(world),
    ...channelEndpoints(world),
    ...videoEndpoints(world),
    ...clipEndpoints(world),
    ...markerEndpoints(world),
    ...searchEndpoints(world),
    ...chatEndpoints(world),
    ...messageEndpoints(world),
    ...whisperEndpoints(world),
    ...emoteEndpoints(world),
    ...moderationEndpoints(world),
    ...automodEndpoints(world),
    ...banEndpoints(world),
    ...roleEndpoints(world),
    ...features.endpoints,
    ...subscriptionEndpoints(settings, world, eventSub),
    ...conduitEndpoints(settings, eventSub),
  };
  const unserved = Object.keys(facts).find((name) => !Object.hasOwn(endpoints, name));
  if (unserved) throw new TypeError(`endpoints.json lists ${unserved}, which has no handler`);
  return listEndpoints(endpoints, (name) => {
    const known = (facts as Readonly<Record<string, object>>)[name];
    if (!known) throw new TypeError(`endpoints.json has no facts for ${name}`);
    return known as Facts;
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

/** Creates the resource host, including the endpoints of EventSub. */
export function createApi(
  { clock, realQuirks }: SandboxContext,
  settings: Settings,
  tokens: Tokens,
  world: World,
  features: Features,
  eventSub: EventSub,
): Hono {
  const { cursorOnLastPage } = settings;
  const endpoints = endpointsOf(settings, world, features, eventSub);
  const gate = createGate(clock, settings, tokens, endpoints, (jwt) => {
    const claims = jwt.includes('.') ? features.extensions.backend.read(jwt) : undefined;
    return claims && { value: jwt, clientId: settings.clientId, scopes: [], expiresAt: claims.exp * 1000, claims };
  });

  const app = createApp();
  app.use('*', cors());
  app.onError(answerHelixError);
  app.use('*', (c, next) => {
    gate.announce(c);
    return next();
  });
  const respond = async (endpoint: Endpoint, c: Context) => {
    const { name, path } = endpoint;
    const token = gate.enter(endpoint, c);
    const query = createQuery(new URL(c.req.url).searchParams);
    const body = readBody(await c.req.text());
    const caller = { query, body, token, grantedBy: (userId: string) => tokens.grantedBy(userId) };
    const sent = endpoint.answer({
      ...caller,
      ownId: ownChannel(endpoint, caller, world),
      namedId: namedUser(endpoint, query, world),
      ...(endpoint.moderated ? moderatedChannel(caller, world, endpoint) : { broadcasterId: '', moderatorId: '' }),
      page: (items, show) => cutPage(items, path, query, { cursorOnLastPage, ...endpoint.page }, show),
    });
    if (sent instanceof Response) return sent;
    if (!sent) return c.body(null, 204);
    const answer = Array.isArray(sent) ? { data: sent } : sent;
    return c.json(realQuirks ? realResponse(name, answer) : answer, endpoint.status ?? 200);
  };
  // The real host also accepts a trailing slash, except from extension back ends.
  addEndpoints(app, endpoints, respond, { hasSlash: ({ token }) => token !== 'extension' });
  for (const path of retiredPaths) app.all(path, () => refuse(410, 'This API is not available.'));
  app.all('*', () => refuse(404));
  return app;
}
