import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createGrantSource } from '@x/core/provider';
import { type Meeting, meet } from '../../redis/test/fleet.ts';
import { startRedis } from '../../redis/test/redis-server.ts';
import { createTableStatement } from '../src/index.ts';
import { libraries } from './clients.ts';
import { startPostgres } from './postgres-server.ts';

// Measures the cost of the token store for fleets, on a real PostgreSQL and, for comparison, a real Redis on this
// machine.
//
//   npx pnpm@12 --filter @x/postgres run measure

const locksPerProcess = 2000;
const locksAtOnce = 16;
const refreshRounds = 100;
/** Time that the simulated provider takes for a refresh, in milliseconds. */
const refreshTakesMs = 20;

type Order = { readonly work: 'locks' } | { readonly work: 'refresh'; readonly round: number };

/** Runs one of the processes that share a store. It reports how long each order took, in milliseconds. */
async function workAsTold(meeting: Meeting): Promise<void> {
  const { store } = await meet(meeting);
  const grant = { accessToken: 'a'.repeat(60), refreshToken: 'refresh', expiresAt: 20_000_000 };

  /** Takes locks of grants that no other process wants, and writes the grants. */
  async function takeLocks(): Promise<void> {
    let left = locksPerProcess;
    const loop = async (_: unknown, index: number) => {
      const key = `${process.pid} ${index}`;
      for (; left > 0; left -= 1)
        await store.withLock?.(key, async (lock) => {
          await store.get(key, { lock });
          await store.set(key, grant, { isLast: true, lock });
        });
    };
    await Promise.all(Array.from({ length: locksAtOnce }, loop));
  }

  /** Uses a grant that has expired, at the same time as all other processes. */
  async function refresh(round: number): Promise<void> {
    const cache = createGrantSource({
      key: `grant ${round}`,
      store,
      clock: { now: () => 10_000_000 },
      async obtain() {
        await new Promise((resolve) => setTimeout(resolve, refreshTakesMs));
        return grant;
      },
    });
    await cache.get();
  }

  process.on('message', async (order: Order) => {
    const startedAt = performance.now();
    await (order.work === 'locks' ? takeLocks() : refresh(order.round));
    process.send?.(performance.now() - startedAt);
  });
  process.send?.('ready');
}

/** Starts processes that share a store. Returns the times that they need for an order that all receive at once. */
async function startProcesses(count: number, meeting: Meeting) {
  const children: ChildProcess[] = [];
  for (let index = 0; index < count; index += 1) {
    const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(meeting)], {
      execArgv: ['--conditions=@x/source'],
    });
    child.once('exit', (code) => {
      if (code) process.exit(code); // it has printed the reason
    });
    children.push(child);
    await once(child, 'message');
  }
  return {
    async order(order: Order): Promise<number[]> {
      const took = children.map(async (child) => Number((await once(child, 'message'))[0]));
      for (const child of children) child.send(order);
      return await Promise.all(took);
    },
    end() {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}

async function measureFleet(name: string, meeting: Meeting, count: number) {
  const { store, close } = await meet(meeting);
  const { order, end } = await startProcesses(count, meeting);
  try {
    await order({ work: 'locks' }); // warms up
    const lockMs = Math.max(...(await order({ work: 'locks' })));
    const took: number[] = [];
    for (let index = 0; index < refreshRounds; index += 1) {
      const round = count * 1000 + index;
      await store.set(`grant ${round}`, { accessToken: 'old', refreshToken: 'refresh', expiresAt: 1 });
      took.push(...(await order({ work: 'refresh', round })));
    }
    took.sort((a, b) => a - b);
    const percentile = (share: number) => Number((took[Math.ceil(took.length * share) - 1] ?? 0).toFixed(1));
    return {
      store: name,
      processes: count,
      'withLock/s': Math.round((count * locksPerProcess * 1000) / lockMs),
      'refresh p50 ms': percentile(0.5),
      'refresh p99 ms': percentile(0.99),
    };
  } finally {
    end();
    await close();
  }
}

async function main(): Promise<void> {
  // Make commits wait for the disk, as in production.
  const [server, redis] = [await startPostgres({ fsync: 'on' }), await startRedis()];
  const { send, close } = await libraries.pg(server.url);
  await send(createTableStatement());
  await close();
  const opener = new URL('./opener.ts', import.meta.url).href;
  const ofRedis = new URL('../../redis/test/openers.ts', import.meta.url).href;
  const stores: readonly [string, Meeting][] = [
    ['PostgreSQL, pg', { opener, place: { url: server.url, library: 'pg' } }],
    ['PostgreSQL, Postgres.js', { opener, place: { url: server.url, library: 'postgres' } }],
    ['Redis, ioredis', { opener: ofRedis, place: { url: redis.url, library: 'ioredis' } }],
  ];
  console.log(`${cpus().length} cores, Node ${process.version}, a refresh of ${refreshTakesMs} ms`);
  const rows = [];
  for (const count of [1, 2, 4])
    for (const [name, meeting] of stores) rows.push(await measureFleet(name, meeting, count));
  console.table(rows);
  await server.stop();
  await redis.stop();
}

const [meeting] = process.argv.slice(2);
if (meeting) await workAsTold(JSON.parse(meeting));
else await main();
