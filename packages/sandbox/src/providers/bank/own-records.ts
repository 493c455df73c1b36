import type { BankHoldingOverride, BankInvestmentTransactionOverride } from './own-investments.ts';

/** A transaction of an account. */
export interface BankTransactionOverride {
  /** Day on which it was made, `YYYY-MM-DD`. */
  readonly date_transacted: string;
  /** Day on which it posts, `YYYY-MM-DD`: one in the future leaves it pending until then. */
  readonly date_posted: string;
  /** Amount, positive when money leaves the account. */
  readonly amount: number;
  /** Description, in which the API looks for a merchant. */
  readonly description: string;
  /** Currency, ISO 4217. Default: the account's currency. */
  readonly currency?: string | null | undefined;
}

/** A postal address. */
export interface BankAddressData {
  /** City. */
  readonly city?: string | null | undefined;
  /** Region or state. */
  readonly region?: string | null | undefined;
  /** Street and number. */
  readonly street?: string | null | undefined;
  /** Postal code. */
  readonly postal_code?: string | null | undefined;
  /** Country, ISO 3166-1 alpha-2. */
  readonly country?: string | null | undefined;
}

/** An address of an account's holder. */
export interface BankAddress {
  /** The address. */
  readonly data: BankAddressData;
  /** Whether it is the main one. Default `false`. */
  readonly primary?: boolean | null | undefined;
}

/** Who an account belongs to. What is left out is empty. */
export interface BankOwnerOverride {
  /** Names of all holders. */
  readonly names?: readonly string[] | null | undefined;
  /** Phone numbers. */
  readonly phone_numbers?:
    | readonly {
        /** The number. */
        readonly data: string;
        /** Whether it is the main one. Default `false`. */
        readonly primary?: boolean | null | undefined;
        /** Kind of number. Default `other`. */
        readonly type?: 'home' | 'work' | 'office' | 'mobile' | 'mobile1' | 'other' | null | undefined;
      }[]
    | null
    | undefined;
  /** Email addresses. */
  readonly emails?:
    | readonly {
        /** The address. */
        readonly data: string;
        /** Whether it is the main one. Default `false`. */
        readonly primary?: boolean | null | undefined;
        /** Kind of address. Default `other`. */
        readonly type?: 'primary' | 'secondary' | 'other' | null | undefined;
      }[]
    | null
    | undefined;
  /** Postal addresses. */
  readonly addresses?: readonly BankAddress[] | null | undefined;
}

/** Debt of a credit card. Fields left out are generated. */
export interface BankCreditOverride {
  /** Kind of debt. */
  readonly type: 'credit';
  /** Annual percentage rate of purchases, from which interest is calculated. */
  readonly purchase_apr?: number | null | undefined;
  /** Annual percentage rate of cash advances. */
  readonly cash_apr?: number | null | undefined;
  /** Annual percentage rate of balance transfers. */
  readonly balance_transfer_apr?: number | null | undefined;
  /** Special annual percentage rate. */
  readonly special_apr?: number | null | undefined;
  /** Amount of the last payment. */
  readonly last_payment_amount?: number | null | undefined;
  /** Least amount to pay. */
  readonly minimum_payment_amount?: number | null | undefined;
  /** Whether a payment is overdue. */
  readonly is_overdue?: boolean | null | undefined;
}

