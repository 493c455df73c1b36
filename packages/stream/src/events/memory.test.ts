import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { createEventListener, type ListeningClient } from '../events.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Collects garbage, and returns the megabytes of heap that are still in use. */
async function usedHeap(): Promise<number> {
  for (let turn = 0; turn < 4; turn += 1) {
    collectGarbage();
    await wait(5); // finished callbacks let go of what they hold
  }
  return process.memoryUsage().heapUsed / 1e6;
}

const subscription = {
  id: 'sub',
  type: 'stream.online',
  version: '1',
  status: 'enabled',
  condition: { broadcaster_user_id: '1' },
  transport: { method: 'websocket' },
  created_at: '2026-01-01T00:00:00Z',
  cost: 0,
};

/** Starts a server that remembers nothing, so that only the listener can grow. */
async function startServer() {
  const http = createServer();
  const server = new WebSocketServer({ server: http });
  let sent = 0;
  const send = (socket: { send(text: string): void }, message_type: string, payload: object) => {
    sent += 1;
    const metadata = {
      message_id: `${sent}-${'x'.repeat(30)}`,
      message_type,
      message_timestamp: '2026-01-01T00:00:00Z',
    };
    socket.send(JSON.stringify({ metadata, payload }));
  };
  server.on('connection', (socket) => {
    socket.on('error', () => {});
    send(socket, 'session_welcome', { session: { id: `session ${sent}`, keepalive_timeout_seconds: 10 } });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
    http.close();
  });
  return {
    url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}`,
    cut() {
      for (const socket of server.clients) socket.terminate();
    },
    notify() {
      for (const socket of server.clients)
        send(socket, 'notification', { subscription, event: { id: String(sent), text: 'x'.repeat(500) } });
    },
  };
}

it('memory stays flat over 60,000 events and 900 lost connections', async () => {
  const { url, cut, notify } = await startServer();
  const calls = {
    create: async () => ({ data: [subscription], total_cost: 0, max_total_cost: 10 }),
    list: async () => {},
    delete: async () => {},
  };
  const client = { eventSub: { subscriptions: calls } } as object as ListeningClient;
  const events = createEventListener(client, { url, random: () => 0 });
  onTestFinished(() => events.close());
  let received = 0;
  events.on('stream.online', () => {
    received += 1;
  });
  await events.setSubscriptions([{ type: 'stream.online', version: '1', condition: { broadcaster_user_id: '1' } }]);

  const heaps: number[] = [];
  for (let third = 1; third <= 3; third += 1) {
    for (let round = 0; round < 300; round += 1) {
      const again = new Promise<void>((resolve) => {
        const off = events.on('connected', () => {
          off();
          resolve();
        });
      });
      cut();
      await again;
    }
    for (let sent = 0; sent < 20_000; sent += 50) {
      for (let index = 0; index < 50; index += 1) notify();
      await wait(0);
    }
    await expect.poll(() => received).toBe(third * 20_000);
    heaps.push(await usedHeap());
  }
  const [first = 0, second = 0, last = 0] = heaps;
  // Keeping the events would cost 30 MB in each third, and keeping the sessions 3 MB.
  expect(second - first, `${heaps}`).toBeLessThan(2);
  expect(last - second, `${heaps}`).toBeLessThan(1.5);
}, 120_000);
