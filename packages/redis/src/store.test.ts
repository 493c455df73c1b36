import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { type FencedStore, memoryStore } from '@x/core';
import { createGrantSource } from '@x/core/provider';
import { createSealer, secretStore } from '@x/stores';
import { fileStore } from '@x/stores/file';
import { describeTokenStore } from '@x/testing';
import { Cluster } from 'ioredis';
import { createCluster } from 'redis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Connection, libraries } from '../test/clients.ts';
import { type RedisServer, startRedis } from '../test/redis-server.ts';
import { countCommands } from '../test/statistics.ts';
import { redisRateLimiter } from './rate-limiter.ts';
import { type RedisStoreOptions, redisStore } from './store.ts';

let server: RedisServer;
const connections = {} as Record<keyof typeof libraries, Connection>;
const directory = mkdtempSync(join(tmpdir(), 'x-stores-'));
beforeAll(async () => {
  server = await startRedis();
  connections['node-redis'] = await libraries['node-redis'](server.url);
  connections.ioredis = await libraries.ioredis(server.url);
});
afterAll(async () => {
  for (const { close } of Object.values(connections)) close();
  await server.stop();
  rmSync(directory, { recursive: true });
});

const hash = (key: string) => createHash('sha256').update(key).digest('hex');
const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
let places = 0;

describeTokenStore('memory', () => {
  const store = memoryStore();
  return { open: () => store };
});

for (const encryption of [undefined, { keys: [key(1)] }])
  describeTokenStore(`file (${encryption ? 'encrypted' : 'plain'})`, () => {
    const place = join(directory, String(places++));
    return {
      open: () => fileStore(place, { lockPollMs: 1, encryption }),
      breakLock: async (key) => rmSync(join(place, `${hash(key)}.lock`), { recursive: true }),
      plant: async (key, text) => writeFile(join(place, hash(key)), await createSealer(encryption).seal(text, key)),
    };
  });

for (const library of ['node-redis', 'ioredis'] as const)
  for (const encryption of [undefined, { keys: [key(1)] }] as const)
    describeTokenStore(`Redis (${library}, ${encryption ? 'encrypted' : 'plain'})`, () => {
      const prefix = `test ${places++}:`;
      const { client, send } = connections[library];
      const entry = (key: string) => `${prefix}{${hash(key)}}`;
      return {
        isFenced: true,
        open: () => redisStore(client, { prefix, ...(encryption && { encryption }) }),
        breakLock: async (key) => expect(await send('DEL', `${entry(key)}:lock`)).toBe(1),
        plant: async (key, text) =>
          void (await send('HSET', entry(key), 'grant', await createSealer(encryption).seal(text, key))),
      };
    });

/** Wraps a store like a program that knows locks, but neither `isLast` nor `peek`. */
function withoutHints(store: FencedStore): FencedStore {
  return {
    lockWaitMs: store.lockWaitMs ?? 0,
    get: (key, options) => store.get(key, { lock: options?.lock }),
    set: (key, grant, options) => store.set(key, grant, { lock: options?.lock }),
    delete: (key, options) => store.delete(key, { lock: options?.lock }),
    withLock: (key, run) => store.withLock?.(key, run) ?? run(),
  };
}

describeTokenStore('Redis, wrapped without hints,', () => {
  const prefix = `test ${places++}:`;
  const { client, send } = connections.ioredis;
  return {
    isFenced: true,
    open: () => withoutHints(redisStore(client, { prefix })),
    breakLock: async (key) => expect(await send('DEL', `${prefix}{${hash(key)}}:lock`)).toBe(1),
  };
});

it.each([15_000.5, 2 ** 31, Number.POSITIVE_INFINITY])(
  'a lock of %d milliseconds can be taken and extended',
  async (lockTtlMs) => {
    const { client } = connections['node-redis'];
    const store = redisStore(client, { prefix: `long ${places++}:`, lockTtlMs, ttlMs: 1e21 });
    const grant = { accessToken: 'access', refreshToken: 'refresh' };
    expect(await store.withLock?.('k', () => store.set('k', grant).then(() => 'stored'))).toBe('stored');
    expect((await store.get('k'))?.accessToken).toBe('access');
  },
);

