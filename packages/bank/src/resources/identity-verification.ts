import { atLeastOne, endpoint, known, list, named, oneOf } from '@x/core/provider';
import * as v from 'valibot';
import { costs, docs, readPersonal, write } from '../declarations.ts';
import { cursorPages, cursorParams } from '../paging.ts';
import { type IdentityVerification, identityVerificationSchema } from '../records/identity-verification.ts';
import { idNumberParam } from '../records/user-identity.ts';
import { addressKind, addressParts, idNumber, personName } from '../records/verification-parts.ts';
import {
  countryCode,
  isoDate,
  nonEmptyString,
  optionalNullableBoolean,
  optionalNullableString,
  phoneNumber,
  requestId,
} from '../schema.ts';

const textUpTo = (max: number) => v.pipe(nonEmptyString, v.maxLength(max));

/** Information that you have about the user. The user is not asked for it again. */
const userFields = {
  /** Email address of the user. */
  email_address: v.optional(nonEmptyString),
  /** Phone number of the user, E.164 (`+14155550123`). */
  phone_number: v.nullish(phoneNumber),
  /** Birthday of the user, `YYYY-MM-DD`. */
  date_of_birth: v.optional(isoDate),
  /** Name of the user. */
  name: v.nullish(
    v.strictObject({
      /** First name of the user, 1 to 100 characters. */
      given_name: textUpTo(100),
      /** Last name of the user, 1 to 100 characters. */
      family_name: textUpTo(100),
    }),
  ),
  /** Home address of the user: complete, or the country only. */
  address: v.nullish(
    v.strictObject({
      /** First line of the street address, up to 80 characters. */
      street: v.nullish(textUpTo(80)),
      /** Second line of the street address, such as an apartment, up to 50 characters. */
      street2: v.nullish(textUpTo(50)),
      /** City of the address, up to 100 characters. */
      city: v.nullish(textUpTo(100)),
      /** State, province or region of the address, ISO 3166-2 without the country (`CA`). */
      region: optionalNullableString,
      /** Postal code of the address, 2 to 10 letters and digits; 5 digits in the US. */
      postal_code: v.nullish(v.pipe(v.string(), v.minLength(2), v.maxLength(10))),
      /** Country of the address, ISO 3166-1 alpha-2. */
      country: countryCode,
    }),
  ),
  /** Number of an identity document of the user. */
  id_number: v.nullish(idNumberParam),
};

const template = {
  /** ID of the template from the Plaid dashboard, `idvtmp_…` or `flwtmp_…`. Case-sensitive. */
  template_id: nonEmptyString,
};
const clientUserId = textUpTo(128);
const verificationId = {
  /** ID of the verification, `idv_…`. Case-sensitive. */
  identity_verification_id: nonEmptyString,
};

export const autofillSchema = v.object({
  /** Whether data of the user was found. */
  status: known('success', 'failed'),
  /** The user's data, which the user must confirm. Null if none was found. */
  user: v.nullable(
    v.object({
      /** Name of the user. Null if it is not known. */
      name: v.nullable(personName),
      /** Home address of the user. Null if it is not known. */
      address: v.nullable(
        v.object({
          /** First line of the street address. */
          street: v.string(),
          ...addressParts,
          ...addressKind,
        }),
      ),
      /** Number of an identity document. Null if it is not known. */
      id_number: v.nullable(idNumber),
    }),
  ),
  ...requestId,
});

/** Data that the provider found about a user, to prefill a verification. */
export interface IdentityAutofill extends v.InferOutput<typeof autofillSchema> {}

