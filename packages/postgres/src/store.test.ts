import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import type { TokenStore } from '@x/core';
import { createGrantSource } from '@x/core/provider';
import { createSealer, secretStore } from '@x/stores';
import { describeTokenStore } from '@x/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Connection, libraries } from '../test/clients.ts';
import { type PostgresServer, startPgBouncer, startPostgres, withoutPgBouncer } from '../test/postgres-server.ts';
import { createTableStatement, type PostgresPool, type PostgresStoreOptions, postgresStore } from './index.ts';

let server: PostgresServer;
let pooler: Awaited<ReturnType<typeof startPgBouncer>> | undefined;
const connections = {} as Record<keyof typeof libraries, Connection>;
/** Connections through PgBouncer. */
const pooled = {} as Record<keyof typeof libraries, Connection>;
beforeAll(async () => {
  server = await startPostgres();
  for (const library of ['pg', 'postgres'] as const) connections[library] = await libraries[library](server.url);
  if (withoutPgBouncer()) return;
  pooler = await startPgBouncer(server);
  for (const library of ['pg', 'postgres'] as const) pooled[library] = await libraries[library](pooler.url);
});
afterAll(async () => {
  for (const { close } of [...Object.values(connections), ...Object.values(pooled)]) await close();
  await pooler?.stop();
  await server?.stop();
});

const hash = (key: string) => createHash('sha256').update(key).digest('hex');
const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const send = (text: string, ...values: string[]) => connections.pg.send(text, ...values);
const grant = { accessToken: 'access-secret', refreshToken: 'refresh-secret' };
const appGrant = { accessToken: 'app-secret', obtainedAt: 5_000_000, expiresAt: 8_600_000 };

/** Number of tables so far, one for each test. */
let tables = 0;
/** Names a new table, and wraps pools so that their first statement creates it. */
function freshTable(): { table: string; pool: (pool: () => PostgresPool) => PostgresPool } {
  const table = `store_${tables++}`;
  let made: Promise<unknown> | undefined;
  const ready = () => {
    made ??= send(createTableStatement(table));
    return made;
  };
  return {
    table,
    pool: (pool) => ({
      async query(text, values) {
        await ready();
        const given = pool();
        return 'unsafe' in given ? { rows: [...(await given.unsafe(text, values))] } : given.query(text, values);
      },
    }),
  };
}
/** Creates a table and returns its name. */
async function createTable(): Promise<string> {
  const table = `store_${tables++}`;
  await send(createTableStatement(table));
  return table;
}

/** Runs every statement on its own connection, as the strictest pooler may. */
const scattered: PostgresPool = {
  async query(text, values) {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    try {
      return await client.query(text, values);
    } finally {
      await client.end();
    }
  },
};

const pools: readonly [string, () => PostgresPool, PostgresStoreOptions][] = [
  ['pg', () => connections.pg.pool, {}],
  ['Postgres.js', () => connections.postgres.pool, {}],
  ['pg, encrypted', () => connections.pg.pool, { encryption: { keys: [key(1)] } }],
  ['a connection per statement', () => scattered, {}],
];
const throughPgBouncer: typeof pools = [
  ['pg through PgBouncer', () => pooled.pg.pool, {}],
  ['Postgres.js through PgBouncer', () => pooled.postgres.pool, {}],
];
for (const [name, pool, options] of withoutPgBouncer() ? pools : [...pools, ...throughPgBouncer])
  describeTokenStore(`PostgreSQL (${name})`, () => {
    const fresh = freshTable();
    const { table } = fresh;
    return {
      isFenced: true,
      open: () => postgresStore(fresh.pool(pool), { table, ...options }),
      async breakLock(key) {
        const broken = `UPDATE ${table} SET lock_owner = NULL, locked_until = NULL WHERE key = $1 AND lock_owner IS NOT NULL`;
        const owners = await send(`${broken} RETURNING key`, hash(key));
        expect(owners).toHaveLength(1);
      },
      async plant(key, text) {
        const sealed = await createSealer(options.encryption).seal(text, key);
        await send(`UPDATE ${table} SET value = $2 WHERE key = $1`, hash(key), sealed);
      },
    };
  });

