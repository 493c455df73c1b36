import type { Body } from '../body.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Settings } from '../options.ts';
import { missing, Refusal, refuse } from '../refusal.ts';
import type { Conduit, Conduits, Shard } from './conduits.ts';
import type { Subscriptions } from './subscriptions.ts';
import { readReceiver } from './transport.ts';

const conduitsPerApp = 5;
const shardsPerConduit = 20_000;
const pageSize = 100;

/** The endpoints of conduits and their shards. */
export function conduitEndpoints(
  settings: Settings,
  { subscriptions, conduits }: { subscriptions: Subscriptions; conduits: Conduits },
): Endpoint[] {
  const find = (id: string) => conduits.find(id) ?? refuse(404, 'conduit not found');
  const show = ({ id, shardCount }: Conduit) => ({ id, shard_count: shardCount });
  const showShard = ({ id, status, receiver }: Shard) => ({
    id,
    status,
    transport: { method: 'webhook', callback: receiver.callback },
  });

  /** Assigns one shard; throws the API's refusal. */
  function assign(conduit: Conduit, id: string, transport: Body | undefined): Shard {
    const index = /^\d+$/.test(id) ? Number(id) : conduit.shardCount;
    if (index >= conduit.shardCount) refuse(400, "The shard id is outside the conduit's range");
    if (!transport) return missing('transport');
    const method = transport.choice('method', ['webhook', 'websocket']) ?? missing('method');
    if (method === 'websocket') refuse(400, 'websocket transport session does not exist or has already disconnected');
    return conduits.assign(conduit, index, readReceiver(transport, settings));
  }

  return [
    {
      method: 'GET',
      path: '/eventsub/conduits',
      token: 'app',
      answer: () => ({ data: conduits.all().map(show) }),
    },
    {
      method: 'POST',
      path: '/eventsub/conduits',
      token: 'app',
      answer({ body }) {
        const shardCount = body.requiredInt('shard_count', 1, shardsPerConduit);
        if (conduits.all().length >= conduitsPerApp) refuse(429, 'conduit limit reached');
        return { data: [show(conduits.add(shardCount))] };
      },
    },
    {
      method: 'PATCH',
      path: '/eventsub/conduits',
      token: 'app',
      answer({ body }) {
        const id = body.requiredText('id');
        const shardCount = body.requiredInt('shard_count', 1, shardsPerConduit);
        const conduit = find(id);
        conduits.resize(conduit, shardCount);
        return { data: [show(conduit)] };
      },
    },
    {
      method: 'DELETE',
      path: '/eventsub/conduits',
      token: 'app',
      answer({ query }) {
        const conduit = find(query.requiredText('id'));
        conduits.remove(conduit);
        for (const subscription of subscriptions.live()) {
          const { target } = subscription;
          if ('conduit' in target && target.conduit === conduit)
            subscriptions.revoke(subscription, 'notification_failures_exceeded');
        }
        return undefined;
      },
    },
    {
      method: 'GET',
      path: '/eventsub/conduits/shards',
      token: 'app',
      answer({ query, page }) {
        const conduit = find(query.requiredText('conduit_id'));
        const status = query.text('status');
        const shards = [...conduit.shards]
          .sort(([one], [other]) => one - other)
          .map(([, shard]) => shard)
          .filter((shard) => !status || shard.status === status);
        const { data, pagination } = page(shards, { size: pageSize });
        return { data: data.map(showShard), pagination };
      },
    },
    {
      method: 'PATCH',
      path: '/eventsub/conduits/shards',
      token: 'app',
      status: 202,
      answer({ body }) {
        const conduitId = body.requiredText('conduit_id');
        const wanted = body.objects('shards') ?? missing('shards');
        const conduit = find(conduitId);
        const data: object[] = [];
        const errors: object[] = [];
        // A shard that cannot be assigned does not keep the others from it.
        for (const shard of wanted) {
          const id = shard.requiredText('id');
          try {
            data.push(showShard(assign(conduit, id, shard.object('transport'))));
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            errors.push({ id, message: error.message, code: 'invalid_parameter' });
          }
        }
        return { data, errors };
      },
    },
  ];
}
