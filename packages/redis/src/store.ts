import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import {
  type Clock,
  type Grant,
  optionKind,
  parseGrant,
  pause,
  problemOfOptions,
  type RulesOf,
  type StoreWriteOptions,
  serializeGrant,
  type TokenStore,
} from '@x/core';
import { problemOfClient, type RedisClient, script, scriptRunner } from './client.ts';
import { createSealer, type EncryptionOptions, encryptionRules } from './encryption.ts';
import { type Entry, type Lock, lockOf, nextFence, takeLock } from './lock.ts';
import { checkPrefix } from './prefix.ts';

/** Settings of a {@link redisStore}. */
export interface RedisStoreOptions {
  /** What the names of all keys begin with, without braces: they belong to Redis Cluster. Default `x:tokens:`. */
  prefix?: string | undefined;
  /**
   * Milliseconds after its last write in which a grant is forgotten; above 0. Default: never; its user would have to consent
   * again. Grants without refresh token, such as those of applications, go when they end in any case.
   */
  ttlMs?: number | undefined;
  /** Encrypts grants at rest. Default: they are kept in plain text. */
  encryption?: EncryptionOptions | undefined;
  /** Milliseconds after which a lock is free when its holder died; a living one keeps it alive. Above 0; default 15,000. */
  lockTtlMs?: number | undefined;
  /** Longest wait for a lock, in milliseconds from 0; then the call fails. Should be more than `lockTtlMs`. Default 60,000. */
  lockWaitMs?: number | undefined;
  /** Longest wait for a response of Redis, in milliseconds, above 0. Default 5000. */
  timeoutMs?: number | undefined;
  /**
   * The time, and how to wait for a lock; for tests. It is not used for `timeoutMs` and `lockTtlMs`. Default: the real time, and
   * real timers.
   */
  clock?: Clock | undefined;
}

const redisStoreRules = {
  prefix: optionKind.string,
  ttlMs: optionKind.milliseconds,
  encryption: optionKind.object(encryptionRules),
  lockTtlMs: optionKind.milliseconds,
  lockWaitMs: optionKind.millisecondsFrom0,
  timeoutMs: optionKind.milliseconds,
  clock: optionKind.clock,
} satisfies RulesOf<RedisStoreOptions>;

/** What an operation inside `withLock` finds: in `peek` without the lock, in `run` with it. */
interface Inside {
  readonly key: string;
  /** The lock, where it is held. */
  readonly lock: Lock | undefined;
  /** The entry that Redis has just reported, for the first `get`. */
  entry: Entry | undefined;
  /** Whether another holder has written since the lock was taken. */
  isLate: boolean;
  /** Whether the last write has released the lock. */
  isReleased: boolean;
}

/** Of more entries than this, those seen first are forgotten: they are read once more before their lock is taken. */
const maxSeen = 10_000;

const read = script(`return redis.call('HMGET', KEYS[1], 'grant', 'by')`);

// KEYS: the entry, its lock. ARGV: the fence of the writer, empty without a lock; the grant, empty to delete it; for how many
// milliseconds it is stored, or empty; the owner of the lock, if it is released with this write, or empty.
// A deletion is remembered for a day: an earlier holder of the lock must not bring the grant back.
// Returns whether it was written, and the version of the entry.
const write = script(`${nextFence}
local by, last = unpack(redis.call('HMGET', KEYS[1], 'by', 'fence'))
local isWritten = ARGV[1] == '' or tonumber(ARGV[1]) >= (tonumber(by) or 0)
if isWritten then
  by = ARGV[1] ~= '' and ARGV[1] or nextFence(last)
  if ARGV[2] == '' then
    redis.call('HSET', KEYS[1], 'by', by)
    redis.call('HDEL', KEYS[1], 'grant')
    redis.call('PEXPIRE', KEYS[1], 86400000)
  else
    redis.call('HSET', KEYS[1], 'by', by, 'grant', ARGV[2])
    if ARGV[3] ~= '' then redis.call('PEXPIRE', KEYS[1], ARGV[3]) else redis.call('PERSIST', KEYS[1]) end
  end
end
if ARGV[4] ~= '' and redis.call('GET', KEYS[2]) == ARGV[4] then redis.call('DEL', KEYS[2]) end
return { isWritten and 1 or 0, by }`);

/**
 * Keeps grants in Redis or Valkey, for every process and host that uses the same server and prefix. `withLock` holds
 * among all of them: each refresh token is used once, and all processes use the grant that it returned. A refresh makes two
 * round trips to Redis, and one where another process has already refreshed the grant.
 *
 * Names of keys are hashes: account names stay out of Redis. Needs Redis 6 or later and its scripts (`EVALSHA`, `EVAL`).
 *
 * @param client A connected client, or cluster, of `redis` or `ioredis`.
 * @throws TypeError when `client` is not one of them, or an option is unknown or not valid. Error from every method when Redis fails or does not
 * respond in time; from `get` when the entry is damaged, was
 * written by a later release, or cannot be decrypted; from `withLock` when the lock is not free in time. Calls of a client then
 * fail with `unavailable`; nobody is logged out.
 * @example
 * const tokens = redisStore(await createClient({ url }).connect());
 * const stream = createStreamClient({ clientId, clientSecret, tokens });
 */
