import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { describeFleet } from '../test/fleet-suite.ts';
import { type RedisServer, startRedis } from '../test/redis-server.ts';

const opener = new URL('../test/openers.ts', import.meta.url).href;
let redis: RedisServer;
let folder: string;
/** Starts a server whose data outlives it. */
const start = (port?: number) => startRedis(port, '--dir', folder, '--appendonly', 'yes', '--appendfsync', 'always');
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'x-fleet-'));
  redis = await start();
});
afterAll(async () => {
  await redis?.stop();
  if (folder) rmSync(folder, { recursive: true });
});

// Half of the processes use each library.
describeFleet(
  'Redis',
  (index) => ({ opener, place: { url: redis.url, library: index % 2 ? 'ioredis' : 'node-redis' } }),
  {
    crashes: {
      begin: () => redis.stop(),
      async end() {
        redis = await start(redis.port);
      },
    },
    hangs: { begin: () => redis.suspend(), end: () => redis.resume() },
  },
);
describeFleet('files', () => ({ opener, place: { folder: join(folder, 'grants') } }));
