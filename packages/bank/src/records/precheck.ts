import { known } from '@x/core/provider';
import * as v from 'valibot';
import { httpUrl, optionalNullableBoolean, optionalNullableString, optionalString } from '../schema.ts';

/** Information that you have about a user's employer and payroll provider. */
export const precheckParams = {
  /** Employer of the user. In the sandbox the names `employer_good` and `employer_bad` lead to `HIGH` and `LOW`. */
  employer: v.nullish(
    v.strictObject({
      /** Name of the employer. */
      name: optionalNullableString,
      /** Address of the employer. */
      address: v.nullish(
        v.strictObject({
          /** City of the address. */
          city: optionalString,
          /** Country of the address, ISO 3166-1 alpha-2. */
          country: optionalString,
          /** Postal code of the address. */
          postal_code: optionalString,
          /** State or region of the address (`NC`). */
          region: optionalString,
          /** Street and house number. */
          street: optionalString,
        }),
      ),
      /** Tax number of the employer. */
      tax_id: optionalNullableString,
      /** Website of the employer. */
      url: v.nullish(httpUrl),
    }),
  ),
  /** Service of the user in the US military. */
  us_military_info: v.nullish(
    v.strictObject({
      /** Whether the user is on active duty. */
      is_active_duty: optionalNullableBoolean,
      /** Branch: `AIR FORCE`, `ARMY`, `COAST GUARD`, `MARINES`, `NAVY` or `UNKNOWN`. */
      branch: optionalNullableString,
    }),
  ),
  /** Payroll provider of the user. */
  payroll_institution: v.nullish(
    v.strictObject({
      /** Name of the payroll provider. */
      name: optionalNullableString,
    }),
  ),
};

/** Likelihood that the user can log in at a payroll provider instead of uploading documents. */
export const precheckConfidence = known('HIGH', 'LOW', 'UNKNOWN');
