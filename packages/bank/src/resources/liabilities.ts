import { endpoint, known, named } from '@x/core/provider';
import * as v from 'valibot';
import { costs, docs, readPersonal } from '../declarations.ts';
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
  /** Full name of the city. Null when not known. */
  city: nullableString,
  /** State, province or region (`NC`). Null when not known. */
  region: nullableString,
  /** Street with number and unit (`564 Main Street, APT 15`). Null when not known. */
  street: nullableString,
  /** Postal or ZIP code. Null when not known. */
  postal_code: nullableString,
  /** Country of the address, ISO 3166-1 alpha-2. Null when not known. */
  country: nullableString,
});

/** Payments, of all kinds of debts. */
const payments = {
  /** Amount of the last payment, in units of the currency. Null when not known. */
  last_payment_amount: nullableNumber,
  /** Day of the last payment, `YYYY-MM-DD`. Null when not known. */
  last_payment_date: nullableString,
  /** Day on which the next payment is due, `YYYY-MM-DD`. Null when none is expected or it is not known. */
  next_payment_due_date: nullableString,
};
const statements = {
  /** Whether a payment is overdue now. Null when not known. */
  is_overdue: nullableBoolean,
  /** Day of the last statement, `YYYY-MM-DD`. Null when not known. */
  last_statement_issue_date: nullableString,
  /** Smallest payment that is due in the next billing cycle, in units of the currency. Null when not known. */
  minimum_payment_amount: nullableNumber,
};
const loan = {
  /** Account number of the loan; some institutions report its last digits only. Null when not known. */
  account_number: nullableString,
  /** Day on which the loan was paid out first, `YYYY-MM-DD`. Null when not known. */
  origination_date: nullableString,
  /** Principal at the start of the loan, in units of the currency. Null when not known. */
  origination_principal_amount: nullableNumber,
  /** Interest paid this year so far, in units of the currency. Null when not known. */
  ytd_interest_paid: nullableNumber,
  /** Principal paid back this year so far, in units of the currency. Null when not known. */
  ytd_principal_paid: nullableNumber,
};

const intervals = v.nullable(
  known('daily', 'weekly', 'biweekly', 'semimonthly', 'monthly', 'semiannually', 'annually'),
);
const interestRate = v.nullable(
  v.object({
    /** Interest rate in percent per year. Null when not known. */
    percentage: nullableNumber,
    /** Whether the rate is fixed. Null when not known. */
    type: v.nullable(known('fixed', 'variable')),
  }),
);
const aprs = v.array(
  v.object({
    /** Annual percentage rate, in percent. */
    apr_percentage: v.number(),
    /** Kind of balance that the rate applies to. */
    apr_type: known('balance_transfer_apr', 'cash_apr', 'penalty_apr', 'purchase_apr', 'special'),
    /**
     * Amount that the rate is charged on when it is not paid in time, in units of the currency. Null when not known.
     */
    balance_subject_to_apr: nullableNumber,
    /** Interest that was charged in the last statement, in units of the currency. Null when not known. */
    interest_charge_amount: nullableNumber,
  }),
);

export const creditCardSchema = v.object({
  /** ID of the credit card account. Null when not known. */
  account_id: nullableString,
  /** Interest rates of the card. Empty when the issuer does not report them. */
  aprs,
  ...payments,
  ...statements,
  /** Amount owed in the last statement, in units of the currency. Null when not known. */
  last_statement_balance: nullableNumber,
});

/** The debt on a credit card. */
export interface CreditCardLiability extends v.InferOutput<typeof creditCardSchema> {}

export const mortgageSchema = v.object({
  /** ID of the mortgage account. */
  account_id: v.string(),
  ...payments,
  ...loan,
  /** Fees for late payment that are open, in units of the currency. Null when not known. */
  current_late_fee: nullableNumber,
  /** Amount held in escrow for taxes and insurance, in units of the currency. Null when not known. */
  escrow_balance: nullableNumber,
  /** Whether the borrower has private mortgage insurance. Null when not known. */
  has_pmi: nullableBoolean,
  /** Whether paying off early costs a penalty. Null when not known. */
  has_prepayment_penalty: nullableBoolean,
  /** Interest rate of the mortgage; not the APR. */
  interest_rate: v.object({
    /** Interest rate in percent per year. Null when not known. */
    percentage: nullableNumber,
    /** Whether the rate is `fixed` or `variable`. Null when not known. */
    type: nullableString,
  }),
  /** Kind of loan in the servicer's words, such as `conventional`. Null when not known. */
  loan_type_description: nullableString,
  /** Full duration of the mortgage, in words (`30 year`). Null when not known. */
  loan_term: nullableString,
  /** Day on which the mortgage is due in full, `YYYY-MM-DD`. Null when not known. */
  maturity_date: nullableString,
  /** Amount of the next payment, in units of the currency. Null when not known. */
  next_monthly_payment: nullableNumber,
  /** Principal and interest that are past due, in units of the currency. Null when not known. */
  past_due_amount: nullableNumber,
  /** Address of the house or land that the mortgage is on. */
  property_address: address,
});

