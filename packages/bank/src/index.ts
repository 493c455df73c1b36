export {
  type ApiCall,
  ApiError,
  type ApiErrorOf,
  type ClientEvent,
  type ErrorCode,
  isAbort,
  isApiError,
  logEvents,
  type Page,
  type PagedCall,
  type ProviderError,
  type ProviderErrorGuard,
  type ResponseInfo,
  type SecretStore,
  secretStore,
  toHttpStatus,
  type WithResponse,
} from '@x/core';
export { createClient } from '@x/core/provider';
export {
  type BankClient,
  type BankTransactions,
  createBankClient,
  endpoints,
} from './client.ts';
export { type BankProviderCode, isBankError } from './errors.ts';
export { type FollowOptions, follow } from './follow.ts';
export {
  type BankItemClient,
  type ItemSyncAllParams,
  type ItemTransactions,
  withItemToken,
} from './item-client.ts';
export { type BankOptions, bankProvider } from './provider.ts';
export type { AssetInsights } from './records/asset-insights.ts';
export type {
  AssetReport,
  AssetReportAccount,
  AssetReportAnswer,
  AssetReportTransaction,
} from './records/asset-report.ts';
export type { BankIncomeReport } from './records/bank-income.ts';
export type { Activity, ConnectedApplication, DisconnectedApplication } from './records/connections.ts';
export type { CreditSession } from './records/credit-session.ts';
export type { EmploymentItem } from './records/employment.ts';
export type { EnrichedTransaction, Enrichments } from './records/enrichment.ts';
export type { Form1099 } from './records/form-1099.ts';
export type {
  IdentityVerification,
  KycCheck,
  RiskCheck,
  VerificationDocument,
} from './records/identity-verification.ts';
export type { IncomeRiskItem } from './records/income-risk.ts';
export type { Link, LinkSession } from './records/link.ts';
export type {
  Payment,
  PaymentAddress,
  PaymentAmount,
  PaymentBacs,
  PaymentConsent,
  PaymentRecipient,
} from './records/payment.ts';
export type { FormI20, FormW2, PayrollItem, PayStub } from './records/payroll-income.ts';
export type { VerifiedPaystub } from './records/paystub.ts';
export type {
  BankTransfer,
  ProcessorAccount,
  ProcessorAuth,
  ProcessorBalance,
  ProcessorEvaluation,
  ProcessorHoldings,
  ProcessorIdentity,
  ProcessorIdentityMatch,
  ProcessorInvestmentsAuth,
  ProcessorLiabilities,
  ProcessorSyncPage,
} from './records/processor.ts';
export type { RecurringTransactions, TransactionStream } from './records/recurring.ts';
export type { RecurringTransfer } from './records/recurring-transfer.ts';
export type { Security } from './records/securities.ts';
export type { SignalAttributes } from './records/signal-attributes.ts';
export type {
  Transfer,
  TransferAuthorization,
  TransferIntent,
  TransferIntentOutcome,
  TransferRefund,
} from './records/transfer.ts';
export type { LedgerEvent, TransferEvent, TransferSweep } from './records/transfer-events.ts';
export type { EntityHit, EntityProgram, EntityScreening } from './records/watchlist-entity.ts';
export type { IndividualHit, IndividualProgram, IndividualScreening } from './records/watchlist-individual.ts';
export type { WatchlistReview } from './records/watchlist-screening.ts';
export type { BankOperation, BankOperations, BankRequest, SendRequest } from './request.ts';
export { type Account, type Accounts, accounts } from './resources/accounts.ts';
export { assetReport } from './resources/asset-report.ts';
export { type AuthNumbers, auth, type NumbersVerification } from './resources/auth.ts';
export { credit, type PayrollPrecheck, type PayrollRefresh } from './resources/credit.ts';
export { type DashboardUser, dashboardUser } from './resources/dashboard-user.ts';
export { employment, type VerifiedEmployment } from './resources/employment.ts';
export {
  type Identity,
  type IdentityDocument,
  type IdentityMatch,
  type IdentityMatchAttempt,
  type IdentityUploads,
  identity,
  type Owner,
} from './resources/identity.ts';
export { type IdentityAutofill, identityVerification } from './resources/identity-verification.ts';
export {
  type IncomePrecheck,
  income,
  type VerifiedPaystubs,
  type VerifiedTaxform,
  type VerifiedTaxforms,
} from './resources/income.ts';
export { type Institution, institutions } from './resources/institutions.ts';
export {
  type Holding,
  type Holdings,
  type InvestmentAccount,
  type InvestmentsAuth,
  type InvestmentTransaction,
  investments,
} from './resources/investments.ts';
export { type Item, type ItemError, type ItemState, item } from './resources/item.ts';
export {
  type CreditCardLiability,
  type Liabilities,
  type LineOfCreditLiability,
  type LoanLiability,
  liabilities,
  type MortgageLiability,
  type StudentLoan,
} from './resources/liabilities.ts';
export { type LinkToken, link } from './resources/link.ts';
export { type NetworkStatus, network } from './resources/network.ts';
export {
  type CreatedPayment,
  type CreatedPaymentConsent,
  type ExecutedPayment,
  type PaymentReversal,
  paymentInitiation,
} from './resources/payment-initiation.ts';
export { processor } from './resources/processor.ts';
export type { ProcessorPermissions } from './resources/processor-tokens.ts';
export { type SimulatedPayment, sandbox } from './resources/sandbox.ts';
export type { TransferTestClock } from './resources/sandbox-transfer.ts';
export { type SignalEvaluation, type SignalSchedule, signal } from './resources/signal.ts';
export { type Statements, statements } from './resources/statements.ts';
export { type RemovedTransaction, type SyncPage, type Transaction, transactions } from './resources/transactions.ts';
export { transfer } from './resources/transfer.ts';
export type { TransferRepayment, TransferRepaymentReturn } from './resources/transfer-events.ts';
export type { TransferLedger } from './resources/transfer-ledger.ts';
export type { RecurringTransferDecision } from './resources/transfer-recurring.ts';
export type { TransferCapabilities, TransferConfiguration, TransferMetrics } from './resources/transfer-setup.ts';
export { type User, type UserIdentity, type UserRefresh, user } from './resources/user.ts';
export { watchlistScreening } from './resources/watchlist-screening.ts';
export { type VerificationKey, webhooks } from './resources/webhooks.ts';
export {
  type AppliedChanges,
  type ApplyPagesOptions,
  type PageOfChanges,
  type SyncAllCommonOptions,
  type SyncAllOptions,
  type SyncAllParams,
  type SyncProgress,
  syncAll,
  type TransactionsDelta,
} from './sync-all.ts';
