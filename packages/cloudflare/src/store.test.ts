import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import type { FencedStore } from '@x/core';
import { createGrantSource } from '@x/core/provider';
import type { LeasedStoreOptions } from '@x/stores';
import { createSealer, kvStore, secretStore } from '@x/stores';
import { describeTokenStore } from '@x/testing';
import { bundleWorker, type RunningWorker, startWorker } from '@x/testing/workers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTableStatements,
  type D1Like,
  type D1StoreOptions,
  d1Store,
  durableObjectStore,
  type ObjectNamespace,
} from './index.ts';

let worker: RunningWorker;
beforeAll(async () => {
  const entry = fileURLToPath(new URL('../test/worker.ts', import.meta.url));
  worker = await startWorker(await bundleWorker({ entryPoints: [entry] }));
});
afterAll(() => worker?.stop());

const hash = (key: string) => createHash('sha256').update(key).digest('hex');
const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
let places = 0;

/** Names a new table, which the first statement creates. */
function freshTable(): { table: string; database: D1Like } {
  const table = `store_${places++}`;
  let made: Promise<unknown> | undefined;
  return {
    table,
    database: {
      prepare: (text) => worker.DB.prepare(text) as ReturnType<D1Like['prepare']>,
      async batch(statements) {
        made ??= worker.DB.exec(createTableStatements(table));
        await made;
        return worker.DB.batch(statements as never[]);
      },
    },
  };
}
/** Runs a statement and returns its rows. */
const send = async (text: string, ...values: (string | number)[]) =>
  (
    await worker.DB.prepare(text)
      .bind(...values)
      .all()
  ).results;

/** Returns a namespace without objects. */
function freshObjects(): ObjectNamespace {
  const prefix = `${places++} `;
  return {
    idFromName: (name) => worker.OBJECTS.idFromName(prefix + name),
    get: (id) => worker.OBJECTS.get(id) as never,
  };
}
/** Changes fields of an object's stored entry, and returns all fields. */
async function patch(objects: ObjectNamespace, key: string, changes: object) {
  const stub = objects.get(objects.idFromName(hash(key)) as never);
  const response = await stub.fetch('https://tokens/', { method: 'PATCH', body: JSON.stringify(changes) });
  return (await response.json()) as Record<string, unknown> | null;
}

const plain = (text: string, key: string) => createSealer(undefined).seal(text, key);

describeTokenStore('D1', () => {
  const { table, database } = freshTable();
  return {
    isFenced: true,
    open: () => d1Store(database, { table }),
    breakLock: async (key) => void (await send(`UPDATE ${table} SET locked_until = 0 WHERE key = ?1`, hash(key))),
    plant: async (key, text) =>
      void (await send(`UPDATE ${table} SET value = ?2 WHERE key = ?1`, hash(key), await plain(text, key))),
  };
});

describeTokenStore('Durable Object', () => {
  const objects = freshObjects();
  return {
    isFenced: true,
    open: () => durableObjectStore(objects),
    breakLock: async (key) => void (await patch(objects, key, { lockedUntil: 0 })),
    plant: async (key, text) => void (await patch(objects, key, { value: await plain(text, key) })),
  };
});

describeTokenStore('Workers KV', () => {
  const prefix = `${places++} `;
  return {
    open: () => kvStore(worker.KV, { prefix }),
    plant: (key, text) => worker.KV.put(prefix + hash(key), text),
  };
});

const grant = { accessToken: 'access-secret', refreshToken: 'refresh-secret' };
const appGrant = { accessToken: 'app-secret', obtainedAt: 5_000_000, expiresAt: 8_600_000 };
const dayMs = 86_400_000;

/** A place of either kind for one key, with access to its contents. */
interface Place {
  open(options?: LeasedStoreOptions): FencedStore;
  /** Returns the entry stored under `k`, in the form of a Durable Object's entry. */
  row(): Promise<{ value: string | null; fence: number; expiresAt: number | null; text: string } | undefined>;
  /** Lets the entry of `k` expire. */
  expire(): Promise<unknown>;
  /** Loses the entry of `k`. */
  lose(): Promise<unknown>;
}

const placesOf: Record<string, () => Place> = {
  D1() {
    const { table, database } = freshTable();
    return {
      open: (options) => d1Store(database, { table, ...options }),
      async row() {
        const [row] = (await send(`SELECT * FROM ${table} WHERE key = ?1`, hash('k'))) as Record<string, never>[];
        return (
          row && {
            value: row.value ?? null,
            fence: row.fence ?? 0,
            expiresAt: row.expires_at ?? null,
            text: inspect(row),
          }
        );
      },
      expire: () => send(`UPDATE ${table} SET expires_at = 1 WHERE key = ?1`, hash('k')),
      lose: () => send(`DELETE FROM ${table}`),
    };
  },
  'a Durable Object'() {
    const objects = freshObjects();
    return {
      open: (options) => durableObjectStore(objects, options),
      async row() {
        const row = await patch(objects, 'k', {});
        return row
          ? { ...(row as never as { value: null; fence: number; expiresAt: null }), text: inspect(row) }
          : undefined;
      },
      expire: () => patch(objects, 'k', { expiresAt: 1 }),
      lose: () => patch(objects, 'k', { expiresAt: 1, lockedUntil: 0, isAlarmDue: true }),
    };
  },
};

