import { memoryShardStore, type ShardPlan, type ShardStore } from '@x/stream/events';
import { fc } from '@x/testing/properties';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connection, libraries } from '../test/clients.ts';
import { type RedisServer, startRedis } from '../test/redis-server.ts';
import { redisShardStore } from './index.ts';

let redis: RedisServer;
const connections: Connection[] = [];
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(async () => {
  for (const { close } of connections) close();
  await redis.stop();
});

const ttlMs = 15_000;
const group = 'of the test';
let groups = 0;

/** Creates a store that follows a manual clock. */
type Make = (clock: { now(): number }) => Promise<ShardStore>;
const overRedis =
  (library: keyof typeof libraries): Make =>
  async (clock) => {
    const connection = await libraries[library](redis.url);
    connections.push(connection);
    groups += 1;
    return redisShardStore(connection.client, { clock, prefix: `test${groups}:` });
  };
const stores: Readonly<Record<string, Make>> = {
  memory: async (clock) => memoryShardStore({ clock }),
  'redis by node-redis': overRedis('node-redis'),
  'redis by ioredis': overRedis('ioredis'),
};

async function start(make: Make) {
  const clock = { ms: 1_000_000, now: () => clock.ms };
  const store = await make(clock);
  /** Returns the heartbeat of a process that knows 1 shard, or changes the number of shards. */
  const beat = (member: string, shards?: number) =>
    store.beat({ group, member, ttlMs, shards: shards ?? 1, resize: shards !== undefined });
  return { clock, store, beat };
}
const numbers = ({ held }: ShardPlan) => held.map(({ shard }) => shard);

describe.each(Object.entries(stores))('shards in %s', (_name, make) => {
  it('a single process serves all shards, with the same fences as long as it is alive', async () => {
    const { beat, clock } = await start(make);
    const first = await beat('a', 3);
    expect(first).toMatchObject({ members: 1, shards: 3, wasKnown: false, revision: 0 });
    expect(numbers(first)).toEqual([0, 1, 2]);
    clock.ms += ttlMs - 1;
    expect(await beat('a')).toEqual({ ...first, wasKnown: true });
  });

  it('a store without data takes the number of shards from the first process, and reports each process that it did not know', async () => {
    const { store } = await start(make);
    const beat = (shards: number) => store.beat({ group, member: 'a', ttlMs, shards });
    expect(numbers(await beat(3))).toEqual([0, 1, 2]);
    expect(await beat(5)).toMatchObject({ shards: 3, wasKnown: true });
    await store.leave(group, 'a');
    expect(await beat(5)).toMatchObject({ shards: 3, wasKnown: false });
  });

  it('processes share the newest text, and a restored text never replaces a newer one', async () => {
    const { store, beat, clock } = await start(make);
    expect(await store.shared(group)).toBeUndefined();
    const first = await store.share(group, 'one');
    expect(await store.shared(group)).toEqual({ text: 'one', revision: first });
    const second = await store.share(group, 'two');
    expect(second).toBeGreaterThan(first);
    expect(await store.share(group, 'one', first)).toBe(second);
    expect(await store.shared(group)).toEqual({ text: 'two', revision: second });
    expect(await beat('a', 1)).toMatchObject({ revision: second });
    clock.ms += 86_400_000 * 30;
    expect(await store.shared(group)).toEqual({ text: 'two', revision: second });
    // A text that a process restores after the store lost it keeps its revision, and a new text then has a higher one.
    const lost = 'another group';
    expect(await store.share(lost, 'kept', second)).toBe(second);
    expect(await store.share(lost, 'new')).toBeGreaterThan(second);
  });

  it('a second process gets its share once the first has released it', async () => {
    const { beat } = await start(make);
    await beat('a', 5);
    expect(numbers(await beat('b'))).toEqual([]);
    expect(numbers(await beat('a'))).toEqual([0, 1, 2]);
    expect(numbers(await beat('b'))).toEqual([3, 4]);
    expect(numbers(await beat('a'))).toEqual([0, 1, 2]);
  });

  it('the other processes take over the shards of a dead process with higher fences, and it gets none of them back', async () => {
    const { beat, clock } = await start(make);
    const before = await beat('a', 2);
    clock.ms += ttlMs;
    const after = await beat('b');
    expect(numbers(after)).toEqual([0, 1]);
    for (const [index, { fence }] of after.held.entries())
      expect(fence).toBeGreaterThan(before.held[index]?.fence ?? 0);
    expect(numbers(await beat('a'))).toEqual([]);
    expect(numbers(await beat('b'))).toEqual([0]);
    expect(numbers(await beat('a'))).toEqual([1]);
  });

  it('the shards of a process that leaves are free at once', async () => {
    const { beat, store } = await start(make);
    await beat('a', 2);
    await beat('b');
    await store.leave(group, 'a');
    expect(await beat('b')).toMatchObject({ members: 1 });
    expect(numbers(await beat('b'))).toEqual([0, 1]);
  });

  it('reducing the number of shards removes the ones with the highest numbers', async () => {
    const { beat } = await start(make);
    await beat('a', 4);
    expect(numbers(await beat('a', 2))).toEqual([0, 1]);
    expect(await beat('a')).toMatchObject({ shards: 2 });
  });

  it('groups do not affect each other', async () => {
    const { beat, store } = await start(make);
    await beat('a', 2);
    expect(numbers(await store.beat({ group: 'other', member: 'b', ttlMs, shards: 1, resize: true }))).toEqual([0]);
    expect(await beat('a')).toMatchObject({ members: 1 });
  });
});

