import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Kind } from './databases.ts';
import { connect } from './databases.ts';
import { compare, openStage, read } from './stage.ts';
import type { WorkerOrder } from './worker.ts';

/** Runs a worker to its end. Returns whether it was killed. */
async function run(order: WorkerOrder): Promise<boolean> {
  const child = fork(fileURLToPath(new URL('worker.ts', import.meta.url)), [JSON.stringify(order)], {
    execArgv: ['--conditions=@x/source', '--disable-warning=ExperimentalWarning'],
  });
  const [code, signal] = await once(child, 'exit');
  if (signal !== 'SIGKILL') expect(code).toBe(0);
  return signal === 'SIGKILL';
}

/**
 * Kills workers at different statements while an Item's data changes, also between the pages of a sync, until `kills` were
 * killed. Then it compares the tables with the API.
 */
export async function killWorkers(kind: Kind, kills: number): Promise<void> {
  const { sandbox, bank, place, close, link } = await openStage({ kind });
  const { changeTransactions, mutateDuringPagination } = sandbox.controls.bank;
  await close(); // DuckDB lets one process open a file at a time
  const { baseUrl, clientId = '', clientSecret = '' } = sandbox.options.bank;
  const items: Awaited<ReturnType<typeof link>>[] = [];
  const start = (killAt: number, syncs = 1) =>
    run({
      kind,
      place,
      bank: { baseUrl: String(baseUrl), clientId, clientSecret },
      items: items.map(({ access_token }) => ({ access_token })),
      killAt,
      syncs,
      aheadMs: sandbox.clock.now() - Date.now(), // the worker's clock runs, as the sandbox's does
    });

  let killed = 0;
  for (let round = 0; killed < kills; round += 1) {
    if (round % 4 === 0) items.push(await link());
    for (const { id } of items) changeTransactions(id, { added: 2, posted: 1, modified: 2, removed: 1 });
    mutateDuringPagination(1);
    // The steps visit every statement of a sync, from the migration to the release of the lease.
    const killAt = 1 + ((round * 13) % 60);
    const dead = kind === 'duckdb' ? [await start(killAt, 2)] : await Promise.all([start(killAt), start(killAt + 7)]);
    killed += dead.filter(Boolean).length;
  }
  mutateDuringPagination(0); // the comparison below reads pages, and must not change what it compares
  await start(0);

  const again = connect(kind, place);
  try {
    for (const item of items) {
      const { rows, expected } = await compare(bank, again.database, item);
      expect(rows).toEqual(expected);
      expect(rows.length).toBeGreaterThan(500);
    }
    const all = await read(
      again.database,
      'SELECT count(*) AS rows, count(DISTINCT plaid_id) AS ids FROM bank_transactions',
    );
    expect(all[0]?.rows).toBe(all[0]?.ids);
    expect(await read(again.database, 'SELECT id FROM bank_items WHERE locked_by IS NOT NULL')).toEqual([]);
  } finally {
    await again.close();
  }
}