describe.each(Object.entries(placesOf))('%s', (_, create) => {
  /** Returns the milliseconds until an entry expires, by the runtime's clock. */
  async function msLeft(place: Place): Promise<number> {
    const time = await worker.DB.prepare("SELECT unixepoch('subsec') * 1000 AS now").first();
    return ((await place.row())?.expiresAt ?? Number.POSITIVE_INFINITY) - Number(time?.now);
  }

  it.each([
    ['a user', grant, {}, Number.POSITIVE_INFINITY],
    ['a user, with ttlMs', grant, { ttlMs: 90_000 }, 90_000],
    ['an application, regardless of the clocks', appGrant, {}, 3_600_000],
    ['an application, with a shorter ttlMs', appGrant, { ttlMs: 90_000 }, 90_000],
  ])('stores the grant of %s for as long as it is valid', async (_, given, options, storedMs) => {
    const place = create();
    const store = place.open(options);
    await store.set('k', appGrant);
    await store.withLock?.('k', (lock) => store.set('k', given, { lock }));
    const left = await msLeft(place);
    expect(left).toBeLessThanOrEqual(storedMs);
    if (storedMs < Number.POSITIVE_INFINITY) expect(left).toBeGreaterThan(storedMs - 60_000);
  });

  it('returns no expired grant, not even to the holder of its lock', async () => {
    const place = create();
    const store = place.open();
    await store.set('k', appGrant);
    await place.expire();
    expect(await store.get('k')).toBeUndefined();
    expect(await store.withLock?.('k', async (lock) => store.get('k', { lock }))).toBeUndefined();
    await store.set('k', grant);
    expect((await store.get('k'))?.accessToken).toBe('access-secret');
  });

  it('lets a deletion, and a lock without a grant, expire after a day', async () => {
    const place = create();
    const store = place.open();
    await store.set('k', grant);
    await store.delete('k');
    expect((await place.row())?.value).toBeNull();
    expect(await msLeft(place)).toBeLessThanOrEqual(dayMs);
    await place.lose();
    expect(await place.row()).toBeUndefined();
    await store.withLock?.('k', async () => {});
    expect(await msLeft(place)).toBeLessThanOrEqual(dayMs);
  });

  it('assigns every holder a larger fence, even after the entry was lost', async () => {
    const place = create();
    const store = place.open();
    const fences: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      await store.withLock?.('k', async () => void fences.push((await place.row())?.fence ?? 0));
      if (count % 3 === 0) await place.lose();
    }
    expect(fences).toEqual([...new Set(fences)].sort((a, b) => a - b));
    expect(fences[0]).toBeGreaterThan(1e12);
  });

  it('stores no tokens in plain text with encryption, and cannot be read without the key', async () => {
    const place = create();
    const store = place.open({ encryption: { keys: [key(1)] } });
    await store.set('k', grant);
    expect((await place.row())?.text).not.toMatch(/secret|refresh/);
    expect((await store.get('k'))?.refreshToken).toBe('refresh-secret');
    await expect(place.open().get('k')).rejects.toThrow(/is encrypted, and the store has no key/);
  });

  it('keeps the secrets of a secretStore forever', async () => {
    const secrets = secretStore(create().open());
    await secrets.set('item ann', 'access-secret');
    expect(await secrets.get('item ann')).toBe('access-secret');
  });
});

