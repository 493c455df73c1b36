import { type BankClient, isApiError, type NextStep, nextStep } from '@x/bank';
import type { Clock } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { pause } from '@x/core/provider';
import { accountsOf, applyAccounts, applyDelta, type ChangeCounts, removeStalePending } from './apply.ts';
import { retry, type SyncDatabase, transact } from './database.ts';
import { applyProducts, type Run, readProducts } from './products.ts';
import type { AccountRow, ItemRow } from './rows.ts';
import { migrate } from './schema.ts';

/** A linked bank login to sync. */
export interface SyncItem {
  /** ID of the Item. Default: found by `access_token`. */
  readonly id?: string | undefined;
  /** Access token of the Item. Default: the one that the client's `items` store has for `id`. */
  readonly access_token?: string | undefined;
  /**
   * The person it belongs to, such as your user's ID. Only Items of the same person adopt each other's rows after a relink
   * and have transfers between each other. Default: each Item is a person of its own.
   */
  readonly user?: string | undefined;
}

/** Changes of an account's transactions in a sync. */
export interface AccountSummary extends ChangeCounts {
  /** ID of the row in `bank_accounts`. */
  readonly id: string;
  /** Name of the account. */
  readonly name: string;
  /** Last characters of the account number. Null if unknown. */
  readonly mask: string | null;
}

/** Result of a sync of one Item. */
export interface ItemSummary {
  /** ID of the Item. Undefined if it could not be found out. */
  readonly id: string | undefined;
  /**
   * - `synced`: all changes are in the tables.
   * - `incomplete`: so are all changes that Plaid has, but Plaid is still reading the history.
   * - `busy`: another process is syncing the Item.
   * - `replaced`: another Item has taken over all of its accounts; remove it with `item.remove`.
   * - `failed`: `error` says why. Whatever was written before is complete.
   */
  readonly status: 'synced' | 'incomplete' | 'busy' | 'replaced' | 'failed';
  /** Accounts with changes. */
  readonly accounts: readonly AccountSummary[];
  /** Next step of the person, with a sentence for them. */
  readonly next: NextStep;
  /** Reason of a failure. */
  readonly error?: unknown;
}

/** Result of {@link syncItems}. */
export interface SyncSummary extends ChangeCounts {
  /** Results, in the order of the Items. */
  readonly items: readonly ItemSummary[];
}

/** Progress of {@link syncItems}. */
export type SyncEvent =
  /** The sync of an Item begins. */
  | { readonly type: 'item-start'; readonly item: string }
  /** The first sync of an Item asks the bank for this many days, which cannot be changed later. */
  | { readonly type: 'history'; readonly item: string; readonly days: number }
  /** A page of changes has arrived. */
  | { readonly type: 'page'; readonly item: string; readonly pages: number; readonly changes: number }
  /** A delta and its cursor are in the database. */
  | { readonly type: 'delta'; readonly item: string; readonly history: string }
  /** Plaid is still reading the history, or the data that `refresh` requested, or another process has the Item. */
  | { readonly type: 'wait'; readonly item: string; readonly for: 'history' | 'refresh' | 'lock' }
  /** The sync of an Item has ended. `done` of `total` Items have. */
  | { readonly type: 'item-end'; readonly summary: ItemSummary; readonly done: number; readonly total: number };

/** Options of {@link syncItems}. */
export interface SyncOptions {
  /** Client to read with. */
  readonly bank: BankClient;
  /** Items to sync: their IDs if the client has an `items` store with their access tokens. */
  readonly items: readonly (string | SyncItem)[];
  /** Database to write to. */
  readonly database: SyncDatabase;
  /**
   * Days of history to request in the first sync of an Item, 1 to 730. Later syncs cannot change it, and neither can this
   * if the link token already requested a number of days. Default 730.
   */
  readonly days?: number | undefined;
  /**
   * Whether to ask the bank for new data first, and wait for it. Plaid bills each refresh. Default `false`: Plaid reads new
   * data one to four times a day.
   */
  readonly refresh?: boolean | undefined;
  /** Whether to wait for an Item that another process is syncing. Default `false`: its status is `busy`. */
  readonly waitForLock?: boolean | undefined;
  /** Whether to sync only transactions and accounts, with three calls per Item. Default `false`. */
  readonly transactionsOnly?: boolean | undefined;
  /** Number of Items to sync at the same time, at least 1. Default 4. */
  readonly concurrency?: number | undefined;
  /**
   * Longest wait for the history, for refreshed data or for another process, in milliseconds. Afterward, the sync goes on
   * without it, and the next one gets the rest. Default 600,000 (10 minutes).
   */
  readonly waitMs?: number | undefined;
  /**
   * Milliseconds after which other processes take over the Item of a process that has stopped. Default 120,000. Nothing
   * is lost or doubled if it is too short.
   */
  readonly leaseMs?: number | undefined;
  /** Called with each step. */
  readonly onEvent?: ((event: SyncEvent) => void) | undefined;
  /** Ends the sync. What was written before is complete. */
  readonly signal?: AbortSignal | undefined;
  /** Clock for times, leases and waits. Default: the runtime's. */
  readonly clock?: Clock | undefined;
}