/** Verification of users: who they are, by data sources, identity documents and selfies. */
export const identityVerification = {
  /**
   * Creates a verification of a user, who completes it in Link or at `shareable_url`. Pass `client_user_id`, `user_id`,
   * or the older `user.client_user_id`. Fails with `invalid_params` if the user already has a verification with this
   * template, unless `is_idempotent` is true: then it returns that one. Never retried; with `is_idempotent` you can
   * repeat it.
   */
  create: endpoint({
    ...write,
    path: '/identity_verification/create',
    personal: true,
    costs: costs.verification,
    body: v.pipe(
      v.object({
        ...template,
        /** Your own ID of the user, 1 to 128 characters. Not an email address or phone number. */
        client_user_id: v.optional(clientUserId),
        /** ID of the user, `usr_…`, from `user.create`. */
        user_id: v.optional(nonEmptyString),
        /** Whether to create a `shareable_url`. */
        is_shareable: v.boolean(),
        /** Whether the user has agreed to share their data with Plaid. True skips the step `accept_tos`. */
        gave_consent: v.boolean(),
        /** Information that you have about the user. They are not asked for it again. */
        user: v.nullish(
          v.strictObject({
            ...userFields,
            /**
             * Your own ID of the user.
             *
             * @deprecated Use `client_user_id` next to `user`.
             */
            client_user_id: optionalNullableString,
            /** IP address of the user, for checks of risk without Link, which reports it by itself. */
            ip_address: optionalNullableString,
          }),
        ),
        /** Whether to return the user's verification with this template if there is one. Default false. */
        is_idempotent: optionalNullableBoolean,
      }),
      v.check(
        ({ client_user_id, user_id, user }) => (client_user_id ?? user_id ?? user?.client_user_id) != null,
        'pass client_user_id or user_id',
      ),
    ),
    response: named<IdentityVerification>(identityVerificationSchema),
    docs: docs('products/identity-verification/#identity_verificationcreate'),
  }),

  /** Returns a verification. Fails with `invalid_params` for an unknown ID. */
  get: endpoint({
    ...readPersonal,
    path: '/identity_verification/get',
    body: v.object(verificationId),
    response: named<IdentityVerification>(identityVerificationSchema),
    docs: docs('products/identity-verification/#identity_verificationget'),
  }),

  /** Lists the verifications of a user with a template, newest first. Pass `client_user_id` or `user_id`. */
  list: list({
    ...readPersonal,
    path: '/identity_verification/list',
    body: v.pipe(
      v.object({
        ...template,
        /** Your own ID of the user. Required unless `user_id` is passed. */
        client_user_id: v.optional(clientUserId),
        /** ID of the user, `usr_…`, from `user.create`. Required unless `client_user_id` is passed. */
        user_id: v.nullish(nonEmptyString),
        ...cursorParams,
      }),
      atLeastOne('client_user_id', 'user_id'),
    ),
    item: named<IdentityVerification>(identityVerificationSchema),
    paging: cursorPages('identity_verifications'),
    docs: docs('products/identity-verification/#identity_verificationlist'),
  }),

  /** Starts another attempt of a user who already has one with this template. Never retried. */
  retry: endpoint({
    ...write,
    path: '/identity_verification/retry',
    personal: true,
    costs: costs.verification,
    body: v.pipe(
      v.object({
        ...template,
        /** Your own ID of the user, 1 to 128 characters. */
        client_user_id: clientUserId,
        /**
         * Starting point of the user: `reset` at the beginning, `incomplete` at the step that failed, `infer` as
         * `incomplete` after an attempt that failed or expired and else as `reset`, `custom` as `steps` defines.
         */
        strategy: oneOf(['reset', 'incomplete', 'infer', 'custom']),
        /** Information that you have about the user. They are not asked for it again. Default: nothing new. */
        user: v.nullish(v.strictObject(userFields)),
        /** Steps that the user has to take. Required with the strategy `custom`, refused with others. */
        steps: v.nullish(
          v.strictObject({
            /** Whether the user confirms their phone number by text message. */
            verify_sms: v.boolean(),
            /** Whether what the user enters is compared with data sources. */
            kyc_check: v.boolean(),
            /** Whether the user takes photos of an identity document. */
            documentary_verification: v.boolean(),
            /** Whether the user takes a selfie, which is also compared with an earlier attempt's selfie. */
            selfie_check: v.boolean(),
          }),
        ),
        /** Whether to create a `shareable_url`. Default: as in the attempt before. */
        is_shareable: optionalNullableBoolean,
      }),
      v.check(
        ({ strategy, steps }) => (strategy === 'custom') === (steps != null),
        'pass steps with the strategy custom, and with no other',
      ),
    ),
    response: named<IdentityVerification>(identityVerificationSchema),
    docs: docs('products/identity-verification/#identity_verificationretry'),
  }),

  /** Data with which a verification can be filled in. */
  autofill: {
    /**
     * Looks up name, address and ID number by the phone number, birthday and country of a verification. For apps that
     * show their own form. Never retried.
     */
    create: endpoint({
      ...write,
      path: '/identity_verification/autofill/create',
      personal: true,
      body: v.object(verificationId),
      response: named<IdentityAutofill>(autofillSchema),
      docs: docs('products/identity-verification/#identity_verificationautofillcreate'),
    }),
  },
};