/** Debt of a student loan. Fields left out are generated. */
export interface BankStudentLoanOverride {
  /** Kind of debt. */
  readonly type: 'student';
  /** Least amount to pay. */
  readonly minimum_payment_amount?: number | null | undefined;
  /** Whether a payment is overdue. */
  readonly is_overdue?: boolean | null | undefined;
  /** Day on which the loan was made, `YYYY-MM-DD`. */
  readonly origination_date?: string | null | undefined;
  /** Amount that was lent; the balance of the account unless it has a `starting_balance`. */
  readonly principal?: number | null | undefined;
  /** Annual interest rate in per cent. */
  readonly nominal_apr?: number | null | undefined;
  /** Months after which interest is capitalized. The balance is not calculated, so it changes nothing. */
  readonly interest_capitalization_grace_period_months?: number | null | undefined;
  /** When it is paid back, which sets `expected_payoff_date` unless that is given. */
  readonly repayment_model?:
    | {
        /** Only `standard` exists. */
        readonly type: 'standard';
        /** Months before the first payment. */
        readonly non_repayment_months: number;
        /** Months of payments. */
        readonly repayment_months: number;
      }
    | null
    | undefined;
  /** Day on which it will be paid off, `YYYY-MM-DD`. */
  readonly expected_payoff_date?: string | null | undefined;
  /** Guarantor. */
  readonly guarantor?: string | null | undefined;
  /** Whether it is a federal loan. The API has no field for it, so it changes nothing. */
  readonly is_federal?: boolean | null | undefined;
  /** Name of the loan. */
  readonly loan_name?: string | null | undefined;
  /** Status of the loan. */
  readonly loan_status?:
    | {
        /** Last day of the status, `YYYY-MM-DD`. */
        readonly end_date?: string | null | undefined;
        /** The status, such as `repayment`. */
        readonly type?: string | null | undefined;
      }
    | null
    | undefined;
  /** Number to pay under. */
  readonly payment_reference_number?: string | null | undefined;
  /** Public service loan forgiveness, which is deprecated. */
  readonly pslf_status?:
    | {
        /** Day on which it may be forgiven, `YYYY-MM-DD`. */
        readonly estimated_eligibility_date?: string | null | undefined;
        /** Payments made. */
        readonly payments_made?: number | null | undefined;
        /** Payments left. */
        readonly payments_remaining?: number | null | undefined;
      }
    | null
    | undefined;
  /** Description of the repayment plan. */
  readonly repayment_plan_description?: string | null | undefined;
  /** Kind of repayment plan, such as `graduated`. */
  readonly repayment_plan_type?: string | null | undefined;
  /** Sequence number. */
  readonly sequence_number?: string | null | undefined;
  /** Address of the servicer. */
  readonly servicer_address?: BankAddress | null | undefined;
}

/** Money that comes in, or is paid on a debt, every month. */
export interface BankInflowModel {
  /**
   * `monthly-income`: wages. `monthly-balance-payment`: pays the whole balance of a debt.
   * `monthly-interest-only-payment`: pays the interest of a debt. `none`: nothing.
   */
  readonly type: 'none' | 'monthly-income' | 'monthly-balance-payment' | 'monthly-interest-only-payment';
  /** Amount of the wages. Required for `monthly-income`. */
  readonly income_amount?: number | null | undefined;
  /** Day of the payment, 1 to 28 or `last`. Required unless the type is `none`. */
  readonly payment_day_of_month?: number | 'last' | `${number}` | null | undefined;
  /** Description of the payment. Required unless the type is `none`. */
  readonly transaction_name?: string | null | undefined;
  /** Day on which the balance to pay is calculated, 1 to 28 or `last`. Required for payments on debts. */
  readonly statement_day_of_month?: number | 'last' | `${number}` | null | undefined;
}

/** An account. What is left out is generated. */
export interface BankAccountOverride {
  /** Kind of account. */
  readonly type: 'depository' | 'credit' | 'loan' | 'investment' | 'payroll' | 'other';
  /** Finer kind of account, such as `checking`. Default: the most common one of the type. */
  readonly subtype?: string | null | undefined;
  /** Current balance. */
  readonly starting_balance?: number | null | undefined;
  /** Available balance. Not together with `has_null_available_balance`. */
  readonly force_available_balance?: number | null | undefined;
  /** Whether the available balance is null. Default `false`. */
  readonly has_null_available_balance?: boolean | null | undefined;
  /** Currency, ISO 4217. Default: the currency of the institution's country. */
  readonly currency?: string | null | undefined;
  /** Whether it is a personal or a business account. Default `personal`. */
  readonly holder_category?: 'personal' | 'business' | 'unrecognized' | null | undefined;
  /** Names, limit and mask. */
  readonly meta?:
    | {
        /** Name of the account. */
        readonly name?: string | null | undefined;
        /** Its official name. Default: none. */
        readonly official_name?: string | null | undefined;
        /** Its limit. Default: none. */
        readonly limit?: number | null | undefined;
        /**
         * Last 2 to 4 letters and digits of its number, or an empty string for none. Default: the last 4
         * of `numbers.account`.
         */
        readonly mask?: string | null | undefined;
      }
    | null
    | undefined;
  /** Numbers of the account and its bank. Default: generated, of the kinds in use in the institution's country. */
  readonly numbers?:
    | {
        /** Account number. */
        readonly account?: string | null | undefined;
        /** ACH routing number. */
        readonly ach_routing?: string | null | undefined;
        /** Routing number of wires. */
        readonly ach_wire_routing?: string | null | undefined;
        /** EFT institution number. Together with `eft_branch`. */
        readonly eft_institution?: string | null | undefined;
        /** EFT branch number. Together with `eft_institution`. */
        readonly eft_branch?: string | null | undefined;
        /** Bank identifier code. Together with `international_iban`. */
        readonly international_bic?: string | null | undefined;
        /** International account number. Together with `international_bic`. */
        readonly international_iban?: string | null | undefined;
        /** BACS sort code. */
        readonly bacs_sort_code?: string | null | undefined;
      }
    | null
    | undefined;
  /**
   * Its transactions. A new Item has 90 days of them, or `days_requested`, up to 730 days.
   * Default: generated ones.
   */
  readonly transactions?: readonly BankTransactionOverride[] | null | undefined;
  /** Holdings of an investment account. Default: generated, unless there are `investment_transactions`. */
  readonly holdings?: readonly BankHoldingOverride[] | null | undefined;
  /** Transactions of an investment account. Default: generated, unless there are `holdings`. */
  readonly investment_transactions?: readonly BankInvestmentTransactionOverride[] | null | undefined;
  /** Who it belongs to. Default: a generated holder, the same for all accounts. */
  readonly identity?: BankOwnerOverride | null | undefined;
  /** Debt of the account. Mortgages are always generated. */
  readonly liability?: BankCreditOverride | BankStudentLoanOverride | null | undefined;
  /** Money that comes in every month, in addition to the transactions. Default: none. */
  readonly inflow_model?: BankInflowModel | null | undefined;
  /** Payroll data, which no endpoint of the sandbox returns. */
  readonly income?:
    | {
        /** Pay stubs. */
        readonly paystubs?: readonly object[] | null | undefined;
        /** W-2 forms. */
        readonly w2s?: readonly object[] | null | undefined;
      }
    | null
    | undefined;
}

