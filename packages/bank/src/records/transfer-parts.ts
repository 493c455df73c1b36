import { known, oneOf } from '@x/core/provider';
import * as v from 'valibot';
import {
  idempotencyKeyUpTo,
  nonEmptyString,
  nullableNumber,
  nullableString,
  optionalNullableString,
  optionalString,
} from '../schema.ts';

const directions = ['debit', 'credit'] as const;
const networks = ['ach', 'same-day-ach', 'rtp', 'rfp', 'wire'] as const;
const recurringNetworks = ['ach', 'same-day-ach', 'rtp'] as const;
const achClasses = ['ccd', 'ppd', 'tel', 'web'] as const;

export const directionParam = oneOf(directions);
export const networkParam = oneOf(networks);
export const achNetworkParam = oneOf(['ach', 'same-day-ach']);
export const recurringNetworkParam = oneOf(recurringNetworks);
export const achClassParam = v.optional(oneOf(achClasses));

export const direction = known(...directions);
export const network = known(...networks);
export const recurringNetwork = known(...recurringNetworks);
export const optionalAchClass = v.optional(known(...achClasses));

/** A key with which a repeated request takes effect once. */
export const idempotencyKey = idempotencyKeyUpTo(50);

/** Own data of the caller. */
export const metadataParam = v.nullish(v.record(v.string(), v.string()));
export const metadata = v.record(v.string(), v.string());

const userFields = {
  /** Phone number of the user. Plaid may refuse numbers that cannot exist. */
  phone_number: optionalString,
  /** Email address of the user. */
  email_address: optionalString,
  /** Address of the user. */
  address: v.optional(
    v.strictObject({
      /** Street and number (`100 Market St.`). */
      street: optionalString,
      /** Name of the city. */
      city: optionalString,
      /** Code of the state or province (`CA`). */
      region: optionalString,
      /** Postal code (`94103`). */
      postal_code: optionalString,
      /** Country, ISO 3166-1 alpha-2 (`US`). */
      country: optionalString,
    }),
  ),
};

/** The user that money moves from or to. */
export const transferUserParam = v.strictObject({
  /** Full legal name of the user, or the name of the business. */
  legal_name: nonEmptyString,
  ...userFields,
});

/** The account that money moves from or to. */
export const transferAccountParams = {
  /** ID of the account that is debited or credited. */
  account_id: nonEmptyString,
};

/** Funding account of your own that is used. */
export const fundingAccountParam = {
  /** ID of your funding account, from the Plaid dashboard. Default: the one of the ledger. */
  funding_account_id: optionalNullableString,
};

/** The customer of a platform for whom a call is made. */
export const originatorParam = {
  /** Client ID of the customer for whom you make the call. For platforms only. */
  originator_client_id: optionalNullableString,
};

/** The test clock at whose time a call takes place. */
export const testClockParam = {
  /** ID of a test clock: the call takes place at its time. In Plaid's sandbox only. */
  test_clock_id: optionalNullableString,
};

export const transferUser = v.object({
  /** Full legal name of the user, or the name of the business. */
  legal_name: v.string(),
  /** Phone number of the user. Null if none was given. */
  phone_number: nullableString,
  /** Email address of the user. Null if none was given. */
  email_address: nullableString,
  /** Address of the user. Null if none was given. */
  address: v.nullable(
    v.object({
      /** Street and number. Null if not given. */
      street: nullableString,
      /** Name of the city. Null if not given. */
      city: nullableString,
      /** Code of the state or province. Null if not given. */
      region: nullableString,
      /** Postal code. Null if not given. */
      postal_code: nullableString,
      /** Country, ISO 3166-1 alpha-2. Null if not given. */
      country: nullableString,
    }),
  ),
});

const failureFields = {
  /** Code of the return, such as `R01` of ACH. Set for returns only. */
  failure_code: optionalNullableString,
};

export const failureReason = v.nullable(
  v.object({
    ...failureFields,
    /**
     * Code of an ACH return, such as `R01`.
     *
     * @deprecated Use `failure_code`, which also has the codes of other networks.
     */
    ach_return_code: optionalNullableString,
    /** Readable reason of the failure or return. */
    description: optionalString,
  }),
);

export const sweepFailureReason = v.nullish(
  v.object({
    ...failureFields,
    /** Readable reason of the failure or return. Null or absent if there is none. */
    description: optionalNullableString,
  }),
);

/** Details that only wires have. */
export const wireDetails = v.nullish(
  v.object({
    /** Message to the receiver, up to 140 characters. */
    message_to_beneficiary: optionalNullableString,
    /** Fee that was deducted when the wire was returned, in units of the currency (`5.00`). */
    wire_return_fee: optionalNullableString,
  }),
);

/** Decision about a planned transfer. */
export const decision = known('approved', 'declined', 'user_action_required');

