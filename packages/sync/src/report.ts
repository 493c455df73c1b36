import type { SyncDatabase } from './database.ts';
import type { ExportOptions } from './export.ts';
import { groupBy } from './match.ts';
import { formatMinor } from './money.ts';
import type { AccountRow, TransactionRow } from './rows.ts';

/** Options of {@link report}. */
export interface ReportOptions extends ExportOptions {
  /** Currency of the report. Default: the one of most transactions. */
  readonly currency?: string | undefined;
  /** Number of months, up to the month of the last transaction, at least 1. Default 12. */
  readonly months?: number | undefined;
}

/** A month of a report. Amounts are minor units. */
export interface ReportMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  /** Money that came in, without transfers between own accounts. */
  readonly income: number;
  /** Money that went out, without transfers between own accounts. */
  readonly spent: number;
  /** Money that went out, by category, most first. */
  readonly categories: Readonly<Record<string, number>>;
}

/** A recurring payment or income. */
export interface ReportStream {
  /** Merchant, or the description of the bank. */
  readonly description: string;
  /** Frequency, such as `MONTHLY`. */
  readonly frequency: string;
  /** Minor units; money out is negative. */
  readonly average: number | null;
  /** Day of the next one, `YYYY-MM-DD`. */
  readonly next: string | null;
}

/** Result of {@link report}. */
export interface Report {
  /** Currency of all amounts. */
  readonly currency: string;
  /** Other currencies that the person has, which the report leaves out. */
  readonly otherCurrencies: readonly string[];
  /** Months, oldest first. */
  readonly months: readonly ReportMonth[];
  /** Active recurring payments and income, largest first. */
  readonly recurring: readonly ReportStream[];
  /** Sum of all balances on each day with a sync. */
  readonly netWorth: readonly {
    /** `YYYY-MM-DD`, UTC. */
    readonly date: string;
    /** Minor units. */
    readonly amount: number;
  }[];
}

const bySize = (one: number, other: number) => Math.abs(other) - Math.abs(one);

/** Returns spending by category and month, recurring payments, and the net worth over time. Pending transactions count. */
export async function report(database: SyncDatabase, options: ReportOptions = {}): Promise<Report> {
  const { user, months: count = 12 } = options;
  const [where, values] = user === undefined ? ['', []] : ['AND a.owner = $1', [user]];
  const read = async <T>(columns: string, table: string, more: string) =>
    (await database.query(
      `SELECT ${columns} FROM ${table} t JOIN bank_accounts a ON a.id = t.account_id WHERE ${more} ${where}`,
      values,
    )) as readonly object[] as readonly T[];
  const all = await read<TransactionRow>('t.*', 'bank_transactions', 't.removed_at IS NULL');
  const balances = await read<AccountRow & { date: string; account_id: string }>(
    't.account_id, t.date, t.balance, t.currency, a.removed_at',
    'bank_balances',
    't.balance IS NOT NULL',
  );
  const streams = await read<{
    description: string;
    merchant_name: string | null;
    frequency: string;
    average_amount: number | null;
    next_date: string | null;
    currency: string;
  }>('t.*', 'bank_streams', 't.removed_at IS NULL AND t.is_active = true');

  const byCount = (rows: readonly { readonly currency: string }[]) =>
    [...groupBy(rows, (row) => row.currency)]
      .sort(([, one], [, other]) => other.length - one.length)
      .map(([code]) => code);
  const ranked = [...new Set([...byCount(all), ...byCount(balances)])];
  const wanted = options.currency?.toUpperCase();
  const currency =
    wanted === undefined ? (ranked[0] ?? 'USD') : (ranked.find((code) => code.toUpperCase() === wanted) ?? wanted);
  const isOurs = (row: { readonly currency: string }) => row.currency === currency;
  const rows = all.filter((row) => isOurs(row) && row.transfer_id === null);

  const [year = 1970, month = 1] = (
    rows
      .map(({ date }) => date)
      .sort()
      .at(-1) ?? '1970-01'
  )
    .split('-')
    .map(Number);
  const shown = Array.from({ length: rows.length > 0 ? count : 0 }, (_, index) =>
    new Date(Date.UTC(year, month - count + index)).toISOString().slice(0, 7),
  );
  const byMonth = groupBy(rows, ({ date }) => date.slice(0, 7));
  const total = (of: readonly TransactionRow[]) => of.reduce((sum, { amount }) => sum + amount, 0);
  return {
    currency,
    otherCurrencies: ranked.filter((code) => code !== currency),
    months: shown.map((name): ReportMonth => {
      const [incoming, outgoing] = [1, -1].map((sign) =>
        (byMonth.get(name) ?? []).filter(({ amount }) => amount * sign > 0),
      ) as [TransactionRow[], TransactionRow[]];
      const categories = [...groupBy(outgoing, ({ category }) => category ?? 'UNCATEGORIZED')]
        .map(([category, spent]) => [category, -total(spent)] as const)
        .sort(([, one], [, other]) => bySize(one, other));
      return {
        month: name,
        income: total(incoming),
        spent: outgoing.length > 0 ? -total(outgoing) : 0,
        categories: Object.fromEntries(categories),
      };
    }),
    recurring: streams
      .filter(isOurs)
      .map(({ description, merchant_name, frequency, average_amount, next_date }) => ({
        description: merchant_name ?? description,
        frequency,
        average: average_amount,
        next: next_date,
      }))
      .sort((one, other) => bySize(one.average ?? 0, other.average ?? 0)),
    netWorth: netWorth(balances.filter(isOurs)),
  };
}