const rules = {
  bank: optionKind.required(optionKind.checkedLater),
  items: optionKind.required(optionKind.checkedLater),
  database: optionKind.required(
    optionKind.objectWith('a database', ['query', 'run', 'transaction', 'isConflict', 'close']),
  ),
  days: optionKind.count,
  refresh: optionKind.boolean,
  waitForLock: optionKind.boolean,
  transactionsOnly: optionKind.boolean,
  concurrency: optionKind.countFrom1OrInfinity,
  waitMs: optionKind.millisecondsFrom0,
  leaseMs: optionKind.milliseconds,
  onEvent: optionKind.function,
  signal: optionKind.signal,
  clock: optionKind.clock,
} satisfies RulesOf<SyncOptions>;

/**
 * Writes the accounts, balances, transactions, holdings, liabilities and recurring streams of bank logins into tables of a
 * database, each change exactly once. The rows of a delta and its cursor are one transaction, so a process may end at any
 * point, and several may sync the same Items. One Item's failure does not end the others.
 *
 * @throws ApiError `invalid_params` when an option is unknown or invalid, and any error of the database before the first
 * Item.
 * @example
 * const database = sqliteDatabase('money.db');
 * const summary = await syncItems({ bank, items: [{ access_token, user: 'me' }], database });
 */
export async function syncItems(options: SyncOptions): Promise<SyncSummary> {
  checkOptions({ provider: 'sync', operation: 'syncItems' }, options, rules);
  const { items, database, concurrency = 4, onEvent } = options;
  await migrate(database);
  const results: ItemSummary[] = [];
  const waiting = items.entries();
  let done = 0;
  const work = async () => {
    for (const [index, item] of waiting) {
      const summary = await syncItem(typeof item === 'string' ? { id: item } : item, options);
      results[index] = summary;
      done += 1;
      onEvent?.({ type: 'item-end', summary, done, total: items.length });
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, work));
  options.signal?.throwIfAborted();
  const accounts = results.flatMap((result) => result.accounts);
  const sum = (kind: keyof ChangeCounts) => accounts.reduce((total, account) => total + account[kind], 0);
  return { items: results, added: sum('added'), changed: sum('changed'), removed: sum('removed') };
}

/** Another process has taken over the Item. */
class LeaseLost extends Error {}

