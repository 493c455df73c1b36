import { createClock, createSandbox, type StreamSandboxOptions } from '@x/sandbox';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createStreamClient, type EventSubRequest } from '../src/index.ts';
import {
  createWebhookReceiver,
  type WebhookHandlers,
  type WebhookReceiverOptions,
  type WebhookRevocation,
} from '../src/webhooks.ts';
import { eventually, secret, serveWebhooks } from './inbox.ts';

type Handler = WebhookHandlers['notification'];

/** Creates a sandbox, a receiver on this machine with spies as handlers, and a broadcaster with a grant. */
async function setUp(options: Partial<WebhookReceiverOptions> = {}, settings: StreamSandboxOptions = {}) {
  // The clock is stopped; when the test advances it, due deliveries are sent again.
  const clock = createClock(Date.UTC(2026, 10, 21, 12), false);
  const sandbox = await createSandbox({ listen: false, clock, stream: settings });
  onTestFinished(() => sandbox.close());
  const { issueUserToken, eventSub } = sandbox.controls.stream;
  const app = createStreamClient({ ...sandbox.options.stream, clock, retries: 0 });
  const { userId, ...grant } = issueUserToken({ scopes: ['channel:manage:broadcast', 'moderator:read:followers'] });
  await app.accounts.set('ann', grant);
  const ann = app.withAccount('ann');

  const notification = vi.fn<Handler>();
  const revocation = vi.fn<(message: WebhookRevocation) => unknown>();
  const onError = vi.fn<NonNullable<WebhookReceiverOptions['onError']>>();
  const receiver = createWebhookReceiver({ secret, clock, onError, ...options });
  const server = await serveWebhooks(receiver, () => ({ notification, revocation }));
  onTestFinished(() => server.close());

  const statusOf = async (id: string) =>
    (await app.eventSub.subscriptions.list({ subscription_id: id })).items[0]?.status;
  const ask = async (about: Pick<EventSubRequest, 'type' | 'version'>, condition: object) => {
    const transport = { method: 'webhook', callback: `${server.url}/hooks`, secret };
    const { data } = await app.eventSub.subscriptions.create({ ...about, condition, transport } as EventSubRequest);
    const [{ id } = expect.unreachable('no subscription was made')] = data;
    // Wait until the challenge has its response.
    await eventually(async () => expect(await statusOf(id)).not.toMatch(/pending/));
    return id;
  };
  const channel = { broadcaster_user_id: userId };
  return {
    ...{ sandbox, clock, app, ann, userId, notification, revocation, onError, server, statusOf, ask },
    /** Subscribes to changes of the channel. */
    subscribe: () => ask({ type: 'channel.update', version: '2' }, channel),
    rename: (title: string) => ann.channels.update({ broadcaster_id: userId, title }),
    /** Waits until the last delivery has had `attempts` attempts, and returns it. */
    sent: (attempts: number) =>
      eventually(() => {
        const delivery = eventSub.deliveries().at(-1);
        expect(delivery?.attempts).toHaveLength(attempts);
        return delivery;
      }),
  };
}

describe('a subscription', () => {
  it('is enabled by the response to its challenge', async () => {
    const { subscribe, statusOf, app, notification } = await setUp();
    const id = await subscribe();
    expect(await statusOf(id)).toBe('enabled');
    expect((await app.eventSub.subscriptions.list({ status: 'enabled' })).items).toMatchObject([{ id }]);
    expect(notification).not.toHaveBeenCalled();
  });

  it('is not enabled if the receiver has another secret', async () => {
    const { subscribe, statusOf } = await setUp({ secret: 'a secret that is another' });
    expect(await statusOf(await subscribe())).toBe('webhook_callback_verification_failed');
  });
});

describe('a change through the API', () => {
  it('is passed to a typed handler', async () => {
    const titles: string[] = [];
    const { subscribe, rename, notification, sent, userId, clock } = await setUp();
    notification.mockImplementation((message) => {
      if (message.type === 'channel.update') titles.push(message.event.title, message.event.language);
    });
    const id = await subscribe();
    await rename('Größer 🎈 "better"');
    await eventually(() => expect(titles).toEqual(['Größer 🎈 "better"', 'other']));
    expect(notification.mock.calls).toMatchObject([
      [{ kind: 'notification', subscription: { id, condition: { broadcaster_user_id: userId } }, sentAt: clock.now() }],
    ]);
    expect(await sent(1)).toMatchObject({ state: 'delivered', attempts: [{ status: 204 }] });
  });

  it('is sent to the matching subscription', async () => {
    const { subscribe, ask, rename, userId, notification } = await setUp();
    const id = await subscribe();
    await ask({ type: 'user.update', version: '1' }, { user_id: userId });
    await rename('one');
    await rename('two');
    await eventually(() => expect(notification).toHaveBeenCalledTimes(2));
    const told = notification.mock.calls.map(([{ subscription, type, event }]) => [
      subscription.id,
      type,
      (event as { title?: string }).title,
    ]);
    // Each has a request of its own, as at Twitch, and one can overtake the other.
    expect(told.sort()).toEqual([
      [id, 'channel.update', 'one'],
      [id, 'channel.update', 'two'],
    ]);
  });

  it('is no longer sent once the subscription is deleted', async () => {
    const { subscribe, rename, app, notification, sandbox } = await setUp();
    const id = await subscribe();
    await app.eventSub.subscriptions.delete({ id });
    await rename('unheard');
    const before = sandbox.controls.stream.eventSub.deliveries();
    expect(before.map(({ messageType }) => messageType)).toEqual(['webhook_callback_verification']);
    expect(notification).not.toHaveBeenCalled();
  });
});

