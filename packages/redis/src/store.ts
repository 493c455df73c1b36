import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import {
  type Grant,
  optionKind,
  parseGrant,
  problemOfOptions,
  type RulesOf,
  serializeGrant,
  type TokenStore,
} from '@x/core';
import { problemOfClient, type RedisClient, script, scriptRunner } from './client.ts';
import { createSealer, type EncryptionOptions, encryptionRules } from './encryption.ts';
import { nextFence, takeLock } from './lock.ts';

/** Settings of a {@link redisStore}. */
export interface RedisStoreOptions {
  /** What the names of all keys begin with. Default `x:tokens:`. */
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
}

const redisStoreRules = {
  prefix: optionKind.string,
  ttlMs: optionKind.milliseconds,
  encryption: optionKind.object(encryptionRules),
  lockTtlMs: optionKind.milliseconds,
  lockWaitMs: optionKind.millisecondsFrom0,
  timeoutMs: optionKind.milliseconds,
} satisfies RulesOf<RedisStoreOptions>;

const read = script(`return redis.call('HGET', KEYS[1], 'grant')`);

// ARGV: the fence of the writer, empty without a lock; the grant, empty to delete it; milliseconds to keep it, or empty.
// A deletion is remembered for a day: whoever held the lock before must not bring the grant back.
const write = script(`${nextFence}
local by = tonumber(redis.call('HGET', KEYS[1], 'by') or 0)
local fence = ARGV[1] ~= '' and ARGV[1] or nextFence()
if tonumber(fence) < by then return 0 end
redis.call('HSET', KEYS[1], 'by', fence)
if ARGV[2] == '' then
  redis.call('HDEL', KEYS[1], 'grant')
  redis.call('PEXPIRE', KEYS[1], 86400000)
else
  redis.call('HSET', KEYS[1], 'grant', ARGV[2])
  if ARGV[3] ~= '' then redis.call('PEXPIRE', KEYS[1], ARGV[3]) else redis.call('PERSIST', KEYS[1]) end
end
return 1`);

/**
 * Keeps grants in Redis or Valkey, for every process and host that uses the same server and prefix. `withLock` holds
 * among all of them: each refresh token is used once, and everyone takes what it gave.
 *
 * Names of keys are hashes: account names stay out of Redis. Needs Redis 6 or later and its scripts (`EVALSHA`, `EVAL`).
 *
 * @param client A connected client, or cluster, of `redis` or `ioredis`.
 * @throws TypeError when `client` is not one of them, or an option is unknown or not valid. Error from every method when Redis fails or gives no answer in time; from `get` when the entry is damaged, of
 * a later release, or not to be decrypted; from `withLock` when the lock is not free in time. Calls of a client then
 * fail with `unavailable`; nobody is logged out.
 * @example
 * const tokens = redisStore(await createClient({ url }).connect());
 * const stream = createStreamClient({ clientId, clientSecret, tokens });
 */
export function redisStore(client: RedisClient, options: RedisStoreOptions = {}): TokenStore {
  const problem = problemOfClient(client) ?? problemOfOptions(options, redisStoreRules);
  if (problem !== undefined) throw new TypeError(`redisStore: ${problem}`);
  const { prefix = 'x:tokens:', ttlMs, lockTtlMs = 15_000, lockWaitMs = 60_000, timeoutMs = 5000 } = options;
  const run = scriptRunner(client, timeoutMs);
  const sealer = createSealer(options.encryption);
  const holding = new AsyncLocalStorage<{ readonly key: string; readonly fence: string; late: boolean }>();
  const times = {
    ttlMs: lockTtlMs,
    waitMs: lockWaitMs,
    now: () => performance.now(),
    random: Math.random,
    sleep: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
  // The braces put an entry and its lock into one cluster slot.
  const entryOf = (key: string) => `${prefix}{${createHash('sha256').update(key).digest('hex')}}`;

  async function put(key: string, text: string, keepMs = ''): Promise<void> {
    const held = holding.getStore();
    const mine = held?.key === key ? held : undefined;
    const written = await run(write, [entryOf(key)], [mine?.fence ?? '', text, keepMs]);
    if (!written && mine) mine.late = true;
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
    async get(key) {
      const kept = await run(read, [entryOf(key)], []);
      return kept === null ? undefined : parseGrant(sealer.open(String(kept), key));
    },
    set: (key, grant) => put(key, sealer.seal(serializeGrant(grant), key), keptFor(grant)),
    delete: (key) => put(key, ''),
    async withLock(key, work) {
      for (;;) {
        const { fence, release } = await takeLock(run, entryOf(key), times);
        const held = { key, fence, late: false };
        try {
          const result = await holding.run(held, work);
          if (!held.late) return result;
        } finally {
          await release();
        }
      }
    },
  };
}
