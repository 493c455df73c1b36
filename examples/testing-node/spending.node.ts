import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { type BankClient, createBankClient } from '@x/bank';
import { createSandbox } from '@x/sandbox/bank';
import { spending } from '../testing-jest/spending.ts';

// Each file runs in its own process, so each file gets its own sandbox.
const sandbox = await createSandbox({ listen: false });
after(() => sandbox.close());

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
  assert.ok(((await spending(bank, accessToken)) ?? 0) > 0);
  assert.ok(sandbox.requests.some(({ path }) => path === '/transactions/sync'));
});

test('reports nothing while the bank cannot be reached', async () => {
  sandbox.faults.add({ provider: 'bank', status: 503, times: Infinity });
  assert.equal(await spending(bank, accessToken), undefined);
});
