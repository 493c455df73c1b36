export {
  /** Accounts of an Item and their balances. */
  accounts,
} from './resources/accounts.ts';
export { assetReport } from './resources/asset-report.ts';
export { auth } from './resources/auth.ts';
export { identity } from './resources/identity.ts';
export { institutions } from './resources/institutions.ts';
export { investments } from './resources/investments.ts';
export { item } from './resources/item.ts';
export { liabilities } from './resources/liabilities.ts';
export { link } from './resources/link.ts';
export { network } from './resources/network.ts';
export { processor } from './resources/processor.ts';
export { sandbox } from './resources/sandbox.ts';
export { signal } from './resources/signal.ts';
export { statements } from './resources/statements.ts';
export { transactions } from './resources/transactions.ts';
export { user } from './resources/user.ts';
export { webhooks } from './resources/webhooks.ts';
