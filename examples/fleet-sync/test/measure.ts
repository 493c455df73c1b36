import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { markdownTable } from '@x/testing/table';
import { readFigures } from '../figures.ts';
import { readCosts } from './costs.ts';
import { type Fleet, type FleetOptions, startFleet } from './fleet.ts';

// Syncs Items with fleets of several sizes, whose workers are killed at random, and prints the measurements.
//
//   npx pnpm@12 --filter @x/examples run fleet-sync
//   npx pnpm@12 --filter @x/examples run fleet-sync --items 2500 --workers 4 --syncs-per-minute 2500

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '10000' },
    workers: { type: 'string', default: '1,2,4' },
    'syncs-per-minute': { type: 'string', default: '1000000' }, // the limit of the sandbox
    'kill-every': { type: 'string', default: '2000' }, // average number of jobs between two kills, 50% more or fewer
  },
});
const options: FleetOptions = { syncsPerMinute: Number(values['syncs-per-minute']), lockMs: 5_000 };
const pollMs = 200;

/** Kills a random worker after about every `every` jobs, and starts another one in its place. */
function killAtRandom(fleet: Fleet, every: number) {
  let isOver = false;
  const replacements: Promise<unknown>[] = [];
  const draw = () => every * (0.5 + Math.random());
  async function run(): Promise<void> {
    for (let next = draw(); !isOver; await setTimeout(pollMs)) {
      if (((await readFigures(fleet)).jobs ?? 0) < next) continue;
      next += draw();
      const living = [...fleet.workers];
      const worker = living[Math.floor(Math.random() * living.length)];
      if (worker) replacements.push(fleet.killWorker(worker).then(fleet.startWorker));
    }
    await Promise.all(replacements);
  }
  const running = run();
  return async function stop(): Promise<number> {
    isOver = true;
    await running;
    return replacements.length;
  };
}

/** Runs `work`, and waits until everything is synced. */
async function finish(fleet: Fleet, work: () => Promise<unknown>) {
  const [startedAt, before] = [performance.now(), await readFigures(fleet)];
  await work();
  while (!((await fleet.isIdle()) && fleet.isNotified())) await setTimeout(pollMs);
  const jobs = ((await readFigures(fleet)).jobs ?? 0) - (before.jobs ?? 0);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { jobs, seconds, rate: Math.round(jobs / seconds) };
}

const startWorkers = (fleet: Fleet, count: number) => Promise.all(Array.from({ length: count }, fleet.startWorker));

/** Measures a fleet whose workers are killed. */
async function measureFleet(workers: number) {
  const fleet = await startFleet(options);
  try {
    const items = await fleet.linkItems(Number(values.items));
    await fleet.queue.drain(); // the schedule starts the first syncs
    const dashboard = await fleet.startDashboard();
    dashboard.lines.on('line', (line) => console.log(line));
    const stopKilling = killAtRandom(fleet, Number(values['kill-every']));
    const scheduled = await finish(fleet, () => startWorkers(fleet, workers));
    const notified = await finish(fleet, () => fleet.changeAll(items, () => setTimeout(5)));
    const kills = await stopKilling();
    const { lost, doubled } = await fleet.differences();
    const { takeovers = 0, waits = 0, retries = 0, refusals = 0 } = await readFigures(fleet);
    return {
      Workers: workers,
      Jobs: scheduled.jobs + notified.jobs,
      Seconds: Math.round(scheduled.seconds + notified.seconds),
      'First syncs/s': scheduled.rate,
      'Syncs by webhook/s': notified.rate,
      'Workers killed': kills,
      'Jobs taken over': takeovers,
      Waits: waits,
      Retries: retries,
      '429s': refusals,
      Lost: lost,
      Doubled: doubled,
    };
  } finally {
    await fleet.stop();
  }
}

/** Measures the costs of one Item, one transaction and one sync, with one worker that is not killed. */
async function measureCosts(itemCount: number) {
  const fleet = await startFleet(options);
  try {
    const empty = await readCosts(fleet);
    const items = await fleet.linkItems(itemCount);
    const linked = await readCosts(fleet);
    const worker = await fleet.startWorker();
    await finish(fleet, async () => {});
    const readCpu = async (): Promise<number> => {
      worker.child.send('CPU');
      return (await once(worker.child, 'message'))[0];
    };
    const [synced, cpu] = [await readCosts(fleet), await readCpu()];
    const { jobs } = await finish(fleet, () => fleet.changeAll(items, () => setTimeout(5)));
    const [changed, spent] = [await readCosts(fleet), (await readCpu()) - cpu];
    const costs = {
      'Item in PostgreSQL, bytes': synced.itemBytes / itemCount,
      'Transaction in PostgreSQL, bytes': synced.transactionBytes / synced.transactionCount,
      'Balance of an account on a day in PostgreSQL, bytes': synced.balanceBytes,
      'Waiting job in Redis, bytes': (linked.redisBytes - empty.redisBytes) / itemCount,
      'Sync: Redis scripts': (changed.redisScripts - synced.redisScripts) / jobs,
      'Sync: Redis CPU, µs': (1_000 * (changed.redisCpuMs - synced.redisCpuMs)) / jobs,
      'Sync: worker CPU, µs': (1_000 * spent) / jobs,
      'Sync: PostgreSQL transactions': (changed.commits - synced.commits) / jobs,
      'Sync: PostgreSQL write-ahead log, bytes': (changed.walBytes - synced.walBytes) / jobs,
    };
    return Object.entries(costs).map(([Unit, cost]) => ({ Unit, Cost: Math.round(cost * 10) / 10 }));
  } finally {
    await fleet.stop();
  }
}

// Exit normally, which also ends the processes that were started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

function print(rows: readonly object[]): void {
  const cells = rows.map((row) => Object.values(row).map(String));
  console.log(`\n${markdownTable(Object.keys(rows[0] ?? {}), cells)}`);
}

const rows: Awaited<ReturnType<typeof measureFleet>>[] = [];
for (const workers of values.workers.split(',')) {
  rows.push(await measureFleet(Number(workers)));
  print(rows);
}
print(await measureCosts(Math.min(2_000, Number(values.items))));
if (rows.some(({ Lost, Doubled, '429s': refusals }) => Lost + Doubled + refusals > 0)) process.exitCode = 1;
