import { inRounds } from '../bench.ts';
import { startChild } from '../child.ts';
import type { Goal, Section } from '../section.ts';
import { median, medianRatio } from '../statistics.ts';
import type { Stub } from '../stub/server.ts';
import { type Kind, kinds, openPlaces } from '../sync/kinds.ts';
import type { SyncWorker } from '../sync/worker.ts';
import { number, spread } from '../table.ts';

/** Number of transactions, fewer than in other sections because DuckDB takes a while. */
const rows = 20_000;
const clients = { '**@x/sync**': 'ours', '`plaid`, a loop by hand': 'plaid' } as const;
/** Longest time of ours, as a multiple of the loop's. */
const atMost = { SQLite: 3, PostgreSQL: 2.5, DuckDB: 6 } as const;

/** Starts what the syncs need. Returns a function that syncs once, into an empty database. */
async function open(flags: readonly string[]) {
  const stub = startChild<Stub>('stub/server.ts', [String(rows)], ['--conditions=@x/source']);
  const places = await openPlaces();
  const workers = new Map(
    Object.entries(clients).map(([name, own]) => [name, startChild<SyncWorker>('sync/worker.ts', [own], flags)]),
  );
  const target = await stub.ask('target');
  return {
    async sync(name: string, kind: Kind) {
      const place = await places.create(kind);
      const { ms, records } = (await workers.get(name)?.ask('sync', target, kind, place)) ?? { ms: 0, records: 0 };
      if (records !== rows) throw new Error(`${name} must store ${rows} rows in ${kind}; got ${records}`);
      return { ms, perSecond: (1000 * rows) / ms, bytes: (await places.sizeOf(kind, place)) / rows };
    },
    async close(): Promise<void> {
      for (const child of [stub, ...workers.values()]) child.stop();
      await places.close();
    },
  };
}

/** Rows per second of a first sync into each database, and bytes per row. */
export const sync: Section = {
  effort: { rounds: 5, seconds: 60 },
  async measure(bench, effort) {
    const stage = await open(bench.flags);
    const table: string[][] = [];
    const goals: Goal[] = [];
    try {
      for (const kind of kinds) {
        bench.say(`sync: ${kind}`);
        const costs = await inRounds(Object.keys(clients), effort, (name) => stage.sync(name, kind));
        for (const [name, { perSecond, bytes }] of Object.entries(costs))
          table.push([kind, name, spread(perSecond), number(median(bytes))]);
        const [ours, loop] = Object.values(costs);
        const what = `First sync into ${kind}: time, as a multiple of a loop by hand with plaid`;
        goals.push({ what, atMost: atMost[kind], value: medianRatio(ours?.ms, loop?.ms) });
      }
    } finally {
      await stage.close();
    }
    return {
      tables: [
        {
          title: `First sync of ${rows.toLocaleString('en-US')} transactions into a database`,
          note:
            'Rows per second from the first request to the last commit, and bytes per row with all indexes. The loop writes one ' +
            'table with 9 columns and an index. Ours writes 20 columns and three indexes, and looks for relinked accounts and transfers.',
          head: ['Database', 'Client', 'Rows/s', 'Bytes per row'],
          rows: table,
        },
      ],
      goals,
    };
  },
};