describe('the round trips of a grant in PostgreSQL', () => {
  const old = { accessToken: 'old', refreshToken: 'refresh', obtainedAt: 1, expiresAt: 1_000_000 };
  const next = { accessToken: 'new', refreshToken: 'refresh', obtainedAt: 1e6, expiresAt: 5_000_000 };

  /** Creates a process that has used its grant until it expired, and counts the statements that it sends. */
  async function expired() {
    const table = await createTable();
    const time = { now: 0 };
    let statements = 0;
    const counting: PostgresPool = {
      query(text, values) {
        statements += 1;
        return (connections.pg.pool as pg.Pool).query(text, values);
      },
    };
    const open = (store: TokenStore = postgresStore(counting, { table })) =>
      createGrantSource({ key: 'k', store, clock: { now: () => time.now }, obtain: async () => next });
    const store = postgresStore(counting, { table });
    await store.set('k', old); // the first write also removes expired rows
    const cache = open(store);
    await cache.get();
    time.now = 2_000_000;
    const count = async (work: () => unknown) => {
      const before = statements;
      await work();
      return statements - before;
    };
    return { open, cache, count };
  }

  it('are two for a refresh: one takes the lock and reads the grant, one writes the new grant and releases the lock', async () => {
    const { cache, count } = await expired();
    expect(await count(() => cache.get())).toBe(2);
    expect((await cache.get()).accessToken).toBe('new');
  });

  it('are one for a process that finds the grant refreshed by another', async () => {
    const { cache, open, count } = await expired();
    await open().get();
    expect(await count(() => cache.get())).toBe(1);
    expect((await cache.get()).accessToken).toBe('new');
    expect(await count(() => open().get())).toBe(1);
  });
});

