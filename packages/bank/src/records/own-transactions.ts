import { oneOf } from '@x/core/provider';
import * as v from 'valibot';
import { isoDate, nonEmptyString, optionalString } from '../schema.ts';

/** Transactions of your own to enrich, 1 to 100. */
export const ownTransactionsParam = v.pipe(
  v.array(
    v.strictObject({
      /** Your own ID of the transaction, which the response repeats. */
      id: nonEmptyString,
      /** The provider's ID of the user that the transaction belongs to. */
      user_id: optionalString,
      /** Your own ID of the user, without personal data. It groups the transactions of a user. */
      client_user_id: optionalString,
      /** Your own ID of the account, without personal data. It groups the transactions of an account. */
      client_account_id: optionalString,
      /** Kind of account that the transaction is from, such as `depository`. */
      account_type: optionalString,
      /** Finer kind of account, such as `checking`. */
      account_subtype: optionalString,
      /** The bank's own description of the transaction. */
      description: v.string(),
      /** Amount in units of the currency, never negative. `direction` has the sign. */
      amount: v.pipe(v.number(), v.minValue(0)),
      /** Whether money comes into the account or leaves it. */
      direction: oneOf(['INFLOW', 'OUTFLOW']),
      /** Currency of the amount, ISO 4217 (`USD`). */
      iso_currency_code: v.string(),
      /** Place of the transaction, as far as you know it. Improves the result. */
      location: v.optional(
        v.strictObject({
          /** Country of the place, `US` or `CA`. */
          country: optionalString,
          /** State or province, two letters (`CT`, `QC`). */
          region: optionalString,
          /** City where the transaction took place. */
          city: optionalString,
          /** Street address where the transaction took place. */
          address: optionalString,
          /** Postal or ZIP code of the place. */
          postal_code: optionalString,
        }),
      ),
      /** Merchant category code, four digits (ISO 18245). */
      mcc: optionalString,
      /** Day on which the transaction was posted, `YYYY-MM-DD`. */
      date_posted: v.optional(isoDate),
    }),
  ),
  v.minLength(1),
  v.maxLength(100),
);
