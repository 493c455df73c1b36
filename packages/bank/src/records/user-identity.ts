import { known } from '@x/core';
import * as v from 'valibot';
import { isoDate, nonEmptyString, nullableString, optionalNullableString } from '../schema.ts';

const idNumberTypes = [
  'ar_dni',
  'au_drivers_license',
  'au_passport',
  'br_cpf',
  'ca_sin',
  'cl_run',
  'cn_resident_card',
  'co_nit',
  'dk_cpr',
  'eg_national_id',
  'es_dni',
  'es_nie',
  'hk_hkid',
  'in_pan',
  'it_cf',
  'jo_civil_id',
  'jp_my_number',
  'ke_huduma_namba',
  'kw_civil_id',
  'mx_curp',
  'mx_rfc',
  'my_nric',
  'ng_nin',
  'nz_drivers_license',
  'om_civil_id',
  'ph_psn',
  'pl_pesel',
  'ro_cnp',
  'sa_national_id',
  'se_pin',
  'sg_nric',
  'tr_tc_kimlik',
  'us_ssn',
  'us_ssn_last_4',
  'za_smart_id',
] as const;

const contacts = v.optional(v.array(v.object({ data: v.string(), primary: v.boolean() })));

/** A number on a document: what it says without any formatting, and what kind of document it is. */
export const idNumberParam = v.object({ value: nonEmptyString, type: v.picklist(idNumberTypes) });

/** Who a user is; the same in questions and answers, but for how strictly kinds of id numbers are taken. */
const identityOf = <Type extends string>(type: v.GenericSchema<Type>) =>
  v.object({
    name: v.nullish(v.object({ given_name: v.string(), family_name: v.string() })),
    date_of_birth: optionalNullableString,
    emails: contacts,
    phone_numbers: contacts,
    addresses: v.optional(
      v.array(
        v.object({
          street_1: optionalNullableString,
          street_2: optionalNullableString,
          city: optionalNullableString,
          region: optionalNullableString,
          country: v.string(),
          postal_code: optionalNullableString,
          primary: v.boolean(),
        }),
      ),
    ),
    id_numbers: v.optional(v.array(v.nullable(v.object({ value: v.string(), type })))),
  });

/**
 * Who a user is. Phone numbers are in E.164 form (`+14155550123`), countries ISO 3166-1 alpha-2, the date of birth
 * `YYYY-MM-DD`, id numbers without any formatting.
 */
export const identityParam = v.nullish(identityOf(v.picklist(idNumberTypes)));

export const userIdentitySchema = identityOf(known(...idNumberTypes));

/** The older form of it, for integrations from before 10 December 2025. All of it is needed for a consumer report. */
export const consumerIdentityParam = v.nullish(
  v.strictObject({
    first_name: nonEmptyString,
    last_name: nonEmptyString,
    phone_numbers: v.array(v.string()),
    emails: v.array(v.string()),
    ssn_full: optionalNullableString,
    ssn_last_4: v.nullish(v.pipe(v.string(), v.minLength(4), v.maxLength(4))),
    date_of_birth: v.nullable(isoDate),
    primary_address: v.strictObject({
      city: nullableString,
      region: nullableString,
      street: v.string(),
      postal_code: nullableString,
      country: nullableString,
    }),
  }),
);
