import { ApiClient } from '@twurple/api';
import { StaticAuthProvider } from '@twurple/auth';
import { EventSubWsListener } from '@twurple/eventsub-ws';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createSandbox } from '../../../create-sandbox.ts';

it("twurple's WebSocket listener subscribes, receives an event, moves to a new connection, and recovers from a lost one", async () => {
  const sandbox = await createSandbox({ clock: { offsetMs: 0 } }); // twurple refuses messages that are not of now
  const { fetch } = globalThis;
  // The client's hosts are hard-coded.
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    const { baseUrl, authUrl } = sandbox.options.stream;
    const url = input.replace('https://api.twitch.tv/helix', baseUrl).replace('https://id.twitch.tv', authUrl);
    return fetch(url, init);
  });
  const { accessToken, userId } = sandbox.controls.stream.issueUserToken({ scopes: ['moderator:read:followers'] });
  const authProvider = new StaticAuthProvider(sandbox.options.stream.clientId, accessToken);
  const apiClient = new ApiClient({ authProvider });
  // @ts-expect-error -- the newest listener was built for the client one release older, whose class is another type
  const listener = new EventSubWsListener({ apiClient, url: sandbox.listenerOptions.stream.url });
  onTestFinished(async () => {
    listener.stop();
    vi.unstubAllGlobals();
    await sandbox.close();
  });

  const { eventSub } = sandbox.controls.stream;
  const followers: string[] = [];
  let created = 0;
  listener.onSubscriptionCreateSuccess(() => {
    created += 1;
  });
  listener.onChannelFollow(userId, userId, ({ userId: follower }) => void followers.push(follower));
  listener.start();
  await expect.poll(() => created, { timeout: 60_000 }).toBe(1);
  eventSub.fire('channel.follow');
  await expect.poll(() => followers).toHaveLength(1);

  const [first] = eventSub.sockets.sessions();
  eventSub.sockets.reconnect();
  await expect.poll(() => eventSub.sockets.sessions().map(({ id }) => id)).not.toContain(first?.id);
  eventSub.fire('channel.follow');
  await expect.poll(() => followers).toHaveLength(2);

  eventSub.sockets.drop();
  await expect.poll(() => created, { timeout: 60_000 }).toBe(2);
  eventSub.fire('channel.follow');
  await expect.poll(() => followers).toHaveLength(3);
}, 120_000);
