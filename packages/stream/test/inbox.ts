import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Sandbox } from '@x/sandbox';
import { expect, vi } from 'vitest';
import type { EventSubRequest, EventSubType, StreamClient } from '../src/index.ts';
import { createWebhookReceiver, type WebhookHandlers, type WebhookReceiver } from '../src/webhooks.ts';

export const secret = 'a secret of the tests';

/** A loopback server that passes its requests to `receiver`, as an app would. */
export async function serveWebhooks(receiver: WebhookReceiver, handlersOf: (path: string) => WebhookHandlers) {
  const server = createServer(async (request, answer) => {
    const { method, headers, url = '' } = request;
    const response = await receiver.handle({ method, headers, body: await buffer(request) }, handlersOf(url));
    answer.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Drops all connections, so that pending requests get no response. */
    hangUp: () => server.closeAllConnections(),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Waits until `check` does not throw: for anything that reaches the test or the sandbox over a socket. */
export const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { interval: 5, timeout: 5000 });

/** Waits for an event with these fields, and returns it. */
export type Heard = (members: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** Receives a sandbox's events. */
export interface Inbox {
  /** An address that passes challenges; messages sent there are accepted and discarded. */
  readonly callback: string;
  /** Subscribes to events, unless it has before. */
  listen(type: EventSubType, version: string, condition: Record<string, string>): Promise<Heard>;
  close(): Promise<void>;
}

/** Opens the inbox of a sandbox, which subscribes with the app's token. */
export async function openInbox({ clock }: Sandbox, app: StreamClient): Promise<Inbox> {
  const listeners = new Map<string, Record<string, unknown>[]>();
  const receiver = createWebhookReceiver({ secret, clock });
  const server = await serveWebhooks(receiver, (path) => ({
    notification: ({ event }) => listeners.get(path)?.push({ ...(event as object) }),
  }));

  async function subscribe(path: string, request: object) {
    const transport = { method: 'webhook', callback: server.url + path, secret };
    const { data } = await app.eventSub.subscriptions.create({ ...request, transport } as EventSubRequest);
    await eventually(async () => {
      const { items } = await app.eventSub.subscriptions.list({ subscription_id: data[0]?.id ?? '' });
      expect(items[0]?.status).toBe('enabled');
    });
  }

  return {
    callback: `${server.url}/`,
    async listen(type, version, condition) {
      const request = { type, version, condition };
      const path = `/${encodeURIComponent(JSON.stringify(request))}`;
      const known = listeners.get(path);
      const events = known ?? [];
      listeners.set(path, events);
      if (!known) await subscribe(path, request);
      return (members) =>
        eventually(() => {
          const found = events.find((event) => expect.objectContaining(members).asymmetricMatch(event));
          return found ?? expect.unreachable(`no event with ${JSON.stringify(members)} has come`);
        });
    },
    close: server.close,
  };
}
