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
  const owner: LockOwner = { id: randomUUID(), ttlMs };
  const startedAt = performance.now();
  for (;;) {
    const name = await tryLock(path, owner);
    if (name !== undefined) return keepAlive(path, name, owner);
    if (performance.now() - startedAt > waitMs)
      throw new Error(
        `The lock ${path} was not free within ${waitMs} ms: another process is still renewing the grant.`,
      );
    await new Promise((resolve) => setTimeout(resolve, pollMs * (0.5 + Math.random())));
  }
}

/** Who asks for a lock, and for how long at a time. */
interface LockOwner {
  readonly id: string;
  readonly ttlMs: number;
}

/** The name of the file in a lock that its owner takes or renews now. */
const nameNow = ({ id, ttlMs }: LockOwner): string => `${id}.${Date.now() + ttlMs}.${ttlMs}`;

/** Takes the lock if it is free or its time is over; returns the name of the file in it. */
async function tryLock(path: string, owner: LockOwner): Promise<string | undefined> {
  const [holder] = await readdir(path).catch((error): string[] => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  if (holder === undefined) return createLock(path, owner);
  return isOver(holder) ? replaceName(path, holder, owner) : undefined;
}

/** Creates the directory with the file in it, in one step; undefined when somebody else was faster. */
async function createLock(path: string, owner: LockOwner): Promise<string | undefined> {
  const name = nameNow(owner);
  const created = `${path}.${owner.id}`;
  await rmdir(path).catch(() => {}); // left empty by whoever released it
  await mkdir(created, { mode: 0o700 });
  try {
    await writeFile(join(created, name), '', { mode: 0o600 });
    await rename(created, path);
    return name;
  } catch (error) {
    await rm(created, { recursive: true });
    if (busy.includes(codeOf(error))) return undefined;
    throw error;
  }
}

/** Puts the name of now in place of `from`; undefined when that is gone. */
async function replaceName(path: string, from: string, owner: LockOwner): Promise<string | undefined> {
  const name = nameNow(owner);
  try {
    await rename(join(path, from), join(path, name));
    return name;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Renews a lock that was taken, again and again until it is released. */
function keepAlive(path: string, takenAs: string, owner: LockOwner): FileLock {
  let name = takenAs;
  const renew = async () => {
    name = (await replaceName(path, name, owner)) ?? name;
  };
  let renewing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renewing.then(renew).catch(() => {}); // `held` reports it
  }, owner.ttlMs / 3);
  timer.unref();

  return {
    async held() {
      await renewing;
      return access(join(path, name)).then(
        () => true,
        () => false,
      );
    },
    async release() {
      clearInterval(timer);
      await renewing;
      // The file first: a directory that others have taken in the meantime is not empty, and stays.
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
