import type { Tool } from '@modelcontextprotocol/server';
import type { Row, SqlValue, SyncDatabase } from '@x/sync';
import { type Answer, frame } from './answer.ts';
import { describeError, Refusal } from './refusal.ts';
import { fitItems, type Hiding } from './result.ts';
import { outputSchema } from './tools.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Rows that a tool returns, with facts about them. */
interface Table {
  readonly rows: readonly object[];
  readonly notes?: readonly string[];
  /** Number of rows before these. Only with it, the rows can continue. */
  readonly skip?: number;
  /** Whether there are no rows after these. Default true. */
  readonly isWhole?: boolean;
}

const string = (description: string) => ({ type: 'string', description });
const day = (description: string) => ({
  type: 'string',
  pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
  description,
});
const count = (description: string, maximum: number) => ({ type: 'integer', minimum: 1, maximum, description });

const currency = string('ISO 4217 code. Default: the one of most transactions');

/** Params of the tools, by name. */
const params = {
  money_accounts: {},
  money_spending: { months: count('Number of months, up to the last with a transaction. Default 3', 24), currency },
  money_recurring: { currency },
  money_transactions: {
    text: string('Words in the name or the merchant'),
    category: string('Category, as money_spending names it: FOOD_AND_DRINK'),
    account: string('Name or last digits of the account'),
    from: day('First day, YYYY-MM-DD'),
    to: day('Last day, YYYY-MM-DD'),
    limit: count('Transactions to return. Default 20', 200),
    next: { ...string('next of an earlier result with the same params'), pattern: '^\\d{1,9}$' },
  },
} as const;

const descriptions: Readonly<Record<keyof typeof params, string>> = {
  money_accounts: "Lists the user's accounts at all banks, with balances. Debt is negative.",
  money_spending: "Returns the user's spending by category and month, and the income.",
  money_recurring: "Lists the user's recurring payments and income. Payments are negative.",
  money_transactions: "Finds the user's transactions, the newest first, with their sum. Payments are negative.",
};

/** Tools that read the database of a person's own bank data. They change nothing. */
export const moneyTools: readonly Tool[] = Object.entries(params).map(([name, properties]) => ({
  name,
  description: descriptions[name as keyof typeof params],
  inputSchema: { type: 'object', properties } as Tool['inputSchema'],
  outputSchema,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
}));

/** Settings by which results are shown. */
interface Showing {
  readonly hiding: Hiding;
  readonly maxTokens?: number | undefined;
}

/** Calls one of the tools on the database that `open` opens. */
export async function callMoney(
  tool: string,
  given: Arguments,
  open: () => Promise<SyncDatabase>,
  { hiding, maxTokens = 10_000 }: Showing,
): Promise<Answer> {
  const read = readers[tool as keyof typeof params];
  check(given, params[tool as keyof typeof params]);
  // Another program writes the database meanwhile, and some databases let only one program in.
  const database = await open().catch((error) => {
    const { code, message } = describeError(error);
    throw new Refusal(code, message, 'Tell the user, who started the server with this database');
  });
  try {
    const { rows, notes = [], skip = 0, isWhole = true } = await read(database, given);
    return await frame('Untrusted data from the bank database', maxTokens, (room) => {
      const { text, data, shown, isWhole: fits } = fitItems(rows, { maxTokens: room }, hiding);
      const shownNotes = [...notes.map((note) => hiding.text(note)), ...(rows.length > 0 ? [] : ['Nothing found'])];
      return { text, data, notes: shownNotes, ...(!(isWhole && fits) && { next: `${skip + shown}` }) };
    });
  } finally {
    await database.close();
  }
}

/** Refuses params that a tool does not have, and values of another type. */
function check(
  given: Arguments,
  known: Readonly<Record<string, { type: string; pattern?: string; maximum?: number }>>,
): void {
  for (const [name, value] of Object.entries(given)) {
    const { type, pattern = '', maximum = 0 } = known[name] ?? {};
    const isValid =
      type === 'integer'
        ? Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maximum
        : type === 'string' && typeof value === 'string' && new RegExp(pattern).test(value);
    if (isValid) continue;
    const problem = type === undefined ? `there is no param ${name}` : `${name} is not valid: ${JSON.stringify(value)}`;
    throw new Refusal('invalid_params', problem, `The params are ${Object.keys(known).join(', ') || 'none'}`);
  }
}

type Reader = (database: SyncDatabase, given: Arguments) => Promise<Table>;

