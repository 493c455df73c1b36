import { endpoint, known, named, whole } from '@x/core';
import * as v from 'valibot';
import { docs, idempotentPost } from '../declarations.ts';
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
  v.object({ warning_type: optionalString, warning_code: optionalString, warning_message: optionalString }),
);

/** A number for each of several spans of time: `…_7d`, `…_30d`. */
const countsOverSpans = <const Name extends string, const Span extends string>(name: Name, ...spans: Span[]) =>
  Object.fromEntries(spans.map((span) => [`${name}_${span}`, optionalNullableNumber])) as Record<
    `${Name}_${Span}`,
    typeof optionalNullableNumber
  >;

const coreAttributesSchema = v.object({
  ...countsOverSpans('unauthorized_transactions_count', '7d', '30d', '60d', '90d'),
  ...countsOverSpans('nsf_overdraft_transactions_count', '7d', '30d', '60d', '90d'),
  days_since_first_plaid_connection: optionalNullableNumber,
  ...countsOverSpans('plaid_connections_count', '7d', '30d'),
  total_plaid_connections_count: optionalNullableNumber,
  is_savings_or_money_market_account: optionalNullableBoolean,
  ...countsOverSpans('total_credit_transactions_amount', '10d', '30d', '60d', '90d'),
  ...countsOverSpans('total_debit_transactions_amount', '10d', '30d', '60d', '90d'),
  p50_credit_transactions_amount_28d: optionalNullableNumber,
  p50_debit_transactions_amount_28d: optionalNullableNumber,
  p95_credit_transactions_amount_28d: optionalNullableNumber,
  p95_debit_transactions_amount_28d: optionalNullableNumber,
  days_with_negative_balance_count_90d: optionalNullableNumber,
  ...countsOverSpans('p10_eod_balance', '30d', '60d', '90d', '31d_to_60d', '61d_to_90d'),
  ...countsOverSpans('p50_eod_balance', '30d', '60d', '90d', '31d_to_60d', '61d_to_90d'),
  ...countsOverSpans('p90_eod_balance', '30d', '60d', '90d', '31d_to_60d', '61d_to_90d'),
  available_balance: optionalNullableNumber,
  current_balance: optionalNullableNumber,
  balance_last_updated: optionalNullableString,
  ...countsOverSpans('phone_change_count', '28d', '90d'),
  ...countsOverSpans('email_change_count', '28d', '90d'),
  ...countsOverSpans('address_change_count', '28d', '90d'),
  ...countsOverSpans('plaid_non_oauth_authentication_attempts_count', '3d', '7d', '30d'),
  ...countsOverSpans('failed_plaid_non_oauth_authentication_attempts_count', '3d', '7d', '30d'),
  ...countsOverSpans('debit_transactions_count', '10d', '30d', '60d', '90d'),
  ...countsOverSpans('credit_transactions_count', '10d', '30d', '60d', '90d'),
  transactions_last_updated: optionalNullableString,
  is_account_closed: optionalNullableBoolean,
  is_account_frozen_or_restricted: optionalNullableBoolean,
  ...countsOverSpans('distinct_ip_addresses_count', '3d', '7d', '30d', '90d'),
  ...countsOverSpans('distinct_user_agents_count', '3d', '7d', '30d', '90d'),
  ...countsOverSpans('distinct_ssl_tls_connection_sessions_count', '3d', '7d', '30d', '90d'),
  days_since_account_opening: optionalNullableNumber,
  balance_to_transaction_amount_ratio: optionalNullableNumber,
});

/**
 * What is known of an account that bears on the risk. Names end with the span of time; `eod` is the end of a day, `nsf`
 * not sufficient funds, `p10`, `p50`, `p90`, `p95` percentiles. Amounts are in US dollars.
 */
export interface SignalAttributes extends v.InferOutput<typeof coreAttributesSchema> {}

const risk = v.optional(v.object({ score: v.number(), risk_tier: v.optional(v.number()) }));

export const evaluationSchema = v.object({
  scores: v.nullish(v.object({ customer_initiated_return_risk: risk, bank_initiated_return_risk: risk })),
  core_attributes: v.optional(named<SignalAttributes>(coreAttributesSchema)),
  risk_profile: v.nullish(v.object({ key: optionalString, outcome: optionalString })),
  ruleset: v.nullish(
    v.object({
      ruleset_key: optionalString,
      result: known('ACCEPT', 'REROUTE', 'REVIEW'),
      triggered_rule_details: v.nullish(v.object({ internal_note: optionalString, custom_action_key: optionalString })),
      outcome: optionalString,
    }),
  ),
  warnings,
  ...requestId,
});

/**
 * How likely a debit is to come back: scores from 1 to 99, 99 the riskiest, and what your rules make of it. Both are
 * left out where the ruleset does not need them; `warnings` tell what was not known.
 */
export interface SignalEvaluation extends v.InferOutput<typeof evaluationSchema> {}

const scheduleSchema = v.object({
  optimal_date: nullableString,
  recommendations: v.array(
    v.object({
      date: optionalString,
      recommendation: v.optional(known('RECOMMENDED', 'NOT_RECOMMENDED', 'UNKNOWN')),
      rank: optionalNullableNumber,
    }),
  ),
  warnings,
  ...requestId,
});

