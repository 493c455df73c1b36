import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGrant } from '@x/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyOf, lockTtlMs, meet, type Task } from '../test/fleet.ts';
import { type RedisServer, startRedis } from '../test/redis-server.ts';

const worker = fileURLToPath(new URL('../test/fleet-worker.ts', import.meta.url));
const start = (): ChildProcess => fork(worker, { execArgv: ['--conditions=@x/source'] });

/** A provider with one user. Refresh tokens work once; who uses one again is logged out, with everybody who shares it. */
async function startProvider() {
  const state = { refreshes: 0, reused: 0, refused: 0, access: '', refresh: '', used: new Set<string>() };
  const window = { count: 0, endsAt: 0 };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body));
    if (request.url === '/token') {
      const given = new URLSearchParams(text).get('refresh_token') ?? '';
      if (state.used.has(given)) {
        state.reused += 1;
        state.access = state.refresh = ''; // reuse ends the whole grant (RFC 9700 §4.14.2)
      }
      if (given !== state.refresh || !given) return answer(400, { error: 'invalid_grant' });
      state.used.add(given);
      state.refreshes += 1;
      state.access = `access-${state.refreshes}`;
      state.refresh = `refresh-${state.refreshes}`;
      return setTimeout(
        () => answer(200, { access_token: state.access, refresh_token: state.refresh, expires_in: 3600 }),
        50,
      );
    }
    if (request.url === '/mine')
      return request.headers.authorization === `Bearer ${state.access}` ? answer(200, {}) : answer(401, {});
    if (Date.now() >= window.endsAt) Object.assign(window, { count: 0, endsAt: Date.now() + 400 });
    window.count += 1;
    response.setHeader('remaining', Math.max(0, 40 - window.count)).setHeader('reset', window.endsAt - Date.now());
    if (window.count <= 40) return answer(200, {});
    state.refused += 1;
    return answer(429, {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

let redis: RedisServer;
let provider: Awaited<ReturnType<typeof startProvider>>;
let folder: string;
let processes: ChildProcess[];
beforeAll(async () => {
  [redis, provider] = await Promise.all([startRedis(), startProvider()]);
  folder = mkdtempSync(join(tmpdir(), 'x-fleet-'));
  processes = Array.from({ length: 8 }, start);
});
afterAll(async () => {
  for (const each of processes ?? []) each.kill('SIGKILL');
  provider?.close();
  await redis?.stop();
  if (folder) rmSync(folder, { recursive: true });
});

type Where = 'Redis' | 'files';
/** Where process `index` of the fleet meets the others; with Redis, half of it by each library. */
const meetingOf = (where: Where, index: number): Task['meeting'] =>
  where === 'files' ? { folder } : { redis: redis.url, library: index % 2 ? 'ioredis' : 'node-redis' };

/** What a process sends next. */
const next = async (child: ChildProcess): Promise<unknown> => (await once(child, 'message'))[0];

async function give(child: ChildProcess, task: Task): Promise<unknown> {
  const result = next(child);
  child.send(task);
  return result;
}

/** Puts a grant that has ended into the store; only its refresh token is good. */
async function begin(where: Where): Promise<void> {
  const { state, url } = provider;
  Object.assign(state, { refreshes: 0, reused: 0, access: '', refresh: `refresh of ${++rounds}` });
  const { tokens, close } = await meet(meetingOf(where, 0));
  const refreshToken = state.refresh;
  await tokens.set(keyOf(url), createGrant({ accessToken: 'ended', refreshToken, obtainedAt: 1, expiresAt: 2 }));
  close();
}
let rounds = 0;

/** All eight processes make some calls at once. */
const all = (where: Where, path: Task['path'] = '/mine', calls = 50) =>
  Promise.all(
    processes.map((child, index) => give(child, { url: provider.url, path, calls, meeting: meetingOf(where, index) })),
  ).then((outcomes) => tally(outcomes.flat()));

const tally = (outcomes: unknown[]) =>
  Object.fromEntries([...Map.groupBy(outcomes, String)].map(([outcome, all]) => [outcome, all.length]));

/** A ninth process begins to refresh, and is killed where it stopped. */
async function killOne(where: Where, stopsAt: NonNullable<Task['stopsAt']>): Promise<void> {
  const child = start();
  const task: Task = { url: provider.url, path: '/mine', calls: 1, meeting: meetingOf(where, 0), stopsAt };
  expect(await give(child, task)).toBe('stopped');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe.each<Where>(['Redis', 'files'])('8 processes that share a grant in %s', (where) => {
  it('refresh it once, and nobody is logged out', async () => {
    for (let round = 0; round < 5; round += 1) {
      await begin(where);
      expect(await all(where)).toEqual({ worked: 400 });
      expect(provider.state).toMatchObject({ refreshes: 1, reused: 0 });
    }
  });

  it.each(['refresh unsent', 'grant stored'] as const)(
    'refresh it once when one that holds the lock is killed: %s',
    async (stopsAt) => {
      await begin(where);
      await killOne(where, stopsAt);
      const startedAt = performance.now();
      expect(await all(where)).toEqual({ worked: 400 });
      expect(provider.state).toMatchObject({ refreshes: 1, reused: 0 });
      expect(performance.now() - startedAt).toBeLessThan(lockTtlMs + 5000);
    },
  );

  // Nothing can be done about it: the only refresh token that works was in the memory of the process that died. The
  // grant is stored as soon as it is read, so that this takes a death within a few milliseconds.
  it('ask for a new consent when it was killed with an answer that it had not stored', async () => {
    await begin(where);
    await killOne(where, 'refresh answered');
    expect(await all(where)).toEqual({ reauthorization_required: 400 });
    expect(provider.state.refreshes).toBe(1);
    expect(provider.state.reused).toBeLessThanOrEqual(8); // no process asks twice
    await begin(where); // the user consents
    expect(await all(where)).toEqual({ worked: 400 });
  });
});

it('8 processes stay inside one rate limit together', async () => {
  expect(await all('Redis', '/limited', 25)).toEqual({ worked: 200 });
  expect(provider.state.refused).toBe(0);
});
