import * as v from 'valibot';
import { optionalNullableBoolean, optionalNullableNumber, optionalNullableString } from '../schema.ts';

export const signalAttributesSchema = v.object({
  /** Number of probable returns of unauthorized debits in the last 7 days. */
  unauthorized_transactions_count_7d: optionalNullableNumber,
  /** Number of probable returns of unauthorized debits in the last 30 days. */
  unauthorized_transactions_count_30d: optionalNullableNumber,
  /** Number of probable returns of unauthorized debits in the last 60 days. */
  unauthorized_transactions_count_60d: optionalNullableNumber,
  /** Number of probable returns of unauthorized debits in the last 90 days. */
  unauthorized_transactions_count_90d: optionalNullableNumber,
  /** Number of probable returns for lack of funds or overdraft in the last 7 days. */
  nsf_overdraft_transactions_count_7d: optionalNullableNumber,
  /** Number of probable returns for lack of funds or overdraft in the last 30 days. */
  nsf_overdraft_transactions_count_30d: optionalNullableNumber,
  /** Number of probable returns for lack of funds or overdraft in the last 60 days. */
  nsf_overdraft_transactions_count_60d: optionalNullableNumber,
  /** Number of probable returns for lack of funds or overdraft in the last 90 days. */
  nsf_overdraft_transactions_count_90d: optionalNullableNumber,
  /** Days since the Item was first connected to an app through Plaid. */
  days_since_first_plaid_connection: optionalNullableNumber,
  /** Number of times that the Item was connected to an app through Plaid in the last 7 days. */
  plaid_connections_count_7d: optionalNullableNumber,
  /** Number of times that the Item was connected to an app through Plaid in the last 30 days. */
  plaid_connections_count_30d: optionalNullableNumber,
  /** Number of times that the Item was ever connected to an app through Plaid. */
  total_plaid_connections_count: optionalNullableNumber,
  /** Whether the account is a savings or money market account. */
  is_savings_or_money_market_account: optionalNullableBoolean,
  /** Sum of incoming money in the last 10 days, in US dollars. */
  total_credit_transactions_amount_10d: optionalNullableNumber,
  /** Sum of incoming money in the last 30 days, in US dollars. */
  total_credit_transactions_amount_30d: optionalNullableNumber,
  /** Sum of incoming money in the last 60 days, in US dollars. */
  total_credit_transactions_amount_60d: optionalNullableNumber,
  /** Sum of incoming money in the last 90 days, in US dollars. */
  total_credit_transactions_amount_90d: optionalNullableNumber,
  /** Sum of outgoing money in the last 10 days, in US dollars. */
  total_debit_transactions_amount_10d: optionalNullableNumber,
  /** Sum of outgoing money in the last 30 days, in US dollars. */
  total_debit_transactions_amount_30d: optionalNullableNumber,
  /** Sum of outgoing money in the last 60 days, in US dollars. */
  total_debit_transactions_amount_60d: optionalNullableNumber,
  /** Sum of outgoing money in the last 90 days, in US dollars. */
  total_debit_transactions_amount_90d: optionalNullableNumber,
  /** Median of the incoming amounts in the last 28 days, in US dollars. */
  p50_credit_transactions_amount_28d: optionalNullableNumber,
  /** Median of the outgoing amounts in the last 28 days, in US dollars. */
  p50_debit_transactions_amount_28d: optionalNullableNumber,
  /** 95th percentile of the incoming amounts in the last 28 days, in US dollars. */
  p95_credit_transactions_amount_28d: optionalNullableNumber,
  /** 95th percentile of the outgoing amounts in the last 28 days, in US dollars. */
  p95_debit_transactions_amount_28d: optionalNullableNumber,
  /** Number of days in the last 90 that ended with a negative available balance. */
  days_with_negative_balance_count_90d: optionalNullableNumber,
  /** 10th percentile of the available balance at the end of the day, in the last 30 days, in US dollars. */
  p10_eod_balance_30d: optionalNullableNumber,
  /** 10th percentile of the available balance at the end of the day, in the last 60 days, in US dollars. */
  p10_eod_balance_60d: optionalNullableNumber,
  /** 10th percentile of the available balance at the end of the day, in the last 90 days, in US dollars. */
  p10_eod_balance_90d: optionalNullableNumber,
  /**
   * 10th percentile of the available balance at the end of the day, from day 31 to day 60 before today, in US dollars.
   */
  p10_eod_balance_31d_to_60d: optionalNullableNumber,
  /**
   * 10th percentile of the available balance at the end of the day, from day 61 to day 90 before today, in US dollars.
   */
  p10_eod_balance_61d_to_90d: optionalNullableNumber,
  /** 50th percentile of the available balance at the end of the day, in the last 30 days, in US dollars. */
  p50_eod_balance_30d: optionalNullableNumber,
  /** 50th percentile of the available balance at the end of the day, in the last 60 days, in US dollars. */
  p50_eod_balance_60d: optionalNullableNumber,
  /** 50th percentile of the available balance at the end of the day, in the last 90 days, in US dollars. */
  p50_eod_balance_90d: optionalNullableNumber,
  /**
   * 50th percentile of the available balance at the end of the day, from day 31 to day 60 before today, in US dollars.
   */
  p50_eod_balance_31d_to_60d: optionalNullableNumber,
  /**
   * 50th percentile of the available balance at the end of the day, from day 61 to day 90 before today, in US dollars.
   */
  p50_eod_balance_61d_to_90d: optionalNullableNumber,
  /** 90th percentile of the available balance at the end of the day, in the last 30 days, in US dollars. */
  p90_eod_balance_30d: optionalNullableNumber,
  /** 90th percentile of the available balance at the end of the day, in the last 60 days, in US dollars. */
  p90_eod_balance_60d: optionalNullableNumber,
  /** 90th percentile of the available balance at the end of the day, in the last 90 days, in US dollars. */
  p90_eod_balance_90d: optionalNullableNumber,
  /**
   * 90th percentile of the available balance at the end of the day, from day 31 to day 60 before today, in US dollars.
   */
  p90_eod_balance_31d_to_60d: optionalNullableNumber,
  /**
   * 90th percentile of the available balance at the end of the day, from day 61 to day 90 before today, in US dollars.
   */
  p90_eod_balance_61d_to_90d: optionalNullableNumber,
  /** Balance less holds and debits that are not posted yet, in US dollars, at `balance_last_updated`. */
  available_balance: optionalNullableNumber,
  /** Total in the account, in US dollars, at `balance_last_updated`. */
  current_balance: optionalNullableNumber,
  /** Time at which the balances were last updated, ISO 8601. */
  balance_last_updated: optionalNullableString,
  /** Number of times that the phone numbers on file changed in the last 28 days. */
  phone_change_count_28d: optionalNullableNumber,
  /** Number of times that the phone numbers on file changed in the last 90 days. */
  phone_change_count_90d: optionalNullableNumber,
  /** Number of times that the email addresses on file changed in the last 28 days. */
  email_change_count_28d: optionalNullableNumber,
  /** Number of times that the email addresses on file changed in the last 90 days. */
  email_change_count_90d: optionalNullableNumber,
  /** Number of times that the postal addresses on file changed in the last 28 days. */
  address_change_count_28d: optionalNullableNumber,
  /** Number of times that the postal addresses on file changed in the last 90 days. */
  address_change_count_90d: optionalNullableNumber,
  /** Number of logins through Plaid without OAuth that were tried in the last 3 days. */
  plaid_non_oauth_authentication_attempts_count_3d: optionalNullableNumber,
  /** Number of logins through Plaid without OAuth that were tried in the last 7 days. */
  plaid_non_oauth_authentication_attempts_count_7d: optionalNullableNumber,
  /** Number of logins through Plaid without OAuth that were tried in the last 30 days. */
  plaid_non_oauth_authentication_attempts_count_30d: optionalNullableNumber,
  /** Number of logins through Plaid without OAuth that failed in the last 3 days. */
  failed_plaid_non_oauth_authentication_attempts_count_3d: optionalNullableNumber,
  /** Number of logins through Plaid without OAuth that failed in the last 7 days. */
  failed_plaid_non_oauth_authentication_attempts_count_7d: optionalNullableNumber,
  /** Number of logins through Plaid without OAuth that failed in the last 30 days. */
  failed_plaid_non_oauth_authentication_attempts_count_30d: optionalNullableNumber,
  /** Number of outgoing transactions in the last 10 days. */
  debit_transactions_count_10d: optionalNullableNumber,
  /** Number of outgoing transactions in the last 30 days. */
  debit_transactions_count_30d: optionalNullableNumber,
  /** Number of outgoing transactions in the last 60 days. */
  debit_transactions_count_60d: optionalNullableNumber,
  /** Number of outgoing transactions in the last 90 days. */
  debit_transactions_count_90d: optionalNullableNumber,
  /** Number of incoming transactions in the last 10 days. */
  credit_transactions_count_10d: optionalNullableNumber,
  /** Number of incoming transactions in the last 30 days. */
  credit_transactions_count_30d: optionalNullableNumber,
  /** Number of incoming transactions in the last 60 days. */
  credit_transactions_count_60d: optionalNullableNumber,
  /** Number of incoming transactions in the last 90 days. */
  credit_transactions_count_90d: optionalNullableNumber,
  /** Time at which the transactions of the account were last updated, ISO 8601. */
  transactions_last_updated: optionalNullableString,
  /** Whether the account that is debited is closed. */
  is_account_closed: optionalNullableBoolean,
  /** Whether the account that is debited is frozen or restricted. */
  is_account_frozen_or_restricted: optionalNullableBoolean,
  /** Number of different IP addresses that logged in to the account through Plaid in the last 3 days. */
  distinct_ip_addresses_count_3d: optionalNullableNumber,
  /** Number of different IP addresses that logged in to the account through Plaid in the last 7 days. */
  distinct_ip_addresses_count_7d: optionalNullableNumber,
  /** Number of different IP addresses that logged in to the account through Plaid in the last 30 days; 100 at most. */
  distinct_ip_addresses_count_30d: optionalNullableNumber,
  /** Number of different IP addresses that logged in to the account through Plaid in the last 90 days; 100 at most. */
  distinct_ip_addresses_count_90d: optionalNullableNumber,
  /**
   * Number of different browsers and apps (user agents) that logged in to the account through Plaid in the last 3 days.
   */
  distinct_user_agents_count_3d: optionalNullableNumber,
  /**
   * Number of different browsers and apps (user agents) that logged in to the account through Plaid in the last 7 days.
   */
  distinct_user_agents_count_7d: optionalNullableNumber,
  /**
   * Number of different browsers and apps (user agents) that logged in to the account through Plaid in the last 30
   * days.
   */
  distinct_user_agents_count_30d: optionalNullableNumber,
  /**
   * Number of different browsers and apps (user agents) that logged in to the account through Plaid in the last 90
   * days.
   */
  distinct_user_agents_count_90d: optionalNullableNumber,
  /** Number of different TLS sessions in which somebody logged in to the account through Plaid in the last 3 days. */
  distinct_ssl_tls_connection_sessions_count_3d: optionalNullableNumber,
  /** Number of different TLS sessions in which somebody logged in to the account through Plaid in the last 7 days. */
  distinct_ssl_tls_connection_sessions_count_7d: optionalNullableNumber,
  /** Number of different TLS sessions in which somebody logged in to the account through Plaid in the last 30 days. */
  distinct_ssl_tls_connection_sessions_count_30d: optionalNullableNumber,
  /** Number of different TLS sessions in which somebody logged in to the account through Plaid in the last 90 days. */
  distinct_ssl_tls_connection_sessions_count_90d: optionalNullableNumber,
  /** Days since the account was opened, as the institution reports it. */
  days_since_account_opening: optionalNullableNumber,
  /** Balance of the account divided by the amount of the debit; 1.1 leaves a tenth of the amount in the account. */
  balance_to_transaction_amount_ratio: optionalNullableNumber,
});

/**
 * Facts about an account that the risk of a debit is computed from. A field is null or absent when it is not known. In
 * the names, `eod` is the end of the day, `nsf` means not sufficient funds, and `p10` to `p95` are percentiles.
 */
export interface SignalAttributes extends v.InferOutput<typeof signalAttributesSchema> {}