const readers: Readonly<Record<keyof typeof params, Reader>> = {
  async money_accounts({ query }) {
    const { formatMinor } = await import('@x/sync');
    const found =
      await query(`SELECT i.institution_name AS bank, a.name, a.mask, a.type, a.subtype, a.balance, a.available,
  a.credit_limit, a.currency, i.synced_at, i.next_step
FROM bank_accounts a JOIN bank_items i ON i.id = a.item_id
WHERE a.removed_at IS NULL ORDER BY i.institution_name, a.name`);
    const stale = new Set(found.filter(({ next_step }) => next_step !== 'none').map(({ bank }) => `${bank}`));
    return {
      rows: found.map(({ next_step: _, balance, available, credit_limit, ...row }) => ({
        ...row,
        ...Object.fromEntries(
          Object.entries({ balance, available, credit_limit }).map(([name, minor]) => [
            name,
            minor === null ? null : formatMinor(Number(minor), String(row.currency)),
          ]),
        ),
      })),
      notes: [
        totalOf(found, formatMinor),
        ...[...stale].map((bank) => `${bank} sends no new data until the user runs: x login bank --repair`),
      ],
    };
  },

  async money_spending(database, { months: wanted = 3, currency: code }) {
    const { amount, currency, months, otherCurrencies } = await reportOf(database, wanted, code);
    const newest = months.toReversed();
    const row = (category: string, of: (month: (typeof months)[number]) => number) => ({
      category,
      ...Object.fromEntries(newest.map((month) => [month.month, amount(of(month))])),
    });
    const names = [...new Set(newest.flatMap(({ categories }) => Object.keys(categories)))];
    return {
      rows: [
        ...names.map((name) => row(name, ({ categories }) => categories[name] ?? 0)),
        row('total spent', ({ spent }) => spent),
        row('income', ({ income }) => income),
      ],
      notes: [`Amounts in ${currency}, without transfers between own accounts`, ...others(otherCurrencies)],
    };
  },

  async money_recurring(database, { currency: code }) {
    const { amount, currency, recurring, otherCurrencies } = await reportOf(database, 1, code);
    return {
      rows: recurring.map(({ average, ...stream }) => ({
        ...stream,
        average: average === null ? null : amount(average),
      })),
      notes: [`Amounts in ${currency}`, ...others(otherCurrencies)],
    };
  },

  async money_transactions({ query }, { text = '', category, account, from, to, limit = 20, next = '0' }) {
    const { formatMinor } = await import('@x/sync');
    const values: SqlValue[] = [];
    const put = (value: unknown) => `$${values.push(String(value))}`;
    const like = (value: string) => put(`%${value.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`);
    const where = [
      't.removed_at IS NULL',
      ...(String(text).match(/\S+/g) ?? []).map(
        (word) => `lower(t.name || ' ' || coalesce(t.merchant_name, '')) LIKE ${like(word)} ESCAPE '\\'`,
      ),
      ...(category === undefined
        ? []
        : [`coalesce(t.category, 'UNCATEGORIZED') = ${put(String(category).toUpperCase())}`]),
      ...(account === undefined
        ? []
        : [`lower(a.name || ' ' || coalesce(a.mask, '')) LIKE ${like(String(account))} ESCAPE '\\'`]),
      ...(from === undefined ? [] : [`t.date >= ${put(from)}`]),
      ...(to === undefined ? [] : [`t.date <= ${put(to)}`]),
    ].join(' AND ');
    const tables = `FROM bank_transactions t JOIN bank_accounts a ON a.id = t.account_id WHERE ${where}`;
    const skip = Number(next) || 0;
    const [found, all] = await Promise.all([
      query(
        `SELECT t.date, t.amount, t.currency, coalesce(t.merchant_name, t.name) AS name, t.category, a.name AS account,
  CASE WHEN t.pending THEN 'pending' WHEN t.transfer_id IS NOT NULL THEN 'transfer' END AS kind
${tables} ORDER BY t.date DESC, t.id LIMIT ${Number(limit) + 1} OFFSET ${skip}`,
        values,
      ),
      query(
        `SELECT count(*) AS count, sum(t.amount) AS amount, t.currency ${tables} AND t.transfer_id IS NULL GROUP BY t.currency`,
        values,
      ),
    ]);
    const rows = found.slice(0, Number(limit)).map(({ amount, ...row }) => ({
      ...row,
      amount: formatMinor(Number(amount), String(row.currency)),
    }));
    const sums = all.map(
      ({ count: of, amount, currency: code }) => `${formatMinor(Number(amount), String(code))} ${code} (${of})`,
    );
    return {
      rows,
      notes: sums.length > 0 ? [`Sum, without transfers between own accounts: ${sums.join(', ')}`] : [],
      skip,
      isWhole: found.length === rows.length,
    };
  },
};

/** Returns a report of all accounts, with its own format of amounts. */
async function reportOf(database: SyncDatabase, months: unknown, currency: unknown) {
  const [{ formatMinor }, { report }] = await Promise.all([import('@x/sync'), import('@x/sync/report')]);
  const found = await report(database, { months: Number(months), currency: currency as string | undefined });
  return { ...found, amount: (minor: number) => formatMinor(minor, found.currency) };
}

const others = (codes: readonly string[]): string[] =>
  codes.length > 0 ? [`Other currencies, which are left out: ${codes.join(', ')}`] : [];

/** Writes the sum of balances in each currency. */
function totalOf(rows: readonly Row[], format: (minor: number, currency: string) => string): string {
  const totals = new Map<string, number>();
  for (const { balance, currency: code } of rows)
    totals.set(String(code), (totals.get(String(code)) ?? 0) + Number(balance));
  return `Sum of balances: ${[...totals].map(([code, minor]) => `${format(minor, code)} ${code}`).join(', ') || 'none'}`;
}
