import { fc } from '@x/testing/properties';
import { expect, it } from 'vitest';
import { createBankClient, isApiError, type TransactionsDelta } from './index.ts';

const access_token = 'access-sandbox-00000000-0000-4000-8000-000000000001';

/** An event at the bank. `pick` chooses the transaction that it affects. */
type Happening = { kind: 'add' | 'modify' | 'remove' | 'post'; pick: number };

/**
 * The outcome of one request. `mutate`: the request succeeds, then data changes. `crash`: the calling process dies.
 */
type Fate = 'answer' | 'mutate' | 'crash' | 'reset' | 'error' | 'truncate';

type Change = { kind: 'added' | 'modified' | 'removed'; id: string; amount: number };
type Ledger = ReadonlyMap<string, number>;

/** Creates a model of the bank as the API shows it: a log of changes, and cursors that mark positions in it. */
function createModel() {
  const log: Change[] = [];
  let made = 0;

  /** Returns the ledger after the first `end` changes. */
  function ledgerAt(end: number): Ledger {
    const ledger = new Map<string, number>();
    for (const { kind, id, amount } of log.slice(0, end))
      if (kind === 'removed') ledger.delete(id);
      else ledger.set(id, amount);
    return ledger;
  }

  function happen({ kind, pick }: Happening): void {
    const ids = [...ledgerAt(log.length).keys()];
    const id = ids[pick % ids.length];
    made += 1;
    if (id && kind === 'modify') log.push({ kind: 'modified', id, amount: made });
    if (id && (kind === 'remove' || kind === 'post')) log.push({ kind: 'removed', id, amount: 0 });
    // A pending transaction that is posted is removed, and added with another ID.
    if (!id || kind === 'add' || kind === 'post') log.push({ kind: 'added', id: `t${made}`, amount: made });
  }

  /** Returns the changes to transactions between two positions in the log, in the order of their last change. */
  function changesBetween(from: number, to: number): Change[] {
    const [before, after] = [ledgerAt(from), ledgerAt(to)];
    const last = new Map(log.slice(from, to).map((change, index) => [change.id, index]));
    return [...last]
      .sort(([, a], [, b]) => a - b)
      .flatMap(([id]): Change[] => {
        const amount = after.get(id);
        if (amount !== undefined) return [{ kind: before.has(id) ? 'modified' : 'added', id, amount }];
        return before.has(id) ? [{ kind: 'removed', id, amount: 0 }] : [];
      });
  }

  /**
   * Returns one page. A cursor is a position in the log; between two pages, it also has the number of changes that were
   * reported, and the end of the log at the first page.
   */
  function sync({ cursor, count }: { cursor?: string; count: number }): Response {
    const [from = 0, told = 0, until = log.length] = (cursor || '0').split('/').map(Number);
    if (until !== log.length)
      return Response.json(
        {
          error_type: 'TRANSACTIONS_ERROR',
          error_code: 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION',
          error_message: 'changed',
          display_message: null,
          request_id: 'r',
        },
        { status: 400 },
      );
    const changes = changesBetween(from, until);
    const page = changes.slice(told, told + count);
    const has_more = told + count < changes.length;
    const full = (kind: 'added' | 'modified') =>
      page
        .filter((change) => change.kind === kind)
        .map(({ id, amount }) => ({
          transaction_id: id,
          amount,
          account_id: 'a',
          iso_currency_code: 'USD',
          unofficial_currency_code: null,
          date: '2026-01-01',
          datetime: null,
          authorized_date: null,
          authorized_datetime: null,
          pending: false,
          payment_channel: 'online',
          transaction_code: null,
        }));
    return Response.json({
      added: full('added'),
      modified: full('modified'),
      removed: page.filter(({ kind }) => kind === 'removed').map(({ id }) => ({ transaction_id: id, account_id: 'a' })),
      next_cursor: has_more ? `${from}/${told + count}/${until}` : `${until}`,
      has_more,
      transactions_update_status: 'HISTORICAL_UPDATE_COMPLETE',
      accounts: [],
      request_id: 'r',
    });
  }

  return { happen, sync, ledgerAt, now: () => ledgerAt(log.length) };
}

