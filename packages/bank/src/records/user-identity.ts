import { known, oneOf } from '@x/core/provider';
import * as v from 'valibot';
import { isoDate, nonEmptyString, nullableString, optionalNullableString } from '../schema.ts';

/** Kinds of ID numbers: ISO 3166-1 country and name. */
export const idNumberTypes = [
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
  'in_epic',
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

const contacts = v.optional(
  v.array(
    v.object({
      /** The email address, or the phone number in E.164 form, such as `+14155550123`. */
      data: v.string(),
      /** Whether this is the user's main one. */
      primary: v.boolean(),
    }),
  ),
);

/** The number of an identity document. */
export const idNumberParam = v.object({
  /** Number on the document, letters and digits without any formatting. */
  value: nonEmptyString,
  /** Kind of document: ISO 3166-1 country and name, such as `us_ssn`. */
  type: oneOf(idNumberTypes),
});

/**
 * Identity of a user. Requests and responses have the same fields; only requests refuse unknown kinds of ID numbers.
 */
const identityOf = <Type extends string>(type: v.GenericSchema<Type>) =>
  v.object({
    /** Name of the user. */
    name: v.nullish(
      v.object({
        /** First name of the user. */
        given_name: v.string(),
        /** Last name of the user. */
        family_name: v.string(),
      }),
    ),
    /** Birthday of the user, `YYYY-MM-DD`. */
    date_of_birth: optionalNullableString,
    /** Email addresses of the user. */
    emails: contacts,
    /** Phone numbers of the user, E.164. */
    phone_numbers: contacts,
    /** Postal addresses of the user. */
    addresses: v.optional(
      v.array(
        v.object({
          /** First line of the street address. */
          street_1: optionalNullableString,
          /** Second line of the street address, such as an apartment. */
          street_2: optionalNullableString,
          /** City of the address. */
          city: optionalNullableString,
          /** State, province or region of the address. */
          region: optionalNullableString,
          /** Country of the address, ISO 3166-1 alpha-2. */
          country: v.string(),
          /** Postal code of the address. */
          postal_code: optionalNullableString,
          /** Whether this is the user's main address. */
          primary: v.boolean(),
        }),
      ),
    ),
    /** Numbers of identity documents. */
    id_numbers: v.optional(
      v.array(
        v.nullable(
          v.object({
            /** Number on the document, letters and digits without any formatting. */
            value: v.string(),
            /** Kind of document: ISO 3166-1 country and name, such as `us_ssn`. */
            type,
          }),
        ),
      ),
    ),
  });

/** Identity of a user. A consumer report needs all of it except `id_numbers`. */
export const identityParam = v.nullish(identityOf(oneOf(idNumberTypes)));

export const userIdentitySchema = identityOf(known(...idNumberTypes));

/** Name, contacts, addresses and ID numbers of a user, as far as the provider knows them. */
export interface UserIdentity extends v.InferOutput<typeof userIdentitySchema> {}

/** The older form, for integrations created before December 10, 2025. A consumer report needs all of it. */
export const consumerIdentityParam = v.nullish(
  v.strictObject({
    /** First name of the user. Must not be empty. */
    first_name: nonEmptyString,
    /** Last name of the user. Must not be empty. */
    last_name: nonEmptyString,
    /** Phone numbers of the user, E.164. */
    phone_numbers: v.array(v.string()),
    /** Email addresses of the user. */
    emails: v.array(v.string()),
    /**
     * Full social security number, `ddd-dd-dddd`. Only for lenders that share the report with Fannie Mae or Freddie
     * Mac.
     */
    ssn_full: optionalNullableString,
    /** Last 4 digits of the social security number. */
    ssn_last_4: v.nullish(v.pipe(v.string(), v.minLength(4), v.maxLength(4))),
    /** Birthday of the user, `YYYY-MM-DD`. */
    date_of_birth: v.nullable(isoDate),
    /** Main address of the user. */
    primary_address: v.strictObject({
      /** City of the address. */
      city: nullableString,
      /** State or region of the address, such as `CA`. */
      region: nullableString,
      /** Street and house number. */
      street: v.string(),
      /** Postal code of the address. */
      postal_code: nullableString,
      /** Country of the address, ISO 3166-1 alpha-2. */
      country: nullableString,
    }),
  }),
);