export function redisStore(client: RedisClient, options: RedisStoreOptions = {}): TokenStore {
  const problem = problemOfClient(client) ?? problemOfOptions(options, redisStoreRules);
  if (problem !== undefined) throw new TypeError(`redisStore: ${problem}`);
  const { prefix = 'x:tokens:', ttlMs, lockTtlMs = 15_000, lockWaitMs = 60_000, timeoutMs = 5000, clock } = options;
  checkPrefix('redisStore', prefix);
  const run = scriptRunner(client, timeoutMs);
  const sealer = createSealer(options.encryption);
  const inside = new AsyncLocalStorage<Inside>();
  /** The version of each entry that a caller has seen here. */
  const seen = new Map<string, string>();
  const times = {
    ttlMs: lockTtlMs,
    waitMs: lockWaitMs,
    now: () => (clock ?? performance).now(),
    random: Math.random,
    sleep: (ms: number) => pause(ms, undefined, undefined, clock),
  };
  // The braces put an entry and its lock into one cluster slot.
  const entryOf = (key: string) => `${prefix}{${createHash('sha256').update(key).digest('hex')}}`;

  /** What the current operation finds, if it runs inside `withLock` for this key. */
  function insideOf(key: string): Inside | undefined {
    const found = inside.getStore();
    return found?.key === key ? found : undefined;
  }

  function remember(key: string, version: string): void {
    seen.delete(key);
    seen.set(key, version);
    const [oldest] = seen.size > maxSeen ? seen.keys() : [];
    if (oldest !== undefined) seen.delete(oldest);
  }

  async function put(
    key: string,
    text: string,
    { isLast = false }: StoreWriteOptions = {},
    storedMs = '',
  ): Promise<void> {
    const entry = entryOf(key);
    const found = insideOf(key);
    if (found) found.entry = undefined;
    const lock = found?.lock;
    const owner = isLast && lock ? lock.owner : '';
    const values = [lock?.fence ?? '', text, storedMs, owner];
    const [isWritten, version] = (await run(write, [entry, lockOf(entry)], values)) as [number, string];
    if (!found) return;
    if (isWritten) remember(key, version);
    else found.isLate = true;
    if (owner) found.isReleased = true;
  }

  async function readEntry(key: string): Promise<Entry> {
    const [grant, version] = (await run(read, [entryOf(key)], [])) as [string | null, string | null];
    remember(key, version ?? '');
    return { grant, version: version ?? '' };
  }

  /** Runs `work` with what was found, which counts no longer once it has ended. */
  async function runInside<T>(found: Inside, work: () => Promise<T>): Promise<T> {
    try {
      return await inside.run(found, work);
    } finally {
      found.entry = undefined;
    }
  }

  /** Milliseconds to keep a grant; empty for ever. */
  function keptFor({ refreshToken, expiresAt, obtainedAt }: Grant): string {
    const ends = refreshToken === undefined && expiresAt !== undefined && obtainedAt !== undefined;
    // Its length, not its end: the client's clock may not be that of Redis.
    const lifeMs = ends ? Math.max(1000, expiresAt - obtainedAt) : Number.POSITIVE_INFINITY;
    const keepMs = Math.min(lifeMs, ttlMs ?? Number.POSITIVE_INFINITY);
    return keepMs === Number.POSITIVE_INFINITY ? '' : String(Math.ceil(keepMs));
  }

  return {
    lockWaitMs,
    peeks: true,
    async get(key) {
      const found = insideOf(key);
      const entry = found?.entry;
      if (found) found.entry = undefined; // a later `get` reads again
      const { grant } = entry ?? (await readEntry(key));
      return grant === null ? undefined : parseGrant(sealer.open(grant, key));
    },
    set: (key, grant, options) => put(key, sealer.seal(serializeGrant(grant), key), options, keptFor(grant)),
    delete: (key, options) => put(key, '', options),
    async withLock<T>(key: string, work: () => Promise<T>, peek?: () => Promise<{ readonly value: T } | undefined>) {
      for (;;) {
        const look = peek && {
          seen: seen.get(key),
          onChange(entry: Entry) {
            remember(key, entry.version);
            return runInside({ key, lock: undefined, entry, isLate: false, isReleased: false }, peek);
          },
        };
        const lock = await takeLock(run, entryOf(key), times, look);
        if ('value' in lock) return lock.value;
        remember(key, lock.version);
        const held: Inside = { key, lock, entry: lock, isLate: false, isReleased: false };
        try {
          const value = await runInside(held, work);
          if (!held.isLate) return value;
        } finally {
          if (held.isReleased) lock.end();
          else await lock.release();
        }
      }
    },
  };
}
