import { known, named } from '@x/core/provider';
import * as v from 'valibot';
import { type ItemError, itemErrorSchema } from '../resources/item.ts';
import {
  currencyCodes,
  nullableNumber,
  nullableString,
  optionalNullableNumber,
  optionalNullableString,
  requestId,
} from '../schema.ts';
import { type Form1099, form1099Schema } from './form-1099.ts';
import { documentAddress, documentMetadata } from './income-document.ts';

/** The error of a whole request. Null or absent if there is none. */
export const requestError = v.nullish(named<ItemError>(itemErrorSchema));

/** ID of a file. */
const documentId = {
  /** ID of the document. Null if there is none. */
  document_id: nullableString,
};

const taxpayer = v.object({
  /** Kind of the taxpayer ID, such as `SSN`. Null if it was not found. */
  id_type: nullableString,
  /** Last 4 digits of the taxpayer ID. Null if they were not found. */
  id_mask: nullableString,
});

const employee = v.object({
  /** Address of the employee. */
  address: documentAddress,
  /** Name of the employee. Null if it was not found. */
  name: nullableString,
  /** `SINGLE`, `MARRIED` or `NOT LISTED`. Null if it was not found. */
  marital_status: nullableString,
  /** Taxpayer ID of the employee. */
  taxpayer_id: taxpayer,
});

const employer = v.object({
  /** Address of the employer. */
  address: documentAddress,
  /** Name of the employer. Null if it was not found. */
  name: nullableString,
});

/** Amounts of a line of a pay stub. */
const amounts = {
  /** Amount of the pay period. Null if it was not found. */
  current_amount: nullableNumber,
  /** Amount since the beginning of the year. Null if it was not found. */
  ytd_amount: nullableNumber,
  ...currencyCodes,
};
const described = {
  /** Text of the line. Null if it was not found. */
  description: nullableString,
};

export const payStubSchema = v.object({
  /** Deductions from the pay. */
  deductions: v.object({
    /** Lines of the deductions. */
    breakdown: v.array(v.object({ ...described, ...amounts })),
    /** Total of the deductions. */
    total: v.object(amounts),
  }),
  ...documentId,
  /** The file that the pay stub was read from. */
  document_metadata: documentMetadata,
  /** Components of the pay. */
  earnings: v.object({
    /** Lines of the earnings. */
    breakdown: v.array(
      v.object({
        /** Kind of earning, such as `REGULAR_PAY`, `OVERTIME` or `BONUS`. Null if it is not known. */
        canonical_description: nullableString,
        ...described,
        ...amounts,
        /** Hours that are paid. Null if there are none. */
        hours: nullableNumber,
        /** Pay for an hour. Null if there is none. */
        rate: nullableNumber,
      }),
    ),
    /** Total of the earnings. */
    total: v.object({
      ...amounts,
      /** Hours that are paid. Null if there are none. */
      hours: nullableNumber,
    }),
  }),
  /** Employee who is paid. */
  employee,
  /** Employer who pays. */
  employer,
  /** Pay after deductions. */
  net_pay: v.object({ ...described, ...amounts }),
  /** The period that is paid. */
  pay_period_details: v.object({
    /** Amount of the paycheck. Null if it was not found. */
    pay_amount: nullableNumber,
    /** Accounts that the pay goes to. */
    distribution_breakdown: v.array(
      v.object({
        /** Name of the account. Null if it was not found. */
        account_name: nullableString,
        /** Name of the bank. Null if it was not found. */
        bank_name: nullableString,
        /** Amount that goes to the account. Null if it was not found. */
        current_amount: nullableNumber,
        /** Last 2 to 4 characters of the account number. Null if they were not found. */
        mask: nullableString,
        /** Type of the account, such as `checking`. Null if it was not found. */
        type: nullableString,
        ...currencyCodes,
      }),
    ),
    /** First day of the period, `YYYY-MM-DD`. Null if it was not found. */
    start_date: nullableString,
    /** Last day of the period, `YYYY-MM-DD`. Null if it was not found. */
    end_date: nullableString,
    /** Earnings before taxes and deductions. Null if they were not found. */
    gross_earnings: nullableNumber,
    /** Day of the payment, `YYYY-MM-DD`. Null if it was not found. */
    pay_date: nullableString,
    /** Frequency of pay stubs: `WEEKLY`, `BIWEEKLY`, `SEMI_MONTHLY` or `MONTHLY`. Null if it is not known. */
    pay_frequency: nullableString,
    /** Basis on which the pay is computed. Absent if it was not found. */
    pay_basis: v.optional(known('SALARY', 'HOURLY', 'COMMISSION')),
    ...currencyCodes,
  }),
});

