import type { Bench } from '../bench.ts';
import type { Results } from '../results.ts';
import { walks } from '../scenarios.ts';
import type { StubCounts } from '../stub/server.ts';
import type { WalkTook } from '../worker.ts';
import { walkers } from './walks.ts';

/** Calls that a new client is asked for before it has a token. */
export const firstCalls = 10_000;
/** Who makes them; its provider publishes no limit that would have to be observed. */
const client = '@x/music';
/** Pages after which the heap is looked at. */
const markEvery = 20;

/** Heap over a long list, and what many first calls at once leave behind. */
export async function measureMemory(bench: Bench): Promise<NonNullable<Results['memory']>> {
  bench.say('memory: a long sync');
  const { pages, size } = walks.sync;
  const heaps: Record<string, number[]> = {};
  for (const name of walkers.sync) {
    const took = await bench.ask<WalkTook>(name, { task: 'walk', walk: 'sync', heapEvery: markEvery });
    if (took.records !== pages * size) throw new Error(`${name} read ${took.records} records, not ${pages * size}`);
    heaps[name] = took.heaps;
  }
  bench.say(`memory: ${firstCalls} first calls`);
  // Once before the heap is looked at: sockets, and code that is compiled, stay.
  await burst(bench);
  const before = await heapOf(bench);
  const { tokens } = await burst(bench);
  return { heaps, first: { tokens, before, after: await heapOf(bench) } };
}

/** Heap in use when all connections are closed. */
async function heapOf(bench: Bench): Promise<number> {
  await bench.order({ closeIdle: true });
  return bench.ask(client, { task: 'heap' });
}

/** All at once, by a client that is new. */
async function burst({ target, ask, order }: Bench): Promise<StubCounts> {
  await ask(client, { task: 'open', target });
  await order({}); // counts from here
  await ask(client, { task: 'calls', call: 'markets', times: firstCalls, atOnce: firstCalls });
  return order({});
}