describe('a handler that fails', () => {
  it('gets the same message again', async () => {
    const { subscribe, rename, notification, onError, sent, clock, statusOf } = await setUp();
    const id = await subscribe();
    const problem = new Error('the database is away');
    notification.mockRejectedValueOnce(problem).mockRejectedValueOnce(problem);
    await rename('persistent');
    await sent(1);
    for (const [pause, attempts] of [
      [10_000, 2],
      [20_000, 3],
    ] as const) {
      await clock.advance(pause);
      await sent(attempts);
    }
    expect(await sent(3)).toMatchObject({
      state: 'delivered',
      attempts: [{ status: 500 }, { status: 500 }, { status: 204 }],
    });
    expect(onError.mock.calls.map(([error]) => error)).toEqual([problem, problem]);
    const messages = notification.mock.calls.map(([message]) => message);
    expect(messages.map(({ retry }) => retry)).toEqual([0, 1, 2]);
    expect(new Set(messages.map((message) => message.id)).size).toBe(1);
    expect(await statusOf(id)).toBe('enabled');
  });

  it('for too long ends the subscription, and the receiver gets the revocation', async () => {
    const { subscribe, rename, notification, revocation, sent, clock, statusOf } = await setUp();
    const id = await subscribe();
    notification.mockRejectedValue(new Error('still away'));
    await rename('lost');
    await sent(1);
    for (const pause of [10_000, 20_000, 40_000, 80_000, 160_000]) await clock.advance(pause);
    await eventually(() => expect(revocation).toHaveBeenCalledOnce());
    const subscription = { id, type: 'channel.update', status: 'notification_failures_exceeded' };
    expect(revocation.mock.calls).toMatchObject([[{ kind: 'revocation', subscription }]]);
    expect(notification).toHaveBeenCalledTimes(6);
    expect(await statusOf(id)).toBe('notification_failures_exceeded');
  });
});

it('a message whose response is lost is handled once', async () => {
  const { subscribe, rename, notification, server, sent, clock } = await setUp();
  await subscribe();
  notification.mockImplementationOnce(() => server.hangUp());
  await rename('twice');
  expect(await sent(1)).toMatchObject({ state: 'pending', attempts: [{ error: expect.any(String) }] });
  await clock.advance(10_000);
  expect(await sent(2)).toMatchObject({ state: 'delivered', attempts: [{}, { status: 204 }] });
  expect(notification).toHaveBeenCalledOnce();
});

it('a user who revokes the grant ends only the subscriptions that need it', async () => {
  const { subscribe, ask, sandbox, userId, revocation, statusOf, rename, ann, notification } = await setUp();
  const open = await subscribe();
  const moderated = { broadcaster_user_id: userId, moderator_user_id: userId };
  const follows = await ask({ type: 'channel.follow', version: '2' }, moderated);
  sandbox.controls.stream.revokeTokens({ userId });
  await eventually(() => expect(revocation).toHaveBeenCalledOnce());
  const subscription = { id: follows, type: 'channel.follow', status: 'authorization_revoked', condition: moderated };
  expect(revocation.mock.calls).toMatchObject([[{ kind: 'revocation', subscription }]]);
  expect([await statusOf(open), await statusOf(follows)]).toEqual(['enabled', 'authorization_revoked']);
  await expect(rename('no more')).rejects.toMatchObject({ code: 'reauthorization_required' });
  await expect(ann.users.list()).rejects.toMatchObject({ code: 'reauthorization_required' });
  expect(notification).not.toHaveBeenCalled();
});

it('a drop arrives in a typed batch', async () => {
  const { ask, sandbox, userId, notification, ann } = await setUp();
  await ask({ type: 'drop.entitlement.grant', version: '1' }, { organization_id: '6f21' });
  const [game] = (await ann.games.top({ first: 1 })).items;
  const drops: string[] = [];
  notification.mockImplementation((message) => {
    if (message.type === 'drop.entitlement.grant') drops.push(...message.event.map(({ data }) => data.entitlement_id));
  });
  const id = sandbox.controls.stream.earnDrop({ userId, gameId: game?.id ?? '' });
  await eventually(() => expect(drops).toEqual([id]));
});