/** Sums the last known balance of each account on each day. */
function netWorth(balances: readonly (AccountRow & { date: string; account_id: string })[]): Report['netWorth'] {
  const days = [...groupBy(balances, ({ date }) => date)].sort(([one], [other]) => (one < other ? -1 : 1));
  const latest = new Map<string, AccountRow>();
  return days.map(([date, rows]) => {
    for (const row of rows) latest.set(row.account_id, row);
    for (const [id, { removed_at }] of latest)
      if (removed_at !== null && removed_at.slice(0, 10) <= date) latest.delete(id);
    return { date, amount: [...latest.values()].reduce((sum, { balance }) => sum + (balance ?? 0), 0) };
  });
}

const colors = ['#4269d0', '#efb118', '#ff725c', '#6cc5b0', '#3ca951', '#ff8ab7', '#a463f2', '#97bbf5', '#9c6b4e'];
const other = 'OTHER';
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Draws a report as an SVG image: spending by month and category above the net worth. */
export function reportSvg({ currency, months, netWorth }: Report): string {
  const [width, height, left] = [720, 200, 90];
  const totals = new Map<string, number>();
  for (const { categories } of months)
    for (const [name, spent] of Object.entries(categories)) totals.set(name, (totals.get(name) ?? 0) + spent);
  const top = [...totals]
    .filter(([name]) => name !== other)
    .sort(([, one], [, two]) => two - one)
    .slice(0, colors.length - 1)
    .map(([name]) => name);
  const names = totals.size > top.length ? [...top, other] : top;
  const labelOf = (minor: number) => `${formatMinor(Math.round(minor), currency)} ${escaped(currency)}`;
  const text = (x: number, y: number, label: string, anchor = 'start') =>
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${label}</text>`;

  const most = Math.max(1, ...months.map(({ spent }) => spent));
  const step = (width - left) / Math.max(1, months.length);
  const bars = months.flatMap(({ month, categories }, index) => {
    let y = height;
    const sizes = names.map((name) =>
      name === other
        ? Object.entries(categories).reduce((sum, [each, spent]) => sum + (top.includes(each) ? 0 : spent), 0)
        : (categories[name] ?? 0),
    );
    const parts = sizes.map((spent, order) => {
      const size = (spent / most) * (height - 30);
      y -= size;
      const place = `x="${(left + index * step).toFixed(1)}" y="${y.toFixed(1)}" width="${(step * 0.8).toFixed(1)}"`;
      const title = `<title>${month} ${escaped(names[order] ?? '')}: ${labelOf(spent)}</title>`;
      return spent > 0 ? `<rect ${place} height="${size.toFixed(1)}" fill="${colors[order]}">${title}</rect>` : '';
    });
    return [...parts, text(left + (index + 0.4) * step, height + 16, month, 'middle')];
  });
  const legend = names.map((name, order) => {
    const [x, y] = [left + (order % 3) * 210, height + 36 + Math.floor(order / 3) * 18];
    const label = escaped(name.toLowerCase().replaceAll('_', ' '));
    return `<rect x="${x}" y="${y - 10}" width="11" height="11" fill="${colors[order]}"/>${text(x + 16, y, label)}`;
  });

  const base = height + 110;
  const amounts = netWorth.map(({ amount }) => amount);
  const [low, high] = [Math.min(0, ...amounts), Math.max(0, ...amounts)];
  const first = Date.parse(netWorth[0]?.date ?? '1970-01-01');
  const span = Math.max(1, Date.parse(netWorth.at(-1)?.date ?? '1970-01-01') - first);
  const points = netWorth.map(({ date, amount }) => {
    const x = left + ((Date.parse(date) - first) / span) * (width - left - 10);
    return `${x.toFixed(1)},${(base + height - ((amount - low) / (high - low || 1)) * height).toFixed(1)}`;
  });
  const line = points.length === 1 ? [...points, points[0]?.replace(/^[^,]+/, String(width - 10))] : points;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${base + height + 30}" font-family="sans-serif" font-size="11">
<title>Spending by month, and net worth</title>
<rect width="100%" height="100%" fill="#fff"/>
${text(0, 14, 'Spending')}${text(left - 6, 34, labelOf(most), 'end')}
${bars.join('')}
${legend.join('')}
${text(0, base - 8, 'Net worth')}${text(left - 6, base + 8, labelOf(high), 'end')}${text(left - 6, base + height, labelOf(low), 'end')}
<polyline points="${line.join(' ')}" fill="none" stroke="${colors[0]}" stroke-width="2"/>
${text(left, base + height + 18, netWorth[0]?.date ?? '')}${text(width - 10, base + height + 18, netWorth.at(-1)?.date ?? '', 'end')}
</svg>
`;
}
