import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { type BankClient, createBankClient } from '@x/bank';
import { createSandbox } from '@x/sandbox/bank';
import { spending } from './spending.ts';

// Each file has its own module registry, so each file gets its own sandbox.
const sandbox = await createSandbox({ listen: false });
afterAll(() => sandbox.close());

let bank: BankClient;
let accessToken = '';
beforeEach(() => {
  sandbox.reset(); // restores the initial data, tokens and limits
  sandbox.faults.clear();
  sandbox.requests.length = 0;
  bank = createBankClient({ ...sandbox.options.bank, retries: 0 });
  [accessToken = ''] = sandbox.controls.bank.accessTokens;
});

test('adds up what was spent', async () => {
  expect(await spending(bank, accessToken)).toBeGreaterThan(0);
  expect(sandbox.requests.map(({ path }) => path)).toContain('/transactions/sync');
});

test('reports nothing while the bank cannot be reached', async () => {
  sandbox.faults.add({ provider: 'bank', status: 503, times: Infinity });
  expect(await spending(bank, accessToken)).toBeUndefined();
});
