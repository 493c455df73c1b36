import type { Acquisition, EntryWrite, StoredEntry } from '@x/stores';

const dayMs = 86_400_000;

/** An entry and its lock, as a Durable Object stores them. Times are Unix milliseconds. */
export interface Entry {
  /** The grant; null if there is none. */
  readonly value: string | null;
  /** Fence of the last write; 0 before the first. */
  readonly version: number;
  /** Latest fence that was assigned. */
  readonly fence: number;
  readonly owner: string | null;
  /** Time at which the lock becomes free; 0 if it is free. */
  readonly lockedUntil: number;
  /** Time at which the entry is deleted; null for never. */
  readonly expiresAt: number | null;
}

const noEntry: Entry = { value: null, version: 0, fence: 0, owner: null, lockedUntil: 0, expiresAt: null };

/**
 * Returns the next fence of an entry. It is derived from the clock, so that an entry that was lost does not start
 * lower.
 */
const fenceAfter = ({ fence }: Entry, now: number): number => Math.max(fence + 1, now * 1000);

/** Returns the version of an entry, as stores compare it. */
const versionOf = ({ version }: Entry): string => (version === 0 ? '' : String(version));

/** Returns an entry as of the time `now`: without its grant if that has expired, but with its lock. */
export function currentEntry(entry: Entry | undefined, now: number): Entry {
  if (!entry) return noEntry;
  return entry.expiresAt !== null && entry.expiresAt <= now ? { ...entry, value: null } : entry;
}

/** Returns an entry, as stores read it. */
export const readEntry = (entry: Entry): StoredEntry => ({ version: versionOf(entry), text: entry.value });

/** Writes to an entry, unless another owner with a larger fence has written since. */
export function writeEntry(entry: Entry, { fence: own, text, storedMs, release }: EntryWrite, now: number) {
  const fence = own === undefined ? fenceAfter(entry, now) : Number(own);
  const isWritten = fence >= entry.version;
  const isReleased = release !== undefined && entry.owner === release;
  const next: Entry = {
    ...(isReleased ? { ...entry, owner: null, lockedUntil: 0 } : entry),
    ...(isWritten && {
      value: text,
      version: fence,
      fence: Math.max(fence, entry.fence),
      // Remember a deletion for a day, because an earlier holder of the lock must not bring the grant back.
      expiresAt: text === null ? now + dayMs : storedMs === undefined ? null : now + storedMs,
    }),
  };
  return { next, outcome: { isWritten, version: versionOf(next) } };
}

/**
 * Takes the lock of an entry for an owner, if it is free and the grant is still the version that the owner has seen
 * (`seen`).
 */
export function acquireLock(
  entry: Entry,
  lock: { readonly owner: string; readonly ttlMs: number; readonly seen: string | undefined },
  now: number,
): { readonly next: Entry; readonly outcome: Acquisition } {
  const { owner, ttlMs, seen } = lock;
  if (entry.owner !== owner) {
    if (entry.value !== null && seen !== undefined && seen !== versionOf(entry))
      return { next: entry, outcome: { outcome: 'changed', ...readEntry(entry) } };
    if (entry.lockedUntil > now) return { next: entry, outcome: { outcome: 'held', ...readEntry(entry) } };
  }
  const fence = fenceAfter(entry, now);
  const expiresAt = entry.value === null ? now + dayMs : entry.expiresAt;
  const next = { ...entry, fence, owner, lockedUntil: now + ttlMs, expiresAt };
  return { next, outcome: { outcome: 'acquired', fence: String(fence), ...readEntry(next) } };
}

/** Extends the lock of an entry to `until`, if the owner still has it; 0 releases it. */
export function extendLock(entry: Entry, owner: string, until: number): Entry {
  if (entry.owner !== owner) return entry;
  return until === 0 ? { ...entry, owner: null, lockedUntil: 0 } : { ...entry, lockedUntil: until };
}