/** On which of the next days a debit is best submitted; rank 1 is the best. */
export interface SignalSchedule extends v.InferOutput<typeof scheduleSchema> {}

const paymentMethod = v.picklist(['SAME_DAY_ACH', 'STANDARD_ACH', 'MULTIPLE_PAYMENT_METHODS']);

/** Your own id of a debit, 1 to 36 characters: all calls about it name it. */
const transactionParams = { client_transaction_id: v.pipe(nonEmptyString, v.maxLength(36)) };

/** A debit that is planned, and who makes it from which device. */
export const evaluateParams = {
  ...transactionParams,
  amount: v.number(),
  user_present: optionalNullableBoolean,
  client_user_id: optionalString,
  is_recurring: optionalNullableBoolean,
  default_payment_method: v.nullish(paymentMethod),
  user: v.optional(
    v.strictObject({
      name: v.nullish(
        v.strictObject({
          prefix: optionalNullableString,
          given_name: optionalNullableString,
          middle_name: optionalNullableString,
          family_name: optionalNullableString,
          suffix: optionalNullableString,
        }),
      ),
      phone_number: optionalNullableString,
      email_address: optionalNullableString,
      address: v.nullish(
        v.strictObject({
          city: optionalString,
          region: optionalNullableString,
          street: optionalString,
          postal_code: optionalNullableString,
          country: optionalNullableString,
        }),
      ),
    }),
  ),
  device: v.optional(v.strictObject({ ip_address: optionalNullableString, user_agent: optionalNullableString })),
  ruleset_key: optionalNullableString,
};

/** What became of a debit. */
export const decisionParams = {
  ...transactionParams,
  initiated: v.boolean(),
  days_funds_on_hold: v.nullish(whole(0)),
  decision_outcome: v.nullish(v.picklist(['APPROVE', 'REVIEW', 'REJECT', 'TAKE_OTHER_RISK_MEASURES', 'NOT_EVALUATED'])),
  payment_method: v.nullish(v.picklist(['SAME_DAY_ACH', 'NEXT_DAY_ACH', 'STANDARD_ACH', 'MULTIPLE_PAYMENT_METHODS'])),
  amount_instantly_available: optionalNullableNumber,
};

/** A debit that came back. */
export const returnParams = { ...transactionParams, return_code: nonEmptyString, returned_at: optionalNullableString };

/** How risky ACH debits are. */
export const signal = {
  /**
   * Says how likely a planned debit of `amount` US dollars is to be returned, and what the rules under `ruleset_key`
   * make of it. With rules about the balance it asks the bank, which may take 30 s: raise `timeoutMs`.
   * What is known of the user and his device makes the scores better.
   *
   * @see https://plaid.com/docs/api/products/signal/#signalevaluate
   */
  evaluate: endpoint({
    ...idempotentPost,
    path: '/signal/evaluate',
    body: v.object({
      ...itemParams,
      account_id: nonEmptyString,
      ...evaluateParams,
      risk_profile_key: optionalNullableString,
    }),
    response: named<SignalEvaluation>(evaluationSchema),
    docs: docs('products/signal/#signalevaluate'),
  }),

  /**
   * Says on which of the next five banking days a debit of `amount` US dollars is best submitted.
   *
   * @see https://plaid.com/docs/api/products/signal/
   */
  schedule: endpoint({
    ...idempotentPost,
    path: '/signal/schedule',
    body: v.object({
      ...itemParams,
      account_id: nonEmptyString,
      ...transactionParams,
      amount: v.number(),
      default_payment_method: v.optional(paymentMethod),
    }),
    response: named<SignalSchedule>(scheduleSchema),
    docs: docs('products/signal/'),
  }),

  decision: {
    /**
     * Tells whether a debit that was evaluated is made, where the rules did not settle it or you did otherwise. May be
     * called again when that changes. `submitted_at` is ISO 8601. The scores learn from it.
     *
     * @see https://plaid.com/docs/api/products/signal/#signaldecisionreport
     */
    report: endpoint({
      ...idempotentPost,
      path: '/signal/decision/report',
      body: v.object({ ...decisionParams, submitted_at: optionalString }),
      response: v.object(requestId),
      docs: docs('products/signal/#signaldecisionreport'),
    }),
  },

  return: {
    /**
     * Tells that a debit came back, with its ACH return code (`R01`); `returned_at` is ISO 8601. The scores learn from it.
     *
     * @see https://plaid.com/docs/api/products/signal/#signalreturnreport
     */
    report: endpoint({
      ...idempotentPost,
      path: '/signal/return/report',
      body: v.object(returnParams),
      response: v.object(requestId),
      docs: docs('products/signal/#signalreturnreport'),
    }),
  },

  /**
   * Begins to gather what `evaluate` needs, for Items that were not linked with the product `signal`: without it the
   * first scores are less certain.
   *
   * @see https://plaid.com/docs/api/products/signal/#signalprepare
   */
  prepare: endpoint({
    ...idempotentPost,
    path: '/signal/prepare',
    body: v.object(itemParams),
    response: v.object(requestId),
    docs: docs('products/signal/#signalprepare'),
  }),
};
