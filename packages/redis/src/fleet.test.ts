import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { describeFleet } from '../test/fleet-suite.ts';
import { type RedisServer, startRedis } from '../test/redis-server.ts';

const opener = new URL('../test/openers.ts', import.meta.url).href;
let redis: RedisServer;
let folder: string;
beforeAll(async () => {
  redis = await startRedis();
  folder = mkdtempSync(join(tmpdir(), 'x-fleet-'));
});
afterAll(async () => {
  await redis?.stop();
  if (folder) rmSync(folder, { recursive: true });
});

// Half of the processes use each library.
describeFleet('Redis', (index) => ({
  opener,
  place: { url: redis.url, library: index % 2 ? 'ioredis' : 'node-redis' },
}));
describeFleet('files', () => ({ opener, place: { folder } }));
