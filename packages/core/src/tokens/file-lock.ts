import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, startInterval, wholeMs } from '../shared/clock.ts';
import { pause } from '../shared/pause.ts';
import { codeOf } from './file-folder.ts';

/** Duration of a lock, and of waiting for it; all in milliseconds. */
export interface FileLockTimes {
  readonly ttlMs: number;
  readonly waitMs: number;
  readonly pollMs: number;
  /** Clock for waits. Undefined: the runtime's. */
  readonly clock: Clock | undefined;
}

/** A held lock. */
export interface FileLock {
  /** Whether it is still held. Others take a lock that was not kept alive for too long. */
  held(): Promise<boolean>;
  release(): Promise<void>;
}

// Error codes of `rename` when another process already has the directory; the last one on Windows.
const busy = ['ENOTEMPTY', 'EEXIST', 'EPERM'];

/**
 * Waits for a lock among the processes of this machine. It is a directory with one file, whose name states who holds
 * it, until when, and for how long at a time. Every change is one `rename` or removal of exactly that name, which fails
 * if somebody else was faster, so there is no gap between checking and taking.
 *
 * @param signal Ends the wait. Default: only `waitMs` ends it.
 * @throws Error when the lock is not free within `waitMs`; the reason of `signal`.
 */
export async function lockFile(
  path: string,
  { ttlMs, waitMs, pollMs, clock }: FileLockTimes,
  signal?: AbortSignal,
): Promise<FileLock> {
  const owner: LockOwner = { id: randomUUID(), ttlMs: wholeMs(ttlMs) }; // rounded, because it is part of a name whose parts are separated by dots
  const now = () => (clock ?? performance).now();
  const startedAt = now();
  for (;;) {
    signal?.throwIfAborted();
    const name = await tryLock(path, owner);
    if (name !== undefined) return keepAlive(path, name, owner);
    if (now() - startedAt > waitMs)
      throw new Error(
        `the lock ${path} was not free within lockWaitMs (${waitMs} ms): another process is still renewing the grant. Increase lockWaitMs, or try again`,
      );
    await pause(pollMs * (0.5 + Math.random()), signal, undefined, clock);
  }
}

/** Process that asks for a lock, and the time for which it asks. */
interface LockOwner {
  readonly id: string;
  readonly ttlMs: number;
}

// A lock's duration is counted in real time, regardless of the clock, because processes with other clocks wait for the
// same lock.

/** Returns the name of the file in a lock that its owner takes or renews now. */
const nameNow = ({ id, ttlMs }: LockOwner): string => `${id}.${Date.now() + ttlMs}.${ttlMs}`;

/** Takes the lock if it is free or has expired; returns the name of the file in it. */
async function tryLock(path: string, owner: LockOwner): Promise<string | undefined> {
  const [holder] = await readdir(path).catch((error): string[] => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  if (holder === undefined) return createLock(path, owner);
  return isOver(holder) ? replaceName(path, holder, owner) : undefined;
}

/** Creates the directory with the file in it, in one step; undefined if somebody else was faster. */
async function createLock(path: string, owner: LockOwner): Promise<string | undefined> {
  const name = nameNow(owner);
  const created = `${path}.${owner.id}`;
  await rmdir(path).catch(() => {}); // removes a directory that was left empty by the process that released it
  await mkdir(created, { mode: 0o700 });
  try {
    await writeFile(join(created, name), '', { mode: 0o600 });
    await rename(created, path);
    return name;
  } catch (error) {
    await rm(created, { recursive: true });
    if (busy.includes(String(codeOf(error)))) return undefined;
    throw error;
  }
}

/** Replaces the name `from` with the current one; undefined if `from` is gone. */
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

/** Renews a taken lock again and again until it is released. */
function keepAlive(path: string, takenAs: string, owner: LockOwner): FileLock {
  let name = takenAs;
  const renew = async () => {
    name = (await replaceName(path, name, owner)) ?? name;
  };
  let renewing: Promise<void> = Promise.resolve();
  const stopRenewing = startInterval(owner.ttlMs / 3, () => {
    renewing = renewing.then(renew).catch(() => {}); // `held` reports it
  });

  return {
    async held() {
      await renewing;
      return access(join(path, name)).then(
        () => true,
        () => false,
      );
    },
    async release() {
      stopRenewing();
      await renewing;
      // Remove the file first, because a directory that others have taken in the meantime is not empty, and stays.
      await rm(join(path, name), { force: true });
      await rmdir(path).catch(() => {});
    },
  };
}

/** Whether a lock has expired. One that would last longer than possible was written before the clock was set back. */
function isOver(name: string): boolean {
  const [, until, ttlMs] = name.split('.').map(Number);
  const leftMs = Number(until) - Date.now();
  return !(leftMs > 0 && leftMs <= 2 * Number(ttlMs));
}
