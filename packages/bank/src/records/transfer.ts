import { known, named } from '@x/core/provider';
import * as v from 'valibot';
import { nullableString, optionalNullableString, optionalString } from '../schema.ts';
import {
  creditFundsSource,
  decision,
  decisionRationale,
  direction,
  failureReason,
  guarantee,
  ledgerId,
  metadata,
  network,
  optionalAchClass,
  originationAccount,
  paymentRisk,
  plannedGuarantee,
  traceId,
  transferGuarantee,
  transferUser,
  wireDetails,
} from './transfer-parts.ts';

export const authorizationSchema = v.object({
  /** ID of the authorization. `transfer.create` takes it once. */
  id: v.string(),
  /** Time of the decision, ISO 8601, UTC. The authorization expires an hour later. */
  created: v.string(),
  /**
   * `approved`: create the transfer; `declined`: it cannot be made; `user_action_required`: send the user through Link
   * with `transfer.authorization_id`, then authorize again.
   */
  decision,
  /** Reason of the decision. Always set for `declined`. Null for `approved` after a full check. */
  decision_rationale: decisionRationale,
  ...guarantee,
  /** Guarantee of the transfer in parts. Null or absent for customers without Adaptive Guarantee. */
  guarantee_details: plannedGuarantee,
  /**
   * Risk of a return. Null unless your account has this add-on.
   *
   * @deprecated Use `signal.evaluate`.
   */
  payment_risk: paymentRisk,
  /** The transfer as it was asked for. */
  proposed_transfer: v.object({
    /** Class of the ACH entry. Absent on other networks. */
    ach_class: optionalAchClass,
    /** ID of the account that is debited or credited. */
    account_id: optionalString,
    /** ID of your funding account. Null with Plaid Ledger. */
    funding_account_id: nullableString,
    ...ledgerId,
    /** Direction: `debit` takes money from the account, `credit` pays into it. */
    type: direction,
    /** The user that money moves from or to. */
    user: transferUser,
    /** Largest amount that the transfer may have, a string with two decimals (`12.34`). */
    amount: v.string(),
    /** Amount that was asked for. It is larger than `amount` where only a part is guaranteed. */
    requested_amount: v.string(),
    /** Network that moves the money, such as `ach`. */
    network: v.string(),
    /** Details of a wire. Null or absent on other networks. */
    wire_details: wireDetails,
    ...originationAccount,
    /** Currency of the amount, ISO 4217: `USD`. */
    iso_currency_code: v.string(),
    /** Client ID of the customer for whom a platform makes the transfer. Null otherwise. */
    originator_client_id: nullableString,
    /**
     * Source of a credit's money. Null for debits.
     *
     * @deprecated Has had no effect since December 2023.
     */
    credit_funds_source: creditFundsSource,
  }),
});

/** A decision about a planned transfer: whether it may be made, and why. */
export interface TransferAuthorization extends v.InferOutput<typeof authorizationSchema> {}

export const authorization = named<TransferAuthorization>(authorizationSchema);

export const refundSchema = v.object({
  /** ID of the refund. */
  id: v.string(),
  /** ID of the transfer that is refunded. */
  transfer_id: v.string(),
  /** Amount that is refunded, a string with two decimals (`12.34`). */
  amount: v.string(),
  /**
   * State of the refund. `pending` may be canceled; `posted` is with the network; `settled` is in the user's account;
   * `cancelled`, `failed` and `returned` moved no money in the end.
   */
  status: known('pending', 'posted', 'cancelled', 'failed', 'settled', 'returned'),
  /** Reason why the refund failed or was returned. Null otherwise. */
  failure_reason: failureReason,
  ...ledgerId,
  /** Time at which the refund was created, ISO 8601, UTC. */
  created: v.string(),
  ...traceId,
});

/** A debit that is paid back, in whole or in part. */
export interface TransferRefund extends v.InferOutput<typeof refundSchema> {}

export const refund = named<TransferRefund>(refundSchema);

