import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createSandbox, type SandboxOptions } from '@x/sandbox';
import { failure } from '@x/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ApplyPagesOptions, type BankOptions, createBankClient, isApiError, type PageOfChanges } from './index.ts';

setFlagsFromString('--expose-gc');
const gc: () => void = runInNewContext('gc');

/** Creates a sandbox, and a client for it whose requests are counted; `more.fetch` replaces them. */
async function start(options: SandboxOptions['bank'] = {}, more: Partial<BankOptions> = {}) {
  const sandbox = await createSandbox({ listen: false, bank: options });
  onTestFinished(() => sandbox.close());
  const given = sandbox.options.bank as BankOptions;
  const state = { requests: 0 };
  const bank = createBankClient({
    ...given,
    retries: 0,
    ...more,
    fetch(address, init) {
      state.requests += 1;
      return (more.fetch ?? (given.fetch as typeof fetch))(address, init);
    },
  });
  const [access_token = ''] = sandbox.controls.bank.accessTokens;
  return { sandbox, bank, access_token, state, fetchSandbox: given.fetch as typeof fetch };
}

/** Creates a ledger like one in a database: applied changes become visible when they are committed. */
function createLedger() {
  const committed = new Map<string, number>();
  let open = new Map<string, number>();
  return {
    committed,
    rollbacks: 0,
    apply({ added, modified, removed }: PageOfChanges) {
      for (const { transaction_id, amount } of [...added, ...modified]) open.set(transaction_id, amount);
      for (const { transaction_id } of removed) open.delete(transaction_id);
    },
    rollback() {
      this.rollbacks += 1;
      open = new Map(committed);
    },
    commit() {
      for (const [id, amount] of open) committed.set(id, amount);
    },
  };
}

const noRestart = () => {
  throw new Error('restart was called');
};

