import { type InvestmentTransaction, isApiError } from '@x/bank';
import { upsert } from './database.ts';
import { addDays, groupBy } from './match.ts';
import type { ItemAccess } from './options.ts';
import { holdingRow, liabilityList, liabilityRow, securityRow, streamRow } from './rows.ts';
import { applyInvestments } from './transactions.ts';
import { accountsOf, replaceRows, type Work } from './work.ts';

/** Reader of an Item. */
export interface ItemReader extends ItemAccess {
  /** Returns the time, in Unix milliseconds. */
  now(): number;
  /** Whether the Item has a product. */
  has(product: string): boolean;
}

/** Days of investment transactions to read, up to today, and before the last one that is stored: Plaid has no cursor for them. */
const firstDays = 730;
const againDays = 60;

/** Resolves to undefined for products that the app, the bank or the person's accounts do not have. */
async function ifAvailable<T>(call: PromiseLike<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    const missing = ['permission_denied', 'not_supported'];
    const code = isApiError(error) ? (error.providerCode ?? '') : '';
    if (
      isApiError(error) &&
      (missing.includes(error.code) || /^(NO_.*ACCOUNTS|PRODUCT_NOT_READY|INVALID_PRODUCT)$/.test(code))
    )
      return undefined;
    throw error;
  }
}

/**
 * Reads holdings, investment transactions, liabilities and recurring streams.
 *
 * @param latest Date of the last investment transaction that is stored.
 */
export async function readProducts(item: ItemReader, latest: string | null) {
  const { bank, token, call } = item;
  const today = new Date(item.now()).toISOString().slice(0, 10);
  const first = addDays(today, -firstDays);
  const again = latest && addDays(latest, -againDays);
  const since = again && again > first ? again : first;
  const readInvestments = async () => {
    const holdings = await bank.investments.holdings.get(token, call);
    const period = { start_date: since, end_date: addDays(today, 1) };
    const pages = bank.investments.transactions.get({ ...token, ...period, count: 500 }, call).pages();
    const transactions = new Map<string, InvestmentTransaction>(); // a new one moves others to the next page, twice
    const securities = [...holdings.securities];
    for await (const { items, raw } of pages) {
      for (const each of items) transactions.set(each.investment_transaction_id, each);
      securities.push(...((raw as { securities?: typeof securities }).securities ?? []));
    }
    return { since, holdings: holdings.holdings, securities, transactions: [...transactions.values()] };
  };
  return {
    investments: item.has('investments') ? await ifAvailable(readInvestments()) : undefined,
    liabilities: item.has('liabilities') ? await ifAvailable(bank.liabilities.get(token, call)) : undefined,
    recurring: item.has('transactions') ? await ifAvailable(bank.transactions.recurring.get(token, call)) : undefined,
  };
}

type HoldingRow = ReturnType<typeof holdingRow>;

/** Adds up holdings of the same security in an account, such as the cash and margin positions of a broker. */
function mergeHoldings(rows: readonly HoldingRow[]): HoldingRow[] {
  const groups = groupBy(rows, ({ account_id, security_id }) => `${account_id} ${security_id}`);
  return [...groups.values()].map((same) => {
    const total = (of: (row: HoldingRow) => number | null) => same.reduce((sum, row) => sum + (of(row) ?? 0), 0);
    return {
      ...(same[0] as HoldingRow),
      quantity: total(({ quantity }) => quantity),
      value: total(({ value }) => value),
      cost_basis: same.some((row) => row.cost_basis === null) ? null : total((row) => row.cost_basis),
    };
  });
}

/** Writes what `readProducts` has read. */
export async function applyProducts(
  work: Work,
  { investments, liabilities, recurring }: Awaited<ReturnType<typeof readProducts>>,
): Promise<void> {
  const { statements, now } = work;
  const accounts = await accountsOf(work);
  const ofAccount = <T>(plaidId: string | null, make: (account: NonNullable<ReturnType<typeof accounts.get>>) => T) => {
    const account = accounts.get(plaidId ?? '');
    return account ? [make(account)] : [];
  };
  if (investments) {
    const securities = new Map(investments.securities.map((security) => [security.security_id, securityRow(security)]));
    await upsert(statements, 'bank_securities', ['id'], [...securities.values()]);
    const rows = investments.holdings.flatMap((each) =>
      ofAccount(each.account_id, ({ id }) => holdingRow(each, id, now)),
    );
    await replaceRows(work, 'bank_holdings', ['account_id', 'security_id'], mergeHoldings(rows));
    await applyInvestments(work, investments.transactions, investments.since);
  }
  if (liabilities) {
    const rows = liabilityList(liabilities.liabilities).flatMap(([kind, record]) =>
      ofAccount(record.account_id, (account) => liabilityRow(kind, record, account, now)),
    );
    await replaceRows(work, 'bank_liabilities', ['account_id'], rows);
  }
  if (recurring) {
    const rows = (['inflow', 'outflow'] as const).flatMap((direction) =>
      recurring[`${direction}_streams`].flatMap((stream) =>
        ofAccount(stream.account_id, (account) => streamRow(stream, direction, account, now)),
      ),
    );
    await replaceRows(work, 'bank_streams', ['id'], rows);
  }
}
