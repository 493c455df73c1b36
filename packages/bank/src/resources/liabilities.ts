import { endpoint, known, named } from '@x/core';
import * as v from 'valibot';
import { docs, idempotentPost } from '../declarations.ts';
import {
  accountParams,
  nullableBoolean,
  nullableNumber,
  nullableString,
  optionalNullableNumber,
  requestId,
} from '../schema.ts';
import { type Account, accountSchema } from './accounts.ts';
import { itemSchema } from './item.ts';

const address = v.object({
  city: nullableString,
  region: nullableString,
  street: nullableString,
  postal_code: nullableString,
  country: nullableString,
});

/** What all kinds tell of the payments. */
const payments = {
  last_payment_amount: nullableNumber,
  last_payment_date: nullableString,
  next_payment_due_date: nullableString,
};
const statements = {
  is_overdue: nullableBoolean,
  last_statement_issue_date: nullableString,
  minimum_payment_amount: nullableNumber,
};
const loan = {
  account_number: nullableString,
  origination_date: nullableString,
  origination_principal_amount: nullableNumber,
  ytd_interest_paid: nullableNumber,
  ytd_principal_paid: nullableNumber,
};

const intervals = v.nullable(
  known('daily', 'weekly', 'biweekly', 'semimonthly', 'monthly', 'semiannually', 'annually'),
);
const interestRate = v.nullable(v.object({ percentage: nullableNumber, type: v.nullable(known('fixed', 'variable')) }));
const aprs = v.array(
  v.object({
    apr_percentage: v.number(),
    apr_type: known('balance_transfer_apr', 'cash_apr', 'purchase_apr', 'special'),
    balance_subject_to_apr: nullableNumber,
    interest_charge_amount: nullableNumber,
  }),
);

const creditCardSchema = v.object({
  account_id: nullableString,
  aprs,
  ...payments,
  ...statements,
  last_statement_balance: nullableNumber,
});

/** What is owed on a credit card. Rates are in per cent a year; `aprs` is empty where the issuer does not tell them. */
export interface CreditCardLiability extends v.InferOutput<typeof creditCardSchema> {}

const mortgageSchema = v.object({
  account_id: v.string(),
  ...payments,
  ...loan,
  current_late_fee: nullableNumber,
  escrow_balance: nullableNumber,
  has_pmi: nullableBoolean,
  has_prepayment_penalty: nullableBoolean,
  interest_rate: v.object({ percentage: nullableNumber, type: nullableString }),
  loan_type_description: nullableString,
  loan_term: nullableString,
  maturity_date: nullableString,
  next_monthly_payment: nullableNumber,
  past_due_amount: nullableNumber,
  property_address: address,
});

/** A mortgage. `has_pmi` tells of private insurance; `ytd` is the year so far; the interest rate is in per cent. */
export interface MortgageLiability extends v.InferOutput<typeof mortgageSchema> {}

const studentLoanSchema = v.object({
  account_id: nullableString,
  ...payments,
  ...statements,
  ...loan,
  disbursement_dates: v.nullable(v.array(v.string())),
  expected_payoff_date: nullableString,
  guarantor: nullableString,
  interest_rate_percentage: v.number(),
  last_statement_balance: optionalNullableNumber,
  loan_name: nullableString,
  loan_status: v.object({
    end_date: nullableString,
    type: v.nullable(
      known(
        'cancelled',
        'charged off',
        'claim',
        'consolidated',
        'deferment',
        'delinquent',
        'discharged',
        'extension',
        'forbearance',
        'in grace',
        'in military',
        'in school',
        'not fully disbursed',
        'other',
        'paid in full',
        'refunded',
        'repayment',
        'transferred',
        'pending idr',
      ),
    ),
  }),
  outstanding_interest_amount: nullableNumber,
  payment_reference_number: nullableString,
  pslf_status: v.optional(
    v.object({
      estimated_eligibility_date: nullableString,
      payments_made: nullableNumber,
      payments_remaining: nullableNumber,
    }),
  ),
  repayment_plan: v.object({
    description: nullableString,
    type: v.nullable(
      known(
        'extended graduated',
        'extended standard',
        'graduated',
        'income-contingent repayment',
        'income-based repayment',
        'income-sensitive repayment',
        'interest-only',
        'other',
        'pay as you earn',
        'revised pay as you earn',
        'standard',
        'saving on a valuable education',
      ),
    ),
  }),
  sequence_number: nullableString,
  servicer_address: address,
});

