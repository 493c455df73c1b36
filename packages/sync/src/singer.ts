import type { Account, BankClient, Transaction } from '@x/bank';
import { formatMinor } from './money.ts';
import { accessOf, hasProduct, maxPollMs, type SyncItem } from './options.ts';
import { accountColumns, transactionColumns } from './rows.ts';

/** Position in an Item's changes. */
interface Bookmark {
  /** Cursor of the last delta that was sent completely. */
  readonly cursor: string;
  /**
   * IDs of the transactions that are being sent. If the tap ends while it sends them, and one of them is removed before it
   * starts again, Plaid does not mention it: the changes since the cursor cancel out.
   */
  readonly sending?: readonly string[];
}

/** State of a tap: the value of its last `STATE` message. */
export interface TapState {
  /** Positions, by stream. */
  readonly bookmarks?: {
    /** Position of each Item, by its ID. */
    readonly transactions?: Readonly<Record<string, Bookmark>>;
  };
}

/** Options of {@link tapBank}. */
export interface TapOptions {
  /** Client to read with. */
  readonly bank: BankClient;
  /** Items to read. */
  readonly items: readonly SyncItem[];
  /** State that the target stored. Default: none, which reads everything. */
  readonly state?: TapState | undefined;
  /** Days of history that the first sync of an Item requests, 1 to 730. Default 730. */
  readonly days?: number | undefined;
  /** Ends the tap. */
  readonly signal?: AbortSignal | undefined;
}

const text = { type: 'string' };
const optionalText = { type: ['string', 'null'] };
const date = { type: 'string', format: 'date' };
const optionalDate = { type: ['string', 'null'], format: 'date' };
const time = { type: ['string', 'null'], format: 'date-time' };
/** Exact decimal number, in the main unit of its currency, which a JSON number is not. */
const money = { type: ['string', 'null'], pattern: '^-?\\d+(\\.\\d+)?$' };
const schemaOf = (properties: object, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const schemas = {
  accounts: schemaOf(
    {
      id: text,
      item_id: text,
      name: text,
      official_name: optionalText,
      mask: optionalText,
      type: text,
      subtype: optionalText,
      currency: text,
      balance: money,
      available: money,
      credit_limit: money,
    },
    ['id', 'item_id', 'name', 'type', 'currency'],
  ),
  transactions: schemaOf(
    {
      id: text,
      account_id: optionalText,
      item_id: text,
      date,
      amount: money,
      currency: text,
      plaid_amount: { type: 'number' },
      name: text,
      authorized_date: optionalDate,
      datetime: time,
      merchant_name: optionalText,
      category: optionalText,
      category_detailed: optionalText,
      payment_channel: optionalText,
      check_number: optionalText,
      pending: { type: 'boolean' },
      pending_id: optionalText,
      is_removed: { type: 'boolean' },
    },
    ['id', 'account_id', 'item_id', 'is_removed'], // all that Plaid reports of a removed transaction
  ),
} as const;

const line = (message: object) => `${JSON.stringify(message)}\n`;
const recordLine = (stream: keyof typeof schemas, record: object) => line({ type: 'RECORD', stream, record });
const amountOf = (minor: number | null, currency: string) => (minor === null ? null : formatMinor(minor, currency));

function accountRecord(account: Account, item_id: string): object {
  const { plaid_id: id, persistent_id: _, ...columns } = accountColumns(account);
  const { balance, available, credit_limit, currency } = columns;
  const amounts = { balance, available, credit_limit };
  const shown = Object.entries(amounts).map(([name, minor]) => [name, amountOf(minor, currency)]);
  return { id, item_id, ...columns, ...Object.fromEntries(shown) };
}

function transactionRecord(record: Transaction, item_id: string): object {
  const { plaid_id: id, amount, ...columns } = transactionColumns(record);
  const { account_id, pending_transaction_id: pending_id } = record;
  const shown = { id, account_id, item_id, ...columns, amount: amountOf(amount, columns.currency) };
  return { ...shown, pending_id, is_removed: false };
}

/**
 * A Singer tap: yields the lines of `SCHEMA`, `RECORD` and `STATE` messages with the accounts and transactions of Items. A
 * target that starts again with its last state, at any line, ends up with what the API has. It may get records twice, and
 * updates them by `id`, as all targets do. If an Item fails, it goes on with the others, and throws the error at the end.
 *
 * @see https://hub.meltano.com/singer/spec/
 * @example
 * for await (const line of tapBank({ bank, items, state })) process.stdout.write(line);
 */
export async function* tapBank({ bank, items, state, days = 730, signal }: TapOptions): AsyncGenerator<string, void> {
  for (const [stream, schema] of Object.entries(schemas))
    yield line({ type: 'SCHEMA', stream, schema, key_properties: ['id'] });
  const bookmarks: Record<string, Bookmark> = { ...state?.bookmarks?.transactions };
  const stateLine = (item_id: string, bookmark: Bookmark) => {
    bookmarks[item_id] = bookmark;
    return line({ type: 'STATE', value: { bookmarks: { transactions: bookmarks } } satisfies TapState });
  };
  async function* readItem(target: SyncItem): AsyncGenerator<string, void> {
    const { bank: client, token, call } = accessOf(target, { bank, signal });
    const { accounts, item } = await client.accounts.get(token, call);
    const { item_id } = item;
    for (const account of accounts) yield recordLine('accounts', accountRecord(account, item_id));
    if (!hasProduct(item, 'transactions')) return;
    let { cursor, sending = [] } = bookmarks[item_id] ?? { cursor: '' };
    const deltas = client.transactions.follow(
      { ...token, cursor, options: { days_requested: days } },
      { ...call, intervalMs: maxPollMs },
    );
    for await (const { added, modified, removed, nextCursor, status } of deltas) {
      const sent = new Set([...added, ...modified].map(({ transaction_id }) => transaction_id));
      const gone = removed.map(({ transaction_id, account_id }) => ({ id: transaction_id, account_id }));
      const lost = sending.filter((each) => !sent.has(each)).map((each) => ({ id: each, account_id: null }));
      yield stateLine(item_id, {
        cursor,
        sending: [...new Set([...sending, ...added.map((each) => each.transaction_id)])],
      });
      for (const record of [...added, ...modified])
        yield recordLine('transactions', transactionRecord(record, item_id));
      for (const record of [...lost, ...gone])
        yield recordLine('transactions', { ...record, item_id, is_removed: true });
      [cursor, sending] = [nextCursor, []];
      yield stateLine(item_id, { cursor });
      if (status !== 'NOT_READY' && status !== 'INITIAL_UPDATE_COMPLETE') break;
    }
  }
  const failures: unknown[] = [];
  for (const each of items)
    try {
      yield* readItem(each);
    } catch (error) {
      if (signal?.aborted) throw error;
      failures.push(error); // one Item's failure does not end the others
    }
  if (failures.length > 0) throw failures[0];
}
