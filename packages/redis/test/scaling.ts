import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { RateLimitRule } from '@x/core';
import { createStreamClient } from '@x/stream';
import { markdownTable } from '@x/testing/table';
import { redisRateLimiter, redisStore } from '../src/index.ts';
import { type Connection, libraries } from './clients.ts';
import { startRedis } from './redis-server.ts';
import { type Costs, fleets, planFleet } from './scaling-plan.ts';

// Measures the cost of one account, one call and one refresh in Redis and in a process, and computes the needs of large
// fleets from it.
//
//   npx pnpm@12 --filter @x/redis run measure:scaling           prints the tables
//   npx pnpm@12 --filter @x/redis run measure:scaling --write   also writes them to docs/scaling.md

const accountCount = 5000;
const entryCount = 20_000;
const callCount = 20_000;
const callersAtOnce = 64;
const hourMs = 3_600_000;
const page = fileURLToPath(new URL('../../../docs/scaling.md', import.meta.url));

/** Runs `work` for every number below `count`, with as many in parallel as there are callers. */
async function forEachNumber(count: number, work: (index: number) => PromiseLike<unknown>): Promise<void> {
  let next = 0;
  const loop = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: callersAtOnce }, loop));
}

/** Reads a number that the server reports about itself. */
async function readInfo({ send }: Connection, section: string, name: string): Promise<number> {
  const value = new RegExp(`^${name}:([\\d.]+)`, 'm').exec(String(await send('INFO', section)))?.[1];
  if (value === undefined) throw new Error(`INFO ${section} of this Redis has no ${name}`);
  return Number(value);
}

const memoryOf = (connection: Connection) => readInfo(connection, 'memory', 'used_memory');

/** Returns the CPU time that the server has used, in microseconds. */
async function cpuOf(connection: Connection): Promise<number> {
  const user = await readInfo(connection, 'cpu', 'used_cpu_user');
  return (user + (await readInfo(connection, 'cpu', 'used_cpu_sys'))) * 1_000_000;
}

/** A user's grant as long as the streaming API's: 30 and 50 characters, and a few scopes. */
const grantOf = (index: number, expiresAt: number) => ({
  accessToken: `${index}`.padStart(30, 'a'),
  refreshToken: `${index}`.padStart(50, 'r'),
  scopes: ['user:read:email', 'user:read:chat', 'channel:read:subscriptions'],
  obtainedAt: expiresAt - 4 * hourMs,
  expiresAt,
});

/** Returns the Redis memory for each of many entries that `write` stores, in bytes. */
async function bytesPerEntry(connection: Connection, write: (index: number) => PromiseLike<unknown>): Promise<number> {
  await connection.send('FLUSHALL');
  await write(entryCount); // loads the scripts
  const before = await memoryOf(connection);
  await forEachNumber(entryCount, write);
  return ((await memoryOf(connection)) - before) / entryCount;
}

async function bytesOfGrants(connection: Connection, encrypted: boolean): Promise<number> {
  const encryption = { keys: [Buffer.alloc(32, 7).toString('base64')] };
  const store = redisStore(connection.client, encrypted ? { encryption } : {});
  const expiresAt = Date.now() + 4 * hourMs; // the clients' clock
  return bytesPerEntry(connection, (index) => store.set(`account ${index}`, grantOf(index, expiresAt)));
}

async function bytesOfLimits(connection: Connection): Promise<number> {
  const rule: RateLimitRule = { key: 'user', limit: 800, intervalMs: 60_000, refill: 'continuous' };
  const limits = redisRateLimiter(connection.client);
  return bytesPerEntry(connection, async (index) => {
    const place = limits(`owner ${index}`).take(rule);
    await place.waitMs;
    await place.taken;
    place.release({});
  });
}

