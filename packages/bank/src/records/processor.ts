import { known, named } from '@x/core/provider';
import * as v from 'valibot';
import { type Account, accountSchema } from '../resources/accounts.ts';
import { numbersByKind } from '../resources/auth.ts';
import { matchedAccountSchema, ownedAccountFields } from '../resources/identity.ts';
import {
  holdingsFields,
  type InvestmentAccount,
  investmentAccountSchema,
  investmentsAuthFields,
} from '../resources/investments.ts';
import { liabilitiesByKind } from '../resources/liabilities.ts';
import { evaluationSchema } from '../resources/signal.ts';
import { syncFields } from '../resources/transactions.ts';
import { nullableString, optionalBoolean, optionalNullableString, optionalString, requestId } from '../schema.ts';

// A processor token is for one account, so its responses match the Item's routes, but with `account` instead of
// `accounts`, and without the Item.
const account = named<Account>(accountSchema);
const investmentAccount = named<InvestmentAccount>(investmentAccountSchema);

export const processorAccountSchema = v.object({
  /** Account of the processor token. */
  account,
  /** ID of the institution, such as `ins_109508`. */
  institution_id: v.string(),
  ...requestId,
});

/** The account of a processor token, and its institution. */
export interface ProcessorAccount extends v.InferOutput<typeof processorAccountSchema> {}

export const processorBalanceSchema = v.object({
  /** Account of the processor token, with balances. */
  account,
  ...requestId,
});

/** The account of a processor token, with balances. */
export interface ProcessorBalance extends v.InferOutput<typeof processorBalanceSchema> {}

const { ach, eft, international, bacs } = numbersByKind;

export const processorAuthSchema = v.object({
  /** Account of the processor token. */
  account,
  /** Account numbers. Kinds that the account does not have are null or absent. */
  numbers: v.object({
    /** Account and routing number in the US. */
    ach: v.nullish(ach),
    /** Account number in Canada. */
    eft: v.nullish(eft),
    /** IBAN and BIC. */
    international: v.nullish(international),
    /** Account number and sort code in the UK. */
    bacs: v.nullish(bacs),
  }),
  ...requestId,
});

/** An account with its numbers: `ach` in the US, `eft` in Canada, `bacs` in the UK, otherwise an IBAN. */
export interface ProcessorAuth extends v.InferOutput<typeof processorAuthSchema> {}

export const processorIdentitySchema = v.object({
  /** Account of the processor token, with its owners. */
  account: v.object(ownedAccountFields),
  ...requestId,
});

/** An account with its owners. */
export interface ProcessorIdentity extends v.InferOutput<typeof processorIdentitySchema> {}

export const processorMatchSchema = v.object({
  /** Account of the processor token, with match scores. */
  account: matchedAccountSchema,
  ...requestId,
});

/** Match of a person with the owner of an account; see `IdentityMatch`. */
export interface ProcessorIdentityMatch extends v.InferOutput<typeof processorMatchSchema> {}

export const processorHoldingsSchema = v.object({
  /** Account that the holdings are in. */
  account: investmentAccount,
  ...holdingsFields,
  /** ID of the request, for Plaid support. */
  request_id: optionalString,
});

/** Holdings of an account; see `Holdings`. */
export interface ProcessorHoldings extends v.InferOutput<typeof processorHoldingsSchema> {}

export const processorInvestmentsAuthSchema = v.object({
  /** Account that the holdings are in. */
  account: investmentAccount,
  ...investmentsAuthFields,
  /** Whether the user entered the holdings by hand, in the Investments Fallback flow. */
  is_investments_fallback_item: optionalBoolean,
  ...requestId,
});

/** The data needed to move the holdings of an account to another broker; see `InvestmentsAuth`. */
export interface ProcessorInvestmentsAuth extends v.InferOutput<typeof processorInvestmentsAuthSchema> {}

export const processorLiabilitiesSchema = v.object({
  /** Account of the processor token. */
  account,
  /** Debts on the account, by kind of liability. */
  liabilities: liabilitiesByKind,
  ...requestId,
});