/** A mortgage. */
export interface MortgageLiability extends v.InferOutput<typeof mortgageSchema> {}

export const studentLoanSchema = v.object({
  /** ID of the student loan account. Null when not known. */
  account_id: nullableString,
  ...payments,
  ...statements,
  ...loan,
  /** Days on which the loan was or will be paid out, `YYYY-MM-DD`. Null when not known. */
  disbursement_dates: v.nullable(v.array(v.string())),
  /** Day on which the loan is expected to be paid off, `YYYY-MM-DD`. Null when not known. */
  expected_payoff_date: nullableString,
  /** Guarantor of the loan. Null when not known. */
  guarantor: nullableString,
  /** Interest rate in percent per year. */
  interest_rate_percentage: v.number(),
  /** Amount owed in the last statement, in units of the currency. Null or absent when not known. */
  last_statement_balance: optionalNullableNumber,
  /** Kind of loan, such as `Consolidation Loans`. Null when not known. */
  loan_name: nullableString,
  /** State that the loan is in. */
  loan_status: v.object({
    /** Last day of the state, `YYYY-MM-DD`. Null when not known. */
    end_date: nullableString,
    /** Name of the state. Null when not known. */
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
  /**
   * Interest that has accrued, in US dollars. Null when not known, and at Sallie Mae, which includes it in the balance.
   */
  outstanding_interest_amount: nullableNumber,
  /** Number to state in payments. Mostly the account number, but not at every servicer. Null when not known. */
  payment_reference_number: nullableString,
  /**
   * Progress to forgiveness for public service.
   *
   * @deprecated The only servicer that reported it no longer services student loans: always absent.
   */
  pslf_status: v.optional(
    v.object({
      /** Day on which 120 qualifying payments are expected to be complete, `YYYY-MM-DD`. Null when not known. */
      estimated_eligibility_date: nullableString,
      /** Number of qualifying payments made. Null when not known. */
      payments_made: nullableNumber,
      /** Number of qualifying payments that remain. Null when not known. */
      payments_remaining: nullableNumber,
    }),
  ),
  /** Plan by which the loan is paid back. */
  repayment_plan: v.object({
    /** The plan in the servicer's words. Null when not known. */
    description: nullableString,
    /** Kind of plan. Null when not known. */
    type: v.nullable(
      known(
        'extended graduated',
        'extended standard',
        'graduated',
        'income-contingent repayment',
        'income-based repayment',
        'income-sensitive repayment',
        'interest only',
        'other',
        'pay as you earn',
        'revised pay as you earn',
        'standard',
        'saving on a valuable education',
      ),
    ),
  }),
  /** Sequence number of the loan among the borrower's loans. Null if not known. */
  sequence_number: nullableString,
  /** Address of the servicer, usually where payments are sent. */
  servicer_address: address,
});

/** A student loan. */
export interface StudentLoan extends v.InferOutput<typeof studentLoanSchema> {}

export const closedEndLoanSchema = v.object({
  /** ID of the loan account. */
  account_id: v.string(),
  /** Account number of the loan; some institutions report its last digits only. Null when not known. */
  account_number: nullableString,
  /** Interest rate of the loan. Null when the institution does not report it. */
  interest_rate: interestRate,
  /** Principal that is still owed, in units of the currency. Null when not known. */
  principal_balance: nullableNumber,
  /** Principal at the start of the loan, in units of the currency. Null when not known. */
  origination_principal_amount: nullableNumber,
  /** Day on which the loan was paid out, `YYYY-MM-DD`. Null when not known. */
  origination_date: nullableString,
  /** Full duration of the loan, in months. Null when not known. */
  loan_term_months: nullableNumber,
  /** Day on which the loan is due in full, `YYYY-MM-DD`. Null when not known. */
  maturity_date: nullableString,
  /** Number of payments over the whole loan. Null when not known. */
  payment_count: nullableNumber,
  /** Frequency of the payments. Null when not known. */
  payment_frequency: intervals,
  /** Amount of the next payment, in units of the currency. Null when not known. */
  next_payment_amount: nullableNumber,
  /** Day on which the next payment is due, `YYYY-MM-DD`. Null when not known. */
  next_payment_due_date: nullableString,
  /** Amount of the last payment, in units of the currency. Null when not known. */
  last_payment_amount: nullableNumber,
  /** Day of the last payment, `YYYY-MM-DD`. Null when not known. */
  last_payment_date: nullableString,
  /** Amount that pays off the loan, in units of the currency. Null when not known. */
  payoff_amount: nullableNumber,
  /** Interest paid this year so far, in units of the currency. Null when not known. */
  ytd_interest_paid: nullableNumber,
  /** Frequency at which interest is added to the principal. Null when not known. */
  compounding_period: intervals,
});

/**
 * A loan that is paid back in installments, such as a car loan. Mortgages and student loans have types of their own.
 */
export interface LoanLiability extends v.InferOutput<typeof closedEndLoanSchema> {}

export const lineOfCreditSchema = v.object({
  /** ID of the account of the line of credit. */
  account_id: v.string(),
  /** Interest rate of the line. Null when the institution does not report it. */
  interest_rate: interestRate,
  /** Largest amount that can be owed, in units of the currency. Null when not known. */
  credit_limit: nullableNumber,
  /** Amount that can still be drawn, in units of the currency. Null when not known. */
  available_credit: nullableNumber,
  /** Principal that is owed, in units of the currency. Null when not known. */
  principal_balance: nullableNumber,
  /** Smallest payment that is due next, in units of the currency. Null when not known. */
  minimum_payment_amount: nullableNumber,
  /** Amount of the next payment, in units of the currency. Null when not known. */
  next_payment_amount: nullableNumber,
  /** Day on which the next payment is due, `YYYY-MM-DD`. Null when not known. */
  next_payment_due_date: nullableString,
  /** Amount of the last payment, in units of the currency. Null when not known. */
  last_payment_amount: nullableNumber,
  /** Day of the last payment, `YYYY-MM-DD`. Null when not known. */
  last_payment_date: nullableString,
  /** Amount owed in the last statement, in units of the currency. Null when not known. */
  last_statement_balance: nullableNumber,
  /** Day of the last statement, `YYYY-MM-DD`. Null when not known. */
  last_statement_issue_date: nullableString,
  /** Amount that is past due, in units of the currency. Null when not known. */
  past_due_amount: nullableNumber,
  /** Interest and fees that were charged, in units of the currency. Null when not known. */
  finance_charges: nullableNumber,
  /** Last day on which money can be drawn, `YYYY-MM-DD`. Null when not known. */
  draw_period_end_date: nullableString,
  /** Interest rates of the line. Empty when the institution does not report them. */
  aprs,
});

/** A line of credit. */
export interface LineOfCreditLiability extends v.InferOutput<typeof lineOfCreditSchema> {}

/** Debts by kind. A kind that the Item does not have is null, and may be absent for the kinds that were added later. */
export const liabilitiesByKind = v.object({
  /** Credit cards. Null when the Item has none. */
  credit: v.nullable(v.array(named<CreditCardLiability>(creditCardSchema))),
  /** Mortgages. Null when the Item has none. */
  mortgage: v.nullable(v.array(named<MortgageLiability>(mortgageSchema))),
  /** Student loans. Null when the Item has none. */
  student: v.nullable(v.array(named<StudentLoan>(studentLoanSchema))),
  /** Other loans. Null or absent when the Item has none. */
  loan: v.nullish(v.array(named<LoanLiability>(closedEndLoanSchema))),
  /** Lines of credit. Null or absent when the Item has none. */
  line_of_credit: v.nullish(v.array(named<LineOfCreditLiability>(lineOfCreditSchema))),
});

export const liabilitiesSchema = v.object({
  /** Accounts that the debts are on. */
  accounts: v.array(named<Account>(accountSchema)),
  /** The Item that the accounts belong to. */
  item: itemSchema,
  /** Debts, by kind. */
  liabilities: liabilitiesByKind,
  ...requestId,
});

/** Accounts with the debts on them. */
export interface Liabilities extends v.InferOutput<typeof liabilitiesSchema> {}

/** Debts: credit cards, lines of credit, mortgages, student loans and other loans. */
export const liabilities = {
  /**
   * Returns the debts of an Item with their rates and due dates, mostly from US banks. Fails with `not_found` when it
   * has none. 15 calls per minute per Item in production.
   *
   * @keywords loans, mortgage, credit cards, student, interest
   */
  get: endpoint({
    ...readPersonal,
    path: '/liabilities/get',
    costs: costs.monthly,
    body: v.object(accountParams),
    response: named<Liabilities>(liabilitiesSchema),
    docs: docs('products/liabilities/#liabilitiesget'),
  }),
};
