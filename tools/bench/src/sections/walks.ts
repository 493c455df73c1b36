import { inRounds, type Rounds } from '../bench.ts';
import { fetchName, floorName } from '../contender.ts';
import { oursFor } from '../contenders.ts';
import { concurrency, walks as lists } from '../scenarios.ts';
import { aheadOfPeers, columnOf, type Section, shown } from '../section.ts';
import { byMedian, spread } from '../table.ts';
import type { WalkTook } from '../worker.ts';

/** Milliseconds that the server takes longer, as one that is not on this machine does. */
const latencyMs = 20;

/** Who reads which list: the clients that have a method for it, and loops written by hand. */
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
    'Ours reads the next page while its consumer is busy, as it does by default; `fetch` is a loop written by hand. ' +
    'So is the floor, which reads ahead as well and does nothing else: what is left is the server and the consumer.',
  offset: `Ours reads ${concurrency} pages at once.`,
};

/** Milliseconds for lists of 40 pages from a server that takes its time. */
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
      note: `${size} records a page, from a server that takes ${latencyMs} ms. ${notes[walk]}`,
      head: ['Client', 'ms'],
      rows: byMedian(own, ({ ms }) => ms).map(([name, { ms }]) => [shown(name), spread(ms)]),
    })),
  goals: (taken) =>
    entriesOf(taken).map(({ walk, own }) =>
      aheadOfPeers(
        { what: `List by ${walk}: the best peer's time, of ours`, atLeast: walk === 'cursor' ? 1.5 : 6 },
        oursFor(walk === 'cursor' ? 'stream' : 'music'),
        columnOf(own, 'ms'),
      ),
    ),
};