/** Debts on an account, by kind of liability. */
export interface ProcessorLiabilities extends v.InferOutput<typeof processorLiabilitiesSchema> {}

// Recorded pages of a sync have `modified: null`, and an account with an empty ID and nothing else.
const syncedAccountSchema = v.object({
  ...accountSchema.entries,
  /** Name of the account. Null if nothing is known of it yet. */
  name: nullableString,
  /** Type of the account. Null if nothing is known of it yet. */
  type: v.nullable(accountSchema.entries.type),
});

export const processorSyncPageSchema = v.object({
  ...syncFields,
  /** Transactions that changed since the cursor. May be null when none did. */
  modified: v.nullable(syncFields.modified),
  /** Account of the processor token. Null while there is no data yet. */
  account: v.nullable(syncedAccountSchema),
});

/**
 * One page of a sync; see `SyncPage`. Before the last page, the ID of `account` may be empty, and its name and type
 * null.
 */
export interface ProcessorSyncPage extends v.InferOutput<typeof processorSyncPageSchema> {}

export const processorEvaluationSchema = v.object({
  ...evaluationSchema.entries,
  /** Warnings about limits of the evaluation, if any. */
  warnings: v.optional(evaluationSchema.entries.warnings),
});

/** Likelihood that a debit is returned; see `SignalEvaluation`. */
export interface ProcessorEvaluation extends v.InferOutput<typeof processorEvaluationSchema> {}

export const bankTransferSchema = v.object({
  /** ID of the bank transfer. */
  id: v.string(),
  /**
   * SEC code, the use case of an ACH transfer: `ccd` between companies; with a consumer, `ppd` agreed in writing, `tel`
   * by phone, `web` online. A credit is `ccd` or `ppd`, a debit `ccd`, `tel` or `web`.
   */
  ach_class: known('ccd', 'ppd', 'tel', 'web'),
  /** ID of the account that is debited or credited. */
  account_id: v.string(),
  /** `debit`: money moves from the user to you; `credit`: from you to the user. */
  type: known('debit', 'credit'),
  /** Holder of the account. */
  user: v.object({
    /** Full legal name of the holder; of a company for `ccd`. */
    legal_name: v.string(),
    /** Email address of the holder. Null or absent if none was given. */
    email_address: optionalNullableString,
    /** Routing number of the holder's bank. */
    routing_number: optionalString,
  }),
  /** Amount as a decimal string with two decimals, such as `10.00`. Never negative: see `type`. */
  amount: v.string(),
  /** ISO 4217 code of the amount, such as `USD`. */
  iso_currency_code: v.string(),
  /** Description of the transfer. */
  description: v.string(),
  /** Time at which the transfer was created, ISO 8601, UTC. */
  created: v.string(),
  /** State of the transfer; a `reversed` one was returned after it had been posted. */
  status: known('pending', 'posted', 'cancelled', 'failed', 'reversed'),
  /** Network that the transfer uses. */
  network: known('ach', 'same-day-ach', 'wire'),
  /** Whether the transfer can still be canceled. */
  cancellable: v.boolean(),
  /** Reason why the transfer failed or was reversed. Null otherwise. */
  failure_reason: v.nullable(
    v.object({
      /** ACH return code, such as `R01`. Set only if the transfer was reversed. */
      ach_return_code: optionalNullableString,
      /** Readable reason of the failure or reversal. */
      description: optionalString,
    }),
  ),
  /** Your own tag of the transfer. Null if none was given. */
  custom_tag: nullableString,
  /** Your own data: up to 50 ASCII strings by name. Names have up to 40 characters, values up to 500. */
  metadata: v.nullable(v.record(v.string(), v.string())),
  /** ID of your account that the transfer uses. */
  origination_account_id: v.string(),
  /** `outbound`: created through the API; `inbound`: received by an FBO account. Null if unknown. */
  direction: v.nullable(known('outbound', 'inbound')),
});

/** A transfer between your account and a user's. */
export interface BankTransfer extends v.InferOutput<typeof bankTransferSchema> {}

export const bankTransferResponse = v.object({ bank_transfer: named<BankTransfer>(bankTransferSchema), ...requestId });
