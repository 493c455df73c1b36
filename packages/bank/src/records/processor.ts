import { known, named } from '@x/core';
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

// A processor token stands for one account: its answers are those of the Item's routes with `account` in place of
// `accounts`, and without the Item.
const account = named<Account>(accountSchema);
const investmentAccount = named<InvestmentAccount>(investmentAccountSchema);

export const processorAccountSchema = v.object({ account, institution_id: v.string(), ...requestId });

/** The account behind a processor token, and the institution it is at. */
export interface ProcessorAccount extends v.InferOutput<typeof processorAccountSchema> {}

export const processorBalanceSchema = v.object({ account, ...requestId });

/** The account behind a processor token. */
export interface ProcessorBalance extends v.InferOutput<typeof processorBalanceSchema> {}

const { ach, eft, international, bacs } = numbersByKind;

export const processorAuthSchema = v.object({
  account,
  numbers: v.object({
    ach: v.nullish(ach),
    eft: v.nullish(eft),
    international: v.nullish(international),
    bacs: v.nullish(bacs),
  }),
  ...requestId,
});

/** An account with its numbers: `ach` in the US, `eft` in Canada, `bacs` in the UK, else an IBAN; the others are null. */
export interface ProcessorAuth extends v.InferOutput<typeof processorAuthSchema> {}

export const processorIdentitySchema = v.object({ account: v.object(ownedAccountFields), ...requestId });

/** An account with its owners. */
export interface ProcessorIdentity extends v.InferOutput<typeof processorIdentitySchema> {}

export const processorMatchSchema = v.object({ account: matchedAccountSchema, ...requestId });

/** How well a person fits the owner of an account; see `IdentityMatch`. */
export interface ProcessorIdentityMatch extends v.InferOutput<typeof processorMatchSchema> {}

export const processorHoldingsSchema = v.object({
  account: investmentAccount,
  ...holdingsFields,
  request_id: optionalString,
});

/** What an account holds; see `Holdings`. */
export interface ProcessorHoldings extends v.InferOutput<typeof processorHoldingsSchema> {}

export const processorInvestmentsAuthSchema = v.object({
  account: investmentAccount,
  ...investmentsAuthFields,
  is_investments_fallback_item: optionalBoolean,
  ...requestId,
});

/** What it takes to move the holdings of an account to another broker; see `InvestmentsAuth`. */
export interface ProcessorInvestmentsAuth extends v.InferOutput<typeof processorInvestmentsAuthSchema> {}

export const processorLiabilitiesSchema = v.object({ account, liabilities: liabilitiesByKind, ...requestId });

/** What is owed on an account, under the kind that it is of. */
export interface ProcessorLiabilities extends v.InferOutput<typeof processorLiabilitiesSchema> {}

// Pages of a sync were seen with `modified: null` and an account of which nothing was known but an empty ID.
const syncedAccountSchema = v.object({
  ...accountSchema.entries,
  name: nullableString,
  type: v.nullable(accountSchema.entries.type),
});

export const processorSyncPageSchema = v.object({
  ...syncFields,
  modified: v.nullable(syncFields.modified),
  account: v.nullable(syncedAccountSchema),
});

/**
 * One page of a sync; see `SyncPage`. `account` is null while there is no data yet; before the last page its ID may be empty,
 * and its name and type null. `modified` may be null when nothing was modified.
 */
export interface ProcessorSyncPage extends v.InferOutput<typeof processorSyncPageSchema> {}

export const processorEvaluationSchema = v.object({
  ...evaluationSchema.entries,
  warnings: v.optional(evaluationSchema.entries.warnings),
});

/** How likely a debit is to come back; see `SignalEvaluation`. */
export interface ProcessorEvaluation extends v.InferOutput<typeof processorEvaluationSchema> {}

const bankTransferSchema = v.object({
  id: v.string(),
  ach_class: known('ccd', 'ppd', 'tel', 'web'),
  account_id: v.string(),
  type: known('debit', 'credit'),
  user: v.object({ legal_name: v.string(), email_address: optionalNullableString, routing_number: optionalString }),
  amount: v.string(),
  iso_currency_code: v.string(),
  description: v.string(),
  created: v.string(),
  status: known('pending', 'posted', 'cancelled', 'failed', 'reversed'),
  network: known('ach', 'same-day-ach', 'wire'),
  cancellable: v.boolean(),
  failure_reason: v.nullable(v.object({ ach_return_code: optionalNullableString, description: optionalString })),
  custom_tag: nullableString,
  metadata: v.nullable(v.record(v.string(), v.string())),
  origination_account_id: v.string(),
  direction: v.nullable(known('outbound', 'inbound')),
});

/** A bank transfer. `amount` is decimal text (`12.34`); a `debit` takes money from the account, a `credit` gives it. */
export interface BankTransfer extends v.InferOutput<typeof bankTransferSchema> {}

export const bankTransferResponse = v.object({ bank_transfer: named<BankTransfer>(bankTransferSchema), ...requestId });
