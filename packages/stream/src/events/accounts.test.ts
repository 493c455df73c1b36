import { createSandbox } from '@x/sandbox/stream';
import { expect, expectTypeOf, it, onTestFinished } from 'vitest';
import { createStreamClient } from '../client.ts';
import {
  type AccountsListenerOptions,
  createEventListener,
  type ListenerEvents,
  subscriptions,
  type WantedSubscription,
} from '../events.ts';

/** Creates a sandbox whose first channels belong to accounts, and a listener to the events of all of them. */
async function start(names: readonly string[], users = 20) {
  const sandbox = await createSandbox({ stream: { users } });
  onTestFinished(() => sandbox.close());
  const stream = createStreamClient(sandbox.options.stream);
  const { eventSub, issueUserToken } = sandbox.controls.stream;
  const channels = sandbox.controls.stream.users();
  const accounts = new Map<string, string>();
  for (const [index, name] of names.entries()) {
    const userId = channels[index]?.id ?? '';
    const scopes = ['user:read:chat'];
    const { accessToken } = issueUserToken({ userId, scopes });
    await stream.accounts.set(name, { accessToken, scopes });
    accounts.set(userId, name);
  }
  const accountOf = ({ condition }: WantedSubscription) =>
    accounts.get((condition as { broadcaster_user_id: string }).broadcaster_user_id) ?? 'nobody';
  const listen = (options: Partial<AccountsListenerOptions> = {}) => {
    const events = createEventListener(stream, { ...sandbox.listenerOptions.stream, accountOf, ...options });
    onTestFinished(() => events.close());
    return events;
  };
  const ids = [...accounts.keys()];
  const ownersOf = () => eventSub.sockets.sessions().map(({ userId }) => userId);
  return { sandbox, stream, eventSub, ids, listen, ownersOf, channels };
}

it('one listener receives the events of many users, each over a connection of their own', async () => {
  const { listen, ids, eventSub, ownersOf } = await start(['ann', 'bob', 'cay']);
  const events = listen();
  const { subscribed } = await events.setSubscriptions(ids.map((id) => subscriptions.streamOnline(id)));
  expect(subscribed).toHaveLength(3);
  expect(ownersOf().sort()).toEqual([...ids].sort());
  expect(events.state).toMatchObject({ status: 'connected', wanted: 3, subscribed: 3 });
  for (const id of ids) eventSub.fire('stream.online', '1', { subject: { broadcaster_user_id: id } });
  const iterator = events[Symbol.asyncIterator]();
  const received = [];
  for (const _ of ids) received.push((await iterator.next()).value.event.broadcaster_user_id);
  expect(received.sort()).toEqual([...ids].sort());
});

it('users can be added and removed, which opens and closes only their connections', async () => {
  const { listen, ids, eventSub, ownersOf } = await start(['ann', 'bob', 'cay']);
  const [ann = '', bob = '', cay = ''] = ids;
  const events = listen();
  await events.setSubscriptions([subscriptions.streamOnline(ann), subscriptions.streamOnline(bob)]);
  const before = eventSub.sockets.sessions().find(({ userId }) => userId === bob)?.id;
  await events.setSubscriptions([subscriptions.streamOnline(bob), subscriptions.streamOnline(cay)]);
  await expect.poll(() => ownersOf().sort()).toEqual([bob, cay].sort());
  expect(eventSub.sockets.sessions().find(({ userId }) => userId === bob)?.id).toBe(before);
  expect(events.state).toMatchObject({ status: 'connected', wanted: 2 });
});

it('the cost and the reported limits of an account are forgotten when its last subscription is removed', async () => {
  const { listen, ids, channels } = await start(['ann', 'bob']);
  const [ann = '', bob = ''] = ids;
  const foreign = channels.slice(5, 13).map(({ id }) => subscriptions.streamOnline(id));
  const events = listen({
    accountOf: ({ condition }) => (Object.values(condition).includes(bob) ? 'bob' : 'ann'),
  });
  const near: unknown[] = [];
  events.on('near_limit', ({ account, limit, used }) => near.push([account, limit, used]));
  await events.setSubscriptions([subscriptions.streamOnline(ann), subscriptions.streamOnline(bob), ...foreign]);
  expect(events.state.cost).toEqual({ total: 8, max: 10 });
  await events.setSubscriptions([subscriptions.streamOnline(bob)]);
  expect(events.state.cost).toEqual({ total: 0, max: 10 });
  await events.setSubscriptions(foreign);
  expect(near).toEqual([
    ['ann', 'cost', 8],
    ['ann', 'cost', 8],
  ]);
  await events.setSubscriptions([]);
  expect(events.state.cost).toBeUndefined();
});

