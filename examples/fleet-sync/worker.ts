import { Worker } from 'bullmq';
import { count } from './figures.ts';
import { enqueueAll, queueName, type SyncJob } from './queue.ts';
import { openServices } from './services.ts';
import { syncItem } from './sync.ts';

const services = openServices(process.env);
const { settings, log, onError, redis, queue, pool } = services;

// When a worker is killed, another takes over its jobs once their locks have expired, no matter how often this happens.
const { redisUrl: url, lockMs, scheduleMs } = settings;
const locks = { lockDuration: lockMs, stalledInterval: lockMs, maxStalledCount: Number.MAX_SAFE_INTEGER };
const worker = new Worker<SyncJob>(
  queueName,
  ({ data: { item } }) => (item === undefined ? enqueueAll(queue, pool) : syncItem(services, item)),
  { connection: { url }, concurrency: 20, ...locks },
);
worker.on('error', onError).on('completed', () => count(redis, 'jobs'));
worker.on('stalled', () => count(redis, 'takeovers'));
worker.on('failed', (job, error) => {
  count(redis, 'retries');
  log.warn({ err: error, item: job?.data.item }, 'not synced');
});

// Webhooks may be lost, so every Item is also synced on a schedule, which all workers share.
await queue.upsertJobScheduler('all-items', { every: scheduleMs }, { name: 'all-items' });
log.info('started');

// Nothing would be lost without this. It only saves the other workers the wait until the locks have expired.
process.once('SIGTERM', () => worker.close().then(() => process.exit()));