/** Questions that a user is asked after the password. */
export interface BankMfa {
  /** `device`: a code, 1234. `questions`: questions. `selections`: a choice, of which the first is right. */
  readonly type: 'device' | 'questions' | 'selections';
  /** Rounds of questions. Required for `questions`. */
  readonly question_rounds?: number | null | undefined;
  /** Questions in a round. Required for `questions`. */
  readonly questions_per_round?: number | null | undefined;
  /** Rounds of choices. Default 1. */
  readonly selection_rounds?: number | null | undefined;
  /** Choices for a question. Default 2. */
  readonly selections_per_question?: number | null | undefined;
}

/** Errors with which a login can fail. */
export const forcedErrors = [
  'INSTITUTION_NOT_RESPONDING',
  'INSTITUTION_NO_LONGER_SUPPORTED',
  'INVALID_CREDENTIALS',
  'INVALID_MFA',
  'ITEM_LOCKED',
  'ITEM_LOGIN_REQUIRED',
  'ITEM_NOT_SUPPORTED',
  'INVALID_LINK_TOKEN',
  'MFA_NOT_SUPPORTED',
  'NO_ACCOUNTS',
  'PLAID_ERROR',
  'USER_INPUT_TIMEOUT',
  'USER_SETUP_REQUIRED',
] as const;

/**
 * A user of your own, as the password of `user_custom` describes one. Null stands for a field that is not set.
 *
 * @see https://plaid.com/docs/sandbox/user-custom/
 */
export interface BankUserConfiguration {
  /** Version of the configuration, 1 or 2. The sandbox reads both alike. Default 2. */
  readonly version?: '1' | '2' | 1 | 2 | null | undefined;
  /** Seed of the generated data. Two Items with the same seed differ in their ids only. Default: every Item differs. */
  readonly seed?: string | null | undefined;
  /** The accounts, at most ten. Default: generated ones. */
  readonly override_accounts?: readonly BankAccountOverride[] | null | undefined;
  /** Question after the password. Where there is no page to ask it, it counts as solved. Default: none. */
  readonly mfa?: BankMfa | null | undefined;
  /** `bad`: the login fails with `RECAPTCHA_BAD`. Default: none. */
  readonly recaptcha?: 'good' | 'bad' | null | undefined;
  /** Error with which the login fails. `PLAID_ERROR` is `INTERNAL_SERVER_ERROR`. Default: none. */
  readonly force_error?: (typeof forcedErrors)[number] | null | undefined;
  /**
   * Whether the institution asks for a further factor at every login, so that Items are updated only with the user.
   * Default `false`.
   */
  readonly has_perpetual_otp?: boolean | null | undefined;
  /** Whether all dates move so that the latest is the day on which an Item is linked. Default `false`. */
  readonly roll_dates_forward?: boolean | null | undefined;
}