/** Applies a delta as documented. It must not report a transaction twice, or change one that does not exist. */
function applied(ledger: Ledger, { added, modified, removed }: TransactionsDelta): Ledger {
  const copy = new Map(ledger);
  for (const { transaction_id, amount } of added) {
    expect(copy.has(transaction_id)).toBe(false);
    copy.set(transaction_id, amount);
  }
  for (const { transaction_id, amount } of modified) {
    expect(copy.has(transaction_id)).toBe(true);
    copy.set(transaction_id, amount);
  }
  for (const { transaction_id } of removed) expect(copy.delete(transaction_id)).toBe(true);
  return copy;
}

const happening: fc.Arbitrary<Happening> = fc.record({
  kind: fc.constantFrom('add', 'add', 'modify', 'remove', 'post'),
  pick: fc.nat(50),
});
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { arbitrary: fc.constant<Fate>('answer'), weight: 6 },
  { arbitrary: fc.constant<Fate>('mutate'), weight: 4 },
  { arbitrary: fc.constantFrom<Fate>('crash', 'reset', 'error', 'truncate'), weight: 1 },
);

/** One run of a process that syncs: the events before it, its options, and the outcomes of its requests. */
const life = fc.record({
  history: fc.array(happening, { maxLength: 12 }),
  count: fc.integer({ min: 1, max: 6 }),
  maxRestarts: fc.nat(3),
  retries: fc.nat(1),
  prefetch: fc.nat(2),
  fates: fc.array(fate, { maxLength: 12 }),
  mutations: fc.array(happening, { minLength: 1, maxLength: 3 }),
  /** Whether the process dies while it stores the delta. */
  dies: fc.integer({ max: 5, min: 0 }).map((die) => die === 0),
});

it("syncAll: the applied changes always match the bank's ledger, no matter what happens", async () => {
  let time = 0;
  const seen = { whole: 0, restarted: 0, failed: 0, died: 0 };

  await fc.assert(
    fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 5 }), async (lives) => {
      const model = createModel();
      // The app's stored state. Only `store` changes it, updating ledger and cursor in one step.
      let kept: { ledger: Ledger; cursor: string } = { ledger: new Map(), cursor: '' };

      const last = { history: [], count: 500, maxRestarts: 0, retries: 0, prefetch: 1, fates: [], mutations: [] };
      for (const { history, count, fates, mutations, dies, ...how } of [...lives, { ...last, dies: false }]) {
        history.forEach(model.happen);
        const left = [...fates];
        const crash = new AbortController();
        const bank = createBankClient({
          clientId: 'client-id-1234',
          clientSecret: 'client-secret-1234',
          retries: how.retries,
          random: () => 0,
          clock: { now: () => (time += 60_000) }, // no wait for the rate limit
          async fetch(_, init) {
            const fate = left.shift() ?? 'answer';
            if (fate === 'reset') throw new TypeError('connection reset');
            if (fate === 'error') return Response.json({ error_code: 'INTERNAL_SERVER_ERROR' }, { status: 500 });
            if (fate === 'crash') crash.abort(new Error('crash'));
            const response = model.sync(JSON.parse(String(init?.body)));
            if (fate === 'mutate') mutations.forEach(model.happen);
            return fate === 'truncate' ? new Response((await response.text()).slice(0, -9)) : response;
          },
        });

        const before = kept;
        let restarts = 0;
        const outcome = await bank.transactions
          .syncAll(
            { access_token, cursor: kept.cursor, count },
            {
              ...how,
              restartPauseMs: 0,
              signal: crash.signal,
              onPage: (progress) => {
                restarts = progress.restarts;
              },
              checkpoint(delta) {
                if (dies) throw new Error('died');
                kept = { ledger: applied(kept.ledger, delta), cursor: delta.nextCursor };
              },
            },
          )
          .then(
            () => 'whole' as const,
            (error) => {
              if (error.message === 'died') return 'died';
              if (!isApiError(error) && error.message !== 'crash') throw error;
              return 'failed';
            },
          );
        if (outcome !== 'whole') expect(kept).toBe(before);
        expect(kept.ledger).toEqual(model.ledgerAt(Number(kept.cursor || 0)));
        seen[outcome] += 1;
        if (outcome === 'whole' && restarts > 0) seen.restarted += 1;
      }
      expect(kept.ledger).toEqual(model.now());
    }),
    { numRuns: 1000 },
  );

  // Every outcome must have occurred often enough to test the property.
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(100);
}, 120_000);
