import { inRounds } from '../bench.ts';
import { startChild } from '../child.ts';
import type { Cold } from '../cold.ts';
import { contenders } from '../contenders.ts';
import { type Section, shown } from '../section.ts';
import { median, medianRatio } from '../statistics.ts';
import { spread } from '../table.ts';

/** Milliseconds that a new process takes to import a client, and to complete its first call. */
export const cold: Section = {
  effort: { rounds: 7, seconds: 16 },
  async measure({ target, say }, effort) {
    say('import and first call');
    const run = async (name: string) => {
      const child = startChild<Cold>('cold.ts', [name]);
      try {
        return await child.ask('start', target);
      } finally {
        child.stop();
      }
    };
    const names = contenders.filter(({ isVariant }) => !isVariant).map(({ name }) => name);
    const costs = await inRounds(names, effort, run);
    const lead = (peer: string, own: string) => medianRatio(costs[peer]?.totalMs, costs[own]?.totalMs);
    const total = (name: string) => median(costs[name]?.totalMs ?? []);
    return {
      tables: [
        {
          title: 'Import and first call',
          note: 'Milliseconds in a new process. If the client requests its own token, the first call includes that.',
          head: ['Client', 'Import', 'Import and first call'],
          rows: Object.entries(costs).map(([name, { importMs, totalMs }]) => [
            shown(name),
            spread(importMs),
            spread(totalMs),
          ]),
        },
      ],
      goals: [
        { what: 'Import and first call: plaid, as a multiple of @x/bank', atLeast: 3, value: lead('plaid', '@x/bank') },
        {
          what: 'Import and first call: twurple, as a multiple of @x/stream',
          atLeast: 3,
          value: lead('@twurple/api', '@x/stream'),
        },
        {
          what: "Import and first call: @x/music's extra time over Spotify's SDK, as a multiple of loading ky",
          atMost: 1,
          value: (total('@x/music') - total('@spotify/web-api-ts-sdk')) / median(costs.ky?.importMs ?? []),
        },
      ],
    };
  },
};
