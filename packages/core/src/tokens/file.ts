import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseGrant, serializeGrant } from './grant.ts';
import type { TokenStore } from './store.ts';

/** Settings of a {@link fileStore}. */
export interface FileStoreOptions {
  /** Milliseconds after which a lock is taken from a process that died with it. Default 30,000. */
  lockTtlMs?: number;
  /** Milliseconds between two tries for a lock. Default 20. */
  lockPollMs?: number;
}

/**
 * Keeps each grant in a file of its own below `directory`, readable by this user only (mode 0600, directory 0700).
 * Writes are atomic, and `withLock` holds across the processes of this machine.
 *
 * @throws Error from `get` when a file is damaged or was written by a later release.
 */
export function fileStore(
  directory: string,
  { lockTtlMs = 30_000, lockPollMs = 20 }: FileStoreOptions = {},
): TokenStore {
  // Keys hold addresses and account names: neither fits a file name on every system.
  const pathOf = (key: string) => join(directory, createHash('sha256').update(key).digest('hex'));

  async function prepare(): Promise<void> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
  }

  async function lock(path: string): Promise<() => Promise<void>> {
    const mine = randomBytes(16).toString('hex');
    for (;;) {
      try {
        const file = await open(path, 'wx', 0o600);
        await file.writeFile(mine);
        await file.close();
        return async () => {
          if ((await readFile(path, 'utf8').catch(() => '')) === mine) await rm(path, { force: true });
        };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const held = await stat(path).catch(() => undefined);
      if (held && Date.now() - held.mtimeMs > lockTtlMs) {
        // Renamed first: of several processes that find a stale lock, one takes it away.
        const stale = `${path}.${mine}`;
        await rename(path, stale).then(
          () => rm(stale, { force: true }),
          () => {},
        );
      } else await new Promise((resolve) => setTimeout(resolve, lockPollMs));
    }
  }

  return {
    async get(key) {
      const text = await readFile(pathOf(key), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      return text === undefined ? undefined : parseGrant(text);
    },
    async set(key, grant) {
      await prepare();
      const path = pathOf(key);
      const temporary = `${path}.${randomBytes(8).toString('hex')}`;
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(serializeGrant(grant));
        await file.sync();
      } finally {
        await file.close();
      }
      await chmod(temporary, 0o600);
      await rename(temporary, path);
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
    async withLock(key, run) {
      await prepare();
      const unlock = await lock(`${pathOf(key)}.lock`);
      try {
        return await run();
      } finally {
        await unlock();
      }
    },
  };
}