/**
 * A student loan. `payment_reference_number` is what payments name, often not the account number; `pslf_status`, how
 * far forgiveness for public service is, has been given up by the provider.
 */
export interface StudentLoan extends v.InferOutput<typeof studentLoanSchema> {}

const closedEndLoanSchema = v.object({
  account_id: v.string(),
  account_number: nullableString,
  /** In per cent; null when the institution does not say. */
  interest_rate: interestRate,
  principal_balance: nullableNumber,
  origination_principal_amount: nullableNumber,
  origination_date: nullableString,
  loan_term_months: nullableNumber,
  maturity_date: nullableString,
  /** How many payments there are in all. */
  payment_count: nullableNumber,
  payment_frequency: intervals,
  next_payment_amount: nullableNumber,
  next_payment_due_date: nullableString,
  last_payment_amount: nullableNumber,
  last_payment_date: nullableString,
  /** What it takes to pay off the loan. */
  payoff_amount: nullableNumber,
  ytd_interest_paid: nullableNumber,
  compounding_period: intervals,
});

/**
 * A loan that is paid back in installments, such as for a car; mortgages and student loans have types of their own. What
 * the institution does not tell is null. Amounts are in units of the currency, days are `YYYY-MM-DD`.
 */
export interface LoanLiability extends v.InferOutput<typeof closedEndLoanSchema> {}

const lineOfCreditSchema = v.object({
  account_id: v.string(),
  /** In per cent; null when the institution does not say. */
  interest_rate: interestRate,
  credit_limit: nullableNumber,
  available_credit: nullableNumber,
  principal_balance: nullableNumber,
  minimum_payment_amount: nullableNumber,
  next_payment_amount: nullableNumber,
  next_payment_due_date: nullableString,
  last_payment_amount: nullableNumber,
  last_payment_date: nullableString,
  last_statement_balance: nullableNumber,
  last_statement_issue_date: nullableString,
  past_due_amount: nullableNumber,
  finance_charges: nullableNumber,
  /** The last day on which money can be drawn. */
  draw_period_end_date: nullableString,
  aprs,
});

/**
 * A line of credit. What the institution does not tell is null. Amounts are in units of the currency, days are
 * `YYYY-MM-DD`.
 */
export interface LineOfCreditLiability extends v.InferOutput<typeof lineOfCreditSchema> {}

/** What is owed, by kind; null, and absent for the kinds added later, where an Item has nothing of it. */
export const liabilitiesByKind = v.object({
  credit: v.nullable(v.array(named<CreditCardLiability>(creditCardSchema))),
  mortgage: v.nullable(v.array(named<MortgageLiability>(mortgageSchema))),
  student: v.nullable(v.array(named<StudentLoan>(studentLoanSchema))),
  /** Null or absent when there are no other loans. */
  loan: v.nullish(v.array(named<LoanLiability>(closedEndLoanSchema))),
  /** Null or absent when there are no lines of credit. */
  line_of_credit: v.nullish(v.array(named<LineOfCreditLiability>(lineOfCreditSchema))),
});

const liabilitiesSchema = v.object({
  accounts: v.array(named<Account>(accountSchema)),
  item: itemSchema,
  liabilities: liabilitiesByKind,
  ...requestId,
});

/** Accounts with what is owed on them, by kind. Amounts are in units of the currency. */
export interface Liabilities extends v.InferOutput<typeof liabilitiesSchema> {}

/** What is owed: credit cards, lines of credit, mortgages, student loans and other loans. */
export const liabilities = {
  /**
   * Gives the debts of an Item with their rates and due dates, mostly of US banks. `not_found` when it has none.
   *
   * @see https://plaid.com/docs/api/products/liabilities/#liabilitiesget
   */
  get: endpoint({
    ...idempotentPost,
    path: '/liabilities/get',
    body: v.object(accountParams),
    response: named<Liabilities>(liabilitiesSchema),
    docs: docs('products/liabilities/#liabilitiesget'),
  }),
};
