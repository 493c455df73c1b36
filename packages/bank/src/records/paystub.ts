import { known } from '@x/core/provider';
import * as v from 'valibot';
import { optionalNullableNumber, optionalNullableString, optionalString } from '../schema.ts';

const text = optionalNullableString;
const number = optionalNullableNumber;

/** Currency of an amount, which may be absent. */
const currency = {
  /** Currency of the amount, ISO 4217. Null or absent when `unofficial_currency_code` is set. */
  iso_currency_code: text,
  /** Currency without an ISO code. Null or absent when `iso_currency_code` is set. */
  unofficial_currency_code: text,
};
/** Amounts of a line of a pay stub. */
const amounts = {
  /** Amount of the pay period. Null or absent if it was not found. */
  current_amount: number,
  /** Amount since the beginning of the year. Null or absent if it was not found. */
  ytd_amount: number,
  ...currency,
};
const described = {
  /** Text of the line. Null or absent if it was not found. */
  description: text,
};

const pay = v.optional(
  v.object({
    /** The amount. Null or absent if it was not found. */
    amount: number,
    /** Currency of the amount, such as `USD`. Null or absent if it was not found. */
    currency: text,
  }),
);
const pays = {
  /**
   * Amount of the pay period.
   *
   * @deprecated Use `current_amount`.
   */
  current_pay: pay,
  /**
   * Amount since the beginning of the year.
   *
   * @deprecated Use `ytd_amount`.
   */
  ytd_pay: pay,
};
const total = v.object({
  /** Kind of line. Null or absent if it is not known. */
  canonical_description: text,
  ...described,
  ...pays,
});

const address = v.object({
  /** City of the address. Null or absent if it was not found. */
  city: text,
  /** Country of the address, ISO 3166-1 alpha-2. Null or absent if it was not found. */
  country: text,
  /** Postal code of the address. Null or absent if it was not found. */
  postal_code: text,
  /** State or region of the address (`NC`). Null or absent if it was not found. */
  region: text,
  /** Street and house number. Null or absent if they were not found. */
  street: text,
  /**
   * First line of the street address.
   *
   * @deprecated Use `street`.
   */
  line1: text,
  /**
   * Second line of the street address.
   *
   * @deprecated Use `street`.
   */
  line2: text,
  /**
   * State or region of the address.
   *
   * @deprecated Use `region`.
   */
  state_code: text,
});

/** Employee who is paid. */
export const employee = v.object({
  /** Address of the employee. */
  address,
  /** Name of the employee. Null if it was not found. */
  name: v.nullable(v.string()),
  /** `single` or `married`. Null or absent if it was not found. */
  marital_status: text,
  /** Taxpayer ID of the employee. */
  taxpayer_id: v.optional(
    v.object({
      /** Kind of the taxpayer ID, such as `SSN`. Null or absent if it was not found. */
      id_type: text,
      /** Last 4 digits of the taxpayer ID. Null or absent if they were not found. */
      id_mask: text,
      /**
       * Last 4 digits of the taxpayer ID.
       *
       * @deprecated Use `id_mask`.
       */
      last_4_digits: text,
    }),
  ),
});

/** Employer who pays. */
export const employer = v.object({
  /** Address of the employer. Absent if it was not found. */
  address: v.optional(address),
  /** Name of the employer. Null if it was not found. */
  name: v.nullable(v.string()),
});

const earningsTotal = v.object({
  ...amounts,
  ...pays,
  /** Hours that are paid. Null or absent if there are none. */
  hours: number,
});
const totals = v.optional(v.array(total));
const earningsTotals = v.optional(v.array(earningsTotal));

