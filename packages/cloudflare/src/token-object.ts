import type { EntryWrite } from '@x/stores';
import { acquireLock, currentEntry, type Entry, extendLock, readEntry, writeEntry } from './entry.ts';

/** The parts of a Durable Object's storage that are used here. */
export interface ObjectStorage {
  /** Reads a value; undefined if there is none. */
  get(key: string): Promise<unknown>;
  /** Stores a value. */
  put(key: string, value: unknown): Promise<void>;
  /** Deletes everything that the object stores. */
  deleteAll(): Promise<void>;
  /** Calls `alarm` at a time, in Unix milliseconds. */
  setAlarm(time: number): Promise<void>;
  /** Cancels the alarm, if one is set. */
  deleteAlarm(): Promise<void>;
}

/** A request to a {@link TokenObject}. */
export type ObjectRequest =
  | { readonly step: 'read' }
  | { readonly step: 'write'; readonly write: EntryWrite }
  | { readonly step: 'acquire'; readonly owner: string; readonly ttlMs: number; readonly seen?: string | undefined }
  | { readonly step: 'extend'; readonly owner: string; readonly ttlMs: number }
  | { readonly step: 'release'; readonly owner: string };

const name = 'entry';

/**
 * Durable Object of a `durableObjectStore`, which holds one grant and its lock. Export it from the worker, and
 * bind it as a Durable Object. It responds only to bindings; no web address leads to it.
 *
 * @example
 * export { TokenObject } from '@x/cloudflare';
 */
export class TokenObject {
  declare private readonly storage: ObjectStorage;

  /** Called by the runtime. */
  constructor(state: { readonly storage: ObjectStorage }) {
    Object.defineProperty(this, 'storage', { value: state.storage }); // not enumerable, so that no log shows its contents
  }

  /** Responds to a store. Called by the runtime. */
  async fetch(request: Request): Promise<Response> {
    return Response.json((await takeStep(this.storage, await request.json())) ?? null);
  }

  /** Deletes an expired entry. Called by the runtime. */
  async alarm(): Promise<void> {
    const now = Date.now();
    const { expiresAt, lockedUntil } = await load(this.storage, now);
    if (expiresAt === null) return;
    const endsAt = Math.max(expiresAt, lockedUntil);
    if (endsAt > now) await this.storage.setAlarm(endsAt);
    else await this.storage.deleteAll();
  }
}

/** Takes one step. It is atomic, because the runtime delivers no other event between its read and its write. */
async function takeStep(storage: ObjectStorage, request: ObjectRequest): Promise<unknown> {
  const now = Date.now();
  const entry = await load(storage, now);
  switch (request.step) {
    case 'read':
      return readEntry(entry);
    case 'write': {
      const { next, outcome } = writeEntry(entry, request.write, now);
      await save(storage, entry, next);
      return outcome;
    }
    case 'acquire': {
      const { owner, ttlMs, seen } = request;
      const { next, outcome } = acquireLock(entry, { owner, ttlMs, seen }, now);
      await save(storage, entry, next);
      return outcome;
    }
    case 'extend':
      return save(storage, entry, extendLock(entry, request.owner, now + request.ttlMs));
    case 'release':
      return save(storage, entry, extendLock(entry, request.owner, 0));
  }
}

async function load(storage: ObjectStorage, now: number): Promise<Entry> {
  return currentEntry((await storage.get(name)) as Entry | undefined, now);
}

async function save(storage: ObjectStorage, entry: Entry, next: Entry): Promise<void> {
  if (next === entry) return; // waiting callers write nothing
  const writes = [storage.put(name, next)];
  // All writes of one step are stored together, because nothing is awaited between them.
  if (next.expiresAt === null) writes.push(storage.deleteAlarm());
  else if (next.expiresAt !== entry.expiresAt) writes.push(storage.setAlarm(next.expiresAt));
  await Promise.all(writes);
}