export const transferSchema = v.object({
  /** ID of the transfer. */
  id: v.string(),
  /** ID of the authorization that the transfer was created with. */
  authorization_id: v.string(),
  /** Class of the ACH entry. Absent on other networks. */
  ach_class: optionalAchClass,
  /** ID of the account that is debited or credited. */
  account_id: optionalString,
  /** ID of your funding account. Null with Plaid Ledger. */
  funding_account_id: nullableString,
  ...ledgerId,
  /** Direction: `debit` takes money from the account, `credit` pays into it. */
  type: direction,
  /** The user that money moves from or to. */
  user: transferUser,
  /** Amount, a string with two decimals (`12.34`). Never negative: see `type`. */
  amount: v.string(),
  /** Text of the transfer on the user's statement. */
  description: v.string(),
  /** Time at which the transfer was created, ISO 8601, UTC. */
  created: v.string(),
  /**
   * State of the transfer. A credit ends with `settled`, a debit with `funds_available`, when its money can leave the
   * ledger. `cancelled`, `failed` and `returned` moved no money in the end.
   */
  status: known('pending', 'posted', 'settled', 'funds_available', 'cancelled', 'failed', 'returned'),
  /**
   * Whether the money was moved between Plaid and your bank account. Null if it never will be, as after a cancellation.
   */
  sweep_status: v.nullish(known('unswept', 'swept', 'swept_settled', 'return_swept')),
  /** Network that moves the money. A late `same-day-ach` transfer becomes `ach`. */
  network,
  /** Details of a wire. Null or absent on other networks. */
  wire_details: wireDetails,
  /** Whether `transfer.cancel` still works. */
  cancellable: v.boolean(),
  /** Reason why the transfer failed or was returned. Null otherwise. */
  failure_reason: failureReason,
  /** Your own values by name. Null if none were given. */
  metadata: v.nullable(metadata),
  ...originationAccount,
  ...guarantee,
  /** Guarantee of the transfer in parts. Null or absent for customers without Adaptive Guarantee. */
  guarantee_details: transferGuarantee,
  /** Currency of the amount, ISO 4217: `USD`. */
  iso_currency_code: v.string(),
  /**
   * Day after which a bank can no longer return the transfer for lack of money (R01, R02, R03, R29), `YYYY-MM-DD`; 3
   * banking days after settlement. Null until it is known.
   */
  standard_return_window: nullableString,
  /**
   * Day after which a user can no longer return the transfer as unauthorized (R05, R07, R10 and others), `YYYY-MM-DD`;
   * 61 banking days after settlement. Null until it is known.
   */
  unauthorized_return_window: nullableString,
  /**
   * Day on which the transfer is expected to settle, `YYYY-MM-DD`. Null if unknown.
   *
   * @deprecated With Plaid Ledger, use `expected_funds_available_date`.
   */
  expected_settlement_date: nullableString,
  /** Day on which the money of a debit can leave the ledger, `YYYY-MM-DD`. Null or absent for credits and returns. */
  expected_funds_available_date: optionalNullableString,
  /** Client ID of the customer for whom a platform made the transfer. Null otherwise. */
  originator_client_id: nullableString,
  /** Refunds of the transfer. */
  refunds: v.array(refund),
  /** ID of the recurring transfer that the transfer is part of. Null if none. */
  recurring_transfer_id: nullableString,
  /** Days on which an ACH debit's money is expected in your bank account, unless it is returned. */
  expected_sweep_settlement_schedule: v.optional(
    v.array(
      v.object({
        /** Day of a sweep, `YYYY-MM-DD`. */
        sweep_settlement_date: v.string(),
        /** Amount that has been swept by that day, a string with two decimals. */
        swept_settled_amount: v.string(),
      }),
    ),
  ),
  /**
   * Source of a credit's money. Null for debits.
   *
   * @deprecated Has had no effect since December 2023.
   */
  credit_funds_source: creditFundsSource,
  /** Part of the amount that goes to the platform, a string with two decimals. Absent if none. */
  facilitator_fee: optionalString,
  ...traceId,
});

/** Money that moves between your ledger and the account of a user. */
export interface Transfer extends v.InferOutput<typeof transferSchema> {}

export const transferRecord = named<Transfer>(transferSchema);

const intentFields = {
  /** ID of the intent. */
  id: v.string(),
  /** Time at which the intent was created, ISO 8601, UTC. */
  created: v.string(),
  /** `PENDING` until the user has finished Link; then `SUCCEEDED`, or `FAILED` without a transfer. */
  status: known('PENDING', 'SUCCEEDED', 'FAILED'),
  /** ID of the account, if the intent was created for one. Null or absent otherwise. */
  account_id: optionalNullableString,
  ...originationAccount,
  /** ID of your funding account. */
  funding_account_id: v.string(),
  /** Amount, a string with two decimals (`12.34`). */
  amount: v.string(),
  /** `PAYMENT`: from the user to you; `DISBURSEMENT`: from you to the user. */
  mode: known('PAYMENT', 'DISBURSEMENT'),
  /** Network that moves the money. */
  network: v.optional(known('ach', 'same-day-ach', 'rtp')),
  /** Class of the ACH entry. Absent on other networks. */
  ach_class: optionalAchClass,
  /** The user that money moves from or to. */
  user: transferUser,
  /** Text of the transfer on the user's statement. */
  description: v.string(),
  /** Your own values by name. Null or absent if none were given. */
  metadata: v.nullish(metadata),
  /** Currency of the amount, ISO 4217: `USD`. */
  iso_currency_code: v.string(),
  /** Whether the transfer is made only if Plaid guarantees it. For customers with Guarantee. */
  require_guarantee: v.nullish(v.boolean()),
};

export const createdIntentSchema = v.object(intentFields);

/** A transfer that the user will confirm in Link (Transfer UI). */
export interface TransferIntent extends v.InferOutput<typeof createdIntentSchema> {}

export const createdIntent = named<TransferIntent>(createdIntentSchema);

export const intentOutcomeSchema = v.object({
  ...intentFields,
  /** ID of the transfer that was created. Null unless the intent has succeeded. */
  transfer_id: nullableString,
  /** Reason why the intent failed. Null otherwise. */
  failure_reason: v.nullable(
    v.object({
      /** Broad kind of the error. */
      error_type: optionalString,
      /** Code of the error, such as `INVALID_FIELD`. */
      error_code: optionalString,
      /** Readable message. */
      error_message: optionalString,
    }),
  ),
  /** Decision about the transfer. Null until it is made. */
  authorization_decision: v.nullable(known('APPROVED', 'DECLINED')),
  /** Reason of the decision. Always set for `DECLINED`. */
  authorization_decision_rationale: decisionRationale,
  ...guarantee,
});

/** Outcome of a transfer intent. */
export interface TransferIntentOutcome extends v.InferOutput<typeof intentOutcomeSchema> {}

export const intentOutcome = named<TransferIntentOutcome>(intentOutcomeSchema);
