import { music } from './clients.ts';
import { music as musicOfObjects } from './objects.ts';
import { syncItem } from './sync.ts';
import worker from './worker.ts';

export { TokenObject } from './objects.ts';

const routes: Record<string, (body: string) => Promise<unknown>> = {
  async '/test/grant'(body) {
    const grant = JSON.parse(body);
    for (const client of [music, musicOfObjects]) await client.accounts.set('ann', grant);
  },
  '/test/objects': () => musicOfObjects.withAccount('ann').users.me(),
  '/test/link': (token) => syncItem(token),
  '/test/cron': () => worker.scheduled(),
};

/** The worker, plus routes that its test uses for setup. */
export default {
  async fetch(request: Request): Promise<Response> {
    const route = routes[new URL(request.url).pathname];
    return route ? Response.json((await route(await request.text())) ?? null) : worker.fetch(request);
  },
};
