import type { Endpoints } from '../endpoint.ts';
import { missing, Refusal, refuse } from '../errors.ts';
import type { Conduit, Conduits, Shard } from '../events/conduits.ts';
import type { Sessions } from '../events/sessions.ts';
import type { Subscriptions } from '../events/subscriptions.ts';
import { readReceiver, readSession, showTarget } from '../events/transport.ts';
import type { Settings } from '../options.ts';
import type { Body } from '../request/body.ts';

const conduitsPerApp = 5;
const shardsPerConduit = 20_000;

interface Parts {
  readonly subscriptions: Subscriptions;
  readonly conduits: Conduits;
  readonly sessions: Sessions;
}

/** The endpoints of conduits and their shards. */
export function conduitEndpoints(settings: Settings, parts: Parts): Endpoints {
  const { subscriptions, conduits } = parts;

  return {
    'GET /eventsub/conduits': () => conduits.all().map(show),
    'POST /eventsub/conduits'({ body }) {
      const shardCount = body.requiredInt('shard_count', 1, shardsPerConduit);
      if (conduits.all().length >= conduitsPerApp) refuse(429, 'conduit limit reached');
      return [show(conduits.add(shardCount))];
    },
    'PATCH /eventsub/conduits'({ body }) {
      const id = body.requiredText('id');
      const shardCount = body.requiredInt('shard_count', 1, shardsPerConduit);
      const conduit = find(parts, id);
      conduits.resize(conduit, shardCount);
      return [show(conduit)];
    },
    'DELETE /eventsub/conduits'({ query }) {
      const conduit = find(parts, query.requiredText('id'));
      conduits.remove(conduit);
      for (const subscription of subscriptions.live()) {
        const { target } = subscription;
        if ('conduit' in target && target.conduit === conduit)
          subscriptions.revoke(subscription, 'notification_failures_exceeded');
      }
    },
    'GET /eventsub/conduits/shards'({ query, page }) {
      const conduit = find(parts, query.requiredText('conduit_id'));
      const status = query.text('status');
      const shards = [...conduit.shards].sort(([one], [other]) => one - other).map(([, shard]) => shard);
      return page(
        shards.filter((shard) => !status || shard.status === status),
        showShard,
      );
    },
    'PATCH /eventsub/conduits/shards'({ body }) {
      const conduitId = body.requiredText('conduit_id');
      const wanted = body.objects('shards') ?? missing('shards');
      const conduit = find(parts, conduitId);
      const data: object[] = [];
      const errors: object[] = [];
      // A shard that cannot be assigned does not stop the others.
      for (const shard of wanted) {
        const id = shard.requiredText('id');
        try {
          data.push(showShard(assign(parts, settings, conduit, id, shard.object('transport'))));
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          errors.push({ id, message: error.message, code: 'invalid_parameter' });
        }
      }
      return { data, errors };
    },
  };
}

/** Assigns one shard; throws the API's refusal. */
function assign(
  { conduits, sessions }: Parts,
  settings: Settings,
  conduit: Conduit,
  id: string,
  transport: Body | undefined,
): Shard {
  const index = /^\d+$/.test(id) ? Number(id) : conduit.shardCount;
  if (index >= conduit.shardCount) refuse(400, "The shard id is outside the conduit's range");
  if (!transport) return missing('transport');
  const method = transport.requiredChoice('method', ['webhook', 'websocket']);
  if (method === 'webhook') return conduits.assign(conduit, index, { receiver: readReceiver(transport, settings) });
  return conduits.assign(conduit, index, { session: readSession(transport, sessions) });
}

const find = ({ conduits }: Parts, id: string) => conduits.find(id) ?? refuse(404, 'conduit not found');

const showShard = ({ id, status, target }: Shard) => ({ id, status, transport: showTarget(target) });

const show = ({ id, shardCount }: Conduit) => ({ id, shard_count: shardCount });
