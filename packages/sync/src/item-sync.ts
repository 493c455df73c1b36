import { type BankClient, isApiError, type NextStep, nextStep } from '@x/bank';
import { pause } from '@x/core/provider';
import { applyAccounts } from './accounts.ts';
import { Lease, LeaseLost } from './lease.ts';
import {
  accessOf,
  hasProduct,
  type ItemAccess,
  type ItemSummary,
  maxPollMs,
  type SyncEvent,
  type SyncItem,
  type SyncOptions,
} from './options.ts';
import { applyProducts, type ItemReader, readProducts } from './products.ts';
import type { AccountRow, ItemRow } from './rows.ts';
import { applyDelta, removeStalePending } from './transactions.ts';
import type { ChangeCounts, Work } from './work.ts';

type ItemState = Awaited<ReturnType<BankClient['item']['get']>>;

/** Event of an Item, without its ID. */
type Step = SyncEvent extends infer Each
  ? Each extends { readonly item: string }
    ? Omit<Each, 'item'>
    : never
  : never;

/** Syncs an Item. An error is part of its summary. */
export async function syncItem(target: SyncItem, options: SyncOptions): Promise<ItemSummary> {
  try {
    const access = accessOf(target, options);
    const state = await access.bank.item.get(access.token, access.call);
    return await new ItemSync(access, state, target.user, options).run();
  } catch (error) {
    // For example, the user has revoked access. Without its state, the Item is known only by the ID that was passed.
    const { error_code, next_step } = failureOf(error, options);
    if (error_code && next_step && target.id)
      await options.database
        .run('UPDATE bank_items SET error_code = $2, next_step = $3 WHERE id = $1 AND replaced_by IS NULL', [
          target.id,
          error_code,
          next_step,
        ])
        .catch(() => {}); // the first error is the reason
    return { id: target.id, status: 'failed', accounts: [], next: nextStep(error), error };
  }
}

/** Returns the columns of a failed Item; none if the caller has ended the sync. */
function failureOf(error: unknown, { signal }: SyncOptions): Partial<Pick<ItemRow, 'error_code' | 'next_step'>> {
  const code = isApiError(error) ? (error.providerCode ?? error.code) : 'unknown';
  return signal?.aborted ? {} : { error_code: code, next_step: nextStep(error).step };
}

/** A sync of one Item. */
class ItemSync implements ItemReader {
  readonly bank: BankClient;
  readonly token: ItemAccess['token'];
  readonly call: ItemAccess['call'];
  readonly #options: SyncOptions;
  readonly #lease: Lease;
  /** Time after which it no longer waits, in Unix milliseconds. */
  readonly #deadline: number;
  readonly #changes = new Map<string, ChangeCounts>();
  /** Accounts that the bank reports, by the ID of their rows. */
  readonly #accounts = new Map<string, AccountRow>();
  #state: ItemState;