it('memory and Redis divide shards in the same way: each shard has one owner, and shares differ by at most one', async () => {
  const turn = fc.oneof(
    fc.record({ kind: fc.constant('beat' as const), member: fc.constantFrom('a', 'b', 'c', 'd') }),
    fc.record({ kind: fc.constant('leave' as const), member: fc.constantFrom('a', 'b', 'c', 'd') }),
    fc.record({
      kind: fc.constant('scale' as const),
      member: fc.constantFrom('a', 'b'),
      shards: fc.integer({ min: 1, max: 9 }),
    }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: ttlMs }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { maxLength: 40 }), async (turns) => {
      const clock = { ms: 1_000_000, now: () => clock.ms };
      const [model, real] = [memoryShardStore({ clock }), await overRedis('ioredis')(clock)];
      const both = async (member: string, shards?: number) => {
        const beat = { group, member, ttlMs, shards: shards ?? 4, resize: shards !== undefined };
        const plans = await Promise.all([model, real].map((store) => store.beat(beat)));
        const [one, other] = plans.map((plan) => ({ ...plan, held: numbers(plan) }));
        expect(other).toEqual(one);
        return one?.held ?? [];
      };
      for (const each of turns) {
        if (each.kind === 'wait') clock.ms += each.ms;
        if (each.kind === 'beat') await both(each.member);
        if (each.kind === 'scale') await both(each.member, each.shards);
        if (each.kind === 'leave') await Promise.all([model, real].map((store) => store.leave(group, each.member)));
      }
      // Once all have reported often enough, every shard has exactly one owner.
      await both('a', 7);
      for (let round = 0; round < 3; round += 1) for (const member of ['a', 'b', 'c', 'd']) await both(member);
      const shares = [await both('a'), await both('b'), await both('c'), await both('d')];
      expect(shares.flat().sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
      expect(shares.map(({ length }) => length).sort()).toEqual([1, 2, 2, 2]);
      connections.pop()?.close();
    }),
    { numRuns: 30 },
  );
});

it('redisShardStore refuses an invalid client or option with an error that names it', async () => {
  const connection = await libraries.ioredis(redis.url);
  connections.push(connection);
  const { client } = connection;
  const create = (options: object) => () => redisShardStore(client, options);
  expect(() => redisShardStore({} as typeof client)).toThrow(/redisShardStore: client must be a client/);
  expect(create({ perfix: 'x' })).toThrow(/perfix.*prefix/);
  expect(create({ prefix: '{x}' })).toThrow(/redisShardStore: prefix must not contain/);
  expect(create({ timeoutMs: 0 })).toThrow(/timeoutMs/);
});