describe('the round trips of a grant in Redis', () => {
  const old = { accessToken: 'old', refreshToken: 'refresh', obtainedAt: 1, expiresAt: 1_000_000 };
  const next = { accessToken: 'new', refreshToken: 'refresh', obtainedAt: 1e6, expiresAt: 5_000_000 };

  /** Starts processes with a cache of one grant each, and counts the scripts that Redis runs for them. */
  async function start(wrap = (store: FencedStore) => store) {
    const { client, send } = connections.ioredis;
    const prefix = `counted ${places++}:`;
    const time = { now: 0 };
    const open = () =>
      createGrantSource({
        key: 'k',
        store: wrap(redisStore(client, { prefix })),
        clock: { now: () => time.now },
        obtain: async () => next,
      });
    const warm = redisStore(client, { prefix: `${prefix}warm` });
    await warm.withLock?.('k', (lock) => warm.set('k', old, { lock })); // loads the scripts into the server
    await warm.get('k');
    return {
      time,
      open,
      store: redisStore(client, { prefix }),
      async count(work: () => unknown) {
        const before = await countCommands(send);
        await work();
        const { scripts, inside } = (await countCommands(send)).since(before);
        return [scripts, inside];
      },
    };
  }
  /** Creates a process that has used its grant until it expired. */
  async function expired(wrap?: (store: FencedStore) => FencedStore) {
    const tools = await start(wrap);
    await tools.store.set('k', old);
    const cache = tools.open();
    expect((await cache.get()).accessToken).toBe('old');
    tools.time.now = 2_000_000;
    return { ...tools, cache };
  }

  it('are two for a refresh: one takes the lock and reads the grant, one writes the new grant and releases the lock', async () => {
    const { cache, count } = await expired();
    expect(await count(() => cache.get())).toEqual([2, 10]);
    expect((await cache.get()).accessToken).toBe('new');
  });

  it('are two for the very first grant', async () => {
    const { open, count } = await start();
    expect((await count(() => open().get()))[0]).toBe(2);
  });

  it('are one for a process that finds the grant refreshed by another, whether it has used the old one or none', async () => {
    const { cache, open, count } = await expired();
    const other = open();
    await other.get();
    expect((await count(() => cache.get()))[0]).toBe(1);
    expect((await cache.get()).accessToken).toBe('new');
    expect((await count(() => open().get()))[0]).toBe(1);
  });

  it('are three for a refresh by a process that has not used the grant, because it first checks whether it has to', async () => {
    const { open, count } = await expired();
    expect((await count(() => open().get()))[0]).toBe(3);
  });

  it('are two for a refresh on demand, for a new consent, and for a deletion', async () => {
    const { cache, count } = await expired();
    expect((await count(() => cache.renew()))[0]).toBe(2);
    expect((await count(() => cache.set(old)))[0]).toBe(2);
    expect((await count(() => cache.clear()))[0]).toBe(2);
  });

  it('are three for a refresh on demand by a process that has not used the grant', async () => {
    const { open, count } = await expired();
    expect((await count(() => open().renew()))[0]).toBe(3);
  });

  it('are four for a refresh through a wrapper that passes on neither isLast nor peek', async () => {
    const { cache, count } = await expired(withoutHints);
    expect((await count(() => cache.get()))[0]).toBe(4); // reads, takes the lock and reads, writes, releases
    expect((await cache.get()).accessToken).toBe('new');
  });
});