/** Serves the parts of the streaming API that this measurement needs, in a separate process. */
function serveApi(): void {
  const rows = Array.from({ length: 20 }, (_, index) => ({
    id: `${index}`,
    name: `Game ${index}`,
    box_art_url: `https://static.example.com/box-art/${index}-{width}x{height}.jpg`,
    igdb_id: `${index}`,
  }));
  const body = JSON.stringify({ data: rows, pagination: {} });
  const token = JSON.stringify({
    access_token: 'a'.repeat(30),
    refresh_token: 'r'.repeat(50),
    expires_in: 14_400,
    scope: ['user:read:email'],
    token_type: 'bearer',
  });
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(request.url?.endsWith('/token') ? token : body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

interface Work {
  /** CPU time of this process for each unit of work, in microseconds. */
  readonly processUs: number;
  /** CPU time of Redis for each unit of work, in microseconds. */
  readonly redisUs: number;
}

async function measureWork(connection: Connection, count: number, work: () => Promise<void>): Promise<Work> {
  const redisBefore = await cpuOf(connection);
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { processUs: (user + system) / count, redisUs: ((await cpuOf(connection)) - redisBefore) / count };
}

function usedHeap(): number {
  if (!globalThis.gc) throw new Error('start this with --expose-gc');
  for (let times = 0; times < 3; times += 1) globalThis.gc();
  return process.memoryUsage().heapUsed;
}

async function measureCosts(connection: Connection, url: string): Promise<Costs> {
  const grantBytes = await bytesOfGrants(connection, false);
  const encryptedGrantBytes = await bytesOfGrants(connection, true);
  const limitBytes = await bytesOfLimits(connection);
  await connection.send('FLUSHALL');

  const stream = createStreamClient({
    clientId: 'id',
    clientSecret: 'secret',
    baseUrl: url,
    authUrl: url,
    validateTokens: false,
    tokens: redisStore(connection.client),
    rateLimiter: redisRateLimiter(connection.client),
    maxWaitMs: 0,
  });
  const call = ({ games }: Pick<typeof stream, 'games'>) => games.top({ first: 20 });
  const now = Date.now(); // the client's clock
  await forEachNumber(accountCount, (index) => stream.accounts.set(`${index}`, grantOf(index, now - hourMs)));
  await stream.accounts.set('warm-up', grantOf(0, now + hourMs));
  for (let times = 0; times < 500; times += 1) await call(stream.withAccount('warm-up'));

  const heapBefore = usedHeap();
  const clients = Array.from({ length: accountCount }, (_, index) => stream.withAccount(`${index}`));
  const first = await measureWork(connection, accountCount, () =>
    forEachNumber(accountCount, (index) => call(clients[index] ?? stream)),
  );
  const accountHeapBytes = (usedHeap() - heapBefore) / accountCount;
  const later = await measureWork(connection, callCount, () =>
    forEachNumber(callCount, (index) => call(clients[index % accountCount] ?? stream)),
  );
  return {
    grantBytes,
    encryptedGrantBytes,
    limitBytes,
    accountHeapBytes,
    callUs: later.processUs,
    callRedisUs: later.redisUs,
    refreshUs: first.processUs - later.processUs,
    refreshRedisUs: first.redisUs - later.redisUs,
  };
}

/** Formats a table with words in the first column and numbers in the others. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  markdownTable(head, rows, (column) => column > 0);

const bytes = (value: number) => `${Math.round(value)} bytes`;
const micros = (value: number) => `${Math.round(value)} µs`;

function costTable(costs: Costs): string {
  return table(
    ['Metric', 'Redis', 'Process'],
    [
      ['A stored grant', bytes(costs.grantBytes), ''],
      ['A stored grant, encrypted', bytes(costs.encryptedGrantBytes), ''],
      ["A user's rate limit, while it is in use", bytes(costs.limitBytes), ''],
      ["A user's client (`withAccount`), while you hold it", '', bytes(costs.accountHeapBytes)],
      ['A call: CPU time', micros(costs.callRedisUs), micros(costs.callUs)],
      ['A refresh: additional CPU time', micros(costs.refreshRedisUs), micros(costs.refreshUs)],
    ],
  );
}

function fleetTable(costs: Costs): string {
  const plans = fleets.map((fleet) => planFleet(fleet, costs));
  const row = (name: string, write: (plan: (typeof plans)[number]) => string) => [name, ...plans.map(write)];
  return table(
    ['Metric', ...fleets.map(({ name }) => name)],
    [
      row('Refreshes per second', ({ refreshesPerSecond }) => refreshesPerSecond.toFixed(0)),
      row('Validations per second', ({ validationsPerSecond }) => validationsPerSecond.toFixed(0)),
      row('Total requests per second', ({ requestsPerSecond }) => requestsPerSecond.toFixed(0)),
      row('Round trips to Redis per second', ({ scriptsPerSecond }) => scriptsPerSecond.toFixed(0)),
      row('Redis CPU (share of one core)', ({ redisCores }) => `${Math.round(redisCores * 100)} %`),
      row('Redis memory, with encrypted grants', ({ redisBytes }) => `${(redisBytes / 1e9).toFixed(1)} GB`),
      row('Cores for the processes', ({ processCores }) => processCores.toFixed(1)),
      row('Processes at 60 % of a core, and connections to Redis', ({ processes }) => `${processes}`),
    ],
  );
}

async function main(): Promise<void> {
  const redis = await startRedis();
  const connection = await libraries.ioredis(redis.url);
  const api = fork(fileURLToPath(import.meta.url), ['serve'], { execArgv: ['--conditions=@x/source'] });
  const [port] = await once(api, 'message');
  try {
    const costs = await measureCosts(connection, `http://127.0.0.1:${port}`);
    const [version] = /redis_version:\S+/.exec(String(await connection.send('INFO', 'server'))) ?? [];
    const machine = `Node ${process.versions.node}, Redis ${version?.split(':')[1]}, ${cpus().length} cores`;
    const date = new Date().toISOString().slice(0, 10); // of the measurement
    const blocks = {
      costs: `Measured on ${date} with ${machine}, calls of 20 games over loopback.\n\n${costTable(costs)}`,
      fleets: fleetTable(costs),
    };
    for (const block of Object.values(blocks)) console.log(`${block}\n`);
    if (process.argv.includes('--write')) writePage(blocks);
  } finally {
    api.kill('SIGKILL');
    connection.close();
    await redis.stop();
  }
}

/** Replaces the marked parts of the page. */
function writePage(blocks: Readonly<Record<string, string>>): void {
  let text = readFileSync(page, 'utf8');
  for (const [name, block] of Object.entries(blocks)) {
    const [start, end] = [`<!-- ${name}: written by measure:scaling -->`, `<!-- end of ${name} -->`];
    const [head, rest] = text.split(start);
    const tail = rest?.split(end)[1];
    if (head === undefined || tail === undefined)
      throw new Error(`docs/scaling.md has no part between ${start} and ${end}`);
    text = `${head}${start}\n\n${block}\n\n${end}${tail}`;
  }
  writeFileSync(page, text);
}

if (process.argv[2] === 'serve') serveApi();
else await main();
