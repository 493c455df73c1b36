import { describeEndpoints, failure } from '@x/testing';
import { describe, expect, it } from 'vitest';
import { newItem } from '../test/stage.ts';
import { endpointTest } from '../test/table.ts';
import { bankProvider, createBankClient, createClient, endpoints } from './index.ts';

const stage = describeEndpoints(endpoints, endpointTest());

describe('syncAll', () => {
  it('starts over when data changes between two pages, and returns a delta that includes the changes', async () => {
    const { bank, sandbox } = stage();
    const { access_token } = await newItem(bank, ['transactions']);
    await bank.transactions.syncAll({ access_token });
    const before = await bank.transactions.syncAll({ access_token });
    sandbox.controls.bank.mutateDuringPagination(2, access_token);
    const restarts = new Set<number>();
    const after = await bank.transactions.syncAll(
      { access_token, count: 100 },
      { restartPauseMs: 0, onPage: (progress) => restarts.add(progress.restarts) },
    );
    expect([...restarts]).toEqual([0, 1, 2]);
    const changed = await bank.transactions.syncAll({ access_token, cursor: before.nextCursor });
    expect(changed.nextCursor).toBe(after.nextCursor);
    expect(changed.added.length + changed.modified.length + changed.removed.length).toBeGreaterThan(0);
    expect(new Set(after.added.map(({ transaction_id }) => transaction_id)).size).toBe(after.added.length);
  });

  it('fails with conflict if the data never stops changing', async () => {
    const { bank, sandbox } = stage();
    const { access_token } = await newItem(bank, ['transactions']);
    await bank.transactions.syncAll({ access_token });
    sandbox.controls.bank.mutateDuringPagination(9, access_token);
    const call = bank.transactions.syncAll({ access_token, count: 100 }, { restartPauseMs: 0, maxRestarts: 2 });
    expect(await failure(call)).toMatchObject({ code: 'conflict', retryable: false });
  });

  it("fails with invalid_cursor for another Item's cursor", async () => {
    const { bank, access_token } = stage();
    const { nextCursor: cursor } = await bank.transactions.syncAll({ access_token });
    const { access_token: other } = await newItem(bank, ['transactions']);
    await bank.transactions.syncAll({ access_token: other });
    expect(await failure(bank.transactions.syncAll({ access_token: other, cursor }))).toMatchObject({
      code: 'invalid_cursor',
      providerCode: 'INVALID_FIELD',
    });
  });
});

describe('the sandbox', () => {
  it.each(['body', 'headers'] as const)(
    'accepts credentials in the %s, and refuses wrong ones',
    async (credentialsIn) => {
      const { sandbox, access_token } = stage();
      const { clientSecret, ...options } = sandbox.options.bank;
      const good = createBankClient({ ...options, clientSecret, credentialsIn, retries: 0 });
      expect((await good.item.get({ access_token })).item.error).toBeNull();
      const bad = createBankClient({ ...options, clientSecret: `not-${clientSecret}`, credentialsIn, retries: 0 });
      const error = await failure(bad.item.get({ access_token }));
      expect(error).toMatchObject({ code: 'unauthenticated', status: 400, providerCode: 'INVALID_API_KEYS' });
      expect(JSON.stringify(error)).not.toContain(clientSecret);
    },
  );

  it('responds to unknown routes and other methods with not_found, also to a client of some endpoints', async () => {
    const { sandbox, bank } = stage();
    const bare = createClient(bankProvider({ ...sandbox.options.bank, retries: 0 }), {});
    for (const [path, call] of [
      ['/no/such', () => bank.request('/no/such')],
      ['/transactions/sync', () => bare.request('GET /transactions/sync')],
    ] as const) {
      const error = await failure(call());
      expect(error).toMatchObject({ code: 'not_found', status: 404, providerCode: 'NOT_FOUND' });
      expect((error as Error).message).toContain(path);
    }
    const { access_token } = stage();
    expect(await bare.request('/accounts/get', { access_token })).toHaveProperty('accounts'); // a POST
  });

  it('immediately reports a bank that is down', async () => {
    const { bank, sandbox } = stage();
    const { access_token } = await newItem(bank, ['transactions']);
    sandbox.controls.bank.setInstitutionHealth('ins_109508', 'DOWN');
    const patient = createBankClient(sandbox.options.bank);
    const error = await failure(patient.accounts.balance.get({ access_token }));
    sandbox.controls.bank.setInstitutionHealth('ins_109508', 'HEALTHY');
    expect(error).toMatchObject({ code: 'unavailable', retryable: true });
  });
});
