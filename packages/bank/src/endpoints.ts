export type { Endpoint, ListEndpoint, WithMethods } from '@x/core/provider';
export {
  /** Accounts of an Item and their balances. */
  accounts,
} from './resources/accounts.ts';
export {
  /** Asset reports: the accounts, balances and transactions of a borrower, for lenders. */
  assetReport,
} from './resources/asset-report.ts';
export {
  /** Account and routing numbers. */
  auth,
} from './resources/auth.ts';
export {
  /** Income and employment of users, from their banks, payroll providers and documents. */
  credit,
} from './resources/credit.ts';
export {
  /** Members of your team with access to the Plaid dashboard. */
  dashboardUser,
} from './resources/dashboard-user.ts';
export {
  /** Employment of users in the form that `credit` has replaced. */
  employment,
} from './resources/employment.ts';
export {
  /** Owners of accounts: names, addresses, phone numbers and email addresses. */
  identity,
} from './resources/identity.ts';
export {
  /** Verification of users: who they are, by data sources, identity documents and selfies. */
  identityVerification,
} from './resources/identity-verification.ts';
export {
  /** Income of users in the form that `credit` has replaced. */
  income,
} from './resources/income.ts';
export {
  /** Banks and other financial institutions. */
  institutions,
} from './resources/institutions.ts';
export {
  /** Investment accounts: their holdings and trades. */
  investments,
} from './resources/investments.ts';
export {
  /** Items: the linked bank logins. */
  item,
} from './resources/item.ts';
export {
  /** Debts: credit cards, lines of credit, mortgages, student loans and other loans. */
  liabilities,
} from './resources/liabilities.ts';
export {
  /** Link: the dialog in which users connect their bank. */
  link,
} from './resources/link.ts';
export {
  /** The provider's network of users who linked a bank before. */
  network,
} from './resources/network.ts';
export {
  /** Payments from accounts in the UK and the EU. */
  paymentInitiation,
} from './resources/payment-initiation.ts';
export {
  /** Processor tokens, which give a partner access to one account, and the calls that processors make with them. */
  processor,
} from './resources/processor.ts';
export {
  /** Calls that exist in the provider's sandbox only. */
  sandbox,
} from './resources/sandbox.ts';
export {
  /** Risk of ACH debits. */
  signal,
} from './resources/signal.ts';
export {
  /** Bank statements, as PDF files of the bank. */
  statements,
} from './resources/statements.ts';
export {
  /** Transactions of checking, savings, credit and student loan accounts. */
  transactions,
} from './resources/transactions.ts';
export {
  /** Transfers of money from and to accounts in the US. */
  transfer,
} from './resources/transfer.ts';
export {
  /** End users, who may have several Items. */
  user,
} from './resources/user.ts';
export {
  /** Screening of customers on lists of sanctions and of politically exposed persons (Monitor). */
  watchlistScreening,
} from './resources/watchlist-screening.ts';
export {
  /** Keys that webhooks are signed with. */
  webhooks,
} from './resources/webhooks.ts';
export type { FileBytes } from './schema.ts';
