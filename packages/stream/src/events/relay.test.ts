import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createSandbox } from '@x/sandbox/stream';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket as Socket, WebSocketServer } from 'ws';
import { createStreamClient } from '../client.ts';
import { createEventListener, type WantedSubscription } from '../events.ts';

/** Creates a generator of numbers from 0 to below 1 that are the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Starts a WebSocket relay that duplicates, delays and reorders notifications. It records the ones that it has passed
 * on to a client whose connection was open, because only these can be expected to arrive.
 */
async function startRelay(target: string, random: () => number) {
  const http = createServer();
  const server = new WebSocketServer({ server: http });
  const passed = new Set<string>();
  http.listen(0, '127.0.0.1');
  await new Promise((resolve) => http.once('listening', resolve));
  const own = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const { origin } = new URL(target);

  server.on('connection', (client, request) => {
    const upstream = new Socket(`${origin}${request.url}`);
    const pass = (text: string, id: string | undefined) => {
      if (client.readyState !== Socket.OPEN) return;
      client.send(text);
      if (id !== undefined) passed.add(id);
    };
    let held: (() => void) | undefined;
    upstream.on('message', (data) => {
      const text = String(data).replaceAll(origin, own); // the address of the new connection leads through the relay, too
      const { metadata, payload } = JSON.parse(text);
      if (metadata.message_type !== 'notification') {
        held?.();
        held = undefined;
        pass(text, undefined);
        return;
      }
      const send = () => {
        pass(text, payload.event.id);
        if (random() < 0.2) pass(text, payload.event.id);
      };
      if (!held && random() < 0.2) {
        held = send; // passed on after the next message
        return;
      }
      send();
      held?.();
      held = undefined;
    });
    upstream.on('close', (code) => (code === 1005 || code === 1006 ? client.terminate() : client.close(code)));
    upstream.on('error', () => client.terminate());
    client.on('close', () => upstream.close());
    client.on('error', () => {});
  });
  return {
    url: target.replace(origin, own),
    passed,
    /** Cuts every connection. */
    cut() {
      for (const client of server.clients) client.terminate();
    },
    async close() {
      for (const client of server.clients) client.terminate();
      server.close();
      http.close();
    },
  };
}

it('each of 10,000 events that a faulty relay passes on arrives exactly once, despite 200 reconnects', async () => {
  const random = createRandom(7);
  const sandbox = await createSandbox({ stream: { users: 5 } });
  const { eventSub, issueUserToken } = sandbox.controls.stream;
  const { accessToken, userId } = issueUserToken();
  const stream = createStreamClient(sandbox.options.stream);
  await stream.accounts.set('ann', { accessToken, scopes: [] });
  const relay = await startRelay(sandbox.listenerOptions.stream.url, random);
  const events = createEventListener(stream.withAccount('ann'), { ...sandbox.listenerOptions.stream, url: relay.url });
  onTestFinished(async () => {
    await events.close();
    await relay.close();
    await sandbox.close();
  });

  const received: string[] = [];
  events.on('stream.online', ({ event }) => received.push(event.id));
  const wanted: WantedSubscription = {
    type: 'stream.online',
    version: '1',
    condition: { broadcaster_user_id: userId },
  };
  await events.setSubscriptions([wanted]);

  const rounds = 200;
  const perRound = 50;
  let disconnects = 0;
  events.on('disconnected', () => {
    disconnects += 1;
  });
  for (let round = 0; round < rounds; round += 1) {
    const [former] = eventSub.sockets.sessions();
    const isSettled = () => {
      const [only, another] = eventSub.sockets.sessions();
      return another === undefined && only?.id !== former?.id && events.state.status === 'connected';
    };
    for (let index = 0; index < perRound; index += 1) {
      if (index === perRound / 2) {
        if (round % 4 === 0) relay.cut();
        else eventSub.sockets.reconnect();
      }
      eventSub.fire('stream.online', '1', { event: { id: `${round}/${index}` } });
      if (random() < 0.1) await wait(0); // lets messages overtake each other
    }
    // The next round starts when the listener has a new session and no other one.
    await expect.poll(isSettled, { interval: 1 }).toBe(true);
  }
  eventSub.fire('stream.online', '1', { event: { id: 'last' } });
  eventSub.fire('stream.online', '1', { event: { id: 'held' } });
  await expect.poll(() => received).toContain('last');
  await expect.poll(() => [...relay.passed].filter((id) => !received.includes(id))).toEqual([]);

  expect(new Set(received).size).toBe(received.length);
  expect(disconnects).toBe(rounds / 4);
  // A cut loses what was sent until everything is subscribed to again; a reconnect loses nothing.
  expect(received.length).toBeGreaterThan(rounds * perRound * 0.7);
  expect(events.state.dropped).toBe(0);
}, 120_000);
