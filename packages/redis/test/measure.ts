import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { memoryRateLimiter, type RateLimiterFactory, type RateLimitRule } from '@x/core';
import { createGrantSource } from '@x/core/provider';
import { createStreamClient } from '@x/stream';
import { redisRateLimiter, redisStore } from '../src/index.ts';
import { type Connection, libraries } from './clients.ts';
import { startRedis } from './redis-server.ts';
import { countCommands } from './statistics.ts';

// Measures the cost of the shared rate limiter and the shared token store, on a real server on this machine.
//
//   npx pnpm@12 --filter @x/redis run measure

const callCount = 20_000;
const callersAtOnce = 64;
const refreshRounds = 20;
const processCount = 8;
/** Time that the simulated provider takes for a refresh, in milliseconds. */
const refreshTakesMs = 20;

/** A limit so large that no call waits, with the response headers of a limit that is never reached. */
const rule: RateLimitRule = { key: 'measured', limit: 1e9, intervalMs: 60_000, refill: 'continuous' };

type Row = Record<string, string | number>;
type Measured = { wallMs: number; cpuMs: number };

async function measure(work: () => Promise<void>): Promise<Measured> {
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs: performance.now() - startedAt, cpuMs: (user + system) / 1000 };
}

/** Runs `call` again and again, in as many loops as there are callers. */
async function callAll(call: () => Promise<void>): Promise<void> {
  let left = callCount;
  const loop = async () => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: callersAtOnce }, loop));
}

const rounded = (value: number, digits = 1) => Number(value.toFixed(digits));

function rowOf(name: string, { wallMs, cpuMs }: Measured): Row {
  return {
    name,
    'calls/s': Math.round((callCount / wallMs) * 1000),
    'client CPU µs/call': rounded((cpuMs * 1000) / callCount),
  };
}

/** Takes points and reports responses, as a client does, but without the client around it. */
async function spend(limits: RateLimiterFactory, owner: string): Promise<void> {
  const limiter = limits(owner);
  let remaining = rule.limit;
  await callAll(async () => {
    const place = limiter.take(rule);
    await place.waitMs;
    await place.taken;
    remaining -= 1;
    const resetAt = Date.now() + rule.intervalMs; // the limiter's clock
    place.release({ limit: rule.limit, remaining, resetAt });
  });
}

/** Makes calls with a whole client, whose provider responds in memory. */
async function callClient(rateLimiter: RateLimiterFactory | undefined): Promise<void> {
  const limit = 1e9;
  let remaining = limit;
  const client = createStreamClient({
    clientId: 'id',
    clientSecret: 'secret',
    ...(rateLimiter && { rateLimiter }),
    async fetch(input) {
      if (String(input).includes('/token'))
        return Response.json({ access_token: 'access', expires_in: 36_000, token_type: 'bearer' });
      remaining -= 1;
      const headers = {
        'ratelimit-limit': String(limit),
        'ratelimit-remaining': String(remaining),
        'ratelimit-reset': String(Math.ceil(Date.now() / 1000)), // the client's clock
      };
      return Response.json({ data: [], pagination: {} }, { headers });
    },
  });
  await callAll(async () => void (await client.games.top({ first: 1 })));
}

async function measureRateLimiter(name: string, { client, send }: Connection): Promise<Row[]> {
  const rows: Row[] = [];
  const scenarios: [string, () => Promise<void>][] = [
    ['rate limiter alone', () => spend(redisRateLimiter(client), 'alone')],
    ['client with rate limiter', () => callClient(redisRateLimiter(client))],
  ];
  for (const [scenario, work] of scenarios) {
    await work(); // warms up
    const before = await countCommands(send);
    const row = rowOf(`${name}: ${scenario}`, await measure(work));
    const { scripts, inside, microseconds } = (await countCommands(send)).since(before);
    rows.push({
      ...row,
      'Redis CPU µs/call': rounded(microseconds / callCount),
      'scripts/call': rounded(scripts / callCount, 2),
      'commands inside/call': rounded(inside / callCount),
    });
  }
  return rows;
}

/** Runs one of the processes that refresh the same grant. It reports how long the refresh took, in milliseconds. */
async function refreshAsTold(url: string, library: keyof typeof libraries): Promise<void> {
  const { client } = await libraries[library](url);
  const store = redisStore(client);
  process.on('message', async (round: number) => {
    const cache = createGrantSource({
      key: `grant ${round}`,
      store,
      clock: { now: () => 10_000_000 },
      async obtain() {
        await new Promise((resolve) => setTimeout(resolve, refreshTakesMs));
        return { accessToken: `access-${process.pid}`, refreshToken: 'refresh', expiresAt: 20_000_000 };
      },
    });
    const startedAt = performance.now();
    await cache.get();
    process.send?.(performance.now() - startedAt);
  });
  process.send?.('ready');
}

async function measureRefresh(url: string, { client, send }: Connection): Promise<Row> {
  const store = redisStore(client);
  const children: ChildProcess[] = [];
  for (let index = 0; index < processCount; index += 1) {
    const library = index % 2 ? 'ioredis' : 'node-redis';
    const child = fork(fileURLToPath(import.meta.url), [url, library], { execArgv: ['--conditions=@x/source'] });
    child.once('exit', (code) => {
      if (code) process.exit(code); // it has printed the reason
    });
    children.push(child);
    await once(child, 'message');
  }
  const took: number[] = [];
  const before = await countCommands(send);
  try {
    for (let round = 0; round < refreshRounds; round += 1) {
      await store.set(`grant ${round}`, { accessToken: 'old', refreshToken: 'refresh', expiresAt: 1 });
      const answers = children.map(async (child) => Number((await once(child, 'message'))[0]));
      for (const child of children) child.send(round);
      took.push(...(await Promise.all(answers)));
    }
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
  const { scripts, inside } = (await countCommands(send)).since(before);
  took.sort((a, b) => a - b);
  const percentile = (share: number) => rounded(took[Math.ceil(took.length * share) - 1] ?? 0);
  return {
    name: `${processCount} processes, one grant, a refresh of ${refreshTakesMs} ms`,
    'p50 ms': percentile(0.5),
    'p99 ms': percentile(0.99),
    'scripts/round': rounded(scripts / refreshRounds - 1), // excludes the script of the `set` before it
    'commands inside/round': rounded(inside / refreshRounds),
  };
}

async function main(): Promise<void> {
  const redis = await startRedis();
  const connections = await Promise.all(
    Object.entries(libraries).map(async ([name, connect]) => [name, await connect(redis.url)] as const),
  );
  console.log(`${cpus().length} cores, Node ${process.version}`);
  const memory = await measure(() => spend(() => memoryRateLimiter(), 'memory'));
  const client = await measure(() => callClient(undefined));
  const rows = [rowOf('memory: rate limiter alone', memory), rowOf('memory: client with rate limiter', client)];
  for (const [name, connection] of connections) rows.push(...(await measureRateLimiter(name, connection)));
  console.table(rows);
  const [, ioredis] = connections;
  if (ioredis) console.table([await measureRefresh(redis.url, ioredis[1])]);
  for (const [, { close }] of connections) close();
  await redis.stop();
}

const [url, library] = process.argv.slice(2);
if (url && library) await refreshAsTold(url, library as keyof typeof libraries);
else await main();
