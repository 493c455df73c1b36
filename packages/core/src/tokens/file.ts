import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { optionKind, type RulesOf } from '../options/option-rule.ts';
import { problemOfOptions } from '../options/problem-of-options.ts';
import { type FileLock, lockFile } from './file-lock.ts';
import { parseGrant, serializeGrant } from './grant.ts';
import type { TokenStore } from './store.ts';

/** Settings of a {@link fileStore}. */
export interface FileStoreOptions {
  /** Milliseconds after which a lock is taken from a process that died with it; a living one keeps it alive. Above 0. Default 30,000. */
  lockTtlMs?: number | undefined;
  /** Longest wait for a lock, in milliseconds from 0; then `withLock` fails. Default 60,000. */
  lockWaitMs?: number | undefined;
  /** Milliseconds between two tries for a lock, more or less; above 0. Default 20. */
  lockPollMs?: number | undefined;
}

const fileStoreRules = {
  lockTtlMs: optionKind.milliseconds,
  lockWaitMs: optionKind.millisecondsFrom0,
  lockPollMs: optionKind.milliseconds,
} satisfies RulesOf<FileStoreOptions>;

/** A temporary file that is older is left over, whoever wrote it: a write takes milliseconds. */
const leftOverMs = 60_000;
/** How often a write starts over when its temporary file was deleted by another process. */
const writeTries = 100;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
const unlessMissing = (error: unknown) => {
  if (codeOf(error) !== 'ENOENT') throw error;
};

/**
 * Stores each grant in a file of its own in the folder `directory`, unencrypted and readable by this user only (files have
 * mode 0600). Writes are atomic, and `withLock` holds across the processes of this machine. What a process that was killed
 * in the middle of a write left behind is removed by the next write of the same grant, and by its deletion.
 *
 * A folder that does not exist is created with mode 0700. An existing one must be closed to other users: `chmod 700`. On
 * Windows its permissions are not checked. It may be a symbolic link to a folder.
 *
 * @param directory Path of the folder. A relative one is resolved once, against the current folder of the process.
 * @throws TypeError when `directory` is not a non-empty string, or an option is unknown or not valid. Error from `get` and `set` when other users can open the
 * folder, or when it cannot be read or written; from `get` when a file is damaged or was written by a later release; from
 * `withLock` when the lock is not free in time.
 */
