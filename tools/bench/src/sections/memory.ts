import type { Bench } from '../bench.ts';
import { walks } from '../scenarios.ts';
import { type Section, shown } from '../section.ts';
import type { StubCounts } from '../stub/server.ts';
import { megabytes } from '../table.ts';
import type { WalkTook } from '../worker.ts';
import { walkers } from './walks.ts';

/** Number of calls made with a new client before it has a token. */
const firstCalls = 10_000;
/** The client that makes them. Its provider publishes no limit that the client would have to stay within. */
const client = '@x/music';
/** Number of pages between two heap measurements. */
const markEvery = 20;
const { pages, size } = walks.sync;

interface Memory {
  /** Bytes of heap in use after every so many pages of a long list. */
  readonly heaps: Readonly<Record<string, readonly number[]>>;
  /** Cost of many first calls at once: token requests, and heap before and after. */
  readonly first: { readonly tokens: number; readonly before: number; readonly after: number };
}

/** Heap during a long list, and after many first calls at once. */
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
    // Run once before measuring, because sockets and compiled code stay in the heap.
    await burst(bench);
    const before = await heapOf(bench);
    const { tokens } = await burst(bench);
    return { heaps, first: { tokens, before, after: await heapOf(bench) } };
  },
  tables: ({ heaps, first }) => [
    {
      title: `Heap while reading ${pages} pages of ${size} transactions`,
      note: `Heap in use after every ${markEvery} pages, without garbage.`,
      head: ['Client', 'First', 'Highest', 'Last'],
      rows: Object.entries(heaps).map(([name, marks]) => [
        shown(name),
        ...[marks[0], Math.max(...marks), marks.at(-1)].map((bytes = 0) => megabytes(bytes)),
      ]),
    },
    {
      title: `${firstCalls} first calls at once`,
      note: 'Heap before a new client is created, and after its calls have ended and the client is gone.',
      head: ['Client', 'Token requests', 'Heap before', 'Heap after'],
      rows: [[shown(client), String(first.tokens), megabytes(first.before), megabytes(first.after)]],
    },
  ],
  goals({ heaps, first }) {
    const [marks = []] = [heaps['@x/bank']];
    return [
      {
        what: '100,000 transactions: highest heap, as a multiple of the heap after the first 10,000',
        atMost: 1.05,
        value: marks[0] && Math.max(...marks) / marks[0],
      },
      { what: '10,000 first calls at once: token requests', atMost: 1, value: first.tokens },
      {
        what: '10,000 first calls at once: heap afterwards, as a multiple of the heap before',
        atMost: 1.05,
        value: first.after / first.before,
      },
    ];
  },
};

/** Returns the heap in use after all connections are closed. */
async function heapOf(bench: Bench): Promise<number> {
  await bench.order({ closeIdle: true });
  return bench.ask(client, { task: 'heap' });
}

/** Makes all first calls at once with a new client. */
async function burst({ target, ask, order }: Bench): Promise<StubCounts> {
  await ask(client, { task: 'open', target });
  await order({}); // counts from here
  await ask(client, { task: 'calls', call: 'markets', times: firstCalls, atOnce: firstCalls });
  return order({});
}
