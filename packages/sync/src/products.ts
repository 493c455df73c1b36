import { type BankClient, type InvestmentTransaction, isApiError } from '@x/bank';
import { accountsOf, applyInvestments, replaceRows, type Work } from './apply.ts';
import { upsert } from './database.ts';
import { addDays } from './match.ts';
import { holdingRow, liabilityList, liabilityRow, securityRow, streamRow } from './rows.ts';

/** A sync of one Item. */
export interface Run {
  readonly bank: BankClient;
  readonly token: { readonly access_token: string };
  readonly id: string;
  readonly now: () => number;
  /** Writes in a database transaction, if this process still holds the Item. */
  write<T>(change: (work: Work) => Promise<T>): Promise<T>;
}

/** Days of investment transactions that each sync reads, because Plaid has no cursor for them. */
const firstDays = 730;
const laterDays = 60;

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

/** Reads holdings, investment transactions, liabilities and recurring streams. */
export async function readProducts(
  { bank, token, now, write }: Run,
  has: (product: string) => boolean,
  call: { signal?: AbortSignal },
) {
  const today = new Date(now()).toISOString().slice(0, 10);
  const isFirst = await write(async ({ item }) => item.synced_at === null);
  const since = addDays(today, isFirst ? -firstDays : -laterDays);
  const readInvestments = async () => {
    const holdings = await bank.investments.holdings.get(token, call);
    const period = { start_date: since, end_date: addDays(today, 1) };
    const pages = bank.investments.transactions.get({ ...token, ...period, count: 500 }, call).pages();
    const transactions: InvestmentTransaction[] = [];
    const securities = [...holdings.securities];
    for await (const { items, raw } of pages) {
      transactions.push(...items);
      securities.push(...((raw as { securities?: typeof securities }).securities ?? []));
    }
    return { since, holdings: holdings.holdings, securities, transactions };
  };
  return {
    investments: has('investments') ? await ifAvailable(readInvestments()) : undefined,
    liabilities: has('liabilities') ? await ifAvailable(bank.liabilities.get(token, call)) : undefined,
    recurring: has('transactions') ? await ifAvailable(bank.transactions.recurring.get(token, call)) : undefined,
  };
}

/** Writes what `readProducts` has read. */
export async function applyProducts(
  work: Work,
  products: Awaited<ReturnType<typeof readProducts>> | undefined,
): Promise<void> {
  const { investments, liabilities, recurring } = products ?? {};
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
    await replaceRows(work, 'bank_holdings', ['account_id', 'security_id'], rows);
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
