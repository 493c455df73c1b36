import { expect, it } from 'vitest';
import { kinds } from '../test/databases.ts';
import { killWorkers } from '../test/kills.ts';
import { openStage, read } from '../test/stage.ts';

it.each(kinds)(
  'nothing is lost or doubled on %s when 16 workers are killed while the data changes',
  { timeout: 600_000 },
  (kind) => killWorkers(kind, 16),
);

it('a bank that is linked 1,000 times keeps its rows', async () => {
  const { database, link, sync } = await openStage();
  const all = () =>
    read(database, 'SELECT id, account_id, date, amount, removed_at FROM bank_transactions ORDER BY id');
  const ann = { options: { override_username: 'ann' } };
  await sync([await link(ann)]);
  const before = await all();
  for (let times = 1; times < 1000; times += 1)
    expect((await sync([await link(ann)], { transactionsOnly: true })).items).toMatchObject([{ status: 'synced' }]);
  expect(await all()).toEqual(before);
  expect(await read(database, 'SELECT id FROM bank_items WHERE replaced_by IS NULL')).toHaveLength(1);
}, 600_000);
