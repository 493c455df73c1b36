import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, startInterval, wholeMs } from '../shared/clock.ts';
import { pause } from '../shared/pause.ts';
import { codeOf } from './file-folder.ts';

/** How long a lock lasts, and how it is waited for; all in milliseconds. */
export interface FileLockTimes {
  readonly ttlMs: number;
  readonly waitMs: number;
  readonly pollMs: number;
  /** The time that the wait goes by. Undefined: the runtime's. */
  readonly clock: Clock | undefined;
}

/** A lock that is held. */
export interface FileLock {
  /** Whether it still is: one that was not kept alive for too long is taken by others. */
  held(): Promise<boolean>;
  release(): Promise<void>;
}

// The codes of `rename` when another process already has the directory; the last on Windows.
const busy = ['ENOTEMPTY', 'EEXIST', 'EPERM'];

/**
 * Waits for a lock among the processes of this machine. It is a directory with one file, whose name states who holds it,
 * until when, and for how long at a time. Every change is one `rename` or removal of that very name, which fails when
 * somebody else was faster: there is no moment between looking and taking.
 *
 * @param signal Ends the wait. Default: nothing does before `waitMs`.
 * @throws Error when it is not free within `waitMs`; the reason of `signal`.
 */
export async function lockFile(
  path: string,
  { ttlMs, waitMs, pollMs, clock }: FileLockTimes,
  signal?: AbortSignal,
): Promise<FileLock> {
  const owner: LockOwner = { id: randomUUID(), ttlMs: wholeMs(ttlMs) }; // it is part of a name whose parts are divided by dots
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

/** Who asks for a lock, and for how long at a time. */
interface LockOwner {
  readonly id: string;
  readonly ttlMs: number;
}

// How long a lock lasts is counted in real time, whatever the clock: processes with other clocks wait for the same lock.

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
  await rmdir(path).catch(() => {}); // left empty by the process that released it
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
      // The file first: a directory that others have taken in the meantime is not empty, and stays.
      await rm(join(path, name), { force: true });
      await rmdir(path).catch(() => {});
    },
  };
}

/** Whether a lock's time is over. One that would last longer than it can is of a clock that was set back since. */
function isOver(name: string): boolean {
  const [, until, ttlMs] = name.split('.').map(Number);
  const leftMs = Number(until) - Date.now();
  return !(leftMs > 0 && leftMs <= 2 * Number(ttlMs));
}
