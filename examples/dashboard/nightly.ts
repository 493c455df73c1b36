import { pino } from 'pino';
import { connect, createClients } from './clients.ts';
import { syncItem } from './ledger.ts';
import { readSettings } from './settings.ts';

// Syncs all banks. If it was killed, run it again, because each bank continues from the cursor in its ledger.
const settings = readSettings(process.env);
const log = pino({ base: { process: 'nightly' } });
const redis = await connect(settings.redisUrl, log);
const { bank } = createClients(redis, settings, log);
for (const item of (await redis.sMembers('items')).sort())
  await syncItem(bank, redis, item).catch((error: unknown) => {
    log.error({ err: error, item }, 'not synced'); // its user may have to log in again; the other banks are still synced
    process.exitCode = 1;
  });
log.info('done');
await redis.close();
