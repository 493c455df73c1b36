import { createSandbox } from '@x/sandbox/stream';
import { expect, it, onTestFinished } from 'vitest';
import { createStreamClient } from '../client.ts';
import { createEventListener, type WantedSubscription } from '../events.ts';

it('every event of 1,000 subscriptions of two users over four WebSockets arrives once, even after two connections are lost', async () => {
  const sandbox = await createSandbox({ stream: { users: 1000 } });
  onTestFinished(() => sandbox.close());
  const { eventSub, issueUserToken, users } = sandbox.controls.stream;
  const stream = createStreamClient(sandbox.options.stream);
  const channels = users();
  const received: string[] = [];
  const listeners = await Promise.all(
    ['ann', 'bob'].map(async (account, index) => {
      const userId = channels[index]?.id ?? '';
      const scopes = ['user:read:chat'];
      const { accessToken } = issueUserToken({ userId, scopes });
      await stream.accounts.set(account, { accessToken, scopes });
      const events = createEventListener(stream.withAccount(account), sandbox.listenerOptions.stream);
      onTestFinished(() => events.close());
      events.on('channel.chat.message', ({ event }) => received.push(event.message_id));
      const wanted = channels.slice(index * 500, index * 500 + 500).map(
        ({ id }): WantedSubscription => ({
          type: 'channel.chat.message',
          version: '1',
          condition: { broadcaster_user_id: id, user_id: userId },
        }),
      );
      await events.setSubscriptions(wanted);
      return events;
    }),
  );
  expect(listeners.map(({ state }) => state.subscribed)).toEqual([500, 500]);
  expect(eventSub.sockets.sessions()).toHaveLength(4);

  async function fireEach(round: string): Promise<void> {
    received.length = 0;
    const ids = channels.map(({ id }) => `${round} ${id}`);
    for (const [index, { id }] of channels.entries()) {
      const fired = { subject: { broadcaster_user_id: id }, event: { message_id: ids[index] } };
      expect(eventSub.fire('channel.chat.message', '1', fired)).toBe(1);
    }
    await expect.poll(() => received.length).toBe(1000);
    expect([...received].sort()).toEqual(ids.sort());
  }
  await fireEach('first');

  const lost = eventSub.sockets.sessions().filter((_, index) => index % 2 === 0);
  for (const { id } of lost) eventSub.sockets.drop(id);
  await expect.poll(() => listeners.map(({ state }) => state.status)).not.toContain('connected');
  await expect.poll(() => listeners.map(({ state }) => state.status)).toEqual(['connected', 'connected']);
  expect(eventSub.sockets.sessions()).toHaveLength(4);
  await fireEach('second');
}, 120_000);
