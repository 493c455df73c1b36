export {
  type AddressableListOptions,
  type ApiCall,
  ApiError,
  type ApiErrorOf,
  type CallOptions,
  type Client,
  type ClientEvent,
  type ClientHealth,
  type ClientOptions,
  type CloseOptions,
  type ErrorCode,
  type ErrorHttpStatus,
  type ErrorOutcome,
  type EventLogger,
  type ItemOf,
  isAbort,
  isApiError,
  type ListOptions,
  logEvents,
  memoryStore,
  type NoParams,
  type Page,
  type PagedCall,
  type ParamsOf,
  type ProviderError,
  type ProviderErrorGuard,
  type RateLimitState,
  type RequestOptions,
  type ResponseInfo,
  type ResultOf,
  type RootClient,
  type SecretStore,
  type TokenStore,
  toHttpStatus,
  type WithResponse,
} from '@x/core';
export { createClient, type Provider } from '@x/core/provider';
export { type BankClient, createBankClient, endpoints } from './client.ts';
export { type BankProviderCode, isBankError } from './errors.ts';
export type { FollowOptions } from './follow.ts';
export {
  type BankItemClient,
  type ItemSyncAllParams,
  type ItemTransactions,
  withItemToken,
} from './item-client.ts';
export { type NextStep, nextStep } from './next-step.ts';
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
export type { IdentityVerification } from './records/identity-verification.ts';
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
export type { UserIdentity } from './records/user-identity.ts';
export type { KycCheck } from './records/verification-checks.ts';
export type { VerificationDocument } from './records/verification-document.ts';
export type { RiskCheck } from './records/verification-risk.ts';
export type { EntityHit, EntityProgram, EntityScreening } from './records/watchlist-entity.ts';
export type { IndividualHit, IndividualProgram, IndividualScreening } from './records/watchlist-individual.ts';
export type { WatchlistReview } from './records/watchlist-screening.ts';
export type { BankOperation, BankOperations, BankRequest, SendRequest } from './request.ts';
export type { Account, Accounts } from './resources/accounts.ts';
export type { AuthNumbers, NumbersVerification } from './resources/auth.ts';
export type { PayrollPrecheck, PayrollRefresh } from './resources/credit.ts';
export type { DashboardUser } from './resources/dashboard-user.ts';
export type { VerifiedEmployment } from './resources/employment.ts';
export type {
  Identity,
  IdentityDocument,
  IdentityMatch,
  IdentityMatchAttempt,
  IdentityUploads,
  Owner,
} from './resources/identity.ts';
export type { IdentityAutofill } from './resources/identity-verification.ts';
export type { IncomePrecheck, VerifiedPaystubs, VerifiedTaxform, VerifiedTaxforms } from './resources/income.ts';
export type { Institution } from './resources/institutions.ts';
export type {
  Holding,
  Holdings,
  InvestmentAccount,
  InvestmentsAuth,
  InvestmentTransaction,
} from './resources/investments.ts';
export type { Item, ItemError, ItemState } from './resources/item.ts';
export type {
  CreditCardLiability,
  Liabilities,
  LineOfCreditLiability,
  LoanLiability,
  MortgageLiability,
  StudentLoan,
} from './resources/liabilities.ts';
export type { LinkToken } from './resources/link.ts';
export type { NetworkStatus } from './resources/network.ts';
export type {
  CreatedPayment,
  CreatedPaymentConsent,
  ExecutedPayment,
  PaymentReversal,
} from './resources/payment-initiation.ts';
export type { ProcessorPermissions } from './resources/processor-tokens.ts';
export type { SimulatedPayment } from './resources/sandbox.ts';
export type { TransferTestClock } from './resources/sandbox-transfer.ts';
export type { SignalEvaluation, SignalSchedule } from './resources/signal.ts';
export type { Statements } from './resources/statements.ts';
export type { RemovedTransaction, SyncPage, Transaction } from './resources/transactions.ts';
export type { TransferRepayment, TransferRepaymentReturn } from './resources/transfer-events.ts';
export type { TransferLedger } from './resources/transfer-ledger.ts';
export type { RecurringTransferDecision } from './resources/transfer-recurring.ts';
export type { TransferCapabilities, TransferConfiguration, TransferMetrics } from './resources/transfer-setup.ts';
export type { User, UserRefresh } from './resources/user.ts';
export type { VerificationKey } from './resources/webhooks.ts';
export type {
  AppliedChanges,
  ApplyPagesOptions,
  PageOfChanges,
  SyncAllCommonOptions,
  SyncAllOptions,
  SyncAllParams,
  SyncProgress,
  TransactionsDelta,
} from './sync-all.ts';
export { type BankTransactions, transactionsWithSync } from './transactions-with-sync.ts';
