import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readFigures } from '../figures.ts';
import { type Fleet, startFleet } from './fleet.ts';

// Syncs Items by fleets of several sizes, whose workers are killed at random, and prints what it measures.
//
//   npx pnpm@12 --filter @x/examples run fleet-sync --items 10000 --workers 1,2,4

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '10000' },
    workers: { type: 'string', default: '1,2,4' },
    'syncs-per-minute': { type: 'string', default: '1000000' }, // the limit of the sandbox
    'kill-every': { type: 'string', default: '2000' }, // jobs
    'lock-ms': { type: 'string', default: '5000' },
  },
});
const killEvery = Number(values['kill-every']);

/** Does some work, and waits until everything is synced. At random, a worker is killed and another one started in its place. */
async function finish(
  fleet: Fleet,
  work: () => Promise<unknown>,
): Promise<{ ms: number; jobs: number; kills: number }> {
  const readJobs = async () => (await readFigures(fleet)).jobs ?? 0;
  const [startedAt, first] = [performance.now(), await readJobs()];
  let isDone = false;
  const replacements: Promise<unknown>[] = [];
  async function killAtRandom(): Promise<void> {
    const draw = () => killEvery * (0.5 + Math.random());
    for (let next = first + draw(); !isDone; await setTimeout(20)) {
      if ((await readJobs()) < next) continue;
      next += draw();
      const living = [...fleet.workers];
      const worker = living[Math.floor(Math.random() * living.length)];
      if (worker) replacements.push(fleet.killWorker(worker).then(fleet.startWorker));
    }
  }
  const killing = killAtRandom();
  await work();
  while (!((await fleet.isIdle()) && fleet.isNotified())) await setTimeout(20);
  const ms = performance.now() - startedAt;
  isDone = true;
  await killing;
  await Promise.all(replacements);
  return { ms, jobs: (await readJobs()) - first, kills: replacements.length };
}

/** Changes all Items, as fast as the server takes the webhooks. */
async function changeAll(fleet: Fleet, items: readonly string[]): Promise<void> {
  for (let index = 0; index < items.length; index += 50) {
    await Promise.all(items.slice(index, index + 50).map((item) => fleet.change(item)));
    while (!fleet.isNotified()) await setTimeout(1);
  }
}

async function measure(workers: number) {
  const fleet = await startFleet({
    syncsPerMinute: Number(values['syncs-per-minute']),
    lockMs: Number(values['lock-ms']),
  });
  try {
    const items = await fleet.linkItems(Number(values.items));
    await fleet.queue.drain(); // the schedule starts the first syncs
    const dashboard = await fleet.startDashboard();
    dashboard.lines.on('line', (line) => console.log(line));
    const startAll = () => Promise.all(Array.from({ length: workers }, fleet.startWorker));
    const scheduled = await finish(fleet, startAll);
    const notified = await finish(fleet, () => changeAll(fleet, items));
    const { takeovers = 0, waits = 0, retries = 0, refusals = 0 } = await readFigures(fleet);
    const rateOf = ({ jobs, ms }: typeof scheduled) => Math.round((jobs / ms) * 1_000);
    return {
      workers,
      jobs: scheduled.jobs + notified.jobs,
      seconds: Math.round((scheduled.ms + notified.ms) / 1_000),
      'first syncs/s': rateOf(scheduled),
      'webhook syncs/s': rateOf(notified),
      killed: scheduled.kills + notified.kills,
      'jobs taken over': takeovers,
      waits,
      retries,
      '429s': refusals,
      ...(await fleet.differences()),
    };
  } finally {
    await fleet.stop();
  }
}

const rows: Awaited<ReturnType<typeof measure>>[] = [];
for (const workers of values.workers.split(',')) rows.push(await measure(Number(workers)));
console.table(rows);
if (rows.some(({ lost, doubled, '429s': refusals }) => lost + doubled + refusals > 0)) process.exitCode = 1;
