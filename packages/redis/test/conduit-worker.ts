import { createStreamClient } from '@x/stream';
import { createEventListener } from '@x/stream/events';
import { redisShardStore } from '../src/index.ts';
import { libraries } from './clients.ts';
import type { ListenReport, ListenTask } from './conduit-fleet.ts';

const report = (report: ListenReport) => process.send?.(report);

process.on('message', async ({ options, url, redis, userIds, shards, ttlMs }: ListenTask) => {
  const { client } = await libraries['node-redis'](redis);
  const store = redisShardStore(client);
  const events = createEventListener(createStreamClient(options), {
    transport: 'conduit',
    url,
    store,
    shards,
    ttlMs,
    random: () => 0,
    keepAlive: true,
  });
  events.on('stream.online', ({ event }) => void report({ handled: event.id }));
  const wanted = userIds.map(
    (id) => ({ type: 'stream.online', version: '1', condition: { broadcaster_user_id: id } }) as const,
  );
  await events.setSubscriptions(wanted);
  setInterval(() => report({ shards: events.state.shards, isReady: events.state.status === 'connected' }), 20);
});
process.on('disconnect', () => process.exit());
