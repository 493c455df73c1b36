import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileLock, lockFile } from './file-lock.ts';
import { parseGrant, serializeGrant } from './grant.ts';
import type { TokenStore } from './store.ts';

/** Settings of a {@link fileStore}. */
export interface FileStoreOptions {
  /** Milliseconds after which a lock is taken from a process that died with it; a living one keeps it alive. Default 30,000. */
  lockTtlMs?: number;
  /** Longest wait for a lock, in milliseconds; then `withLock` fails. Default 60,000. */
  lockWaitMs?: number;
  /** Milliseconds between two tries for a lock, more or less. Default 20. */
  lockPollMs?: number;
}

/**
 * Keeps each grant in a file of its own below `directory`, readable by this user only (mode 0600, directory 0700).
 * Writes are atomic, and `withLock` holds across the processes of this machine.
 *
 * @throws Error from `get` when a file is damaged or was written by a later release; from `withLock` when the lock is not
 * free in time.
 */
export function fileStore(
  directory: string,
  { lockTtlMs: ttlMs = 30_000, lockWaitMs: waitMs = 60_000, lockPollMs: pollMs = 20 }: FileStoreOptions = {},
): TokenStore {
  // Keys hold addresses and account names: neither fits a file name on every system.
  const pathOf = (key: string) => join(directory, createHash('sha256').update(key).digest('hex'));
  const holding = new AsyncLocalStorage<{ readonly path: string; readonly lock: FileLock; late: boolean }>();

  async function prepare(): Promise<void> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
  }

  /** Whether the caller may write: a holder who was stopped for so long that others have taken his lock may not. */
  async function mayWrite(path: string): Promise<boolean> {
    const held = holding.getStore();
    if (held?.path !== path || (await held.lock.held())) return true;
    held.late = true;
    return false;
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
      try {
        const file = await open(temporary, 'wx', 0o600);
        try {
          await file.writeFile(serializeGrant(grant));
          await file.sync();
        } finally {
          await file.close();
        }
        await chmod(temporary, 0o600);
        // Asked as late as can be.
        if (await mayWrite(path)) await rename(temporary, path);
      } finally {
        await rm(temporary, { force: true }); // there no more once it has its name
      }
    },
    async delete(key) {
      const path = pathOf(key);
      if (await mayWrite(path)) await rm(path, { force: true });
    },
    async withLock(key, run) {
      await prepare();
      const path = pathOf(key);
      for (;;) {
        const held = { path, lock: await lockFile(`${path}.lock`, { ttlMs, waitMs, pollMs }), late: false };
        try {
          const result = await holding.run(held, run);
          if (!held.late) return result;
        } finally {
          await held.lock.release();
        }
      }
    },
  };
}
