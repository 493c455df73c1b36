import type { BankHoldingOverride, BankInvestmentTransactionOverride } from './own-investments.ts';

/** A transaction of an account. */
export interface BankTransactionOverride {
  /** Transaction date, `YYYY-MM-DD`. */
  readonly date_transacted: string;
  /** Posting date, `YYYY-MM-DD`. If it is in the future, the transaction is pending until then. */
  readonly date_posted: string;
  /** Amount, positive when money leaves the account. */
  readonly amount: number;
  /** Description. The API looks for a merchant's name in it. */
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

/** Address of an account's holder. */
export interface BankAddress {
  /** Street, city and the other parts of the address. */ readonly data: BankAddressData;
  /** Whether it is the main one. Default `false`. */
  readonly primary?: boolean | null | undefined;
}

/** Holders of an account. Fields left out are empty. */
export interface BankOwnerOverride {
  /** Names of all holders. */
  readonly names?: readonly string[] | null | undefined;
  /** Phone numbers. */
  readonly phone_numbers?:
    | readonly {
        /** Phone number, such as `2025550123`. */
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
        /** Email address, such as `ann@mail.example`. */
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

/** Credit card debt. Fields left out are generated. */
export interface BankCreditOverride {
  /** Kind of debt. */
  readonly type: 'credit';
  /** Annual percentage rate of purchases. Interest is calculated from it. */
  readonly purchase_apr?: number | null | undefined;
  /** Annual percentage rate of cash advances. */
  readonly cash_apr?: number | null | undefined;
  /** Annual percentage rate of balance transfers. */
  readonly balance_transfer_apr?: number | null | undefined;
  /** Special annual percentage rate. */
  readonly special_apr?: number | null | undefined;
  /** Amount of the last payment. */
  readonly last_payment_amount?: number | null | undefined;
  /** Minimum payment. */
  readonly minimum_payment_amount?: number | null | undefined;
  /** Whether a payment is overdue. */
  readonly is_overdue?: boolean | null | undefined;
}

/** Student loan debt. Fields left out are generated. */
export interface BankStudentLoanOverride {
  /** Kind of debt. */
  readonly type: 'student';
  /** Minimum payment. */
  readonly minimum_payment_amount?: number | null | undefined;
  /** Whether a payment is overdue. */
  readonly is_overdue?: boolean | null | undefined;
  /** Date the loan was made, `YYYY-MM-DD`. */
  readonly origination_date?: string | null | undefined;
  /** Amount lent. Also the account's balance, unless it has a `starting_balance`. */
  readonly principal?: number | null | undefined;
  /** Annual interest rate in percent. */
  readonly nominal_apr?: number | null | undefined;
  /** Months until interest is capitalized. Has no effect, because the sandbox does not calculate the balance. */
  readonly interest_capitalization_grace_period_months?: number | null | undefined;
  /** Repayment schedule. Sets `expected_payoff_date` unless that is given. */
  readonly repayment_model?:
    | {
        /** Always `standard`. */
        readonly type: 'standard';
        /** Months before the first payment. */
        readonly non_repayment_months: number;
        /** Months of payments. */
        readonly repayment_months: number;
      }
    | null
    | undefined;
  /** Date the loan will be paid off, `YYYY-MM-DD`. */
  readonly expected_payoff_date?: string | null | undefined;
  /** Guarantor of the loan. */
  readonly guarantor?: string | null | undefined;
  /** Whether it is a federal loan. Has no effect, because the API has no field for it. */
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
  /** Reference number for payments. */
  readonly payment_reference_number?: string | null | undefined;
  /** Public service loan forgiveness (PSLF). Deprecated. */
  readonly pslf_status?:
    | {
        /** Date the loan may be forgiven, `YYYY-MM-DD`. */
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
  /** Sequence number of the loan. */
  readonly sequence_number?: string | null | undefined;
  /** Loan servicer's address. */
  readonly servicer_address?: BankAddress | null | undefined;
}

/** Monthly income, or a monthly payment on a debt. */
export interface BankInflowModel {
  /**
   * `monthly-income`: wages. `monthly-balance-payment`: pays the whole balance of a debt.
   * `monthly-interest-only-payment`: pays the interest of a debt. `none`: nothing.
   */
  readonly type: 'none' | 'monthly-income' | 'monthly-balance-payment' | 'monthly-interest-only-payment';
  /** Amount of the wages. Required for `monthly-income`. */
  readonly income_amount?: number | null | undefined;
  /** Day of the month of the payment, 1 to 28 or `last`. Required unless the type is `none`. */
  readonly payment_day_of_month?: number | 'last' | `${number}` | null | undefined;
  /** Description of the payment. Required unless the type is `none`. */
  readonly transaction_name?: string | null | undefined;
  /** Day of the month on which the balance to pay is calculated, 1 to 28 or `last`. Required for payments on debts. */
  readonly statement_day_of_month?: number | 'last' | `${number}` | null | undefined;
}

/** An account. Fields left out are generated. */
export interface BankAccountOverride {
  /** Kind of account. */
  readonly type: 'depository' | 'credit' | 'loan' | 'investment' | 'payroll' | 'other';
  /** More specific kind of account, such as `checking`. Default: the most common one of the type. */
  readonly subtype?: string | null | undefined;
  /** Current balance. */
  readonly starting_balance?: number | null | undefined;
  /** Available balance. Cannot be combined with `has_null_available_balance`. */
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
  /** Numbers of the account and its bank. Default: generated numbers of the kinds used in the institution's country. */
  readonly numbers?:
    | {
        /** Account number. */
        readonly account?: string | null | undefined;
        /** ACH routing number. */
        readonly ach_routing?: string | null | undefined;
        /** Routing number for wire transfers. */
        readonly ach_wire_routing?: string | null | undefined;
        /** EFT institution number. Requires `eft_branch`. */
        readonly eft_institution?: string | null | undefined;
        /** EFT branch number. Requires `eft_institution`. */
        readonly eft_branch?: string | null | undefined;
        /** Bank identifier code (BIC). Requires `international_iban`. */
        readonly international_bic?: string | null | undefined;
        /** International bank account number (IBAN). Requires `international_bic`. */
        readonly international_iban?: string | null | undefined;
        /** BACS sort code. */
        readonly bacs_sort_code?: string | null | undefined;
      }
    | null
    | undefined;
  /**
   * Transactions. A new Item includes the last 90 days of them, or `days_requested`, up to 730 days. Default: generated
   * ones.
   */
  readonly transactions?: readonly BankTransactionOverride[] | null | undefined;
  /** Holdings of an investment account. Default: generated, unless there are `investment_transactions`. */
  readonly holdings?: readonly BankHoldingOverride[] | null | undefined;
  /** Transactions of an investment account. Default: generated, unless there are `holdings`. */
  readonly investment_transactions?: readonly BankInvestmentTransactionOverride[] | null | undefined;
  /** Holders of the account. Default: a generated holder, the same for all accounts. */
  readonly identity?: BankOwnerOverride | null | undefined;
  /** Debt of the account. Mortgages are always generated. */
  readonly liability?: BankCreditOverride | BankStudentLoanOverride | null | undefined;
  /** Monthly income or debt payment, in addition to the transactions. Default: none. */
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

/** Multi-factor authentication after the password. */
export interface BankMfa {
  /**
   * `device`: the code 1234. `questions`: questions. `selections`: multiple choice, where the first option is right.
   */
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

/** Errors that a login can fail with. */
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
 * Your own user, in the format of the password of `user_custom`. A null field counts as unset.
 *
 * @see https://plaid.com/docs/sandbox/user-custom/
 */
export interface BankUserConfiguration {
  /** Version of the configuration, 1 or 2. The sandbox treats both the same. Default 2. */
  readonly version?: '1' | '2' | 1 | 2 | null | undefined;
  /** Seed of the generated data. Two Items with the same seed differ only in their IDs. Default: every Item differs. */
  readonly seed?: string | null | undefined;
  /** The accounts, at most ten. Default: generated ones. */
  readonly override_accounts?: readonly BankAccountOverride[] | null | undefined;
  /** Multi-factor authentication after the password. Counts as passed where no page can ask for it. Default: none. */
  readonly mfa?: BankMfa | null | undefined;
  /** `bad`: the login fails with `RECAPTCHA_BAD`. Default: none. */
  readonly recaptcha?: 'good' | 'bad' | null | undefined;
  /** Error with which the login fails. `PLAID_ERROR` is `INTERNAL_SERVER_ERROR`. Default: none. */
  readonly force_error?: (typeof forcedErrors)[number] | null | undefined;
  /**
   * Whether the institution asks for another factor at every login, so Items are updated only while the user is
   * present. Default `false`.
   */
  readonly has_perpetual_otp?: boolean | null | undefined;
  /** Whether to move all dates so that the latest one is the day an Item is linked. Default `false`. */
  readonly roll_dates_forward?: boolean | null | undefined;
}
