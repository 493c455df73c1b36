import { endpoint, known, named } from '@x/core';
import * as v from 'valibot';
import { accountParams, answered, docs, number, optionalNumber, repeatable, text, truth } from '../plaid.ts';
import { type Account, accountSchema } from './accounts.ts';
import { itemSchema } from './item.ts';

const address = v.object({ city: text, region: text, street: text, postal_code: text, country: text });

/** What all kinds tell of the payments. */
const payments = { last_payment_amount: number, last_payment_date: text, next_payment_due_date: text };
const statements = { is_overdue: truth, last_statement_issue_date: text, minimum_payment_amount: number };
const loan = {
  account_number: text,
  origination_date: text,
  origination_principal_amount: number,
  ytd_interest_paid: number,
  ytd_principal_paid: number,
};

const intervals = v.nullable(
  known('daily', 'weekly', 'biweekly', 'semimonthly', 'monthly', 'semiannually', 'annually'),
);
const interestRate = v.nullable(v.object({ percentage: number, type: v.nullable(known('fixed', 'variable')) }));
const aprs = v.array(
  v.object({
    apr_percentage: v.number(),
    apr_type: known('balance_transfer_apr', 'cash_apr', 'purchase_apr', 'special'),
    balance_subject_to_apr: number,
    interest_charge_amount: number,
  }),
);

const creditCardSchema = v.object({
  account_id: text,
  aprs,
  ...payments,
  ...statements,
  last_statement_balance: number,
});

/** What is owed on a credit card. Rates are in per cent a year; `aprs` is empty where the issuer does not tell them. */
export interface CreditCardLiability extends v.InferOutput<typeof creditCardSchema> {}

const mortgageSchema = v.object({
  account_id: v.string(),
  ...payments,
  ...loan,
  current_late_fee: number,
  escrow_balance: number,
  has_pmi: truth,
  has_prepayment_penalty: truth,
  interest_rate: v.object({ percentage: number, type: text }),
  loan_type_description: text,
  loan_term: text,
  maturity_date: text,
  next_monthly_payment: number,
  past_due_amount: number,
  property_address: address,
});

/** A mortgage. `has_pmi` tells of private insurance; `ytd` is the year so far; the interest rate is in per cent. */
export interface MortgageLiability extends v.InferOutput<typeof mortgageSchema> {}

const studentLoanSchema = v.object({
  account_id: text,
  ...payments,
  ...statements,
  ...loan,
  disbursement_dates: v.nullable(v.array(v.string())),
  expected_payoff_date: text,
  guarantor: text,
  interest_rate_percentage: v.number(),
  last_statement_balance: optionalNumber,
  loan_name: text,
  loan_status: v.object({
    end_date: text,
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
  outstanding_interest_amount: number,
  payment_reference_number: text,
  pslf_status: v.optional(
    v.object({ estimated_eligibility_date: text, payments_made: number, payments_remaining: number }),
  ),
  repayment_plan: v.object({
    description: text,
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
  sequence_number: text,
  servicer_address: address,
});

/**
 * A student loan. `payment_reference_number` is what payments name, often not the account number; `pslf_status`, how
 * far forgiveness for public service is, has been given up by the provider.
 */
export interface StudentLoan extends v.InferOutput<typeof studentLoanSchema> {}

const closedEndLoanSchema = v.object({
  account_id: v.string(),
  account_number: text,
  /** In per cent; null when the institution does not say. */
  interest_rate: interestRate,
  principal_balance: number,
  origination_principal_amount: number,
  origination_date: text,
  loan_term_months: number,
  maturity_date: text,
  /** How many payments there are in all. */
  payment_count: number,
  payment_frequency: intervals,
  next_payment_amount: number,
  next_payment_due_date: text,
  last_payment_amount: number,
  last_payment_date: text,
  /** What it takes to pay off the loan. */
  payoff_amount: number,
  ytd_interest_paid: number,
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
  credit_limit: number,
  available_credit: number,
  principal_balance: number,
  minimum_payment_amount: number,
  next_payment_amount: number,
  next_payment_due_date: text,
  last_payment_amount: number,
  last_payment_date: text,
  last_statement_balance: number,
  last_statement_issue_date: text,
  past_due_amount: number,
  finance_charges: number,
  /** The last day on which money can be drawn. */
  draw_period_end_date: text,
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
  ...answered,
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
    ...repeatable,
    path: '/liabilities/get',
    body: v.object(accountParams),
    response: named<Liabilities>(liabilitiesSchema),
    docs: docs('products/liabilities/#liabilitiesget'),
  }),
};
