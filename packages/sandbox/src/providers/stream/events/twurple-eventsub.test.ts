import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiClient } from '@twurple/api';
import { AppTokenAuthProvider } from '@twurple/auth';
import { ConnectionAdapter, EventSubHttpListener } from '@twurple/eventsub-http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createSandbox } from '../../../create-sandbox.ts';
import type { Sandbox } from '../../../sandbox.ts';

/** The listener's server, with the https host of a proxy in front of it as its address. */
class ProxiedAdapter extends ConnectionAdapter {
  readonly server: Server = createServer();
  override get listenerPort(): number {
    return 0; // any free port
  }
  override createHttpServer(): Server {
    return this.server;
  }
  override async getHostName(): Promise<string> {
    return 'localhost';
  }
  /** Returns the port that the listener got. */
  async port(): Promise<number> {
    if (!this.server.listening) await new Promise((resolve) => this.server.once('listening', resolve));
    return (this.server.address() as AddressInfo).port;
  }
}

let sandbox: Sandbox;
let listener: EventSubHttpListener;

beforeAll(async () => {
  const { fetch } = globalThis;
  const adapter = new ProxiedAdapter();
  // The client's hosts are hard-coded, and its callbacks use https. This sends the hosts' requests to the sandbox, and
  // the callbacks to the listener.
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const { baseUrl, authUrl } = sandbox.options.stream;
    const url = input
      .replace('https://api.twitch.tv/helix', baseUrl)
      .replace('https://id.twitch.tv', authUrl)
      .replace('https://localhost', `http://127.0.0.1:${await adapter.port()}`);
    return fetch(url, init);
  });
  sandbox = await createSandbox({ clock: { offsetMs: 0 } }); // twurple refuses messages that are not of now
  const { clientId, clientSecret } = sandbox.options.stream;
  const apiClient = new ApiClient({ authProvider: new AppTokenAuthProvider(clientId, clientSecret) });
  // @ts-expect-error -- the newest listener was built for the client one release older, whose class is another type
  listener = new EventSubHttpListener({ apiClient, adapter, secret: 'a secret of the test' });
});
afterAll(async () => {
  listener.stop();
  vi.unstubAllGlobals();
  await sandbox.close();
});

it("twurple's listener subscribes, passes the challenge and receives an event", async () => {
  const { userId } = sandbox.controls.stream.issueUserToken({ scopes: ['moderator:read:followers'] });
  const verified = new Promise((resolve) => listener.onVerify(resolve));
  const followed = new Promise<string>((resolve) => {
    listener.onChannelFollow(userId, userId, (event) => resolve(event.userId));
  });
  listener.start();
  expect(await verified).toBe(true);
  // The sandbox enables the subscription when the whole response to its challenge has arrived.
  const { eventSub } = sandbox.controls.stream;
  await vi.waitFor(() => expect(eventSub.fire('channel.follow', '2', { event: { user_id: '4711' } })).toBe(1));
  expect(await followed).toBe('4711');
});
