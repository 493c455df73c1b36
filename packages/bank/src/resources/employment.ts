import { endpoint, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs, readPersonal } from '../declarations.ts';
import { itemParams, optionalNullableString, requestId } from '../schema.ts';

export const employmentSchema = v.object({
  /** `EMPLOYMENT_STATUS_ACTIVE` or `EMPLOYMENT_STATUS_INACTIVE`. Null or absent if it is not known. */
  status: optionalNullableString,
  /** First day of the employment, `YYYY-MM-DD`. Null or absent if it is not known. */
  start_date: optionalNullableString,
  /** Last day of the employment, `YYYY-MM-DD`. Null or absent if it lasts or is not known. */
  end_date: optionalNullableString,
  /** Employer of the user. */
  employer: v.optional(
    v.object({
      /** Name of the employer. Null or absent if it is not known. */
      name: optionalNullableString,
    }),
  ),
  /** Job title of the user. Null or absent if it is not known. */
  title: optionalNullableString,
  /** IDs of the user at the employer. */
  platform_ids: v.optional(
    v.object({
      /** ID of the employee at the employer. Null or absent if there is none. */
      employee_id: optionalNullableString,
      /** ID of the employee in the payroll. Null or absent if there is none. */
      payroll_id: optionalNullableString,
      /** ID of the position. Null or absent if there is none. */
      position_id: optionalNullableString,
    }),
  ),
});

/** An employment in the form of the deprecated `employment.verification`. */
export interface VerifiedEmployment extends v.InferOutput<typeof employmentSchema> {}

/** Employment of users in the form that `credit` has replaced. */
export const employment = {
  /** Verifications of employment, for integrations from before `credit.employment`. */
  verification: {
    /**
     * Returns the employments of an Item, as its payroll provider knows them.
     *
     * @deprecated Use `credit.employment.get`.
     */
    get: endpoint({
      ...readPersonal,
      path: '/employment/verification/get',
      body: v.object(itemParams),
      response: v.object({
        /** Employments of the user. */
        employments: v.array(named<VerifiedEmployment>(employmentSchema)),
        ...requestId,
      }),
      unwrap: 'employments',
      docs: docs('products/income/#employmentverificationget'),
    }),
  },
};
