import { retry, type SqlValue, type Statements, type SyncDatabase, transact } from './database.ts';
import type { ItemRow } from './rows.ts';
import { rowsOf } from './work.ts';

/** Another process has taken over the Item. */
export class LeaseLost extends Error {}

/** Columns of an Item that are written when it is taken. */
type TakenColumns = Pick<ItemRow, 'id' | 'owner' | 'institution_id' | 'institution_name' | 'consent_expires_at'>;

/** The right to write an Item's rows, which one process at a time has. It ends unless it is renewed by writing. */
export class Lease {
  readonly #database: SyncDatabase;
  readonly #now: () => number;
  readonly #leaseMs: number;
  readonly #columns: TakenColumns;
  readonly #process = crypto.randomUUID();

  constructor(database: SyncDatabase, now: () => number, leaseMs: number, columns: TakenColumns) {
    this.#database = database;
    this.#now = now;
    this.#leaseMs = leaseMs;
    this.#columns = columns;
  }

  /** Takes the Item and returns its row; undefined if another process has it. */
  async take(): Promise<ItemRow | undefined> {
    const { id, owner, institution_id, institution_name, consent_expires_at } = this.#columns;
    const updated = 'owner institution_id institution_name consent_expires_at locked_by locked_until'.split(' ');
    const taken = await retry(this.#database, () =>
      rowsOf<ItemRow>(
        this.#database.query(
          'INSERT INTO bank_items (id, owner, institution_id, institution_name, consent_expires_at, locked_by, locked_until, ' +
            "cursor, history, next_step, dropped_accounts) VALUES ($1, $2, $3, $4, $5, $6, $7, '', 'NOT_READY', 'none', '[]') " +
            `ON CONFLICT (id) DO UPDATE SET ${updated.map((name) => `${name} = excluded.${name}`).join(', ')} ` +
            'WHERE bank_items.locked_until IS NULL OR bank_items.locked_until <= $8 RETURNING *',
          [id, owner, institution_id, institution_name, consent_expires_at, this.#process, this.#until(), this.#now()],
        ),
      ),
    );
    return taken[0];
  }

  /**
   * Writes in a database transaction, which may be repeated, and renews the lease.
   *
   * @throws LeaseLost when another process has taken over the Item.
   */
  write<T>(change: (statements: Statements, item: ItemRow) => Promise<T>): Promise<T> {
    return transact(this.#database, async (statements) => {
      const { id, owner } = this.#columns;
      // All Items of the person wait for each other, because transfers and relinks concern several of them.
      const items = await rowsOf<ItemRow>(
        statements.query(
          'UPDATE bank_items SET locked_until = CASE WHEN id = $1 THEN $2 ELSE locked_until END WHERE owner = $3 RETURNING *',
          [id, this.#until(), owner],
        ),
      );
      const item = items.find((each) => each.id === id && each.locked_by === this.#process);
      if (!item) throw new LeaseLost(`another process has taken over Item ${id}, because this one took too long`);
      return change(statements, item);
    });
  }

  /** Gives the Item back with the result of the sync. Does nothing if another process has taken it over. */
  async release(result: Partial<Pick<ItemRow, 'synced_at' | 'error_code' | 'next_step'>>): Promise<void> {
    const columns: [string, SqlValue][] = Object.entries({ ...result, locked_by: null, locked_until: null });
    const updates = columns.map(([name], index) => `${name} = $${index + 3}`).join(', ');
    await retry(this.#database, () =>
      this.#database.run(`UPDATE bank_items SET ${updates} WHERE id = $1 AND locked_by = $2`, [
        this.#columns.id,
        this.#process,
        ...columns.map(([, value]) => value),
      ]),
    );
  }

  #until(): number {
    return this.#now() + this.#leaseMs;
  }
}