export function fileStore(directory: string, options: FileStoreOptions = {}): TokenStore {
  const problem = problemOfOptions(options, fileStoreRules);
  if (problem !== undefined) throw new TypeError(`fileStore: ${problem}`);
  const { lockTtlMs: ttlMs = 30_000, lockWaitMs: waitMs = 60_000, lockPollMs: pollMs = 20 } = options;
  if (typeof directory !== 'string' || directory === '')
    throw new TypeError('directory must be the path of a folder, as a non-empty string');
  const folder = resolve(directory); // now: the process may change its current folder later
  // Keys hold addresses and account names: neither fits a file name on every system.
  const pathOf = (key: string) => join(folder, createHash('sha256').update(key).digest('hex'));
  const holding = new AsyncLocalStorage<{ readonly path: string; readonly lock: FileLock; late: boolean }>();

  /** Runs an operation on the folder; what it throws says which folder and what to do. */
  async function inFolder<T>(action: 'read' | 'write', run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      const code = codeOf(error);
      const remedy =
        code === 'ENOTDIR' || code === 'EEXIST'
          ? 'It is not a folder, or is below something that is not: pass the path of a folder'
          : code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
            ? 'Make it readable and writable for the user of this process, or pass the path of another folder'
            : code === 'ENOENT' && action === 'write'
              ? 'It was deleted, or it is a symbolic link to a folder that does not exist'
              : undefined;
      if (!remedy) throw error;
      throw Object.assign(new Error(`cannot ${action} the token folder ${folder} (${code}). ${remedy}`), { code });
    }
  }

  /** Refuses what is not a folder, and a folder that other users can open. */
  async function check(): Promise<void> {
    const found = await stat(folder);
    if (!found.isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    const mode = found.mode & 0o777;
    if (process.platform !== 'win32' && mode & 0o077)
      throw new Error(
        `other users have access to the token folder ${folder} (its mode is ${mode.toString(8).padStart(4, '0')}). Run: chmod 700 ${folder}`,
      );
  }

  const create = () => inFolder('write', () => mkdir(folder, { recursive: true, mode: 0o700 }));

  /** Whether the caller may write: a holder whose lock expired and was taken by others may not. */
  async function mayWrite(path: string): Promise<boolean> {
    const held = holding.getStore();
    if (held?.path !== path || (await held.lock.held())) return true;
    held.late = true;
    return false;
  }

  /** Writes `text` to a file of its own in the folder `drafts`, and moves it to `path`. */
  async function writeOnce(path: string, drafts: string, text: string): Promise<void> {
    await mkdir(drafts, { recursive: true, mode: 0o700 });
    const draft = join(drafts, `${hostId}.${process.pid}.${randomBytes(8).toString('hex')}`);
    try {
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await chmod(draft, 0o600);
      // Checked as late as possible.
      if (await mayWrite(path)) await rename(draft, path);
    } finally {
      await rm(draft, { force: true }); // it is gone once it was moved
    }
  }

  async function write(path: string, drafts: string, text: string): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await writeOnce(path, drafts, text);
      } catch (error) {
        // The draft or its folder was removed at the same time: with the grant, or by a writer who found the folder empty.
        if (codeOf(error) !== 'ENOENT' || tries === writeTries) throw error;
      }
    }
  }

  return {
    lockWaitMs: waitMs,
    get: (key) =>
      inFolder('read', async () => {
        await check().catch(unlessMissing);
        const text = await readFile(pathOf(key), 'utf8').catch(unlessMissing);
        return text === undefined ? undefined : parseGrant(text);
      }),
    async set(key, grant) {
      await create();
      await inFolder('write', async () => {
        await check();
        const path = pathOf(key);
        const drafts = draftsOf(path);
        try {
          await write(path, drafts, serializeGrant(grant));
        } finally {
          await removeLeftOvers(drafts).catch(() => {}); // the next write tries again
        }
      });
    },
    async delete(key) {
      const path = pathOf(key);
      await inFolder('write', async () => {
        if (!(await mayWrite(path))) return;
        // All of them: one that is being written may hold the grant, and its writer starts over.
        await rm(draftsOf(path), { recursive: true, force: true, maxRetries: 10, retryDelay: 5 });
        await rm(path, { force: true });
      });
    },
    async withLock(key, run) {
      await create();
      const path = pathOf(key);
      for (;;) {
        const lock = await inFolder('write', () => lockFile(`${path}.lock`, { ttlMs, waitMs, pollMs }));
        const held = { path, lock, late: false };
        try {
          const result = await holding.run(held, run);
          if (!held.late) return result;
        } finally {
          await lock.release();
        }
      }
    },
  };
}

/** The folder of the temporary files of one grant: of its own, since listing that of all grants could take long. */
const draftsOf = (path: string) => `${path}.tmp`;

const hostId = createHash('sha256').update(hostname()).digest('hex').slice(0, 12);

/** Removes what writers who died left in the folder `drafts`, and the folder once it is empty. */
async function removeLeftOvers(drafts: string): Promise<void> {
  const names = await readdir(drafts).catch(() => []);
  for (const name of names) {
    const path = join(drafts, name);
    if (isOfDeadProcess(name) || (await isOld(path))) await rm(path, { force: true });
  }
  await rmdir(drafts).catch(() => {}); // not empty: others are writing
}

/** Whether a process of this machine wrote the file and runs no more. */
function isOfDeadProcess(name: string): boolean {
  const [host, pid] = name.split('.');
  if (host !== hostId || !Number(pid)) return false;
  try {
    process.kill(Number(pid), 0); // signal 0 only asks whether the process is there
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

async function isOld(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  return Date.now() - mtimeMs > leftOverMs;
}
