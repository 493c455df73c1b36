import type { Body } from '../body.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import type { Settings } from '../options.ts';
import { malformed, missing, refuse } from '../refusal.ts';
import { requireUser } from '../resources/moderated.ts';
import type { World } from '../world/world.ts';
import { type Authorization, isUserMember } from './authorization.ts';
import type { Conduits } from './conduits.ts';
import type { Subscription, Subscriptions } from './subscriptions.ts';
import { readReceiver } from './transport.ts';
import { type EventType, eventTypes, findEventType, retiredTypes } from './types.ts';

const pageSize = 100;
const perTypeAndCondition = 3;
const websocketCost = 10;

const statuses = [
  'enabled',
  'webhook_callback_verification_pending',
  'webhook_callback_verification_failed',
  'notification_failures_exceeded',
  'authorization_revoked',
  'moderator_removed',
  'user_removed',
  'chat_user_banned',
  'version_removed',
  'beta_maintenance',
  'websocket_disconnected',
  'websocket_failed_ping_pong',
  'websocket_received_inbound_traffic',
  'websocket_connection_unused',
  'websocket_internal_error',
  'websocket_network_timeout',
  'websocket_network_error',
  'websocket_failed_to_reconnect',
] as const;

/** The endpoints of subscriptions. */
export function subscriptionEndpoints(
  settings: Settings,
  world: World,
  parts: { subscriptions: Subscriptions; conduits: Conduits; authorization: Authorization },
): Endpoint[] {
  const { subscriptions, conduits, authorization } = parts;

  const spent = () => subscriptions.live().reduce((total, { cost }) => total + cost, 0);

  // Subscriptions belong to the app or, over WebSocket, to a user; the sandbox offers no WebSocket, so users have none.
  const own = ({ token }: Call) => (token.userId ? [] : subscriptions.all());
  const totals = ({ token }: Call) =>
    token.userId
      ? { total: 0, total_cost: 0, max_total_cost: websocketCost }
      : { total: subscriptions.all().length, total_cost: spent(), max_total_cost: settings.eventSub.maxTotalCost };

  function readTarget(transport: Body, call: Call): Subscription['target'] {
    const method = transport.choice('method', ['webhook', 'websocket', 'conduit']) ?? missing('method');
    if (method === 'websocket') {
      if (!call.token.userId) refuse(401, 'Missing User OAUTH Token');
      transport.requiredText('session_id');
      return refuse(400, 'websocket transport session does not exist or has already disconnected');
    }
    if (call.token.userId) refuse(401, 'Must provide valid app token.');
    if (method === 'webhook') return { receiver: readReceiver(transport, settings) };
    const conduit = conduits.find(transport.requiredText('conduit_id'));
    return { conduit: conduit ?? refuse(400, 'conduit does not exist') };
  }

  function requireRoom(type: EventType, condition: Subscription['condition'], target: Subscription['target']): void {
    const key = identity(type, condition);
    const alike = subscriptions.live().filter((each) => identity(each.type, each.condition) === key);
    const address = addressOf(target);
    if (alike.some((each) => addressOf(each.target) === address)) refuse(409, 'subscription already exists');
    if (alike.length >= perTypeAndCondition)
      refuse(429, 'number of subscriptions with the same type and condition exceeded');
    if (spent() + authorization.costOf(type, condition) > settings.eventSub.maxTotalCost)
      refuse(429, 'cost of subscriptions exceeded');
  }

  return [
    {
      method: 'POST',
      path: '/eventsub/subscriptions',
      status: 202,
      answer(call) {
        const { body } = call;
        const type = readType(body);
        const condition = readCondition(body.object('condition') ?? missing('condition'), type, world);
        const target = readTarget(body.object('transport') ?? missing('transport'), call);
        if (!authorization.allows(type, condition)) refuse(403, 'subscription missing proper authorization');
        requireRoom(type, condition, target);
        const subscription = subscriptions.add(type, condition, target);
        return { data: [subscriptions.show(subscription)], ...totals(call) };
      },
    },
    {
      method: 'GET',
      path: '/eventsub/subscriptions',
      answer(call) {
        const { query } = call;
        const filters = ['status', 'type', 'user_id', 'subscription_id'].filter((name) => query.text(name));
        if (filters.length > 1) refuse(400, `Only one of the filters may be given: ${filters.join(', ')}.`);
        const status = query.text('status') && query.choice('status', statuses, 'enabled');
        const type = query.text('type');
        if (type && !eventTypes.some((each) => each.type === type))
          malformed('type', 'value must be a subscription type');
        const userId = query.id('user_id');
        const id = query.text('subscription_id');
        const found = own(call).filter(
          (each) =>
            (!status || each.status === status) &&
            (!type || each.type.type === type) &&
            (!id || each.id === id) &&
            (!userId || Object.entries(each.condition).some(([name, value]) => isUserMember(name) && value === userId)),
        );
        const { data, pagination } = call.page(found, { size: pageSize });
        return { ...totals(call), data: data.map(subscriptions.show), pagination };
      },
    },
    {
      method: 'DELETE',
      path: '/eventsub/subscriptions',
      answer(call) {
        const id = call.query.requiredText('id');
        const subscription = own(call).find((each) => each.id === id) ?? refuse(404, 'subscription not found');
        subscriptions.remove(subscription);
        return undefined;
      },
    },
  ];
}

function readType(body: Body): EventType {
  const name = body.requiredText('type');
  const version = body.requiredText('version');
  if (version === '1' && retiredTypes.includes(name)) refuse(410, 'this version of the subscription type was removed');
  return findEventType(name, version) ?? refuse(400, 'invalid subscription type and version');
}

/** The members that the type knows, as given. Users must exist. */
function readCondition(body: Body, { required, optional }: EventType, world: World): Subscription['condition'] {
  const condition: Record<string, string> = {};
  for (const name of [...required, ...optional]) {
    const value = required.includes(name) ? body.requiredText(name) : body.text(name);
    if (value === undefined) continue;
    if (isUserMember(name) && value) requireUser(world, value, name);
    condition[name] = value;
  }
  if (required.length === 0 && optional.filter((name) => condition[name]).length !== 1)
    refuse(400, `the condition must have one of ${optional.join(', ')}`);
  return condition;
}

const identity = ({ type, version }: EventType, condition: Subscription['condition']) =>
  JSON.stringify([type, version, Object.entries(condition).sort()]);

const addressOf = (target: Subscription['target']) =>
  'receiver' in target ? target.receiver.callback : target.conduit.id;
