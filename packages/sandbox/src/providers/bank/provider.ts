import { defineSandboxProvider, type WithLimits } from '../../shared/provider.ts';
import { bankControls } from './control-table.ts';
import type { BankControls } from './controls.ts';
import { createBankSandbox } from './index.ts';
import {
  type BankLimits,
  type BankSandboxOptions,
  bankLimitsRule,
  bankRules,
  clientOptions,
  resolveOptions,
} from './options.ts';

/** POST requests that change nothing and are not counted. Most others change something, if only by being the first. */
const reads = /^\/(institutions|categories|accounts|auth|identity|liabilities)\/(.*\/)?get(_by_id)?$/;

/** The bank-data API (Plaid). */
export const bankProvider = defineSandboxProvider({
  name: 'bank',
  rules: bankRules,
  limitsRule: bankLimitsRule,
  controls: bankControls,
  sizes: { institutions: [15, 10_000], transactionsPerItem: [0, 100_000] },
  firstCall: (controls) => `const access_token = '${(controls as BankControls).accessTokens[0]}';
const { added } = await bank.transactions.syncAll({ access_token });
console.log(added.length, 'transactions, the first:', added[0]?.name);`,
  mayChange: (method, path) => method !== 'OPTIONS' && (method === 'GET' || method === 'HEAD' || !reads.test(path)),
  resolve: (options: WithLimits<BankSandboxOptions, BankLimits>) => resolveOptions(options),
  clientOptions,
  // The paths in `limits` can only be checked once the server knows its endpoints.
  isEager: ({ limits }) => Object.keys(limits ?? {}).length > 0,
  create: createBankSandbox,
});