it('a lost connection of one user makes the listener degraded, and reports name the account', async () => {
  const { listen, ids, eventSub, sandbox } = await start(['ann', 'bob']);
  const [ann = '', bob = ''] = ids;
  const events = listen();
  await events.setSubscriptions([subscriptions.streamOnline(ann), subscriptions.streamOnline(bob)]);
  const states: object[] = [];
  const lost = new Promise<ListenerEvents['disconnected']>((resolve) => {
    events.on('disconnected', (report) => {
      states.push(events.state);
      resolve(report);
    });
  });
  const missed = new Promise<ListenerEvents['missed']>((resolve) => events.on('missed', resolve));
  eventSub.sockets.drop(eventSub.sockets.sessions().find(({ userId }) => userId === bob)?.id);
  expect(await lost).toMatchObject({ account: 'bob' });
  expect(states).toMatchObject([
    { status: 'degraded', reason: expect.stringMatching(/^1 of 2 connections is not ready/) },
  ]);
  expect(await missed).toMatchObject({ reason: 'disconnected', account: 'bob' });
  expect(events.state).toMatchObject({ status: 'connected', reason: undefined });
  expect(sandbox.clock.now()).toBeGreaterThan(0);
});

it('subscriptions that lack a grant or scope are refused with the reason, and the others are created', async () => {
  const { listen, ids, channels } = await start(['ann']);
  const [ann = ''] = ids;
  const unknown = subscriptions.streamOnline(channels[5]?.id ?? '');
  const unscoped = subscriptions.channelSubscribe(ann);
  const foreign = subscriptions.channelChatMessage(ann, { userId: channels[6]?.id ?? '' });
  const events = listen();
  const result = await events.setSubscriptions([unknown, unscoped, foreign, subscriptions.streamOnline(ann)]);
  expect(result.subscribed).toEqual([subscriptions.streamOnline(ann)]);
  const errors = new Map(result.refused.map(({ subscription, error }) => [subscription, String(error)]));
  expect(errors.get(unknown)).toMatch(/stream.online version 1 .* was refused: .*no grant/);
  expect(errors.get(unscoped)).toMatch(/channel.subscribe .* Ask the user to grant channel:read:subscriptions$/);
  expect(errors.get(foreign)).toMatch(/channel.chat.message .* Check whose data the condition names$/);
  expect(events.state).toMatchObject({ status: 'degraded', subscribed: 1 });
});

it('limits apply per user, and the result of accountOf is checked before any request', async () => {
  const { listen, sandbox, ids } = await start(['ann', 'bob'], 1000);
  const [ann = '', bob = ''] = ids;
  const chatOf = (userId: string, count: number) =>
    sandbox.controls.stream
      .users()
      .slice(0, count)
      .map(({ id }) => subscriptions.channelChatMessage(id, { userId }));
  const events = listen({ accountOf: ({ condition }) => ('user_id' in condition ? String(condition.user_id) : '') });
  const all = [...chatOf(ann, 901), ...chatOf(bob, 10)];
  await expect(events.setSubscriptions(all)).rejects.toMatchObject({
    code: 'invalid_params',
    message: expect.stringMatching(new RegExp(`900 .* got 901 for the account ${ann}`)),
  });
  await expect(events.add([subscriptions.streamOnline(ann)])).rejects.toThrow(
    `events.add: accountOf must return the account of stream.online version 1 (broadcaster_user_id "${ann}")`,
  );
  expect(sandbox.requests).toEqual([]);
});

it('accountOf needs the client that has withAccount', async () => {
  const { stream, listen } = await start([]);
  const options = { url: 'ws://127.0.0.1:9', accountOf: () => 'ann' };
  // @ts-expect-error -- the client of one user
  expect(() => createEventListener(stream.withAccount('ann'), options)).toThrow(/accountOf needs the client itself/);
  expect(() => listen({ accountOf: 'ann' as never })).toThrow(/accountOf must be a function/);
});

it("reports of revoked and refused subscriptions are typed by the subscription's type", async () => {
  const { listen, ids, eventSub, stream } = await start(['ann']);
  const [ann = ''] = ids;
  const events = listen();
  const revoked = new Promise<string>((resolve) => {
    events.on('revoked', ({ subscription, reason }) => {
      expectTypeOf(reason).toExtend<string>();
      if (subscription.type !== 'channel.chat.message') return;
      expectTypeOf(subscription.condition.user_id).toBeString();
      // @ts-expect-error -- not a field of this type
      resolve(subscription.condition.user_id + String(subscription.condition.moderator_user_id) + reason);
    });
  });
  events.on('refused', ({ subscription }) => {
    if (subscription.type === 'channel.follow') expectTypeOf(subscription.condition.moderator_user_id).toBeString();
  });
  await events.setSubscriptions([subscriptions.channelChatMessage(ann, { userId: ann })]);
  const [{ id } = { id: '' }] = (await stream.withAccount('ann').eventSub.subscriptions.list()).items;
  eventSub.revoke(id, 'user_removed');
  expect(await revoked).toBe(`${ann}undefineduser_removed`);
});
