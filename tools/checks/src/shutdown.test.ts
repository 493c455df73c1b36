import type { Server } from 'node:http';
import type { ClientEvent } from '@x/core';
import { createFoodClient } from '@x/food';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { listen } from '@x/testing/programs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { importBlock } from './guide-blocks.ts';

let sandbox: Sandbox;

beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  sandbox = await createSandbox();
});
afterEach(() => sandbox.close());

describe('the app in the shutdown guide', () => {
  let server: Server;
  let stop: (options: { drainMs: number; graceMs: number }) => Promise<void>;
  let origin: string;
  let sent: Promise<void>;

  beforeEach(async () => {
    const { createApp } = await importBlock('shutdown', 'export function createApp');
    const { promise, resolve } = Promise.withResolvers<void>();
    sent = promise;
    const onEvent = ({ type, operation }: ClientEvent) =>
      type === 'request' && operation === 'games.top' ? resolve() : undefined;
    const app = createApp(createStreamClient({ ...sandbox.options.stream, retries: 0, onEvent }));
    ({ server, stop } = app);
    origin = await listen(server);
  });

  it('finishes its response to a visitor, and refuses new visitors', async () => {
    sandbox.faults.add({ provider: 'stream', path: '/helix/games/top', delayMs: 100 });
    const visit = fetch(origin);
    await sent;
    const stopped = stop({ drainMs: 0, graceMs: 60_000 });
    expect((await visit).status).toBe(200);
    await stopped;
    await expect(fetch(origin)).rejects.toThrow('fetch failed');
  });

  it('reports that it is not ready while it still serves visitors', async () => {
    expect((await fetch(`${origin}/ready`)).status).toBe(200);
    stop({ drainMs: 60_000, graceMs: 0 }); // longer than this test
    const response = await fetch(`${origin}/ready`);
    expect([response.status, response.headers.get('connection')]).toEqual([503, 'close']);
    expect((await fetch(origin)).status).toBe(200);
    server.close();
  });

  it('ends the calls that are left after the grace period', async () => {
    sandbox.faults.add({ provider: 'stream', path: '/helix/games/top', stall: 'before' });
    const visit = fetch(origin);
    await sent;
    await stop({ drainMs: 0, graceMs: 10 });
    expect((await visit).status).toBe(503);
  });
});

it("the health app in the guide shows each client's last success and failures, and its calls in progress", async () => {
  const { createHealthApp } = await importBlock('shutdown', 'export function createHealthApp');
  const food = createFoodClient({ ...sandbox.options.food, retries: 0 });
  const app = createHealthApp([food]);
  const health = async () => (await (await app.request('/health')).json())[0];
  await food.foods.search({ query: 'apple' });
  sandbox.faults.add({ provider: 'food', status: 503 });
  await food.foods.search({ query: 'apple' }).catch(() => {});
  expect(await health()).toMatchObject({
    provider: 'food',
    state: 'open',
    callsInProgress: 0,
    lastSuccess: { operation: 'foods.search' },
    lastFailures: [{ operation: 'foods.search', code: 'unavailable' }],
  });
  const leaving = new AbortController();
  const call = food.foods.search({ query: 'pear' }, { signal: leaving.signal });
  const ended = call.catch((error: unknown) => error);
  expect(await health()).toMatchObject({ callsInProgress: 1 });
  leaving.abort();
  await ended;
  expect((await app.request('/live')).status).toBe(204);
});