/** A pay stub of a user. */
export interface PayStub extends v.InferOutput<typeof payStubSchema> {}

/** The boxes of a form W-2, as strings. Older calls leave out boxes that were not found. */
export const w2Boxes = <Value extends v.GenericSchema>(box: Value) => ({
  /** Tax year of the form. */
  tax_year: box,
  /** Number of the employer (EIN). */
  employer_id_number: box,
  /** Wages, tips and other pay: box 1. */
  wages_tips_other_comp: box,
  /** Federal income tax withheld: box 2. */
  federal_income_tax_withheld: box,
  /** Social security wages: box 3. */
  social_security_wages: box,
  /** Social security tax withheld: box 4. */
  social_security_tax_withheld: box,
  /** Medicare wages and tips: box 5. */
  medicare_wages_and_tips: box,
  /** Medicare tax withheld: box 6. */
  medicare_tax_withheld: box,
  /** Social security tips: box 7. */
  social_security_tips: box,
  /** Allocated tips: box 8. */
  allocated_tips: box,
  /** Contents of box 9. */
  box_9: box,
  /** Dependent care benefits: box 10. */
  dependent_care_benefits: box,
  /** Plans that do not qualify: box 11. */
  nonqualified_plans: box,
  /** Whether the employee is a statutory one: box 13. */
  statutory_employee: box,
  /** Whether there is a retirement plan: box 13. */
  retirement_plan: box,
  /** Whether a third party paid for sick days: box 13. */
  third_party_sick_pay: box,
  /** Contents of box 14. */
  other: box,
});

/** The lists of a form W-2. */
export const w2Lists = {
  /** Codes and amounts of box 12. */
  box_12: v.array(
    v.object({
      /** Code of the amount. Null or absent if it was not found. */
      code: optionalNullableString,
      /** The amount as a string. Null or absent if it was not found. */
      amount: optionalNullableString,
    }),
  ),
  /** Boxes 15 to 20: wages and taxes by state and locality. */
  state_and_local_wages: v.array(
    v.object({
      /** State of the wages (`CA`). Null or absent if it was not found. */
      state: optionalNullableString,
      /** Number of the employer in the state. Null or absent if it was not found. */
      employer_state_id_number: optionalNullableString,
      /** Wages and tips in the state. Null or absent if they were not found. */
      state_wages_tips: optionalNullableString,
      /** Income tax of the state. Null or absent if it was not found. */
      state_income_tax: optionalNullableString,
      /** Wages and tips in the locality. Null or absent if they were not found. */
      local_wages_tips: optionalNullableString,
      /** Income tax of the locality. Null or absent if it was not found. */
      local_income_tax: optionalNullableString,
      /** Name of the locality. Null or absent if it was not found. */
      locality_name: optionalNullableString,
    }),
  ),
};

export const w2Schema = v.object({
  /** The file that the form was read from. */
  document_metadata: documentMetadata,
  /** ID of the document that the form was read from. */
  document_id: v.string(),
  /** Employer who pays. */
  employer,
  /** Employee who is paid. */
  employee,
  ...w2Boxes(nullableString),
  ...w2Lists,
});

/** A form W-2 of a user: wages and taxes of a year. Amounts are strings; boxes that were not found are null. */
export interface FormW2 extends v.InferOutput<typeof w2Schema> {}