export const decisionRationale = v.nullable(
  v.object({
    /**
     * Reason of the decision. Declined: `NSF` (too little money), `RISK`, `TRANSFER_LIMIT_REACHED`, `ADMIN` (an
     * administrative return is likely) or `FRAUD`. Approved without a check, so that you should check the risk
     * yourself: `MANUALLY_VERIFIED_ITEM`, `ITEM_LOGIN_REQUIRED`, `PAYMENT_PROFILE_LOGIN_REQUIRED`,
     * `MIGRATED_ACCOUNT_ITEM` or `ERROR`.
     */
    code: v.nullable(
      known(
        'NSF',
        'RISK',
        'TRANSFER_LIMIT_REACHED',
        'ADMIN',
        'FRAUD',
        'MANUALLY_VERIFIED_ITEM',
        'ITEM_LOGIN_REQUIRED',
        'PAYMENT_PROFILE_LOGIN_REQUIRED',
        'ERROR',
        'MIGRATED_ACCOUNT_ITEM',
      ),
    ),
    /** Readable reason of the decision. */
    description: v.string(),
  }),
);

/** Whether Plaid pays when a transfer is returned. */
export const guarantee = {
  /** Whether Plaid guarantees the transfer. Null for customers without Guarantee. */
  guarantee_decision: v.nullable(known('GUARANTEED', 'NOT_GUARANTEED')),
  /** Reason why the transfer is not guaranteed. Null unless `guarantee_decision` is `NOT_GUARANTEED`. */
  guarantee_decision_rationale: v.nullable(
    v.object({
      /**
       * `RETURN_BANK` or `RETURN_CUSTOMER`: a return is too likely; `GUARANTEE_LIMIT_REACHED`;
       * `RISK_ESTIMATE_UNAVAILABLE`; `REQUIRED_PARAM_MISSING`.
       */
      code: known(
        'RETURN_BANK',
        'RETURN_CUSTOMER',
        'GUARANTEE_LIMIT_REACHED',
        'RISK_ESTIMATE_UNAVAILABLE',
        'REQUIRED_PARAM_MISSING',
      ),
      /** Readable reason. */
      description: v.string(),
    }),
  ),
};

const guaranteePart = {
  /** Guaranteed amount of this part, a string with two decimals (`10.00`). */
  amount: v.string(),
  /** Length of the observation window of this part, in banking days. 0 without one. */
  observation_window_business_days: v.number(),
};

/** Guarantee that a planned transfer gets, in parts. */
export const plannedGuarantee = v.nullish(
  v.object({
    /** Whether all of the amount is guaranteed immediately, a part of it, a part now and another later, or nothing. */
    outcome: known('FULL_INSTANT', 'PARTIAL_INSTANT_ONLY', 'PARTIAL_INSTANT_WITH_OBSERVATION_WINDOW', 'NOT_GUARANTEED'),
    /** Parts of the amount, and when each is guaranteed. */
    schedule: v.array(v.object(guaranteePart)),
  }),
);

/** Guarantee of a transfer, in parts. */
export const transferGuarantee = v.nullish(
  v.object({
    /** Amount that is guaranteed now, a string with two decimals. It grows as observation windows end. */
    guaranteed_amount: v.string(),
    /** Parts of the amount, and when each is guaranteed. */
    schedule: v.array(
      v.object({
        ...guaranteePart,
        /** Time at which the observation window ends, ISO 8601, UTC. Null or absent without one. */
        observation_window_expiration_time: optionalNullableString,
      }),
    ),
  }),
);

/** Source of a credit's money, in integrations from before December 2023. */
export const creditFundsSource = v.nullable(known('sweep', 'prefunded_rtp_credits', 'prefunded_ach_credits'));

export const paymentRisk = v.nullable(
  v.object({
    /** Risk of a return by the bank, 1 (low) to 99. Null if unknown. */
    bank_initiated_return_score: nullableNumber,
    /** Risk of a return by the customer, 1 (low) to 99. Null if unknown. */
    customer_initiated_return_score: nullableNumber,
    /** Risk in five steps. Null if unknown. */
    risk_level: v.nullable(known('HIGH_RISK', 'MEDIUM_HIGH_RISK', 'MEDIUM_RISK', 'MEDIUM_LOW_RISK', 'LOW_RISK')),
    /** Reasons why bank data is missing. Empty if none is missing. */
    warnings: v.array(
      v.object({
        /** Broad kind of the warning. */
        warning_type: optionalString,
        /** Code of the warning, which is an error code. */
        warning_code: optionalString,
        /** Readable message. */
        warning_message: optionalString,
      }),
    ),
  }),
);

/** Legacy ID of an account of your own. */
export const originationAccount = {
  /**
   * ID of your account that money moves to or from.
   *
   * @deprecated Plaid Ledger replaced it: see `ledger_id`.
   */
  origination_account_id: v.string(),
};

/** Ledger of yours that is used. */
export const ledgerId = {
  /** ID of the ledger. Null or absent without Plaid Ledger. */
  ledger_id: optionalNullableString,
};

/** Trace of a payment in its network. */
export const traceId = {
  /**
   * Number by which banks find the payment: the ACH trace number, the transaction identification of RTP, or the IMAD of
   * a wire. Null or absent until it is posted.
   */
  network_trace_id: optionalNullableString,
};
