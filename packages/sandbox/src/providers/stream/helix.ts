import { Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Clock } from '../../clock.ts';
import { readBody } from './body.ts';
import type { Endpoint } from './endpoint.ts';
import { createGate } from './gate.ts';
import type { Settings } from './options.ts';
import { cutPage } from './paging.ts';
import { createQuery } from './query.ts';
import { realResponse } from './real-forms.ts';
import { answerHelixError, refuse } from './refusal.ts';
import { adEndpoints } from './resources/ads.ts';
import { analyticsEndpoints } from './resources/analytics.ts';
import { automodEndpoints } from './resources/automod.ts';
import { banEndpoints } from './resources/bans.ts';
import { bitsEndpoints } from './resources/bits.ts';
import { channelEndpoints } from './resources/channels.ts';
import { charityEndpoints } from './resources/charity.ts';
import { chatEndpoints } from './resources/chat.ts';
import { clipEndpoints } from './resources/clips.ts';
import { emoteEndpoints } from './resources/emotes.ts';
import { entitlementEndpoints } from './resources/entitlements.ts';
import { extensionBackendEndpoints } from './resources/extension-backend.ts';
import { extensionEndpoints } from './resources/extensions.ts';
import { gameEndpoints } from './resources/games.ts';
import { goalEndpoints } from './resources/goals.ts';
import { guestStarEndpoints } from './resources/guest-star.ts';
import { hypeTrainEndpoints } from './resources/hype-trains.ts';
import { labelEndpoints } from './resources/labels.ts';
import { markerEndpoints } from './resources/markers.ts';
import { pollEndpoints } from './resources/polls.ts';
import { predictionEndpoints } from './resources/predictions.ts';
import { raidEndpoints } from './resources/raids.ts';
import { rewardEndpoints } from './resources/rewards.ts';
import { roleEndpoints } from './resources/roles.ts';
import { safetyEndpoints } from './resources/safety.ts';
import { scheduleEndpoints } from './resources/schedule.ts';
import { searchEndpoints } from './resources/search.ts';
import { streamEndpoints } from './resources/streams.ts';
import { subscriptionEndpoints } from './resources/subscriptions.ts';
import { tagEndpoints } from './resources/tags.ts';
import { teamEndpoints } from './resources/teams.ts';
import { userExtensionEndpoints } from './resources/user-extensions.ts';
import { userEndpoints } from './resources/users.ts';
import { videoEndpoints } from './resources/videos.ts';
import type { Tokens } from './tokens.ts';
import type { World } from './world/world.ts';

/** The resource host; `eventSub` are the endpoints of EventSub. With `realQuirks` it sends what the real host was seen to send. */
export function createHelix(
  clock: Clock,
  settings: Settings,
  tokens: Tokens,
  world: World,
  eventSub: readonly Endpoint[],
  realQuirks: boolean,
): Hono {
  const endpoints: Endpoint[] = [
    ...streamEndpoints(world),
    ...gameEndpoints(world),
    ...userEndpoints(world),
    ...channelEndpoints(world),
    ...clipEndpoints(world),
    ...videoEndpoints(world, clock),
    ...searchEndpoints(world),
    ...teamEndpoints(world),
    ...adEndpoints(world),
    ...analyticsEndpoints(world, settings),
    ...bitsEndpoints(world),
    ...charityEndpoints(world),
    ...entitlementEndpoints(world),
    ...extensionBackendEndpoints(world),
    ...extensionEndpoints(world),
    ...goalEndpoints(world),
    ...guestStarEndpoints(world),
    ...hypeTrainEndpoints(world),
    ...labelEndpoints(),
    ...markerEndpoints(world),
    ...raidEndpoints(world),
    ...scheduleEndpoints(world),
    ...subscriptionEndpoints(world),
    ...tagEndpoints(),
    ...userExtensionEndpoints(world),
    ...chatEndpoints(world),
    ...emoteEndpoints(world),
    ...banEndpoints(world),
    ...automodEndpoints(world, clock),
    ...roleEndpoints(world),
    ...safetyEndpoints(world),
    ...rewardEndpoints(world),
    ...pollEndpoints(world),
    ...predictionEndpoints(world),
    ...eventSub,
  ];
  const gate = createGate(clock, settings, tokens, endpoints, (jwt) => {
    const claims = jwt.includes('.') ? world.extensions().read(jwt) : undefined;
    return claims && { value: jwt, clientId: settings.clientId, scopes: [], expiresAt: claims.exp * 1000, claims };
  });

  const app = new Hono();
  app.use('*', cors());
  app.onError(answerHelixError);
  app.use('*', (c, next) => {
    gate.announce(c);
    return next();
  });
  for (const endpoint of endpoints) {
    // The real host takes a slash at the end too, except from the back ends of extensions.
    const paths = endpoint.token === 'extension' ? [endpoint.path] : [endpoint.path, `${endpoint.path}/`];
    app.on(endpoint.method, paths, async (c) => {
      const token = gate.enter(endpoint, c);
      const query = createQuery(new URL(c.req.url).searchParams);
      const body = readBody(await c.req.text());
      const answer = await endpoint.answer({
        query,
        body,
        token,
        grantedBy: tokens.grantedBy,
        page: (items, rule) =>
          cutPage(items, endpoint.path, query, { cursorOnLastPage: settings.cursorOnLastPage, ...rule }),
      });
      if (answer instanceof Response) return answer;
      if (!answer) return c.body(null, 204);
      const sent = realQuirks ? realResponse(endpoint.method, endpoint.path, answer) : answer;
      return c.json(sent, endpoint.status ?? 200);
    });
  }
  app.get('/users/follows', () => refuse(410)); // removed from the API in favour of the two below /channels
  app.all('*', () => refuse(404));
  return app;
}