export const i20Schema = v.object({
  /** ID of the document. Null or absent if there is none. */
  document_id: optionalNullableString,
  /** The file that the form was read from. */
  document_metadata: v.optional(documentMetadata),
  /** The student, and the program they are in. */
  student: v.optional(
    v.object({
      /** Given name of the student. Null or absent if it was not found. */
      given_name: optionalNullableString,
      /** Surname of the student. Null or absent if it was not found. */
      surname_primary_name: optionalNullableString,
      /** Name of the student as in the passport. Null or absent if it was not found. */
      passport_name: optionalNullableString,
      /** Name that the student goes by. Null or absent if it was not found. */
      preferred_name: optionalNullableString,
      /** Name of the school. Null or absent if it was not found. */
      school_name: optionalNullableString,
      /** First day of the program, `YYYY-MM-DD`. Null or absent if it was not found. */
      program_start_date: optionalNullableString,
      /** Last day of the program, `YYYY-MM-DD`. Null or absent if it was not found. */
      program_end_date: optionalNullableString,
    }),
  ),
  /** The student's own funds, in US dollars. Null or absent if they were not found. */
  personal_funds: optionalNullableNumber,
  /** Pay for work on the campus, in US dollars. Null or absent if it was not found. */
  on_campus_employment: optionalNullableNumber,
  /** Funds from the school, in US dollars. Null or absent if they were not found. */
  funds_from_this_school: optionalNullableNumber,
  /** Funds from elsewhere, in US dollars. Null or absent if they were not found. */
  funds_from_another_source: optionalNullableNumber,
  /** All funds together, in US dollars. Null or absent if they were not found. */
  students_funding_total: optionalNullableNumber,
  /** Number of months that the funds are for. Null or absent if it was not found. */
  students_funding_period_months: optionalNullableNumber,
  /** Estimated costs, in US dollars. Null or absent if they were not found. */
  estimated_average_costs_total: optionalNullableNumber,
  /** Part of the costs that is for living, in US dollars. Null or absent if it was not found. */
  estimated_average_living_expenses: optionalNullableNumber,
  /** Number of months that the costs are for. Null or absent if it was not found. */
  estimated_average_costs_period_months: optionalNullableNumber,
});

/** A form I-20, which shows the funds of a foreign student in the US. */
export interface FormI20 extends v.InferOutput<typeof i20Schema> {}

export const payrollItemSchema = v.object({
  /** ID of the Item. Case-sensitive. */
  item_id: v.string(),
  /** ID of the institution of the Item. */
  institution_id: v.string(),
  /** Name of the payroll provider. */
  institution_name: v.string(),
  /** Accounts of the user at the payroll provider. */
  accounts: v.array(
    v.nullable(
      v.object({
        /** ID of the account. Null if there is none. */
        account_id: nullableString,
        /** Rate of pay of the user. */
        rate_of_pay: v.object({
          /** For what the amount is paid: `ANNUAL`, `HOURLY` and others. Null or absent if it is not known. */
          pay_rate: optionalNullableString,
          /** Amount that is paid. Null or absent if it is not known. */
          pay_amount: optionalNullableNumber,
        }),
        /** Frequency of the payments: `WEEKLY`, `BIWEEKLY`, `SEMI_MONTHLY` or `MONTHLY`. Null if it is not known. */
        pay_frequency: nullableString,
      }),
    ),
  ),
  /** Documents of each account. */
  payroll_income: v.array(
    v.object({
      /** ID of the account. Null for documents that the user uploaded. */
      account_id: nullableString,
      /** Pay stubs of the user. */
      pay_stubs: v.array(named<PayStub>(payStubSchema)),
      /** Forms W-2 of the user. */
      w2s: v.array(named<FormW2>(w2Schema)),
      /** Forms 1099 of the user. */
      form1099s: v.array(named<Form1099>(form1099Schema)),
      /** Forms I-20 of the user. */
      i20s: v.array(named<FormI20>(i20Schema)),
    }),
  ),
  /** State of the verification. Null if it is not known. */
  status: v.nullable(
    v.object({
      /**
       * `PROCESSING`, `PROCESSING_COMPLETE`, `FAILED`, `APPROVAL_STATUS_PENDING` or `UNKNOWN`. Null or absent if it is
       * not known.
       */
      processing_status: optionalNullableString,
    }),
  ),
  /** Time at which the Item was last updated, ISO 8601. Null if never. */
  updated_at: nullableString,
});

/** The income that a payroll provider or uploaded documents show. */
export interface PayrollItem extends v.InferOutput<typeof payrollItemSchema> {}

export const payrollIncomeSchema = v.object({
  /** Items of the user, one for each payroll provider or upload. */
  items: v.array(named<PayrollItem>(payrollItemSchema)),
  /** Error of the request. Null or absent if there is none. */
  error: requestError,
  ...requestId,
});
