import { endpoint, known, named, oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';
import { costs, docs, idempotentWrite, read, readPersonal } from '../declarations.ts';
import { type SignalAttributes, signalAttributesSchema } from '../records/signal-attributes.ts';
import {
  itemParams,
  nonEmptyString,
  nullableString,
  optionalNullableBoolean,
  optionalNullableNumber,
  optionalNullableString,
  optionalString,
  requestId,
} from '../schema.ts';

const warnings = v.array(
  v.object({
    /** Broad class of the warning. */
    warning_type: optionalString,
    /** Code of the warning, such as `ITEM_LOGIN_REQUIRED`. Branch on it. */
    warning_code: optionalString,
    /** Explanation for developers. The wording may change; do not compare it. */
    warning_message: optionalString,
  }),
);

const risk = v.optional(
  v.object({
    /** Probability of a return as a score, 1 to 99; 99 is the riskiest. */
    score: v.number(),
    /**
     * Tier of the score: 1 to 5 for the customer's risk, 1 to 8 for the bank's.
     *
     * @deprecated Use rules on the `score`.
     */
    risk_tier: v.optional(v.number()),
  }),
);

export const evaluationSchema = v.object({
  /** Scores of the debit. Null or absent where the ruleset looks at the balance only. */
  scores: v.nullish(
    v.object({
      /** Risk that the customer disputes the debit (`R05`, `R07`, `R10`, `R11`, `R29`). */
      customer_initiated_return_risk: risk,
      /** Risk that the bank returns the debit, for example for lack of funds (`R01` to `R04` and others). */
      bank_initiated_return_risk: risk,
    }),
  ),
  /**
   * Facts about the account that the scores are made from. With a ruleset about the balance only, the two balances
   * alone.
   */
  core_attributes: v.optional(named<SignalAttributes>(signalAttributesSchema)),
  /**
   * Result by the older risk profiles.
   *
   * @deprecated Use `ruleset`.
   */
  risk_profile: v.nullish(
    v.object({
      /** Key of the risk profile. */
      key: optionalString,
      /** Result of the risk profile, for integrations that already use it. */
      outcome: optionalString,
    }),
  ),
  /** Result of your rules. Null or absent without a ruleset. */
  ruleset: v.nullish(
    v.object({
      /** Key of the ruleset that was used. */
      ruleset_key: optionalString,
      /** Decision of the matching rule. */
      result: known('ACCEPT', 'REROUTE', 'REVIEW'),
      /** The rule that matched: the first one in their order. Null or absent when none did. */
      triggered_rule_details: v.nullish(
        v.object({
          /** Note on the rule, from the Plaid dashboard. */
          internal_note: optionalString,
          /** Key of your own action, from the Plaid dashboard (`3-day-hold`). */
          custom_action_key: optionalString,
        }),
      ),
      /**
       * Older form of `result`.
       *
       * @deprecated Use `result` or `custom_action_key`.
       */
      outcome: optionalString,
    }),
  ),
  /** Reasons why bank data is missing. Empty when none is missing. */
  warnings,
  ...requestId,
});

/** Likelihood that a debit is returned, and the decision of your rules. */
export interface SignalEvaluation extends v.InferOutput<typeof evaluationSchema> {}

export const scheduleSchema = v.object({
  /** Best day to submit the debit, `YYYY-MM-DD`. Null when none is recommended. */
  optimal_date: nullableString,
  /** Assessment of today, or the next banking day, and of each of the five banking days after it. */
  recommendations: v.array(
    v.object({
      /** Day that is assessed, `YYYY-MM-DD`. */
      date: optionalString,
      /** Whether to submit the debit on that day. */
      recommendation: v.optional(known('RECOMMENDED', 'NOT_RECOMMENDED', 'UNKNOWN')),
      /** Rank among the days; 1 is the best. Null or absent for days that are not recommended. */
      rank: optionalNullableNumber,
    }),
  ),
  /** Reasons why bank data is missing. Empty when none is missing. */
  warnings,
  ...requestId,
});

/** Assessment of the next days on which a debit can be submitted. */
export interface SignalSchedule extends v.InferOutput<typeof scheduleSchema> {}

const paymentMethod = oneOf(['SAME_DAY_ACH', 'STANDARD_ACH', 'MULTIPLE_PAYMENT_METHODS']);

/** The debit that a call is about. */
const transactionParams = {
  /** Your own ID of the debit, 1 to 36 characters. Use the same one in all calls about it. */
  client_transaction_id: v.pipe(nonEmptyString, v.maxLength(36)),
};

/** A planned debit, its user and their device. */
export const evaluateParams = {
  ...transactionParams,
  /** Amount of the debit in US dollars (`102.05`). */
  amount: v.number(),
  /**
   * Whether the user is present while the debit is made.
   *
   * @deprecated There is no replacement.
   */
  user_present: optionalNullableBoolean,
  /** Your own ID of the user, without personal data. It links the debits of a user who has several Items. */
  client_user_id: optionalString,
  /** Whether the debit is part of a schedule, such as a monthly payment. Ignored by rulesets about the balance only. */
  is_recurring: optionalNullableBoolean,
  /** Payment method of the debit. Default `STANDARD_ACH`. Ignored by rulesets about the balance only. */
  default_payment_method: v.nullish(paymentMethod),
  /** The user who makes the debit. The scores are more exact with it. */
  user: v.optional(
    v.strictObject({
      /** Legal name of the user. */
      name: v.nullish(
        v.strictObject({
          /** Title before the name (`Mr.`). */
          prefix: optionalNullableString,
          /** First name of the user. A one-word name goes here. */
          given_name: optionalNullableString,
          /** Middle name of the user. */
          middle_name: optionalNullableString,
          /** Last name of the user. */
          family_name: optionalNullableString,
          /** Suffix after the name (`II`). */
          suffix: optionalNullableString,
        }),
      ),
      /** Phone number of the user, E.164 (`+14155550123`). */
      phone_number: optionalNullableString,
      /** Email address of the user. */
      email_address: optionalNullableString,
      /** Home address of the user. */
      address: v.nullish(
        v.strictObject({
          /** Full name of the city. */
          city: optionalString,
          /** State, province or region (`NC`). */
          region: optionalNullableString,
          /** Street with number and unit (`564 Main Street, APT 15`). */
          street: optionalString,
          /** Postal or ZIP code of the address. */
          postal_code: optionalNullableString,
          /** Country of the address, ISO 3166-1 alpha-2. */
          country: optionalNullableString,
        }),
      ),
    }),
  ),
  /** The device that the user makes the debit from. The scores are more exact with it. */
  device: v.optional(
    v.strictObject({
      /** IP address of the device. */
      ip_address: optionalNullableString,
      /** `User-Agent` header of the device's browser. */
      user_agent: optionalNullableString,
    }),
  ),
  /**
   * Key of the ruleset to apply, from the Plaid dashboard. Default: the ruleset `default`, or none for clients from
   * before October 15, 2025.
   */
  ruleset_key: optionalNullableString,
};

/** Your decision about a debit. */
export const decisionParams = {
  ...transactionParams,
  /** Whether the debit is made. */
  initiated: v.boolean(),
  /** Days until the customer can use the money, 0 or more. 0 is immediately. */
  days_funds_on_hold: v.nullish(whole(0)),
  /** Outcome of the risk assessment. */
  decision_outcome: v.nullish(oneOf(['APPROVE', 'REVIEW', 'REJECT', 'TAKE_OTHER_RISK_MEASURES', 'NOT_EVALUATED'])),
  /** Payment method that was used. It may differ from the planned one. */
  payment_method: v.nullish(oneOf(['SAME_DAY_ACH', 'NEXT_DAY_ACH', 'STANDARD_ACH', 'MULTIPLE_PAYMENT_METHODS'])),
  /** Part of the amount that the customer can use immediately, in US dollars. */
  amount_instantly_available: optionalNullableNumber,
};

/** A debit that was returned. */
export const returnParams = {
  ...transactionParams,
  /** ACH return code, such as `R01`. */
  return_code: nonEmptyString,
  /** Time at which you learned of the return, ISO 8601. */
  returned_at: optionalNullableString,
};

/** Risk of ACH debits. */
export const signal = {
  /**
   * Returns the likelihood that a planned debit is returned, and the decision of the ruleset. Rules about the balance
   * ask the bank, which may take 30 seconds: increase `timeoutMs`.
   */
  evaluate: endpoint({
    ...readPersonal,
    path: '/signal/evaluate',
    costs: costs.call,
    body: v.object({
      ...itemParams,
      /** ID of the account that is debited. */
      account_id: nonEmptyString,
      ...evaluateParams,
      /**
       * Key of the risk profile to apply.
       *
       * @deprecated Use `ruleset_key`.
       */
      risk_profile_key: optionalNullableString,
    }),
    response: named<SignalEvaluation>(evaluationSchema),
    docs: docs('products/signal/#signalevaluate'),
  }),

  /** Assesses today and the next five banking days for submitting a debit, and returns the best one. */
  schedule: endpoint({
    ...read,
    path: '/signal/schedule',
    body: v.object({
      ...itemParams,
      /** ID of the account that is debited. */
      account_id: nonEmptyString,
      ...transactionParams,
      /** Amount of the debit in US dollars (`102.05`). */
      amount: v.number(),
      /** Payment method of the debit. Default `STANDARD_ACH`. */
      default_payment_method: v.optional(paymentMethod),
    }),
    response: named<SignalSchedule>(scheduleSchema),
    docs: docs('products/signal/'),
  }),

  /** Reports of your decisions about debits. */
  decision: {
    /**
     * Reports whether an evaluated debit is made, where the rules did not settle it or you decided otherwise. Call it
     * again when that changes. Future scores take it into account.
     */
    report: endpoint({
      ...idempotentWrite,
      path: '/signal/decision/report',
      body: v.object({
        ...decisionParams,
        /** Time at which the debit was submitted to the bank, ISO 8601. For debits that `schedule` was called for. */
        submitted_at: optionalString,
      }),
      response: v.object(requestId),
      docs: docs('products/signal/#signaldecisionreport'),
    }),
  },

  /** Reports of debits that were returned. */
  return: {
    /** Reports that a debit was returned. Future scores take it into account. */
    report: endpoint({
      ...idempotentWrite,
      path: '/signal/return/report',
      body: v.object(returnParams),
      response: v.object(requestId),
      docs: docs('products/signal/#signalreturnreport'),
    }),
  },

  /**
   * Starts to collect data for `evaluate`, for Items that were linked without the product `signal`. Without it the
   * first scores are less exact.
   */
  prepare: endpoint({
    ...idempotentWrite,
    path: '/signal/prepare',
    body: v.object(itemParams),
    response: v.object(requestId),
    docs: docs('products/signal/#signalprepare'),
  }),
};
