import { type Bench, type Effort, inRounds } from '../bench.ts';
import { fetchName, floorName } from '../contenders.ts';
import type { Results } from '../results.ts';
import { walks } from '../scenarios.ts';
import type { WalkTook } from '../worker.ts';

/** Milliseconds that the server takes longer, as one that is not on this machine does. */
export const walkLatencyMs = 20;

/** Who reads which list: the clients that have a method for it, and loops written by hand. */
export const walkers = {
  cursor: ['@x/stream', '@twurple/api', fetchName, floorName],
  offset: ['@x/music', '@spotify/web-api-ts-sdk', 'spotify-web-api-node', '@soundify/web-api'],
  sync: ['@x/bank', 'plaid'],
} as const;

/** Milliseconds for lists of 40 pages from a server that takes its time. */
export async function measureWalks(bench: Bench, effort: Effort): Promise<NonNullable<Results['walks']>> {
  const results: NonNullable<Results['walks']> = {};
  for (const walk of ['cursor', 'offset'] as const) {
    bench.say(`list walks: ${walks[walk].title}`);
    const { pages, size } = walks[walk];
    const run = async (name: string) => {
      const { ms, records } = await bench.ask<WalkTook>(name, { task: 'walk', walk });
      if (records !== pages * size) throw new Error(`${name} read ${records} records, not ${pages * size}`);
      return ms;
    };
    await bench.order({ latencyMs: walkLatencyMs });
    results[walk] = await inRounds(walkers[walk], effort, run);
    await bench.order({ latencyMs: 0 });
  }
  return results;
}
