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

const creditCardSchema = v.object({
  account_id: text,
  aprs: v.array(
    v.object({
      apr_percentage: v.number(),
      apr_type: known('balance_transfer_apr', 'cash_apr', 'purchase_apr', 'special'),
      balance_subject_to_apr: number,
      interest_charge_amount: number,
    }),
  ),
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

/** What is owed, by kind; null where an Item has nothing of it. */
export const liabilitiesByKind = v.object({
  credit: v.nullable(v.array(named<CreditCardLiability>(creditCardSchema))),
  mortgage: v.nullable(v.array(named<MortgageLiability>(mortgageSchema))),
  student: v.nullable(v.array(named<StudentLoan>(studentLoanSchema))),
});

const liabilitiesSchema = v.object({
  accounts: v.array(named<Account>(accountSchema)),
  item: itemSchema,
  liabilities: liabilitiesByKind,
  ...answered,
});

/** Accounts with what is owed on them, by kind. Amounts are in units of the currency. */
export interface Liabilities extends v.InferOutput<typeof liabilitiesSchema> {}

/** What is owed: credit cards, mortgages and student loans. */
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
