import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@x/core';
import { pause, startInterval } from '@x/core/provider';
import { codeOf } from './file-folder.ts';
import { wholeMs } from './lease.ts';

// Error codes of `rename` when another process already has the directory; the last one on Windows.
const busy = ['ENOTEMPTY', 'EEXIST', 'EPERM'];

/**
 * A lock among the processes of this machine. It is a directory with one file, whose name states who holds it, until
 * when, and for how long at a time. Every change is one `rename` or removal of exactly that name, which fails if
 * somebody else was faster, so there is no gap between checking and taking.
 *
 * Its duration is counted in real time, regardless of the clock, because processes with other clocks wait for it.
 */
export class FileLock {
  readonly path: string;
  /** Whether it expired before a write under it, so that others may have written since. */
  isLate = false;
  readonly #id = randomUUID();
  readonly #ttlMs: number;
  /** Name of the file in the directory; empty until the lock is taken. */
  #name = '';
  #renewing: Promise<unknown> = Promise.resolve();
  #stopRenewing = () => {};

  private constructor(path: string, ttlMs: number) {
    this.path = path;
    this.#ttlMs = wholeMs(ttlMs); // rounded, because it is part of a name whose parts are separated by dots
  }

  /**
   * Waits for the lock at `path`, and renews it again and again until it is released.
   *
   * @param clock Clock for the wait. Undefined: the runtime's.
   * @param signal Ends the wait. Undefined: only `waitMs` ends it.
   * @throws Error when the lock is not free within `waitMs`; the reason of `signal`.
   */
  static async take(
    path: string,
    { ttlMs, waitMs, pollMs }: Readonly<Record<'ttlMs' | 'waitMs' | 'pollMs', number>>,
    clock: Clock | undefined,
    signal: AbortSignal | undefined,
  ): Promise<FileLock> {
    const lock = new FileLock(path, ttlMs);
    const now = () => (clock ?? performance).now();
    const startedAt = now();
    for (;;) {
      signal?.throwIfAborted();
      if (await lock.#tryTake()) return lock;
      if (now() - startedAt > waitMs)
        throw new Error(
          `the lock ${path} was not free within lockWaitMs (${waitMs} ms): another process is still renewing the grant, or the store does not accept the grant that it renewed. Increase lockWaitMs, or try again`,
        );
      await pause(pollMs * (0.5 + Math.random()), signal, undefined, clock);
    }
  }

  /** Whether the holder may still write. Others take a lock that was not renewed in time. */
  async mayWrite(): Promise<boolean> {
    await this.#renewing;
    await access(join(this.path, this.#name)).catch(() => {
      this.isLate = true;
    });
    return !this.isLate;
  }

  async release(): Promise<void> {
    this.#stopRenewing();
    await this.#renewing;
    // Remove the file first, because a directory that others have taken in the meantime is not empty, and stays.
    await rm(join(this.path, this.#name), { force: true });
    await rmdir(this.path).catch(() => {});
  }

  /** Takes the lock if it is free or has expired. */
  async #tryTake(): Promise<boolean> {
    const [holder] = await readdir(this.path).catch((error): string[] => {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    });
    const isTaken = holder === undefined ? await this.#create() : isOver(holder) && (await this.#rename(holder));
    if (isTaken)
      this.#stopRenewing = startInterval(this.#ttlMs / 3, () => {
        this.#renewing = this.#renewing.then(() => this.#rename(this.#name)).catch(() => {}); // `mayWrite` reports it
      });
    return isTaken;
  }

  /** Creates the directory with the file in it, in one step; false if somebody else was faster. */
  async #create(): Promise<boolean> {
    const name = this.#nameNow();
    const created = `${this.path}.${this.#id}`;
    await rmdir(this.path).catch(() => {}); // removes a directory that was left empty by the process that released it
    await mkdir(created, { mode: 0o700 });
    try {
      await writeFile(join(created, name), '', { mode: 0o600 });
      await rename(created, this.path);
    } catch (error) {
      await rm(created, { recursive: true });
      if (busy.includes(String(codeOf(error)))) return false;
      throw error;
    }
    this.#name = name;
    return true;
  }

  /** Replaces the name `from` with the current one; false if `from` is gone. */
  async #rename(from: string): Promise<boolean> {
    const name = this.#nameNow();
    try {
      await rename(join(this.path, from), join(this.path, name));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
    this.#name = name;
    return true;
  }

  /** Returns the name of the file in a lock that is taken or renewed now. */
  #nameNow(): string {
    return `${this.#id}.${Date.now() + this.#ttlMs}.${this.#ttlMs}`;
  }
}

/** Whether a lock has expired. One that would last longer than possible was written before the clock was set back. */
function isOver(name: string): boolean {
  const [, until, ttlMs] = name.split('.').map(Number);
  const leftMs = Number(until) - Date.now();
  return !(leftMs > 0 && leftMs <= 2 * Number(ttlMs));
}