async function syncItem(target: SyncItem, options: SyncOptions): Promise<ItemSummary> {
  const { database, clock, leaseMs = 120_000, waitMs = 600_000, signal, onEvent } = options;
  const call = signal ? { signal } : {};
  const now = () => (clock ?? Date).now();
  const deadline = now() + waitMs;
  const wait = (ms: number) => pause(ms, signal, undefined, clock);
  let id = target.id;
  const me = crypto.randomUUID();
  const counts = new Map<string, ChangeCounts>();
  let names: readonly AccountRow[] = [];
  const end = (status: ItemSummary['status'], next: NextStep, error?: unknown): ItemSummary => ({
    id,
    status,
    accounts: [...counts].map(([account, changes]) => {
      const { name = '', mask = null } = names.find((each) => each.id === account) ?? {};
      return { id: account, name, mask, ...changes };
    }),
    next,
    ...(error !== undefined && { error }),
  });

  try {
    const bank = (target.access_token === undefined ? options.bank.withItem(id ?? '') : options.bank) as BankClient;
    const token = (target.access_token === undefined ? {} : { access_token: target.access_token }) as Run['token'];
    let state = await bank.item.get(token, call);
    id = state.item.item_id;
    onEvent?.({ type: 'item-start', item: id });
    const owner = target.user ?? `item:${id}`;
    await database.run(
      `INSERT INTO bank_items (id, owner, cursor, history, next_step, dropped_accounts)
VALUES ($1, $2, '', 'NOT_READY', 'none', '[]') ON CONFLICT (id) DO NOTHING`,
      [id, owner],
    );

    // One process at a time has the Item.
    const take = () =>
      database.run(
        'UPDATE bank_items SET locked_by = $2, locked_until = $3 WHERE id = $1 AND (locked_until IS NULL OR locked_until <= $4)',
        [id as string, me, now() + leaseMs, now()],
      );
    while ((await retry(database, take)) === 0) {
      if (!options.waitForLock || now() >= deadline) return end('busy', nextStep(state.item));
      onEvent?.({ type: 'wait', item: id, for: 'lock' });
      await wait(Math.min(1000, leaseMs / 2));
    }

    const run: Run = {
      token,
      bank,
      id,
      now,
      async write(change) {
        const added: [string, keyof ChangeCounts][] = [];
        const result = await transact(database, async (statements) => {
          added.length = 0; // the transaction may be repeated
          const isMine = await statements.run(
            'UPDATE bank_items SET locked_until = $3 WHERE id = $1 AND locked_by = $2',
            [id as string, me, now() + leaseMs],
          );
          if (isMine === 0)
            throw new LeaseLost(`another process has taken over Item ${id}, because this one took too long`);
          const [item] = await statements.query('SELECT * FROM bank_items WHERE id = $1', [id as string]);
          return change({
            statements,
            item: item as unknown as ItemRow,
            now: new Date(now()).toISOString(),
            count: (account, kind) => void added.push([account, kind]),
          });
        });
        for (const [account, kind] of added) {
          const each = counts.get(account) ?? { added: 0, changed: 0, removed: 0 };
          each[kind] += 1;
          counts.set(account, each);
        }
        return result;
      },
    };
    const release = 'UPDATE bank_items SET locked_by = NULL, locked_until = NULL WHERE id = $1 AND locked_by = $2';
    try {
      const { item } = state;
      const { institution_id = null, institution_name = null, consent_expiration_time } = item;
      const replacedBy = await run.write(async ({ statements, item: stored }) => {
        await statements.run(
          'UPDATE bank_items SET owner = $2, institution_id = $3, institution_name = $4, consent_expires_at = $5 WHERE id = $1',
          [item.item_id, owner, institution_id, institution_name, consent_expiration_time],
        );
        return stored.replaced_by;
      });
      if (replacedBy) return end('replaced', nextStep(item));

      const has = (product: string) => [...(item.products ?? []), ...item.billed_products].includes(product);
      if (options.refresh && has('transactions')) {
        const before = state.status?.transactions?.last_successful_update;
        await bank.transactions.refresh(token, call);
        for (let ms = 2000; now() < deadline; ms *= 2) {
          state = await bank.item.get(token, call);
          if (state.status?.transactions?.last_successful_update !== before) break;
          onEvent?.({ type: 'wait', item: id, for: 'refresh' });
          await run.write(async () => {}); // keeps the Item
          await wait(Math.min(ms, 30_000, deadline - now()));
        }
      }
      const { accounts } = await bank.accounts.get(token, call);
      await run.write((work) => applyAccounts(work, accounts, true));
      const isComplete = has('transactions') ? await syncTransactions(run, options, deadline, call) : true;
      const products = options.transactionsOnly ? undefined : await readProducts(run, has, call);
      await run.write(async (work) => {
        await applyProducts(work, products);
        await work.statements.run(
          "UPDATE bank_items SET synced_at = $2, error_code = NULL, next_step = 'none' WHERE id = $1",
          [work.item.id, work.now],
        );
        names = [...(await accountsOf(work)).values()];
      });
      return end(isComplete ? 'synced' : 'incomplete', nextStep(undefined));
    } catch (error) {
      if (error instanceof LeaseLost) return end('busy', nextStep(undefined));
      signal?.throwIfAborted();
      const { step } = nextStep(error);
      const code = isApiError(error) ? (error.providerCode ?? error.code) : 'unknown';
      await database.run('UPDATE bank_items SET error_code = $3, next_step = $4 WHERE id = $1 AND locked_by = $2', [
        id,
        me,
        code,
        step,
      ]);
      throw error;
    } finally {
      await retry(database, () => database.run(release, [id as string, me]));
    }
  } catch (error) {
    return end('failed', nextStep(error), error);
  }
}

/**
 * Syncs until Plaid has read the whole history.
 *
 * @returns Whether it has.
 */
async function syncTransactions(
  { token, bank, id, now, write }: Run,
  { days = 730, onEvent }: SyncOptions,
  deadline: number,
  call: { signal?: AbortSignal },
): Promise<boolean> {
  const start = await write(async ({ item }) => item.cursor);
  if (start === '') onEvent?.({ type: 'history', item: id, days });
  const deltas = bank.transactions.follow(
    { ...token, cursor: start, options: { days_requested: days } },
    {
      ...call,
      onPage: ({ pages, added, modified, removed }) =>
        onEvent?.({ type: 'page', item: id, pages, changes: added + modified + removed }),
    },
  );
  for await (const delta of deltas) {
    const isPartial = delta.status === 'NOT_READY' || delta.status === 'INITIAL_UPDATE_COMPLETE';
    await write(async (work) => {
      await applyAccounts(work, delta.accounts, false);
      await applyDelta(work, delta);
      if (!isPartial) await removeStalePending(work);
      await work.statements.run('UPDATE bank_items SET cursor = $2, history = $3 WHERE id = $1', [
        id,
        delta.nextCursor,
        delta.status,
      ]);
    });
    onEvent?.({ type: 'delta', item: id, history: delta.status });
    if (!isPartial) return true;
    if (now() >= deadline) return false;
    onEvent?.({ type: 'wait', item: id, for: 'history' });
  }
  return false;
}
