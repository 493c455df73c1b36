import type { World } from '../data/world.ts';
import { type Call, type Endpoints, requireUser } from '../endpoint.ts';
import { malformed, missing, Refusal, refuse } from '../errors.ts';
import { type Authorization, isUserMember } from '../events/authorization.ts';
import type { Conduits } from '../events/conduits.ts';
import type { Sessions } from '../events/sessions.ts';
import { type Subscription, type Subscriptions, statuses } from '../events/subscriptions.ts';
import { readReceiver, readSession } from '../events/transport.ts';
import { type EventType, findEventType, retiredTypes } from '../events/types.ts';
import type { Settings } from '../options.ts';
import type { Body } from '../request/body.ts';

const perTypeAndCondition = 3;
const websocketCost = 10;
const perSession = 300;
const sessionsPerUser = 3;

/** Message that refuses a token of the wrong kind for a transport. */
const wrongCombination = 'invalid transport and auth combination';

export function subscriptionEndpoints(
  settings: Settings,
  world: World,
  parts: { subscriptions: Subscriptions; conduits: Conduits; authorization: Authorization; sessions: Sessions },
): Endpoints {
  const { subscriptions, conduits, authorization, sessions } = parts;

  /** Returns the user whose WebSocket a subscription belongs to. All others belong to the app. */
  const ownerOf = ({ target }: Subscription) => ('session' in target ? target.session.userId : undefined);
  const isOwn = ({ token }: Call) => {
    const owner = token.userId || undefined;
    return (each: Subscription) => ownerOf(each) === owner;
  };
  const own = (call: Call) => subscriptions.all().filter(isOwn(call));
  const liveOf = (call: Call) => subscriptions.live().filter(isOwn(call));
  const spent = (call: Call) => liveOf(call).reduce((total, { cost }) => total + cost, 0);
  const maxCost = ({ token }: Call) => (token.userId ? websocketCost : settings.eventSub.maxTotalCost);
  const totals = (call: Call) => ({
    total: own(call).length,
    total_cost: spent(call),
    max_total_cost: maxCost(call),
  });

  function readOwnSession(transport: Body, { token: { userId } }: Call): Subscription['target'] {
    if (!userId) refuse(400, wrongCombination);
    const session = readSession(transport, sessions);
    if (session.userId !== undefined && session.userId !== userId)
      refuse(400, 'websocket transport cannot have subscriptions created by different users');
    return { session };
  }

  function readTarget(transport: Body, call: Call): Subscription['target'] {
    const method = transport.requiredChoice('method', ['webhook', 'websocket', 'conduit']);
    if (method === 'websocket') return readOwnSession(transport, call);
    if (call.token.userId)
      refuse(
        400,
        method === 'webhook' ? 'auth must use app access token to create webhook subscription' : wrongCombination,
      );
    if (method === 'webhook') return { receiver: readReceiver(transport, settings) };
    const conduit = conduits.find(transport.requiredText('conduit_id'));
    return { conduit: conduit ?? refuse(400, 'conduit does not exist') };
  }

  function requireRoom(
    type: EventType,
    condition: Subscription['condition'],
    target: Subscription['target'],
    call: Call,
  ): void {
    const key = identity(type, condition);
    const live = liveOf(call);
    const alike = live.filter((each) => identity(each.type, each.condition) === key);
    const address = addressOf(target);
    const same = alike.find((each) => addressOf(each.target) === address);
    if (same) throw new Refusal(409, 'subscription already exists', { details: { id: same.id } });
    if ('session' in target) requireRoomOfSession(live, address);
    else if (alike.length >= perTypeAndCondition)
      refuse(429, 'number of subscriptions with the same type and condition exceeded');
    if (spent(call) + authorization.costOf(type, condition) > maxCost(call))
      refuse(429, 'cost of subscriptions exceeded');
  }

  function requireRoomOfSession(live: readonly Subscription[], address: string): void {
    const addresses = live.map(({ target }) => addressOf(target));
    if (addresses.filter((each) => each === address).length >= perSession)
      refuse(429, 'number of subscriptions of the websocket session exceeded');
    if (new Set([...addresses, address]).size > sessionsPerUser)
      refuse(429, 'number of websocket transports limit exceeded');
  }

  return {
    'POST /eventsub/subscriptions'(call) {
      const { body } = call;
      const type = readType(body);
      const condition = readCondition(body.object('condition') ?? missing('condition'), type, world);
      const target = readTarget(body.object('transport') ?? missing('transport'), call);
      const userId = call.token.userId || undefined;
      if (!authorization.allows(type, condition, userId)) refuse(403, 'subscription missing proper authorization');
      requireRoom(type, condition, target, call);
      if ('session' in target && userId !== undefined) target.session.userId = userId;
      const subscription = subscriptions.add(type, condition, target);
      return { data: [subscriptions.show(subscription)], ...totals(call) };
    },
    'GET /eventsub/subscriptions'(call) {
      const { query } = call;
      const filters = ['status', 'type', 'user_id', 'subscription_id', 'conduit_id'].filter((name) => query.text(name));
      if (filters.length > 1) refuse(400, `Only one of the filters may be given: ${filters.join(', ')}.`);
      const status = query.text('status') && query.choice('status', statuses, 'enabled');
      const type = query.text('type');
      if (type && !findEventType(type)) malformed('type', 'value must be a subscription type');
      const userId = query.id('user_id');
      const id = query.text('subscription_id');
      const conduitId = query.text('conduit_id');
      const found = own(call).filter(
        (each) =>
          (!status || each.status === status) &&
          (!type || each.type.type === type) &&
          (!id || each.id === id) &&
          (!conduitId || ('conduit' in each.target && each.target.conduit.id === conduitId)) &&
          (!userId || Object.entries(each.condition).some(([name, value]) => isUserMember(name) && value === userId)),
      );
      return { ...totals(call), ...call.page(found, subscriptions.show) };
    },
    'DELETE /eventsub/subscriptions'(call) {
      const id = call.query.requiredText('id');
      const subscription = own(call).find((each) => each.id === id) ?? refuse(404, 'subscription not found');
      subscriptions.remove(subscription);
    },
  };
}

function readType(body: Body): EventType {
  const name = body.requiredText('type');
  const version = body.requiredText('version');
  if (version === '1' && retiredTypes.includes(name)) {
    // The API refuses the types that it retired in 2026 with another status.
    if (name.startsWith('channel.hype_train.')) refuse(400, 'cannot use deprecated subscription type and version');
    refuse(410, 'this version of the subscription type was removed');
  }
  return findEventType(name, version) ?? refuse(400, 'invalid subscription type and version');
}

/** Reads the fields of a condition that the type knows. Their users must exist. */
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

function addressOf(target: Subscription['target']): string {
  if ('receiver' in target) return target.receiver.callback;
  return 'conduit' in target ? target.conduit.id : target.session.id;
}