describe('the PostgreSQL store', () => {
  const open = (options: PostgresStoreOptions) => postgresStore(connections.pg.pool, options);
  const rowsOf = (table: string) => send(`SELECT * FROM ${table}`);
  const millisecondsLeft = async (table: string) => {
    const [row] = await send(`SELECT extract(epoch FROM expires_at - clock_timestamp()) * 1000 AS left FROM ${table}`);
    return row?.left === null ? Number.POSITIVE_INFINITY : Number(row?.left);
  };

  it.each([
    ['a user', grant, {}, Number.POSITIVE_INFINITY],
    ['a user, with ttlMs', grant, { ttlMs: 90_000 }, 90_000],
    ['an application, regardless of the clocks', appGrant, {}, 3_600_000],
    ['an application, with a shorter ttlMs', appGrant, { ttlMs: 90_000 }, 90_000],
  ])('keeps the grant of %s for as long as it is usable', async (_, given, options, keptMs) => {
    const table = await createTable();
    const store = open({ table, ...options });
    await store.set('k', appGrant);
    await store.withLock?.('k', (lock) => store.set('k', given, { lock }));
    const left = await millisecondsLeft(table);
    expect(left).toBeLessThanOrEqual(keptMs);
    if (keptMs < Number.POSITIVE_INFINITY) expect(left).toBeGreaterThan(keptMs - 5000);
  });

  it('returns no expired grant, not even to the holder of its lock', async () => {
    const table = await createTable();
    const store = open({ table });
    await store.set('k', appGrant);
    await send(`UPDATE ${table} SET expires_at = clock_timestamp()`);
    expect(await store.get('k')).toBeUndefined();
    expect(await store.withLock?.('k', async (lock) => store.get('k', { lock }))).toBeUndefined();
    await store.set('k', grant);
    expect((await store.get('k'))?.accessToken).toBe('access-secret');
  });

  it('removes expired rows with its first write, except those whose lock is held', async () => {
    const table = await createTable();
    const store = open({ table });
    for (const name of ['a', 'b', 'c']) await store.set(name, grant);
    await send(`UPDATE ${table} SET expires_at = clock_timestamp() - interval '1 second' WHERE key <> $1`, hash('c'));
    await send(`UPDATE ${table} SET locked_until = clock_timestamp() + interval '1 day' WHERE key = $1`, hash('b'));
    const next = open({ table });
    await next.set('d', grant);
    expect((await rowsOf(table)).map((row) => row.key).sort()).toEqual([hash('b'), hash('c'), hash('d')].sort());
  });

  it('sets an expiration time on what a deletion, or a lock without a grant, leaves behind', async () => {
    const table = await createTable();
    const store = open({ table });
    await store.set('k', grant);
    await store.delete('k');
    expect(await millisecondsLeft(table)).toBeLessThanOrEqual(86_400_000);
    await send(`DELETE FROM ${table}`);
    await store.withLock?.('k', async () => {});
    expect(await millisecondsLeft(table)).toBeLessThanOrEqual(86_400_000);
  });

  it('stores no account names and, with encryption, no tokens in PostgreSQL', async () => {
    const table = await createTable();
    const store = open({ table, encryption: { keys: [key(1)] } });
    await store.set('account ann@example.com', grant);
    expect(await rowsOf(table)).toHaveLength(1);
    expect(inspect(await rowsOf(table))).not.toMatch(/ann|secret|refresh/);
  });

  it('rotates keys without losing a grant, and refuses entries that no key decrypts', async () => {
    const table = await createTable();
    const withKeys = (...keys: readonly string[]) => open({ table, encryption: { keys } });
    await withKeys(key(1)).set('k', grant);
    const rotating = withKeys(key(2), key(1));
    expect((await rotating.get('k'))?.accessToken).toBe('access-secret');
    await expect(withKeys(key(2)).get('k')).rejects.toThrow(/cannot be decrypted/);
    await rotating.set('k', grant);
    expect((await withKeys(key(2)).get('k'))?.refreshToken).toBe('refresh-secret');
    await expect(open({ table }).get('k')).rejects.toThrow(/is encrypted, and the store has no key/);
  });

  it('assigns every holder a larger fence, even after the table was emptied', async () => {
    const table = await createTable();
    const store = open({ table });
    const fences: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      await store.withLock?.('k', async () => void fences.push(Number((await rowsOf(table))[0]?.fence)));
      if (count % 5 === 0) await send(`TRUNCATE ${table}`);
    }
    expect(fences).toEqual([...new Set(fences)].sort((a, b) => a - b));
    expect(fences[0]).toBeGreaterThan(1e12);
  });

  it('keeps its lock, and stores its grant, although all connections are lost in between', async () => {
    const table = await createTable();
    const [store, other] = [open({ table }), open({ table, lockWaitMs: 0 })];
    await store.withLock?.('k', async () => {
      await send('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
      await expect.poll(() => other.withLock?.('k', async () => 'taken').catch(String)).toMatch(/was not free within/);
      await expect.poll(() => store.set('k', grant).catch(String)).toBeUndefined();
    });
    expect((await other.get('k'))?.accessToken).toBe('access-secret');
    expect(await other.withLock?.('k', async () => 'taken')).toBe('taken');
  });

  it('frees the lock of a dead holder after lockTtlMs, and extends the lock of a living one', async () => {
    const table = await createTable();
    const lockTtlMs = 150;
    const store = open({ table, lockTtlMs });
    const startedAt = performance.now();
    await store.withLock?.('k', async () => {
      await expect.poll(() => performance.now() - startedAt, { interval: 20 }).toBeGreaterThan(3 * lockTtlMs);
      await expect(open({ table, lockWaitMs: 0 }).withLock?.('k', async () => {})).rejects.toThrow('was not free');
    });
    await send(`UPDATE ${table} SET lock_owner = 'dead', locked_until = clock_timestamp() + interval '150 ms'`);
    await expect(open({ table, lockWaitMs: 0 }).withLock?.('k', async () => {})).rejects.toThrow('was not free');
    expect(await store.withLock?.('k', async () => 'taken')).toBe('taken');
  });

  it.each(['repeatable read', 'serializable'])('works when transactions are %s by default', async (isolation) => {
    const table = await createTable();
    const options = `-c default_transaction_isolation=${isolation.replace(' ', '\\ ')}`;
    const pool = new pg.Pool({ connectionString: server.url, options });
    onTestFinished(() => pool.end());
    expect((await pool.query('SHOW default_transaction_isolation')).rows[0]).toEqual({
      default_transaction_isolation: isolation,
    });
    const stores = Array.from({ length: 8 }, () => postgresStore(pool, { table }));
    await Promise.all(stores.map((store, index) => store.set('k', { accessToken: `access-${index}` })));
    let inside = 0;
    const alone = await Promise.all(
      stores.map((store) =>
        store.withLock?.('k', async () => {
          inside += 1;
          await store.set('k', grant);
          inside -= 1;
          return inside;
        }),
      ),
    );
    expect(alone).toEqual(Array.from({ length: 8 }, () => 0));
  });

  it('works with one connection, which a lock does not occupy', async () => {
    const table = await createTable();
    const { pool, close } = await libraries.pg(server.url, 1);
    onTestFinished(close);
    const store = postgresStore(pool, { table });
    const inner = () => store.withLock?.('b', (lock) => store.set('b', grant, { lock }));
    await Promise.all(['a', 'c'].map((name) => store.withLock?.(name, async () => inner())));
    expect((await store.get('b'))?.accessToken).toBe('access-secret');
  });

  it.each(Object.entries(libraries))(
    '%s: fails when PostgreSQL is down, shows no secret, and recovers',
    async (_, connect) => {
      const own = await startPostgres();
      onTestFinished(() => own.stop());
      const { pool, send, close } = await connect(own.url);
      onTestFinished(close);
      await send(createTableStatement());
      const store = postgresStore(pool, { timeoutMs: 1000 });
      await store.set('k', grant);
      await own.kill();
      const calls = [
        store.get('k'),
        store.set('k', grant),
        store.delete('k'),
        store.withLock?.('k', async () => 'ran'),
      ];
      const failures = await Promise.all(
        calls.map((each) =>
          Promise.resolve(each).then(inspect, (error) => inspect(error, { showHidden: true, depth: 9 })),
        ),
      );
      for (const failure of failures) {
        expect(failure).toMatch(/^Error: PostgreSQL: /);
        expect(failure).not.toContain('secret');
      }
      await own.restart();
      await expect
        .poll(() =>
          store.get('k').then(
            (found) => found?.accessToken,
            () => 'away',
          ),
        )
        .toBe('access-secret');
      await store.set('k', appGrant);
      expect((await store.get('k'))?.accessToken).toBe('app-secret');
    },
  );

  it('names the remedy when the table does not exist', async () => {
    await expect(open({ table: 'missing' }).get('k')).rejects.toThrow(
      'PostgreSQL: relation "missing" does not exist. Create the table with the statement that createTableStatement() returns',
    );
  });

  it('uses a table in another schema, and needs no more permissions than the README lists', async () => {
    await send('CREATE SCHEMA app');
    // Two processes start at the same time: each begins before the other has committed.
    const create = `BEGIN; ${createTableStatement('app.grants')}; SELECT pg_sleep(0.05); COMMIT`;
    await Promise.all([send(create), send(create)]);
    await send('CREATE USER limited');
    await send('GRANT USAGE ON SCHEMA app TO limited');
    await send('GRANT SELECT, INSERT, UPDATE, DELETE ON app.grants TO limited');
    const { pool, close } = await libraries.pg(server.url.replace('//app@', '//limited@'));
    onTestFinished(close);
    const store = postgresStore(pool, { table: 'app.grants' });
    await store.withLock?.('k', (lock) => store.set('k', grant, { lock }));
    expect((await store.get('k'))?.accessToken).toBe('access-secret');
    await store.delete('k');
  });

  it.each(['', 'a b', 'Grants', '"x"', 'x;drop', 'a.b.c', 'x'.repeat(64), 5])('refuses the table name %j', (table) => {
    expect(() => open({ table: table as string })).toThrow(/^postgresStore: table must be a/);
    expect(() => createTableStatement(table as string)).toThrow(
      /^createTableStatement: table must be a name of lowercase/,
    );
  });

  it('fails when the pool throws instead of rejecting, and leaves no timer behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const query = () => {
      throw new Error('the pool is closed');
    };
    const store = postgresStore({ query });
    const lock = store.withLock?.('k', async () => {});
    for (const call of [() => store.get('k'), () => store.set('k', grant), () => store.delete('k'), () => lock])
      await expect(call()).rejects.toThrow(/^PostgreSQL: the pool is closed$/);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not wait for a response that never arrives', async () => {
    const never = { query: () => new Promise<never>(() => {}) };
    await expect(postgresStore(never, { timeoutMs: 1 }).get('k')).rejects.toThrow(
      'PostgreSQL: no response within 1 ms',
    );
  });

  it('keeps the secrets of a secretStore forever', async () => {
    const table = await createTable();
    const secrets = secretStore(open({ table }));
    await secrets.set('item ann', 'access-secret');
    expect(await secrets.get('item ann')).toBe('access-secret');
    expect(await millisecondsLeft(table)).toBe(Number.POSITIVE_INFINITY);
  });
});

it('many processes that write a new key at the same time, with the same expiration time, all succeed', async () => {
  const table = await createTable();
  const clients = await Promise.all(Array.from({ length: 8 }, () => libraries.pg(server.url)));
  onTestFinished(async () => {
    for (const { close } of clients) await close();
  });
  const write = `INSERT INTO ${table} AS t (key, expires_at) VALUES ($1, '2030-01-01')
ON CONFLICT (key) DO UPDATE SET fence = t.fence + 1`;
  for (let round = 0; round < 200; round += 1)
    await Promise.all(clients.map((client) => client.send(write, `key ${round}`)));
  expect(await send(`SELECT count(*)::int AS rows, sum(fence)::int AS others FROM ${table}`)).toMatchObject([
    { rows: 200, others: 1400 },
  ]);
});
