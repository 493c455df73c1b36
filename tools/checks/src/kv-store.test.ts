import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSealer, kvStore } from '@x/stores';
import { describeTokenStore } from '@x/testing';
import { createStorage, type Storage } from 'unstorage';
import fsDriver from 'unstorage/drivers/fs';
import fsLiteDriver from 'unstorage/drivers/fs-lite';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'x-kv-'));
afterAll(() => rmSync(folder, { recursive: true }));

const nameOf = (key: string) => `x:tokens:${createHash('sha256').update(key).digest('hex')}`;
const encryption = { keys: [new Uint8Array(32).fill(1)] };
let places = 0;

const storages: Readonly<Record<string, () => Storage>> = {
  memory: () => createStorage(),
  fs: () => createStorage({ driver: fsDriver({ base: join(folder, String(places++)) }) }),
  'fs-lite': () => createStorage({ driver: fsLiteDriver({ base: join(folder, String(places++)) }) }),
};
for (const [name, create] of Object.entries(storages))
  for (const options of [{}, { encryption }])
    describeTokenStore(`kv (${name}, ${'encryption' in options ? 'encrypted' : 'plain'})`, () => {
      const storage = create();
      return {
        open: () => kvStore(storage, options),
        tearsWrites: name !== 'memory', // these drivers write files in place: see kvStore
        plant: async (key, text) =>
          storage.setItem(
            nameOf(key),
            await createSealer('encryption' in options ? encryption : undefined).seal(text, key),
          ),
      };
    });

it('a kv store with encryption shows its storage neither keys nor tokens', async () => {
  const storage = createStorage();
  await kvStore(storage, { encryption }).set('account ann@example.com', { accessToken: 'access-secret' });
  const names = await storage.getKeys();
  expect(names).toHaveLength(1);
  expect(JSON.stringify([names, await storage.getItem(String(names[0]))])).not.toMatch(/ann|secret/);
});
