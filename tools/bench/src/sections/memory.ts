import type { Bench } from '../bench.ts';
import { walks } from '../scenarios.ts';
import { type Section, shown } from '../section.ts';
import type { StubCounts } from '../stub/server.ts';
import { megabytes } from '../table.ts';
import type { WalkTook } from '../worker.ts';
import { walkers } from './walks.ts';

/** Calls that a new client is asked for before it has a token. */
const firstCalls = 10_000;
/** Who makes them; its provider publishes no limit that would have to be observed. */
const client = '@x/music';
/** Pages after which the heap is looked at. */
const markEvery = 20;
const { pages, size } = walks.sync;

interface Memory {
  /** Bytes of heap in use after every so many pages of a long list. */
  readonly heaps: Readonly<Record<string, readonly number[]>>;
  /** What many first calls at once cost: token requests, and heap before and after. */
  readonly first: { readonly tokens: number; readonly before: number; readonly after: number };
}

/** Heap over a long list, and what many first calls at once leave behind. */
export const memory: Section<Memory> = {
  effort: { rounds: 1, seconds: 0 },
  async measure(bench) {
    bench.say('memory: a long sync');
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
  },
  tables: ({ heaps, first }) => [
    {
      title: `Heap while ${pages} pages of ${size} transactions are read`,
      note: `In use after every ${markEvery} pages, garbage aside.`,
      head: ['Client', 'First', 'Highest', 'Last'],
      rows: Object.entries(heaps).map(([name, marks]) => [
        shown(name),
        ...[marks[0], Math.max(...marks), marks.at(-1)].map((bytes = 0) => megabytes(bytes)),
      ]),
    },
    {
      title: `${firstCalls} first calls at once`,
      note: 'Heap before a new client is made, and when its calls are over and it is gone.',
      head: ['Client', 'Token requests', 'Heap before', 'Heap after'],
      rows: [[shown(client), String(first.tokens), megabytes(first.before), megabytes(first.after)]],
    },
  ],
  goals({ heaps, first }) {
    const [marks = []] = [heaps['@x/bank']];
    return [
      {
        what: '100,000 transactions: highest heap, of that after the first 10,000',
        atMost: 1.05,
        value: marks[0] && Math.max(...marks) / marks[0],
      },
      { what: '10,000 first calls at once: token requests', atMost: 1, value: first.tokens },
      {
        what: '10,000 first calls at once: heap afterwards, of that before',
        atMost: 1.05,
        value: first.after / first.before,
      },
    ];
  },
};

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
