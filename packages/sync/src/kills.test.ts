import { expect, it } from 'vitest';
import { killWorkers } from '../test/kills.ts';
import { mortal } from '../test/mortal.ts';
import { compare, openStage, read } from '../test/stage.ts';

it('nothing is lost or doubled when two workers are killed while the data changes', () => killWorkers('sqlite', 4));

it('nothing is lost or doubled, whichever statement of a sync is the last one', async () => {
  const { bank, database, sandbox, link, sync } = await openStage({
    bank: { loginRequiredAfterMs: Number.POSITIVE_INFINITY, dynamicTransactions: 60 },
  });
  const item = await link();
  let steps = 0;
  for (let killAt = 1; steps < 3; killAt += 1) {
    sandbox.controls.bank.changeTransactions(item.id, { added: 2, posted: 1, modified: 1, removed: 1 });
    let isDead = false;
    const dying = mortal(database, killAt, () => {
      isDead = true;
      throw new Error('killed');
    });
    const ended = await sync([item], { database: dying }).catch((error) => error);
    if (isDead) expect(ended.message ?? ended.items[0].error?.message ?? ended.items[0].status).toBe('killed');
    else steps += 1;
    await sandbox.clock.advance(120_000); // until the lease has expired
  }
  const { rows, expected } = await compare(bank, database, item);
  expect(rows).toEqual(expected);
  const [all] = await read(database, 'SELECT count(*) AS rows, count(DISTINCT plaid_id) AS ids FROM bank_transactions');
  expect(all?.rows).toBe(all?.ids);
});