describe('D1', () => {
  it('needs two round trips for a refresh, and one if another client has already refreshed the grant', async () => {
    const { table, database } = freshTable();
    const time = { now: 0 };
    let batches = 0;
    const counting: D1Like = {
      prepare: (text) => database.prepare(text),
      batch(statements) {
        batches += 1;
        return database.batch(statements);
      },
    };
    const next = { accessToken: 'new', refreshToken: 'refresh', obtainedAt: 1e6, expiresAt: 5_000_000 };
    const open = () =>
      createGrantSource({
        key: 'k',
        store: d1Store(counting, { table }),
        clock: { now: () => time.now },
        obtain: async () => next,
      });
    await d1Store(database, { table }).set('k', { accessToken: 'old', obtainedAt: 1, expiresAt: 1_000_000 });
    const [cache, other] = [open(), open()];
    await cache.get();
    await other.get();
    time.now = 2_000_000;
    const count = async (work: () => unknown) => {
      const before = batches;
      await work();
      return batches - before;
    };
    await d1Store(counting, { table }).set('other', grant); // the first write of a store also removes expired rows
    expect(await count(() => cache.get())).toBe(3);
    expect(await count(() => other.get())).toBe(1);
  });

  it('removes expired rows with its first write, except those whose lock is held', async () => {
    const { table, database } = freshTable();
    const store = d1Store(database, { table });
    for (const name of ['a', 'b', 'c']) await store.set(name, grant);
    await send(`UPDATE ${table} SET expires_at = 1 WHERE key <> ?1`, hash('c'));
    await send(`UPDATE ${table} SET locked_until = 1e15 WHERE key = ?1`, hash('b'));
    await d1Store(database, { table }).set('d', grant);
    const keys = (await send(`SELECT key FROM ${table}`)).map(({ key }) => key);
    expect(keys.sort()).toEqual([hash('b'), hash('c'), hash('d')].sort());
  });

  it('names the remedy when the table does not exist', async () => {
    await expect(d1Store(worker.DB as never, { table: 'missing' }).get('k')).rejects.toThrow(
      /^D1: no such table: missing.*Create the table with the statements that createTableStatements\(\) returns$/,
    );
  });

  it('works after the statements that create its table have run twice', async () => {
    await worker.DB.exec(createTableStatements('again'));
    await worker.DB.exec(createTableStatements('again'));
    expect(await d1Store(worker.DB as never, { table: 'again' }).get('k')).toBeUndefined();
  });

  it('shows no secret when the database fails', async () => {
    const failing = {
      prepare: () => ({ bind: () => undefined as never }),
      batch: () =>
        Promise.reject(
          Object.assign(new Error('D1_ERROR: lost'), { cause: 'access-secret', values: ['refresh-secret'] }),
        ),
    };
    const failure = await d1Store(failing)
      .set('k', grant)
      .catch((error) => inspect(error, { showHidden: true, depth: 9 }));
    expect(failure).toMatch(/^Error: D1: lost\n/);
    expect(failure).not.toContain('secret');
  });

  it.each(['', 'a b', 'Grants', '"x"', 'x;drop', 'a.b', 'x'.repeat(64), 5])('refuses the table name %j', (table) => {
    expect(() => d1Store(worker.DB as never, { table: table as string })).toThrow(/^d1Store: table must be a/);
    expect(() => createTableStatements(table as string)).toThrow(/^createTableStatements: table must be a name/);
  });

  it.each([
    [{}, {}, 'd1Store: database must be a D1 database'],
    [undefined, {}, 'd1Store: database is required'],
    ['binding', { tabel: 'x' }, 'd1Store: unknown option tabel; did you mean table?'],
    ['binding', { encryption: { keys: ['short'] } }, 'keys[0] must be 32 bytes'],
  ])('refuses %j with %j: %s', (database, options, message) => {
    const given = database === 'binding' ? worker.DB : database;
    expect(() => d1Store(given as never, options as D1StoreOptions)).toThrow(message);
  });
});

describe('a Durable Object', () => {
  it('deletes its entry at its alarm, but only once the entry has expired and its lock is free', async () => {
    const objects = freshObjects();
    const store = durableObjectStore(objects);
    await store.set('k', appGrant);
    expect(await patch(objects, 'k', { isAlarmDue: true })).not.toBeNull();
    expect(
      await patch(objects, 'k', { expiresAt: 1, lockedUntil: Date.UTC(2100, 0), isAlarmDue: true }),
    ).not.toBeNull();
    expect(await patch(objects, 'k', { lockedUntil: 0, isAlarmDue: true })).toBeNull();
  });

  it('reports when it cannot be reached, and shows no secret', async () => {
    const away = (fetch: () => Promise<never>) => ({ idFromName: String, get: () => ({ fetch }) });
    const failures = [
      () => Promise.reject(new Error('Network connection lost')),
      () => Promise.resolve({ ok: false, status: 500, json: async () => 'access-secret' } as never),
    ];
    const messages = await Promise.all(
      failures.map((fetch) => durableObjectStore(away(fetch)).set('k', grant).catch(String)),
    );
    expect(messages).toEqual([
      'Error: Durable Object: Network connection lost',
      'Error: Durable Object: it responded with status 500',
    ]);
  });

  it.each([
    [{}, {}, 'durableObjectStore: namespace must be a Durable Object namespace'],
    [{ idFromName() {}, get() {} }, { ttl: 1 }, 'durableObjectStore: unknown option ttl; did you mean ttlMs?'],
  ])('refuses %j with %j: %s', (namespace, options, message) => {
    expect(() => durableObjectStore(namespace as never, options as never)).toThrow(message);
  });
});
