import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Clock, FencedStore, StoreLock } from '@x/core';
import { parseGrant, serializeGrant } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, describeValue, type RulesOf } from '@x/core/options';
import { createSealer, type EncryptionOptions, encryptionRules } from './encryption.ts';
import { removeFileAndDrafts, writeFileAtomically } from './file-drafts.ts';
import { checkFolder, createFolder, inFolder, unlessMissing } from './file-folder.ts';
import { FileLock } from './file-lock.ts';

/** Options of {@link fileStore}. */
export interface FileStoreOptions {
  /** Encryption of grants at rest. Default: they are stored in plain text, in files that only their owner can read. */
  encryption?: EncryptionOptions | undefined;
  /**
   * Milliseconds after which a lock is free if its holder died; a running holder keeps it alive. Above 0. Default
   * 30,000.
   */
  lockTtlMs?: number | undefined;
  /** Longest wait for a lock, in milliseconds from 0, after which `withLock` fails. Default 60,000. */
  lockWaitMs?: number | undefined;
  /** Approximate milliseconds between two attempts to take a lock; above 0. Default 20. */
  lockPollMs?: number | undefined;
  /**
   * Clock for lock waits (`lockWaitMs` and `lockPollMs`), for tests. A lock's duration (`lockTtlMs`) is always counted
   * in real time, which other processes share. Default: the real time, and real timers.
   */
  clock?: Clock | undefined;
}

const fileStoreRules = {
  encryption: optionKind.object(encryptionRules),
  lockTtlMs: optionKind.milliseconds,
  lockWaitMs: optionKind.millisecondsFrom0,
  lockPollMs: optionKind.milliseconds,
  clock: optionKind.clock,
} satisfies RulesOf<FileStoreOptions>;

const problemOfDirectory = (directory: unknown): string | undefined =>
  typeof directory === 'string' && directory !== ''
    ? undefined
    : `directory must be the path of a folder, as a non-empty string; got ${describeValue(directory)}`;

/**
 * Creates a store that keeps each grant in its own file in the folder `directory`, readable by this user only (files
 * have mode 0600), and encrypted if you set `encryption`. Writes are atomic, and `withLock` works across all processes
 * of this machine. Leftovers of a process that was killed in the middle of a write are removed by the next write of the
 * same grant, and when it is deleted.
 *
 * A missing folder is created with mode 0700. An existing one must be closed to other users (`chmod 700`); on Windows
 * its permissions are not checked. It may be a symbolic link to a folder.
 *
 * @param directory Path of the folder. A relative path is resolved once, against the process's current folder.
 * @throws ApiError `invalid_params` when `directory` is not a non-empty string, or an option is unknown or invalid.
 * Error from `get` and `set` when other users can open the folder, or when it cannot be read or written; from `get`
 * when a file is corrupted, was written by a later release, or cannot be decrypted; from `withLock` when the lock is
 * not free in time.
 */
export function fileStore(directory: string, options: FileStoreOptions = {}): FencedStore {
  checkOptions(
    { provider: 'stores', operation: 'fileStore', below: fileStore },
    options,
    fileStoreRules,
    problemOfDirectory(directory),
  );
  const { lockTtlMs: ttlMs = 30_000, lockWaitMs: waitMs = 60_000, lockPollMs: pollMs = 20, clock } = options;
  const folder = resolve(directory); // resolved now, because the process may change its current folder later
  // Keys hold addresses and account names, which are not valid file names on every system.
  const pathOf = (key: string) => join(folder, createHash('sha256').update(key).digest('hex'));
  const lockPathOf = (key: string) => `${pathOf(key)}.lock`;
  const sealer = createSealer(options.encryption);

  /** Whether the caller may write. A holder whose lock expired and was taken by others may not. */
  async function mayWrite(key: string, given: StoreLock | undefined): Promise<boolean> {
    const lock = given as FileLock | undefined;
    return lock?.path !== lockPathOf(key) || lock.mayWrite();
  }

  return {
    lockWaitMs: waitMs,
    get: (key) =>
      inFolder(folder, 'read', async () => {
        await checkFolder(folder).catch(unlessMissing);
        const text = await readFile(pathOf(key), 'utf8').catch(unlessMissing);
        return text === undefined ? undefined : parseGrant(await sealer.open(text, key));
      }),
    async set(key, grant, options) {
      const text = await sealer.seal(serializeGrant(grant), key);
      await inFolder(folder, 'write', async () => {
        await createFolder(folder);
        await checkFolder(folder);
        await writeFileAtomically(pathOf(key), text, () => mayWrite(key, options?.lock));
      });
    },
    delete: (key, options) =>
      inFolder(folder, 'write', async () => {
        if (await mayWrite(key, options?.lock)) await removeFileAndDrafts(pathOf(key));
      }),
    async withLock(key, run, _peek, signal) {
      for (;;) {
        const lock = await inFolder(folder, 'write', async () => {
          await createFolder(folder);
          return FileLock.take(lockPathOf(key), { ttlMs, waitMs, pollMs }, clock, signal);
        });
        try {
          const result = await run(lock);
          if (!lock.isLate) return result;
        } finally {
          await lock.release();
        }
      }
    },
  };
}