export const paystubSchema = v.object({
  /** Deductions from the pay. */
  deductions: v.object({
    /** Lines of the deductions. */
    breakdown: v.array(v.object({ ...described, ...amounts })),
    /** Total of the deductions. */
    total: v.object(amounts),
    /**
     * Subtotals of the deductions.
     *
     * @deprecated Use `breakdown`.
     */
    subtotals: totals,
    /**
     * Totals of the deductions.
     *
     * @deprecated Use `total`.
     */
    totals,
  }),
  /** ID of the document that the pay stub was read from. */
  doc_id: v.string(),
  /** Components of the pay. */
  earnings: v.object({
    /** Lines of the earnings. */
    breakdown: v.optional(
      v.array(
        v.object({
          /** Kind of earning, such as `REGULAR PAY`, `OVERTIME` or `BONUS`. Null or absent if it is not known. */
          canonical_description: text,
          ...described,
          ...amounts,
          /** Hours that are paid. Null or absent if there are none. */
          hours: number,
          /** Pay for an hour. Null or absent if there is none. */
          rate: number,
        }),
      ),
    ),
    /** Total of the earnings. */
    total: v.optional(earningsTotal),
    /**
     * Subtotals of the earnings.
     *
     * @deprecated Use `breakdown`.
     */
    subtotals: earningsTotals,
    /**
     * Totals of the earnings.
     *
     * @deprecated Use `total`.
     */
    totals: earningsTotals,
  }),
  /** Employee who is paid. */
  employee,
  /** Employer who pays. */
  employer,
  /**
   * Salary, and first day at work.
   *
   * @deprecated There is no replacement.
   */
  employment_details: v.optional(
    v.object({
      /** Salary of a year. */
      annual_salary: pay,
      /** First day of the employment, `YYYY-MM-DD`. Null or absent if it was not found. */
      hire_date: text,
    }),
  ),
  /** Pay after deductions. */
  net_pay: v.object({
    ...described,
    ...amounts,
    /**
     * The net pay in an older form.
     *
     * @deprecated Use `current_amount`.
     */
    total: v.optional(total),
  }),
  /** The period that is paid. */
  pay_period_details: v.object({
    /** Amount of the paycheck. Null or absent if it was not found. */
    check_amount: number,
    /** Accounts that the pay goes to. */
    distribution_breakdown: v.optional(
      v.array(
        v.object({
          /** Name of the account. Null or absent if it was not found. */
          account_name: text,
          /** Name of the bank. Null or absent if it was not found. */
          bank_name: text,
          /** Amount that goes to the account. Null or absent if it was not found. */
          current_amount: number,
          /** Last 2 to 4 characters of the account number. Null or absent if they were not found. */
          mask: text,
          /** Type of the account, such as `checking`. Null or absent if it was not found. */
          type: text,
          ...currency,
          /**
           * Amount that goes to the account.
           *
           * @deprecated Use `current_amount`.
           */
          current_pay: pay,
        }),
      ),
    ),
    /** First day of the period, `YYYY-MM-DD`. Null or absent if it was not found. */
    start_date: text,
    /** Last day of the period, `YYYY-MM-DD`. Null or absent if it was not found. */
    end_date: text,
    /** Earnings before taxes and deductions. Null or absent if they were not found. */
    gross_earnings: number,
    /** Day of the payment, `YYYY-MM-DD`. Null or absent if it was not found. */
    pay_date: text,
    /** Frequency of pay stubs, such as `PAY_FREQUENCY_BIWEEKLY`. Null or absent if it is not known. */
    pay_frequency: text,
    /**
     * Day of the payment, `YYYY-MM-DD`.
     *
     * @deprecated Use `pay_date`.
     */
    pay_day: text,
  }),
  /**
   * Details of the pay stub.
   *
   * @deprecated Use `pay_period_details`.
   */
  paystub_details: v.optional(
    v.object({
      /** First day of the period, `YYYY-MM-DD`. Null or absent if it was not found. */
      pay_period_start_date: text,
      /** Last day of the period, `YYYY-MM-DD`. Null or absent if it was not found. */
      pay_period_end_date: text,
      /** Day of the payment, `YYYY-MM-DD`. Null or absent if it was not found. */
      pay_date: text,
      /** Name of the payroll provider. Null or absent if it was not found. */
      paystub_provider: text,
      /** Frequency of pay stubs, such as `BI-WEEKLY`. Null or absent if it is not known. */
      pay_frequency: text,
    }),
  ),
  /**
   * Earnings by kind.
   *
   * @deprecated Use `earnings`.
   */
  income_breakdown: v.optional(
    v.array(
      v.object({
        /** Kind of earning: `regular`, `overtime` or `bonus`. Null if it is not known. */
        type: v.nullable(known('bonus', 'overtime', 'regular')),
        /** Pay for an hour. Null if there is none. */
        rate: v.nullable(v.number()),
        /** Hours that are paid. Null if there are none. */
        hours: v.nullable(v.number()),
        /** Pay of the period. Null if it was not found. */
        total: v.nullable(v.number()),
      }),
    ),
  ),
  /**
   * Earnings since the beginning of the year.
   *
   * @deprecated Use `earnings`.
   */
  ytd_earnings: v.optional(
    v.object({
      /** Earnings before taxes and deductions. Null or absent if they were not found. */
      gross_earnings: number,
      /** Earnings after taxes and deductions. Null or absent if they were not found. */
      net_earnings: number,
    }),
  ),
});

/** A pay stub in the form of the deprecated `income.verification`. */
export interface VerifiedPaystub extends v.InferOutput<typeof paystubSchema> {}

/** Files that data was read from. */
export const documents = v.array(
  v.object({
    /** Name of the file. */
    name: optionalString,
    /** `DOCUMENT_STATUS_PROCESSING_COMPLETE` and others. Null or absent if it is not known. */
    status: text,
    /** ID of the document. */
    doc_id: optionalString,
    /** Kind of document, such as `DOCUMENT_TYPE_PAYSTUB`. */
    doc_type: optionalString,
  }),
);