describe('the Redis store', () => {
  const prefix = () => `own ${places++}:`;
  const grant = { accessToken: 'access-secret', refreshToken: 'refresh-secret' };
  const appGrant = { accessToken: 'app-secret', obtainedAt: 5_000_000, expiresAt: 8_600_000 };
  const grantOf = (index: number) => ({ accessToken: `access-${index}` });
  const open = (options: RedisStoreOptions) => redisStore(connections.ioredis.client, options);
  const { send } = { send: (...command: string[]) => connections.ioredis.send(...command) };
  const entryOf = async (prefix: string) => {
    const names = (await send('KEYS', `${prefix}*`)) as string[];
    expect(names).toHaveLength(1);
    return names[0] as string;
  };

  it.each([
    ['a user', grant, {}, -1],
    ['a user, with ttlMs', grant, { ttlMs: 90_000 }, 90_000],
    ['an application, regardless of the clocks', appGrant, {}, 3_600_000],
    ['an application, with a shorter ttlMs', appGrant, { ttlMs: 90_000 }, 90_000],
  ])('keeps the grant of %s for as long as it is usable', async (_, given, options, keptMs) => {
    const store = open({ prefix: 'ttl:', ...options });
    await store.set('k', appGrant);
    await store.withLock?.('k', (lock) => store.set('k', given, { lock }));
    const left = Number(await send('PTTL', await entryOf('ttl:')));
    expect(left).toBeLessThanOrEqual(keptMs);
    expect(left).toBeGreaterThan(keptMs - 5000);
  });

  it('sets an expiration time on what a deletion, or a lock without a grant, leaves behind', async () => {
    const store = open({ prefix: 'gone:' });
    await store.set('k', grant);
    await store.delete('k');
    expect(Number(await send('PTTL', await entryOf('gone:')))).toBeGreaterThan(0);
    await send('DEL', await entryOf('gone:'));
    await store.withLock?.('k', async () => {});
    expect(Number(await send('PTTL', await entryOf('gone:')))).toBeGreaterThan(0);
  });

  it('stores no account names and, with encryption, no tokens in Redis', async () => {
    const own = prefix();
    const store = open({ prefix: own, encryption: { keys: [key(1)] } });
    await store.set('account ann@example.com', grant);
    const entry = await entryOf(own);
    const shown = entry + inspect(await send('HGETALL', entry));
    expect(shown).not.toMatch(/ann|secret|refresh/);
  });

  it('rotates keys without losing a grant, and refuses entries that no key decrypts', async () => {
    const own = prefix();
    const withKeys = (...keys: readonly string[]) => open({ prefix: own, encryption: { keys } });
    await withKeys(key(1)).set('k', grant);
    const rotating = withKeys(key(2), key(1));
    expect((await rotating.get('k'))?.accessToken).toBe('access-secret');
    await expect(withKeys(key(2)).get('k')).rejects.toThrow(/cannot be decrypted/);
    await rotating.set('k', grant);
    expect((await withKeys(key(2)).get('k'))?.refreshToken).toBe('refresh-secret');
    await expect(open({ prefix: own }).get('k')).rejects.toThrow(
      /is encrypted, and the store has no key. Set encryption\.keys to the key/,
    );
  });

  it('reads plain entries with encryption only when allowed to, and encrypts them when written', async () => {
    const own = prefix();
    await open({ prefix: own }).set('k', grant);
    await expect(open({ prefix: own, encryption: { keys: [key(1)] } }).get('k')).rejects.toThrow(/is not encrypted/);
    const moving = open({ prefix: own, encryption: { keys: [key(1)], allowPlain: true } });
    await moving.set('k', (await moving.get('k')) ?? appGrant);
    expect((await open({ prefix: own, encryption: { keys: [key(1)] } }).get('k'))?.accessToken).toBe('access-secret');
  });

  it('decrypts no entry in the place of another', async () => {
    const own = prefix();
    const store = open({ prefix: own, encryption: { keys: [key(1)] } });
    await store.set('ann', grant);
    const entry = await entryOf(own);
    await store.set('ben', appGrant);
    const copied = String(await send('HGET', entry, 'grant'));
    await send('HSET', `${own}{${hash('ben')}}`, 'grant', copied);
    await expect(store.get('ben')).rejects.toThrow(/cannot be decrypted/);
  });

  it('waits for a lock by its clock, for at most lockWaitMs', async () => {
    const naps: { readonly ms: number; end(): void }[] = [];
    const clock = {
      at: 0,
      now: () => clock.at,
      sleep: (ms: number) => new Promise<void>((end) => naps.push({ ms, end })),
    };
    const own = prefix();
    const [holder, waiting] = [open({ prefix: own }), open({ prefix: own, clock, lockWaitMs: 1000 })];
    const [taken, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = holder.withLock?.('k', () => {
      taken.resolve();
      return done.promise;
    });
    await taken.promise;
    const late = waiting.withLock?.('k', async () => 'too late');
    await expect.poll(() => naps.length).toBe(1);
    clock.at += 1000;
    naps[0]?.end();
    await expect(late).rejects.toThrow('the lock was not free within lockWaitMs (1000 ms)');
    const next = waiting.withLock?.('k', async () => 'mine');
    await expect.poll(() => naps.length).toBe(2);
    done.resolve();
    await held;
    naps[1]?.end();
    expect(await next).toBe('mine');
  });

  it('ignores a late write of an earlier lock holder even after Redis has lost its data', async () => {
    const own = prefix();
    const [store, other] = [open({ prefix: own }), open({ prefix: own })];
    await store.withLock?.('k', async (lock) => {
      if (await store.get('k', { lock })) return;
      await send('FLUSHALL');
      await send('SCRIPT', 'FLUSH');
      await other.withLock?.('k', (theirs) => other.set('k', grant, { lock: theirs }));
      await store.set('k', appGrant, { lock });
    });
    expect((await store.get('k'))?.accessToken).toBe('access-secret');
  });

  it.each(Object.entries(libraries))(
    '%s: fails when Redis is down, shows no secret, and recovers',
    async (_, connect) => {
      const own = await startRedis();
      onTestFinished(() => own.stop());
      const { client, close } = await connect(own.url);
      onTestFinished(close);
      const store = redisStore(client, { timeoutMs: 1000 });
      await store.set('k', grant);
      await own.stop();
      const failures = await Promise.all(
        [store.get('k'), store.set('k', grant), store.delete('k'), store.withLock?.('k', async () => 'ran')].map(
          (each) => Promise.resolve(each).then(inspect, (error) => inspect(error, { showHidden: true, depth: 9 })),
        ),
      );
      for (const failure of failures) {
        expect(failure).toMatch(/^Error: Redis: /);
        expect(failure).not.toContain('secret');
      }
      const again = await startRedis(own.port);
      onTestFinished(() => again.stop());
      await expect.poll(() => store.get('k').catch(() => 'away')).toBeUndefined();
      await store.set('k', grant);
      expect((await store.get('k'))?.accessToken).toBe('access-secret');
    },
  );

  it('needs no more permissions than the README lists', async () => {
    const rights = ['+@scripting', '+@hash', '+@string', '+@sortedset', '+@keyspace', '+time', '~x:*'];
    await send('ACL', 'SETUSER', 'app', 'on', '>password', ...rights);
    const { client, close } = await libraries['node-redis'](server.url.replace('//', '//app:password@'));
    onTestFinished(close);
    const store = redisStore(client);
    await store.withLock?.('k', (lock) => store.set('k', grant, { lock }));
    expect((await store.get('k'))?.accessToken).toBe('access-secret');
    await store.delete('k');
    const rule = { key: 'k', limit: 1, intervalMs: 1000, refill: 'window' } as const;
    expect(await redisRateLimiter(client)('owner').take(rule).waitMs).toBe(0);
  });

  it('works in a cluster, with both libraries', async () => {
    const node = await startRedis(undefined, '--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1');
    onTestFinished(() => node.stop());
    const direct = await libraries.ioredis(node.url);
    onTestFinished(direct.close);
    await direct.send('CLUSTER', 'ADDSLOTS', ...Array.from({ length: 16_384 }, (_, slot) => String(slot)));
    await expect.poll(() => direct.send('CLUSTER', 'INFO'), { timeout: 60_000 }).toContain('cluster_state:ok');
    const one = createCluster({ rootNodes: [{ url: node.url }] });
    await one.connect();
    onTestFinished(() => one.destroy());
    const other = new Cluster([node.url]);
    onTestFinished(() => other.disconnect());
    for (const [index, client] of [one, other].entries()) {
      const store = redisStore(client);
      await store.withLock?.('k', (lock) => store.set('k', grantOf(index), { lock }));
      const rule = { key: 'k', limit: 1, intervalMs: 60_000, refill: 'window' } as const;
      expect(Math.sign(await redisRateLimiter(client)('owner').take(rule).waitMs)).toBe(index);
    }
    expect((await redisStore(one).get('k'))?.accessToken).toBe('access-1');
  });

  it('fails when the client throws instead of rejecting, and leaves no timer behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const command = () => {
      throw new Error('the client is closed');
    };
    const store = redisStore({ eval: command, evalSha: command });
    const lock = store.withLock?.('k', async () => {});
    for (const call of [() => store.get('k'), () => store.set('k', grant), () => store.delete('k'), () => lock])
      await expect(call()).rejects.toThrow(/^Redis: the client is closed$/);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not wait for a response that never arrives', async () => {
    const never = { eval: () => new Promise(() => {}), evalSha: () => new Promise(() => {}) };
    await expect(redisStore(never, { timeoutMs: 1 }).get('k')).rejects.toThrow('Redis: no response within 1 ms');
  });

  it.each([
    ['too short', [Buffer.alloc(31)], /keys\[0\] must be 32 bytes, or their base64/],
    ['not base64', ['a password'], /keys\[0\] must be 32 bytes/],
    ['an old key that is too long', [key(1), Buffer.alloc(33)], /keys\[1\]/],
    ['an empty array', [], /encryption\.keys must have at least one key/],
    ['a string instead of an array', key(1) as never, /encryption\.keys must be an array of 32-byte keys/],
  ])('refuses invalid encryption keys at once: %s', (_, keys, message) => {
    expect(() => open({ encryption: { keys } })).toThrow(message);
  });

  it('keeps the secrets of a secretStore forever, encrypted like grants', async () => {
    const own = prefix();
    const secrets = secretStore(open({ prefix: own, encryption: { keys: [key(1)] } }));
    await secrets.set('item ann', 'access-secret');
    expect(await secrets.get('item ann')).toBe('access-secret');
    const entry = await entryOf(own);
    expect(entry + inspect(await send('HGETALL', entry))).not.toMatch(/ann|access|secret/);
    expect(await send('PTTL', entry)).toBe(-1);
    await expect(secretStore(open({ prefix: own })).get('item ann')).rejects.toThrow(/is encrypted/);
    await secrets.delete('item ann');
    expect(await secrets.get('item ann')).toBeUndefined();
  });

  it('accepts a read-only array of keys, such as one split from an environment variable', async () => {
    const own = prefix();
    const keys: readonly string[] = `${key(2)},${key(1)}`.split(',');
    await open({ prefix: own, encryption: { keys: [key(1)] } }).set('k', grant);
    expect((await open({ prefix: own, encryption: { keys } }).get('k'))?.accessToken).toBe('access-secret');
  });

  it('leaves no lock behind, and neither does the file store', async () => {
    expect(((await send('KEYS', '*:lock')) as string[]).length).toBe(0);
    const left = readdirSync(directory, { recursive: true }).filter((name) => String(name).includes('.lock'));
    expect(left).toEqual([]);
  });
});
