import { known, named } from '@x/core/provider';
import * as v from 'valibot';
import { nullableString, optionalNullableString } from '../schema.ts';
import { direction, optionalAchClass, originationAccount, recurringNetwork, transferUser } from './transfer-parts.ts';

export const recurringTransferSchema = v.object({
  /** ID of the recurring transfer, a UUID. */
  recurring_transfer_id: v.string(),
  /** Time at which it was created, ISO 8601, UTC. */
  created: v.string(),
  /** Day of the next transfer, moved off weekends and bank holidays, `YYYY-MM-DD`. Null if none follows. */
  next_origination_date: nullableString,
  /** ID of its test clock. In Plaid's sandbox only; null or absent otherwise. */
  test_clock_id: optionalNullableString,
  /** Direction: `debit` takes money from the account, `credit` pays into it. */
  type: direction,
  /** Amount of each transfer, a string with two decimals (`12.34`). */
  amount: v.string(),
  /** `cancelled` by you or Plaid; `expired` when its schedule has ended. */
  status: known('active', 'cancelled', 'expired'),
  /** Class of the ACH entry. Absent on other networks. */
  ach_class: optionalAchClass,
  /** Network that moves the money. */
  network: recurringNetwork,
  ...originationAccount,
  /** ID of the account that is debited or credited. */
  account_id: v.string(),
  /** ID of your funding account. */
  funding_account_id: v.string(),
  /** Currency of the amount, ISO 4217: `USD`. */
  iso_currency_code: v.string(),
  /** Text of the transfers on the user's statement. */
  description: v.string(),
  /** IDs of the transfers so far. */
  transfer_ids: v.array(v.string()),
  /** The user that money moves from or to. */
  user: transferUser,
  /** Schedule of the transfers. */
  schedule: v.object({
    /** Unit that the interval is counted in. */
    interval_unit: known('week', 'month'),
    /** Number of units between two transfers. */
    interval_count: v.number(),
    /**
     * Day of the interval: 1 (Monday) to 5 (Friday) of a week; 1 to 28 of a month, or -1 (last day) to -5 from its end.
     */
    interval_execution_day: v.number(),
    /** First day on which a transfer can be made, `YYYY-MM-DD`. */
    start_date: v.string(),
    /** Last day on which a transfer can be made, `YYYY-MM-DD`. Null or absent if it has no end. */
    end_date: optionalNullableString,
  }),
});

/** A transfer that is repeated on a schedule. */
export interface RecurringTransfer extends v.InferOutput<typeof recurringTransferSchema> {}

export const recurringTransfer = named<RecurringTransfer>(recurringTransferSchema);
