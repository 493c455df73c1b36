import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { memoryStore, type TokenStore } from '@x/core';
import { createSandbox } from '@x/sandbox';
import { secretStore } from '@x/stores';
import { fileStore } from '@x/stores/file';
import { failure } from '@x/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type BankItemClient, createBankClient } from './index.ts';

const sandbox = await createSandbox({ listen: false });

/** Creates a client, and an Item whose access token is in the client's store. */
async function setup(store: TokenStore = memoryStore(), more: object = {}) {
  const items = secretStore(store);
  const bank = createBankClient({ ...sandbox.options.bank, items, retries: 0, ...more });
  const { public_token } = await bank.sandbox.createPublicToken({
    institution_id: 'ins_109508',
    initial_products: ['transactions'],
    options: { override_username: 'user_transactions_dynamic' },
  });
  const { access_token, item_id } = await bank.item.exchangePublicToken({ public_token });
  await items.set(item_id, access_token);
  await sandbox.clock.advance(60_000);
  return { bank, items, access_token, item_id };
}

const lastBody = () => JSON.parse(sandbox.requests.at(-1)?.body ?? '{}');

describe('the client of an Item', () => {
  it.each<[string, () => TokenStore]>([
    ['memory', () => memoryStore()],
    [
      'file',
      () => {
        const path = mkdtempSync(join(tmpdir(), 'x-items-'));
        onTestFinished(() => rmSync(path, { recursive: true }));
        return fileStore(path);
      },
    ],
  ])('reads the access token for its calls from the %s store', async (_, open) => {
    const { bank, access_token, item_id } = await setup(open());
    const own = bank.withItem(item_id);
    expect(await own.accounts.get()).toMatchObject({ item: { item_id } });
    expect(lastBody()).toMatchObject({ access_token });
    const { added, nextCursor } = await own.transactions.syncAll();
    expect(added.length).toBeGreaterThan(0);
    expect((await own.transactions.syncAll({ cursor: nextCursor })).added).toEqual([]);
    for await (const delta of own.transactions.follow()) {
      expect(delta.added).toHaveLength(added.length);
      break;
    }
  });

  it('reads the token again for each call, so that a new one is used immediately', async () => {
    const { bank, items, item_id } = await setup();
    const own = bank.withItem(item_id);
    const { new_access_token } = await own.item.invalidateAccessToken();
    expect(await failure(own.accounts.get())).toMatchObject({ providerCode: 'INVALID_ACCESS_TOKEN' });
    await items.set(item_id, new_access_token);
    expect(await own.accounts.get()).toMatchObject({ item: { item_id } });
  });

  it('uses an access token that is passed to a call, and adds none to calls that take none', async () => {
    const [one, other] = [await setup(), await setup()];
    const own = one.bank.withItem(one.item_id);
    expect(await own.accounts.get({ access_token: other.access_token })).toMatchObject({
      item: { item_id: other.item_id },
    });
    await own.institutions.getById({ institution_id: 'ins_109508', country_codes: ['US'] });
    expect(lastBody()).not.toHaveProperty('access_token');
  });

  it('adds the access token to link.createUpdateToken, but not to link.createToken', async () => {
    const { bank, access_token, item_id } = await setup();
    const own = bank.withItem(item_id);
    const session = {
      client_name: 'Tests',
      language: 'en',
      country_codes: ['US' as const],
      user: { client_user_id: 'u1' },
    };
    await own.link.createToken({ ...session, products: ['transactions'] });
    expect(lastBody()).not.toHaveProperty('access_token');
    await own.link.createUpdateToken(session);
    expect(lastBody()).toMatchObject({ access_token });
  });

  it('adds the access token to custom requests', async () => {
    const { bank, access_token, item_id } = await setup();
    const own = bank.withItem(item_id);
    expect(await own.request('/accounts/get')).toMatchObject({ item: { item_id } });
    expect(lastBody()).toMatchObject({ access_token });
  });

  it('lists pages whose cursors also work with the access token itself, but not for another Item', async () => {
    const { bank, access_token, item_id } = await setup();
    const days = { start_date: '2000-01-01', end_date: '2100-01-01', count: 5 };
    const page = await bank.withItem(item_id).transactions.get(days);
    expect(page.items).toHaveLength(5);
    const next = await bank.transactions.get({ access_token, ...days }, { cursor: `${page.nextCursor}` });
    expect(next.items[0]?.transaction_id).not.toBe(page.items[0]?.transaction_id);
    const again = await bank.withItem(item_id).transactions.get(days, { cursor: `${page.nextCursor}` });
    expect(again.items).toEqual(next.items);
    const other = await setup();
    expect(
      await failure(other.bank.withItem(other.item_id).transactions.get(days, { cursor: `${page.nextCursor}` })),
    ).toMatchObject({ code: 'invalid_cursor' });
  });

  it.each<[string, (own: ReturnType<Awaited<ReturnType<typeof setup>>['bank']['withItem']>) => PromiseLike<unknown>]>([
    ['accounts.get', (own) => own.accounts.get()],
    ['transactions.get', (own) => own.transactions.get({ start_date: '2026-01-01', end_date: '2026-02-01' })],
    ['transactions.syncAll', (own) => own.transactions.syncAll()],
    ['request POST /accounts/get', (own) => own.request('/accounts/get')],
  ])('fails in %s before any request when no token is stored under its ID', async (operation, call) => {
    const { bank, items, item_id } = await setup();
    await items.delete(item_id);
    const sent = sandbox.requests.length;
    const error = (await failure(call(bank.withItem(item_id)))) as Error;
    expect(error).toMatchObject({
      code: 'reauthorization_required',
      providerCode: 'no_grant',
      operation,
      message: expect.stringContaining(`no access token is stored for Item "${item_id}"`),
    });
    expect(error.stack).toContain('item-client.test.ts');
    expect(sandbox.requests).toHaveLength(sent);
  });

  it('checks params after adding the access token, which no error shows', async () => {
    const { bank, access_token, item_id } = await setup();
    const own = bank.withItem(item_id);
    const invalid = await failure(own.accounts.get({ option: {} } as never));
    expect(invalid).toMatchObject({
      code: 'invalid_params',
      message: expect.stringContaining('unknown parameter option'),
    });
    sandbox.faults.add({
      provider: 'bank',
      status: 400,
      body: { error_type: 'X', error_code: 'X', error_message: `the token ${access_token} is odd`, request_id: 'r' },
    });
    const quoted = await failure(own.accounts.get());
    sandbox.faults.add({
      provider: 'bank',
      status: 400,
      body: { error_type: 'X', error_code: 'X', error_message: `the token ${access_token} is odd`, request_id: 'r' },
    });
    const custom = await failure(own.request('/accounts/get'));
    for (const error of [invalid, quoted, custom])
      expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)).not.toContain(access_token);
    expect(quoted).toMatchObject({ message: expect.stringContaining('is odd') });
  });

  it('counts its calls against the same limits as its parent client', async () => {
    const counted = { maxWaitMs: 0, clock: sandbox.clock, rateLimiter: undefined };
    const { bank, access_token, item_id } = await setup(memoryStore(), counted);
    for (let call = 0; call < 50; call += 1) await bank.transactions.sync({ access_token });
    expect(await failure(bank.withItem(item_id).transactions.sync())).toMatchObject({ code: 'rate_limited' });
  });

  it('fails with invalid_params without the option items, and is not created for an ID that is empty or not a string', async () => {
    const bank = createBankClient(sandbox.options.bank);
    expect(await failure(bank.withItem('item-1').accounts.get())).toMatchObject({
      code: 'invalid_params',
      message: expect.stringContaining('the option items'),
    });
    for (const id of ['', undefined, 7])
      expect(() => bank.withItem(id as string)).toThrow(
        expect.objectContaining({
          code: 'invalid_params',
          message: expect.stringContaining('the ID given to withItem must be a non-empty string'),
          stack: expect.stringMatching(/\n.*item-client\.test\.ts/),
        }),
      );
  });

  it('fails with unavailable when the store fails, with the abort reason when aborted, and with timeout at deadlineMs', async () => {
    const items = { get: () => Promise.reject(new Error('disk full')) };
    const bank = createBankClient({ ...sandbox.options.bank, items });
    expect(await failure(bank.withItem('item-1').accounts.get())).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('disk full'),
    });
    const silent = createBankClient({ ...sandbox.options.bank, items: { get: () => new Promise(() => {}) } });
    const leaving = new AbortController();
    const call = failure(silent.withItem('item-1').accounts.get({}, { signal: leaving.signal }));
    const list = failure(
      silent
        .withItem('item-1')
        .transactions.get({ start_date: '2026-01-01', end_date: '2026-02-01' }, { signal: leaving.signal }),
    );
    leaving.abort(new Error('the user left'));
    expect([await call, await list]).toEqual([leaving.signal.reason, leaving.signal.reason]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const late = failure(silent.withItem('item-1').accounts.get({}, { deadlineMs: 50 }));
    await vi.advanceTimersByTimeAsync(50);
    expect(await late).toMatchObject({ code: 'timeout', operation: 'accounts.get' });
  });

  it.each([
    ['a call', (item: BankItemClient) => item.accounts.get({}, { deadlineMs: 1000 })],
    ['a custom request', (item: BankItemClient) => item.request('/accounts/get', {}, { deadlineMs: 1000 })],
    [
      'a page',
      (item: BankItemClient) =>
        item.transactions.get({ start_date: '2026-01-01', end_date: '2026-02-01' }, { deadlineMs: 1000 }),
    ],
  ])('counts the time that the store takes toward deadlineMs of %s', async (_, call) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const after = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), ms));
    const asked = vi.fn(() => after(600, Response.json({ accounts: [], item: {}, transactions: [] })));
    const bank = createBankClient({
      ...sandbox.options.bank,
      fetch: asked,
      items: { get: () => after(600, 'access') },
    });
    let error: unknown;
    failure(call(bank.withItem('item-1')) as Promise<unknown>).then((reason) => {
      error = reason;
    });
    await vi.advanceTimersByTimeAsync(999);
    expect([asked.mock.calls.length, error]).toEqual([1, undefined]);
    await vi.advanceTimersByTimeAsync(1);
    expect(error).toMatchObject({ code: 'timeout', message: expect.stringContaining('deadlineMs (1000 ms)') });
  });
});
