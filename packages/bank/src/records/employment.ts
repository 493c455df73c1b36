import * as v from 'valibot';
import { nullableString, optionalString } from '../schema.ts';

/** IDs of an employee at their employer. */
const platformIds = v.object({
  /** ID of the employee at the employer. Null if there is none. */
  employee_id: nullableString,
  /** ID of the employee in the payroll. Null if there is none. */
  payroll_id: nullableString,
  /** ID of the position. Null if there is none. */
  position_id: nullableString,
});

export const employmentItemSchema = v.object({
  /** ID of the Item. Case-sensitive. */
  item_id: v.string(),
  /** Employments that the payroll provider knows. */
  employments: v.array(
    v.object({
      /** ID of the account at the payroll provider. Null if there is none. */
      account_id: nullableString,
      /** `ACTIVE` or `INACTIVE`. Null if it is not known. */
      status: nullableString,
      /** First day of the employment, `YYYY-MM-DD`. Null if it is not known. */
      start_date: nullableString,
      /** Last day of the employment, `YYYY-MM-DD`. Null if it lasts or is not known. */
      end_date: nullableString,
      /** Employer of the user. */
      employer: v.object({
        /** Name of the employer. Null if it is not known. */
        name: nullableString,
      }),
      /** Job title of the user. Null if it is not known. */
      title: nullableString,
      /** IDs of the user at the employer. */
      platform_ids: platformIds,
      /** `FULL_TIME`, `PART_TIME`, `CONTRACTOR`, `TEMPORARY` or `OTHER`. Null if it is not known. */
      employee_type: nullableString,
      /** Day of the last pay stub, `YYYY-MM-DD`. Null if it is not known. */
      last_paystub_date: nullableString,
    }),
  ),
  /** Token of the report that the data is from. Absent if there is none. */
  employment_report_token: optionalString,
});

/** Employments of a user at one payroll provider. */
export interface EmploymentItem extends v.InferOutput<typeof employmentItemSchema> {}
