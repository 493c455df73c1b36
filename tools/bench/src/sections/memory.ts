import type { Bench } from '../bench.ts';
import type { Child } from '../child.ts';
import { walks } from '../scenarios.ts';
import { type Section, shown } from '../section.ts';
import { megabytes } from '../table.ts';
import type { Worker } from '../worker.ts';
import { walkers } from './walks.ts';

/** Number of calls made with a new client before it has a token. */
const firstCalls = 10_000;
/** The client that makes them. Its provider publishes no rate limit that the client would have to respect. */
const client = '@x/music';
/** Number of pages between two heap measurements. */
const markEvery = 20;
const { pages, size } = walks.sync;

/** Heap during a long list, and after many first calls at once. */
export const memory: Section = {
  effort: { rounds: 1, seconds: 0 },
  async measure(bench) {
    bench.say('memory: a long sync');
    const heaps = new Map<string, readonly number[]>();
    for (const name of walkers.sync) {
      const worker = await bench.worker(name);
      const took = await worker.ask('walk', 'sync', markEvery);
      if (took.records !== pages * size)
        throw new Error(`${name} must read ${pages * size} records; got ${took.records}`);
      heaps.set(name, took.heaps);
    }
    bench.say(`memory: ${firstCalls} first calls`);
    const worker = await bench.worker(client);
    // Run once before measuring, because sockets and compiled code stay in the heap.
    await burst(bench, worker);
    const before = await heapOf(bench, worker);
    const { tokens } = await burst(bench, worker);
    const after = await heapOf(bench, worker);
    const marks = heaps.get('@x/bank') ?? [];
    return {
      tables: [
        {
          title: `Heap while reading ${pages} pages of ${size} transactions`,
          note: `Heap in use after every ${markEvery} pages, once garbage is collected.`,
          head: ['Client', 'First', 'Highest', 'Last'],
          rows: [...heaps].map(([name, own]) => [
            shown(name),
            ...[own[0], Math.max(...own), own.at(-1)].map((bytes = 0) => megabytes(bytes)),
          ]),
        },
        {
          title: `${firstCalls} first calls at once`,
          note: 'Heap before a new client is created, and after its calls have ended and the client is gone.',
          head: ['Client', 'Token requests', 'Heap before', 'Heap after'],
          rows: [[shown(client), String(tokens), megabytes(before), megabytes(after)]],
        },
      ],
      goals: [
        {
          what: '100,000 transactions: highest heap, as a multiple of the heap after the first 10,000',
          atMost: 1.05,
          value: Math.max(...marks) / (marks[0] ?? Number.NaN),
        },
        { what: '10,000 first calls at once: token requests', atMost: 1, value: tokens },
        {
          what: '10,000 first calls at once: heap afterwards, as a multiple of the heap before',
          atMost: 1.05,
          value: after / before,
        },
      ],
    };
  },
};

/** Returns the heap in use after all connections are closed. */
async function heapOf({ target, stub }: Bench, worker: Child<Worker>): Promise<number> {
  await stub.ask('closeIdle');
  return worker.ask('heap', target);
}

/** Makes all first calls at once with a new client. Returns the numbers of requests. */
async function burst({ target, stub }: Bench, worker: Child<Worker>) {
  await worker.ask('open', target);
  await stub.ask('counts'); // counts from here
  await worker.ask('calls', 'markets', firstCalls, firstCalls);
  return stub.ask('counts');
}