  constructor({ bank, token, call }: ItemAccess, state: ItemState, user: string | undefined, options: SyncOptions) {
    this.bank = bank;
    this.token = token;
    this.call = call;
    this.#options = options;
    this.#state = state;
    this.#deadline = this.now() + (options.waitMs ?? 600_000);
    const { item_id: id, institution_id = null, institution_name = null, consent_expiration_time } = state.item;
    this.#lease = new Lease(options.database, () => this.now(), options.leaseMs ?? 120_000, {
      id,
      owner: user ?? `item:${id}`,
      institution_id,
      institution_name,
      consent_expires_at: consent_expiration_time,
    });
  }

  async run(): Promise<ItemSummary> {
    try {
      this.#report({ type: 'item-start', total: this.#options.items.length });
      const stored = await this.#takeItem();
      return stored ? await this.#syncItem(stored) : this.#end('busy', nextStep(this.#state.item));
    } catch (error) {
      if (error instanceof LeaseLost) return this.#end('busy', nextStep(undefined));
      return this.#end('failed', nextStep(error), error);
    }
  }

  now(): number {
    return (this.#options.clock ?? Date).now();
  }

  has(product: string): boolean {
    return hasProduct(this.#state.item, product);
  }

  async write<T>(change: (work: Work) => Promise<T>): Promise<T> {
    let counted: [account: string, kind: keyof ChangeCounts][] = [];
    const result = await this.#lease.write((statements, item) => {
      counted = []; // the transaction may be repeated
      const now = new Date(this.now()).toISOString();
      return change({ statements, item, now, count: (account, kind) => void counted.push([account, kind]) });
    });
    for (const [account, kind] of counted) {
      const changes = this.#changes.get(account) ?? { added: 0, changed: 0, removed: 0 };
      changes[kind] += 1;
      this.#changes.set(account, changes);
    }
    return result;
  }

  /** Takes the Item, possibly after another process. Returns undefined if the other one still has it. */
  async #takeItem(): Promise<ItemRow | undefined> {
    const { waitForLock, leaseMs = 120_000 } = this.#options;
    for (;;) {
      const stored = await this.#lease.take();
      if (stored || !waitForLock || this.now() >= this.#deadline) return stored;
      this.#report({ type: 'wait', for: 'lock' });
      await this.#wait(Math.min(1000, leaseMs / 2));
    }
  }

  /** Syncs the Item, and gives it back with the result. */
  async #syncItem(stored: ItemRow): Promise<ItemSummary> {
    try {
      if (stored.replaced_by !== null) {
        await this.#lease.release({ error_code: null, next_step: 'none' }); // its user has nothing to repair
        return this.#end('replaced', nextStep(this.#state.item));
      }
      const isComplete = await this.#syncTables(stored);
      const synced_at = new Date(this.now()).toISOString();
      await this.#lease.release({ synced_at, error_code: null, next_step: 'none' });
      return this.#end(isComplete ? 'synced' : 'incomplete', nextStep(undefined));
    } catch (error) {
      await this.#lease.release(failureOf(error, this.#options));
      throw error;
    }
  }

  /** Brings all tables up to date. Returns whether Plaid has read the whole history. */
  async #syncTables(stored: ItemRow): Promise<boolean> {
    const { refresh, transactionsOnly } = this.#options;
    if (refresh && this.has('transactions')) await this.#refresh();
    const { accounts } = await this.bank.accounts.get(this.token, this.call);
    await this.write((work) => this.#applyAccounts(work, accounts, true));
    const isComplete = this.has('transactions') ? await this.#syncTransactions(stored.cursor) : true;
    if (!transactionsOnly) {
      const products = await readProducts(this, await this.#latestInvestment());
      await this.write((work) => applyProducts(work, products));
    }
    return isComplete;
  }

  /**
   * Returns the date of the last investment transaction that is stored. Null if there is none, or if an account is new
   * since the holdings were last read: its whole history is missing.
   */
  async #latestInvestment(): Promise<string | null> {
    const of = (table: string) => `bank_${table} t JOIN bank_accounts a ON a.id = t.account_id WHERE a.item_id = $1`;
    const read = `SELECT coalesce(max(t.updated_at), '') FROM ${of('holdings')}`;
    const rows = await this.#options.database.query(
      `SELECT max(t.date) AS date FROM ${of('investment_transactions')} AND NOT EXISTS ` +
        `(SELECT 1 FROM bank_accounts n WHERE n.item_id = $1 AND n.first_seen_at > (${read}))`,
      [this.#state.item.item_id],
    );
    return rows[0]?.date as string | null;
  }

  /** Requests new data from the bank, and waits for it. */
  async #refresh(): Promise<void> {
    const before = this.#state.status?.transactions?.last_successful_update;
    await this.bank.transactions.refresh(this.token, this.call);
    for (let ms = 2000; this.now() < this.#deadline; ms *= 2) {
      this.#state = await this.bank.item.get(this.token, this.call);
      if (this.#state.status?.transactions?.last_successful_update !== before) return;
      this.#report({ type: 'wait', for: 'refresh' });
      await this.write(async () => {}); // renews the lease
      await this.#wait(Math.min(ms, maxPollMs, this.#deadline - this.now()));
    }
  }

  /** Syncs until Plaid has read the whole history. Returns whether it has. */
  async #syncTransactions(cursor: string): Promise<boolean> {
    const { days = 730, leaseMs = 120_000 } = this.#options;
    if (cursor === '') this.#report({ type: 'history', days });
    const deltas = this.bank.transactions.follow(
      { ...this.token, cursor, options: { days_requested: days } },
      {
        ...this.call,
        intervalMs: Math.min(maxPollMs, leaseMs / 2), // each delta renews the lease
        onPage: ({ pages, added, modified, removed }) =>
          this.#report({ type: 'page', pages, changes: added + modified + removed }),
      },
    );
    for await (const { accounts, status, nextCursor, ...delta } of deltas) {
      const isPartial = status === 'NOT_READY' || status === 'INITIAL_UPDATE_COMPLETE';
      await this.write(async (work) => {
        await this.#applyAccounts(work, accounts, false);
        await applyDelta(work, delta);
        if (!isPartial) await removeStalePending(work);
        const sql = 'UPDATE bank_items SET cursor = $2, history = $3 WHERE id = $1';
        await work.statements.run(sql, [work.item.id, nextCursor, status]);
      });
      this.#report({ type: 'delta', history: status });
      if (!isPartial) return true;
      if (this.now() >= this.#deadline) return false;
      this.#report({ type: 'wait', for: 'history' });
    }
    return false;
  }

  async #applyAccounts(...[work, accounts, isComplete]: Parameters<typeof applyAccounts>): Promise<void> {
    for (const row of await applyAccounts(work, accounts, isComplete)) this.#accounts.set(row.id, row);
  }

  #report(step: Step): void {
    this.#options.onEvent?.({ ...step, item: this.#state.item.item_id } as SyncEvent);
  }

  #wait(ms: number): Promise<void> {
    return pause(ms, this.#options.signal, undefined, this.#options.clock);
  }

  #end(status: ItemSummary['status'], next: NextStep, error?: unknown): ItemSummary {
    const accounts = [...this.#changes].map(([id, changes]) => {
      const { name = '', mask = null } = this.#accounts.get(id) ?? {};
      return { id, name, mask, ...changes };
    });
    return { id: this.#state.item.item_id, status, accounts, next, ...(error !== undefined && { error }) };
  }
}
