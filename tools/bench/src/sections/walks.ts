import { inRounds, type Rounds } from '../bench.ts';
import { fetchName, floorName } from '../contender.ts';
import { oursFor } from '../contenders.ts';
import { concurrency, walks as lists } from '../scenarios.ts';
import { aheadOfPeers, columnOf, type Section, shown } from '../section.ts';
import { byMedian, spread } from '../table.ts';
import type { WalkTook } from '../worker.ts';

/** Milliseconds of added latency, to simulate a remote server. */
const latencyMs = 20;

/** The clients that read each list: those with a method for it, and hand-written loops. */
export const walkers = {
  cursor: ['@x/stream', '@twurple/api', fetchName, floorName],
  offset: ['@x/music', '@spotify/web-api-ts-sdk', 'spotify-web-api-node', '@soundify/web-api'],
  sync: ['@x/bank', 'plaid'],
} as const;

const measured = ['cursor', 'offset'] as const;
type Taken = Partial<Record<(typeof measured)[number], Readonly<Record<string, Rounds<{ ms: number }>>>>>;
const entriesOf = (taken: Taken) =>
  measured.flatMap((walk) => (taken[walk] ? [{ walk, own: taken[walk], ...lists[walk] }] : []));

const notes = {
  cursor:
    'By default, our client reads the next page while its consumer is busy. `fetch` is a hand-written loop. ' +
    'So is the floor, which also reads ahead and does nothing else, so its time is only the server and the consumer.',
  offset: `Our client reads ${concurrency} pages at once.`,
};

/** Milliseconds to read lists of 40 pages from a server with latency. */
export const walks: Section<Taken> = {
  effort: { rounds: 3, seconds: 8 },
  async measure(bench, effort) {
    const taken: Taken = {};
    for (const walk of measured) {
      const { title, pages, size } = lists[walk];
      bench.say(`list walks: ${title}`);
      const run = async (name: string) => {
        const { ms, records } = await bench.ask<WalkTook>(name, { task: 'walk', walk });
        if (records !== pages * size) throw new Error(`${name} read ${records} records, not ${pages * size}`);
        return { ms };
      };
      await bench.order({ latencyMs });
      taken[walk] = await inRounds(walkers[walk], effort, run);
      await bench.order({ latencyMs: 0 });
    }
    return taken;
  },
  tables: (taken) =>
    entriesOf(taken).map(({ walk, own, title, pages, size }) => ({
      title: `A list of ${pages} pages: ${title}`,
      note: `${size} records per page, from a server with ${latencyMs} ms latency. ${notes[walk]}`,
      head: ['Client', 'ms'],
      rows: byMedian(own, ({ ms }) => ms).map(([name, { ms }]) => [shown(name), spread(ms)]),
    })),
  goals: (taken) =>
    entriesOf(taken).map(({ walk, own }) =>
      aheadOfPeers(
        { what: `List by ${walk}: best peer, as a multiple of ours`, atLeast: walk === 'cursor' ? 1.5 : 6 },
        oursFor(walk === 'cursor' ? 'stream' : 'music'),
        columnOf(own, 'ms'),
      ),
    ),
};
