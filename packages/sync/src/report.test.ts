import { expect, it } from 'vitest';
import { kinds } from '../test/databases.ts';
import { openStage } from '../test/stage.ts';
import { report, reportSvg } from './report.ts';

it.each(kinds.filter((kind) => kind !== 'postgres'))(
  'on %s, the report counts spending without transfers, and the net worth of each day',
  async (kind) => {
    const { database, sandbox, link, sync } = await openStage({ kind });
    const item = await link({ options: { override_username: 'ann' } });
    await sync([item, await link({ user: 'bob' })]);
    await sandbox.clock.advance(2 * 86_400_000);
    await sync([item]);
    const found = await report(database, { user: 'ann', months: 3 });
    expect(found.months.map(({ month, income, spent }) => [month, income, spent])).toEqual([
      ['2025-11', 300_000, 900],
      ['2025-12', 300_000 + 10_000 + 10_000 + 150_000, 10_000 + 1235 + 8000],
      ['2026-01', 0, 4000],
    ]);
    for (const { spent, categories } of found.months)
      expect(Object.values(categories).reduce((sum, each) => sum + each, 0)).toBe(spent);
    const worth = 120_050 + 900_000 - 25_000;
    expect(found.netWorth).toEqual([
      { date: '2026-01-14', amount: worth },
      { date: '2026-01-16', amount: worth },
    ]);
    expect(found).toMatchObject({ currency: 'USD', otherCurrencies: [] });
  },
);

it('the chart is an image with a bar for each category and month, and escapes names', async () => {
  const svg = reportSvg({
    currency: 'USD',
    otherCurrencies: [],
    months: [
      { month: '2025-12', income: 0, spent: 300, categories: { 'A<B': 200, C: 100 } },
      { month: '2026-01', income: 0, spent: 50, categories: { OTHER: 50 } },
    ],
    recurring: [],
    netWorth: [{ date: '2026-01-14', amount: 100 }],
  });
  expect(svg.match(/<title>/g)).toHaveLength(1 + 3); // the image's own
  expect(svg).toContain('A&#60;B: 2.00 USD');
  expect(svg).toContain('OTHER: 0.50 USD');
  expect(svg).not.toMatch(/NaN|undefined|A<B/);
  expect(reportSvg({ currency: 'USD', otherCurrencies: [], months: [], recurring: [], netWorth: [] })).not.toMatch(
    /NaN|Inf/,
  );
});

it('the report is in the currency of most transactions, no matter how many balances there are', async () => {
  const { database, link, sync } = await openStage();
  await sync([await link({ options: { override_username: 'ann' } })]);
  const days = Array.from({ length: 20 }, (_, day) => `('a', '2025-12-${day + 10}', 1, '~BTC')`).join(', ');
  await database.run(`INSERT INTO bank_balances (account_id, date, balance, currency) VALUES ${days}`);
  await database.run(
    "UPDATE bank_balances SET account_id = (SELECT max(id) FROM bank_accounts) WHERE account_id = 'a'",
  );
  expect(await report(database)).toMatchObject({ currency: 'USD', otherCurrencies: ['~BTC'] });
});

it('an empty database has an empty report', async () => {
  const { database, sync } = await openStage();
  await sync([]);
  expect(await report(database)).toEqual({
    currency: 'USD',
    otherCurrencies: [],
    months: [],
    recurring: [],
    netWorth: [],
  });
});
