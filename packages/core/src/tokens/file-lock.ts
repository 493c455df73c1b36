import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How long a lock lasts, and how it is waited for; all in milliseconds. */
export interface FileLockTimes {
  readonly ttlMs: number;
  readonly waitMs: number;
  readonly pollMs: number;
}

/** A lock that is held. */
export interface FileLock {
  /** Whether it still is: one that was not kept alive for too long is taken by others. */
  held(): Promise<boolean>;
  release(): Promise<void>;
}

// What `rename` says when the directory is somebody's already; the last on Windows.
const busy = ['ENOTEMPTY', 'EEXIST', 'EPERM'];

/**
 * Waits for a lock among the processes of this machine. It is a directory with one file, whose name says who holds it,
 * until when, and for how long at a time. Every change is one `rename` or removal of that very name, which fails when
 * somebody else was faster: there is no moment between looking and taking.
 *
 * @throws Error when it is not free within `waitMs`.
 */
export async function lockFile(path: string, { ttlMs, waitMs, pollMs }: FileLockTimes): Promise<FileLock> {
  const me = randomUUID();
  const nameNow = () => `${me}.${Date.now() + ttlMs}.${ttlMs}`;
  let name = nameNow();

  /** Makes the directory with the file in it, in one step. */
  async function create(): Promise<boolean> {
    const made = `${path}.${me}`;
    await rmdir(path).catch(() => {}); // left empty by whoever released it
    await mkdir(made, { mode: 0o700 });
    try {
      await writeFile(join(made, name), '', { mode: 0o600 });
      await rename(made, path);
      return true;
    } catch (error) {
      await rm(made, { recursive: true });
      if (busy.includes(codeOf(error))) return false;
      throw error;
    }
  }

  /** Puts the name of now in place of `from`, unless it is gone. */
  async function replace(from: string): Promise<boolean> {
    const next = nameNow();
    try {
      await rename(join(path, from), join(path, next));
      name = next;
      return true;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
  }

  for (const startedAt = performance.now(); ; ) {
    const [holder] = await readdir(path).catch((error): string[] => {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    });
    if (holder === undefined) name = nameNow();
    if (holder === undefined ? await create() : isOver(holder) && (await replace(holder))) break;
    if (performance.now() - startedAt > waitMs)
      throw new Error(
        `The lock ${path} was not free within ${waitMs} ms: another process is still renewing the grant.`,
      );
    await new Promise((resolve) => setTimeout(resolve, pollMs * (0.5 + Math.random())));
  }

  let beating: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    beating = beating.then(() => replace(name)).catch(() => {}); // `held` tells
  }, ttlMs / 3);
  timer.unref();

  return {
    async held() {
      await beating;
      return access(join(path, name)).then(
        () => true,
        () => false,
      );
    },
    async release() {
      clearInterval(timer);
      await beating;
      // Of the file first: a directory that others have taken meanwhile is not empty, and stays.
      await rm(join(path, name), { force: true });
      await rmdir(path).catch(() => {});
    },
  };
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);

/** Whether a lock's time is over. One that would last longer than it can is of a clock that was set back since. */
function isOver(name: string): boolean {
  const [, until, ttlMs] = name.split('.').map(Number);
  const leftMs = Number(until) - Date.now();
  return !(leftMs > 0 && leftMs <= 2 * Number(ttlMs));
}
