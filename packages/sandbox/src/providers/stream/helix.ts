import { Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Clock } from '../../clock.ts';
import { readBody } from './body.ts';
import type { Endpoint } from './endpoint.ts';
import { createGate } from './gate.ts';
import type { Settings } from './options.ts';
import { cutPage } from './paging.ts';
import { createQuery } from './query.ts';
import { answerHelixError, refuse } from './refusal.ts';
import { channelEndpoints } from './resources/channels.ts';
import { clipEndpoints } from './resources/clips.ts';
import { gameEndpoints } from './resources/games.ts';
import { searchEndpoints } from './resources/search.ts';
import { streamEndpoints } from './resources/streams.ts';
import { teamEndpoints } from './resources/teams.ts';
import { userEndpoints } from './resources/users.ts';
import { videoEndpoints } from './resources/videos.ts';
import type { Tokens } from './tokens.ts';
import type { World } from './world/world.ts';

/** The resource host. */
export function createHelix(clock: Clock, settings: Settings, tokens: Tokens, world: World): Hono {
  const endpoints: Endpoint[] = [
    ...streamEndpoints(world),
    ...gameEndpoints(world),
    ...userEndpoints(world),
    ...channelEndpoints(world),
    ...clipEndpoints(world),
    ...videoEndpoints(world, clock),
    ...searchEndpoints(world),
    ...teamEndpoints(world),
  ];
  const gate = createGate(clock, settings, tokens, endpoints);

  const app = new Hono();
  app.use('*', cors());
  app.onError(answerHelixError);
  app.use('*', (c, next) => {
    gate.announce(c);
    return next();
  });
  for (const endpoint of endpoints) {
    app.on(endpoint.method, endpoint.path, async (c) => {
      const token = gate.enter(endpoint, c);
      const query = createQuery(new URL(c.req.url).searchParams);
      const body = readBody(await c.req.text());
      const answer = await endpoint.answer({
        query,
        body,
        token,
        page: (items, rule) =>
          cutPage(items, endpoint.path, query, { cursorOnLastPage: settings.cursorOnLastPage, ...rule }),
      });
      if (answer instanceof Response) return answer;
      return answer ? c.json(answer, endpoint.status ?? 200) : c.body(null, 204);
    });
  }
  app.get('/users/follows', () => refuse(410)); // removed from the API in favour of the two below /channels
  app.all('*', () => refuse(404));
  return app;
}