describe('syncAll with apply', () => {
  it('holds 100,000 transactions one page at a time, and requests the next page when the last is applied', async () => {
    const { bank, access_token, state } = await start({ transactionsPerItem: 100_000 });
    const pages: WeakRef<object>[] = [];
    const cursors: (string | undefined)[] = [];
    let applied = 0;
    let mostAlive = 0;
    const { nextCursor, counts, ...others } = await bank.transactions.syncAll(
      { access_token },
      {
        async apply({ added, nextCursor: last }) {
          pages.push(new WeakRef(added));
          cursors.push(last);
          expect(state.requests).toBe(pages.length);
          applied += added.length;
          if (pages.length % 20 > 0) return;
          // A WeakRef keeps its target alive until the current turn ends.
          await new Promise((resolve) => setImmediate(resolve));
          gc();
          mostAlive = Math.max(mostAlive, pages.filter((page) => page.deref() !== undefined).length);
        },
        restart: noRestart,
      },
    );
    expect(applied).toBe(100_000);
    expect(counts).toEqual({ pages: 200, added: 100_000, modified: 0, removed: 0, restarts: 0 });
    // The current page, and the one before it while the iteration still refers to it.
    expect(mostAlive).toBeLessThanOrEqual(2);
    expect(cursors.filter((given) => given !== undefined)).toEqual([nextCursor]);
    expect(cursors.at(-1)).toBe(nextCursor);
    expect(others).toEqual({ status: 'HISTORICAL_UPDATE_COMPLETE' });
  });

  it('calls restart when data changes between two pages, and applies all pages again', async () => {
    const { bank, access_token, sandbox } = await start();
    const ledger = createLedger();
    sandbox.controls.bank.mutateDuringPagination(2, access_token);
    const progress: string[] = [];
    const { counts } = await bank.transactions.syncAll(
      { access_token, count: 300 },
      {
        apply: ledger.apply,
        restart: () => ledger.rollback(),
        restartPauseMs: 0,
        onPage: ({ pages, restarts }) => progress.push(`${pages}/${restarts}`),
      },
    );
    expect(ledger.committed.size).toBe(0);
    ledger.commit();
    expect(ledger.rollbacks).toBe(2);
    expect(counts.restarts).toBe(2);
    expect(progress.slice(0, 2)).toEqual(['1/0', '1/1']);
    const { added } = await bank.transactions.syncAll({ access_token });
    expect([...ledger.committed].sort()).toEqual(
      added.map(({ transaction_id, amount }): [string, number] => [transaction_id, amount]).sort(),
    );
    expect(counts.added).toBe(added.length);
  });

  it('rejects with conflict when data changes again after the last restart, and does not call restart', async () => {
    const { bank, access_token, sandbox } = await start();
    const ledger = createLedger();
    sandbox.controls.bank.mutateDuringPagination(2, access_token);
    const call = bank.transactions.syncAll(
      { access_token, count: 300 },
      { apply: ledger.apply, restart: () => ledger.rollback(), restartPauseMs: 0, maxRestarts: 1 },
    );
    await expect(call).rejects.toMatchObject({ code: 'conflict', operation: 'transactions.syncAll' });
    expect(ledger.rollbacks).toBe(1);
  });

  it('rejects with the error of apply, even one that reports changed data, and requests nothing more', async () => {
    const { bank, access_token, state } = await start();
    const reason = Object.assign(new Error('disk full'), {
      [Symbol.for('@x/core/ApiError')]: true,
      providerCode: 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION',
    });
    expect(isApiError(reason)).toBe(true);
    const apply = () => Promise.reject(reason);
    const call = bank.transactions.syncAll({ access_token, count: 100 }, { apply, restart: noRestart });
    expect(await failure(call)).toBe(reason);
    expect(state.requests).toBe(1);
  });

  it('rejects with the error of restart, and requests nothing more', async () => {
    const { bank, access_token, state, sandbox } = await start();
    sandbox.controls.bank.mutateDuringPagination(1, access_token);
    const reason = new Error('the connection to the database is closed');
    const restart = () => Promise.reject(reason);
    const call = bank.transactions.syncAll({ access_token, count: 300 }, { apply() {}, restart });
    expect(await failure(call)).toBe(reason);
    expect(state.requests).toBe(2);
  });

  it.each([
    ['first', 100, 1],
    ['last', 500, 3],
  ])('rejects with aborted when its signal aborts while the %s page is applied', async (_, count, requests) => {
    const { bank, access_token, state } = await start();
    const caller = new AbortController();
    let pages = 0;
    const options: ApplyPagesOptions = {
      signal: caller.signal,
      apply() {
        pages += 1;
        if (pages === requests) caller.abort('enough');
      },
      restart: noRestart,
    };
    expect(await failure(bank.transactions.syncAll({ access_token, count }, options))).toMatchObject({
      code: 'aborted',
    });
    expect(state.requests).toBe(requests);
  });

  it('rejects with timeout when a page takes longer than deadlineMs, and names the method that was called', async () => {
    let pages = 0;
    const hanging: typeof fetch = (address, init) => {
      pages += 1;
      return pages <= 2 ? reach.fetchSandbox(address, init) : new Promise(() => {});
    };
    const reach = await start({}, { fetch: hanging });
    const applied: number[] = [];
    await reach.bank.transactions.sync({ access_token: reach.access_token }); // makes the sandbox generate its data
    const error = await failure(
      reach.bank.transactions.syncAll(
        { access_token: reach.access_token, count: 100 },
        { deadlineMs: 500, apply: ({ added }) => void applied.push(added.length), restart: noRestart },
      ),
    );
    expect(error).toMatchObject({ code: 'timeout', operation: 'transactions.syncAll' });
    expect((error as Error).message).toMatch(/^transactions\.syncAll: .*deadlineMs/);
    expect(applied).toEqual([100]);
  });

  it.each([
    [{ apply() {} }, /restart is required with apply/],
    [{ apply() {}, restart() {}, checkpoint() {} }, /checkpoint cannot be combined with apply/],
  ])('refuses %j before any request', async (options, message) => {
    const { bank, access_token, state } = await start();
    const error = await failure(bank.transactions.syncAll({ access_token }, options as never));
    expect(error).toMatchObject({ code: 'invalid_params', message: expect.stringMatching(message) });
    expect(state.requests).toBe(0);
  });

  it("keeps the caller's cursor while there is no data", async () => {
    const { bank, sandbox } = await start();
    const { public_token } = await bank.sandbox.createPublicToken({
      institution_id: 'ins_109508',
      initial_products: ['transactions'],
    });
    const { access_token } = await bank.item.exchangePublicToken({ public_token });
    const pages: PageOfChanges[] = [];
    const result = await bank.transactions.syncAll(
      { access_token },
      { apply: (page) => void pages.push(page), restart: noRestart },
    );
    expect(result).toMatchObject({ nextCursor: '', status: 'NOT_READY', counts: { pages: 1, added: 0 } });
    expect(pages).toMatchObject([{ added: [], modified: [], removed: [], nextCursor: '' }]);
    await sandbox.close();
  });
});

it('errors and events of syncAll and follow name the method that was called', async () => {
  const operations: string[] = [];
  const { bank } = await start(
    {},
    { onEvent: (event) => void ('operation' in event && operations.push(event.operation)) },
  );
  const params = { access_token: 'access-sandbox-unknown' };
  expect(await failure(bank.transactions.syncAll(params))).toMatchObject({
    operation: 'transactions.syncAll',
    message: expect.stringMatching(/^transactions\.syncAll: /),
  });
  expect(await failure(bank.transactions.follow(params).next())).toMatchObject({ operation: 'transactions.follow' });
  expect(await failure(Promise.resolve(bank.transactions.sync(params)))).toMatchObject({
    operation: 'transactions.sync',
  });
  expect([...new Set(operations)]).toEqual(['transactions.syncAll', 'transactions.follow', 'transactions.sync']);
  expect(Object.keys(bank.transactions)).toEqual(expect.arrayContaining(['sync', 'syncAll', 'follow', 'enrich']));
});
