import { inRounds } from '../bench.ts';
import { fetchName, floorName } from '../contender.ts';
import { concurrency, walks as lists } from '../scenarios.ts';
import { aheadOfPeers, type Goal, type Section, shown } from '../section.ts';
import { byMedian, spread, type Table } from '../table.ts';

/** Milliseconds of added latency, to simulate a remote server. */
const latencyMs = 20;

/** The clients that read each list: those with a method for it, and hand-written loops. Ours is the first. */
export const walkers = {
  cursor: ['@x/stream', '@twurple/api', fetchName, floorName],
  offset: ['@x/music', '@spotify/web-api-ts-sdk', 'spotify-web-api-node', '@soundify/web-api'],
  sync: ['@x/bank', 'plaid'],
} as const;

const measured = [
  {
    walk: 'cursor',
    atLeast: 1.5,
    note:
      'By default, our client reads the next page while its consumer is busy. `fetch` is a hand-written loop. ' +
      'So is the floor, which also reads ahead and does nothing else, so its time is only the server and the consumer.',
  },
  { walk: 'offset', atLeast: 6, note: `Our client reads ${concurrency} pages at once.` },
] as const;

/** Milliseconds to read lists of 40 pages from a server with latency. */
export const walks: Section = {
  effort: { rounds: 3, seconds: 8 },
  async measure(bench, effort) {
    const tables: Table[] = [];
    const goals: Goal[] = [];
    await bench.stub.ask('delay', latencyMs);
    for (const { walk, atLeast, note } of measured) {
      const { title, pages, size } = lists[walk];
      bench.say(`list walks: ${title}`);
      const run = async (name: string) => {
        const { ms, records } = await (await bench.worker(name)).ask('walk', walk);
        if (records !== pages * size) throw new Error(`${name} must read ${pages * size} records; got ${records}`);
        return { ms };
      };
      const costs = await inRounds(walkers[walk], effort, run);
      tables.push({
        title: `A list of ${pages} pages: ${title}`,
        note: `${size} records per page, from a server with ${latencyMs} ms latency. ${note}`,
        head: ['Client', 'ms'],
        rows: byMedian(costs, 'ms').map(([name, { ms }]) => [shown(name), spread(ms)]),
      });
      const what = `List by ${walk}: best peer, as a multiple of ours`;
      goals.push(aheadOfPeers({ what, atLeast }, walkers[walk][0], costs, 'ms'));
    }
    await bench.stub.ask('delay', 0);
    return { tables, goals };
  },
};
