import { known, named } from '@x/core/provider';
import * as v from 'valibot';
import { nullableString, optionalNullableString, optionalString } from '../schema.ts';
import { direction, failureReason, ledgerId, sweepFailureReason, traceId } from './transfer-parts.ts';

export const eventTypes = [
  'pending',
  'cancelled',
  'failed',
  'posted',
  'settled',
  'funds_available',
  'guaranteed',
  'returned',
  'guarantee_reimbursed',
  'client_return_recovered',
  'plaid_return_recovered',
  'swept',
  'swept_settled',
  'return_swept',
  'sweep.pending',
  'sweep.posted',
  'sweep.settled',
  'sweep.returned',
  'sweep.failed',
  'sweep.funds_available',
  'refund.pending',
  'refund.cancelled',
  'refund.failed',
  'refund.posted',
  'refund.settled',
  'refund.returned',
  'refund.swept',
  'refund.return_swept',
] as const;

export const eventSchema = v.object({
  /** ID of the event, a whole number. A later event has a larger one; store the largest for the next `sync`. */
  event_id: v.number(),
  /** Time of the event, ISO 8601, UTC. */
  timestamp: v.string(),
  /**
   * Kind of event: the new status of a transfer, of a refund (`refund.…`) or of a sweep of your ledger (`sweep.…`).
   * `swept`, `swept_settled` and `return_swept` concern the sweep that includes the transfer. After the return of a
   * guaranteed transfer, Plaid pays for it (`guarantee_reimbursed`), and you (`client_return_recovered`) or Plaid
   * (`plaid_return_recovered`) may recover the money.
   */
  event_type: known(...eventTypes),
  /** ID of the account of the transfer. Absent for sweeps of a ledger. */
  account_id: optionalString,
  /** ID of your funding account. Null with Plaid Ledger. */
  funding_account_id: nullableString,
  ...ledgerId,
  /** ID of the transfer. Empty for sweeps of a ledger. */
  transfer_id: v.string(),
  /**
   * ID of your account that money moves to or from.
   *
   * @deprecated Plaid Ledger replaced it: see `ledger_id`.
   */
  origination_account_id: nullableString,
  /** Direction of the transfer. Absent for sweeps of a ledger. */
  transfer_type: v.optional(direction),
  /** Amount of the transfer, a string with two decimals. Absent for sweeps of a ledger. */
  transfer_amount: optionalString,
  /** Reason why the transfer failed or was returned. Null otherwise. */
  failure_reason: failureReason,
  /** ID of the sweep that the event is about. Null if it is about none. */
  sweep_id: nullableString,
  /** Amount that the sweep moved for the transfer, signed (`-5.50`). Null if the event is not about a sweep. */
  sweep_amount: nullableString,
  /**
   * Amount that was paid or recovered, signed (`-5.50`), of `guarantee_reimbursed`, `client_return_recovered` and
   * `plaid_return_recovered`. Null or absent for other events.
   */
  event_amount: optionalNullableString,
  /** ID of the refund that the event is about. Null if it is about none. */
  refund_id: nullableString,
  /** Client ID of the customer for whom a platform made the transfer. Null otherwise. */
  originator_client_id: nullableString,
  /** ID of the intent that the transfer was made of. Null or absent otherwise. */
  intent_id: optionalNullableString,
  /** Fee that was deducted when a wire was returned, a string with two decimals. Null or absent otherwise. */
  wire_return_fee: optionalNullableString,
});

/** A change of a transfer, a refund, or a sweep. */
export interface TransferEvent extends v.InferOutput<typeof eventSchema> {}

export const transferEvent = named<TransferEvent>(eventSchema);

export const sweepStatuses = ['pending', 'posted', 'settled', 'funds_available', 'returned', 'failed'] as const;
export const sweepTriggers = ['manual', 'incoming', 'balance_threshold', 'automatic_aggregate'] as const;

export const sweepSchema = v.object({
  /** ID of the sweep. */
  id: v.string(),
  /** ID of your funding account. */
  funding_account_id: v.string(),
  ...ledgerId,
  /** Time at which the sweep was created, ISO 8601, UTC. */
  created: v.string(),
  /**
   * Amount as your bank account shows it, signed, with two decimals: negative when money leaves that account
   * (`-10.00`).
   */
  amount: v.string(),
  /** Currency of the amount, ISO 4217: `USD`. */
  iso_currency_code: v.string(),
  /** Day on which the sweep settled, `YYYY-MM-DD`. Null until then. */
  settled: nullableString,
  /** Day on which the money of a deposit can leave the ledger, `YYYY-MM-DD`. Null or absent for withdrawals. */
  expected_funds_available_date: optionalNullableString,
  /** State of the sweep. A deposit ends with `funds_available`, a withdrawal with `settled`. */
  status: v.nullish(known(...sweepStatuses)),
  /**
   * Trigger of the sweep: you (`manual`), money that came in, a threshold of the balance, or the daily collection
   * without a ledger (`automatic_aggregate`).
   */
  trigger: v.nullish(known(...sweepTriggers)),
  /** Text of the sweep on your statement, up to 10 characters. */
  description: optionalString,
  ...traceId,
  /** Reason why the sweep failed or was returned. Null or absent otherwise. */
  failure_reason: sweepFailureReason,
});

/** Money that moves between a ledger and your own bank account. */
export interface TransferSweep extends v.InferOutput<typeof sweepSchema> {}

export const sweep = named<TransferSweep>(sweepSchema);

export const ledgerEventSchema = v.object({
  /** Unique ID of the event. */
  ledger_event_id: v.string(),
  /** ID of the ledger whose balance changed. */
  ledger_id: v.string(),
  /** Amount by which a balance changed, a string with two decimals. */
  amount: v.string(),
  /** ID of the transfer that caused the event. Null or absent if none did. */
  transfer_id: optionalNullableString,
  /** ID of the refund that caused the event. Null or absent if none did. */
  refund_id: optionalNullableString,
  /** ID of the sweep that caused the event. Null or absent if none did. */
  sweep_id: optionalNullableString,
  /** Readable description of the event. */
  description: v.string(),
  /** Pending balance after the event, a string with two decimals. */
  pending_balance: v.string(),
  /** Available balance after the event, a string with two decimals. */
  available_balance: v.string(),
  /** Balance that changed, such as `available` or `pending`. */
  type: v.string(),
  /** Time of the event, ISO 8601, UTC. */
  timestamp: v.string(),
});

/** A change of the balances of a ledger. */
export interface LedgerEvent extends v.InferOutput<typeof ledgerEventSchema> {}

export const ledgerEvent = named<LedgerEvent>(ledgerEventSchema);
