export { ApiError, createClient, type ErrorCode, isApiError, type Page, type PagedCall } from '@x/core';
export { type BankClient, type BankTransactions, createBankClient, endpoints } from './client.ts';
export { type BankOptions, bankProvider } from './provider.ts';
export { type Account, type Accounts, accounts } from './resources/accounts.ts';
export { type AuthNumbers, auth } from './resources/auth.ts';
export { type Identity, identity, type Owner } from './resources/identity.ts';
export { type Institution, institutions } from './resources/institutions.ts';
export { type Item, type ItemError, type ItemState, item } from './resources/item.ts';
export { type Link, link } from './resources/link.ts';
export { sandbox } from './resources/sandbox.ts';
export { type RemovedTransaction, type SyncPage, type Transaction, transactions } from './resources/transactions.ts';
export { type VerificationKey, webhooks } from './resources/webhooks.ts';
export {
  type SyncAllOptions,
  type SyncAllParams,
  type SyncProgress,
  syncAll,
  type TransactionsDelta,
} from './sync-all.ts';
