import { openDatabase, type Secrets } from '@x/mcp/apis';
import { formatMinor, type SyncDatabase } from '@x/sync';
import { beancount, csv, hledger, jsonl, ledger } from '@x/sync/export';
import { report, reportSvg } from '@x/sync/report';
import type { Run } from '../command.ts';
import type { CallFlags } from '../operation/flags.ts';
import { outputOf } from '../operation/open.ts';
import { ListOutput, writeValue } from '../output/output.ts';
import { write } from '../terminal.ts';
import { checkName } from './check-name.ts';

/** Reads a database that `x sync bank` has filled. */
async function read(address: string, secrets: Secrets, work: (database: SyncDatabase) => Promise<void>): Promise<void> {
  const database = await openDatabase(address, secrets, { isOld: true });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

/** Runs `x sync status`. */
export const runSyncStatus: Run<CallFlags & { readonly to: string }> = (terminal, flags, _, secrets) =>
  read(flags.to, secrets, async (database) => {
    const output = new ListOutput(terminal, outputOf(terminal, flags, secrets));
    const items = await database.query(
      `SELECT i.institution_name AS name, i.id, i.error_code, i.next_step, i.synced_at,
  (SELECT count(*) FROM bank_transactions t WHERE t.item_id = i.id AND t.removed_at IS NULL) AS transactions,
  i.history, i.replaced_by
FROM bank_items i ORDER BY i.institution_name, i.id`,
    );
    await output.page(items);
    await output.end();
  });

interface ReportFlags extends CallFlags {
  readonly from: string;
  readonly months?: number;
  readonly currency?: string;
  readonly svg?: boolean;
}

/** Runs `x bank report`. */
export const runReport: Run<ReportFlags> = (terminal, { from, svg, ...flags }, _, secrets) =>
  read(from, secrets, async (database) => {
    const { months: count, currency: wanted } = flags;
    const found = await report(database, { months: count, currency: wanted });
    if (svg) return write(terminal.stdout, reportSvg(found));
    const { currency, otherCurrencies, recurring, netWorth } = found;
    const amount = (minor: number | null) => (minor === null ? null : formatMinor(minor, currency));
    const months = found.months.toReversed(); // a narrow terminal shows the last ones
    const spending = [...new Set(months.flatMap(({ categories }) => Object.keys(categories)))].map((category) => ({
      category,
      ...Object.fromEntries(months.map(({ month, categories }) => [month, amount(categories[category] ?? 0)])),
    }));
    const shown = {
      currency,
      ...(otherCurrencies.length > 0 && { otherCurrencies }),
      spending,
      months: months.map(({ month, income, spent }) => ({ month, income: amount(income), spent: amount(spent) })),
      recurring: recurring.map(({ average, ...stream }) => ({ ...stream, average: amount(average) })),
      netWorth: netWorth.map((day) => ({ date: day.date, amount: amount(day.amount) })),
    };
    const output = outputOf(terminal, flags, secrets);
    await writeValue(terminal, output.format === 'csv' ? spending : shown, output);
  });

const exports = { ledger, hledger, beancount, csv, jsonl };

/** Runs `x export FORMAT`. */
export const runExport: Run<{ readonly from: string }> = (terminal, { from }, [name = ''], secrets) => {
  const format = checkName('format', name, Object.keys(exports) as (keyof typeof exports)[]);
  return read(from, secrets, async (database) => {
    for await (const text of exports[format](database)) await write(terminal.stdout, text);
  });
};
