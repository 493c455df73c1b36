import { known, named } from '@x/core/provider';
import * as v from 'valibot';
import { nullableString, optionalNullableString, requestIdOfOne } from '../schema.ts';
import { type KycCheck, kycCheck, selfieCheck, smsCheck } from './verification-checks.ts';
import { type VerificationDocument, verificationDocument } from './verification-document.ts';
import { addressParts, idNumber, personName } from './verification-parts.ts';
import { protectEvent, type RiskCheck, riskCheck } from './verification-risk.ts';

const stepStatus = known(
  'success',
  'active',
  'failed',
  'waiting_for_prerequisite',
  'not_applicable',
  'skipped',
  'expired',
  'canceled',
  'pending_review',
  'manually_approved',
  'manually_rejected',
);

export const identityVerificationSchema = v.object({
  /** ID of the verification, `idv_…`. Case-sensitive. */
  id: v.string(),
  /** Your own ID of the user. */
  client_user_id: v.string(),
  /** Time at which the verification was created, ISO 8601. */
  created_at: v.string(),
  /** Time at which the user completed the verification, ISO 8601. Null until then. */
  completed_at: nullableString,
  /** ID of the attempt before this one. Null if this is the first. */
  previous_attempt_id: nullableString,
  /**
   * URL at which the user can complete the verification; it can be sent to them. Null unless `is_shareable` was set.
   */
  shareable_url: nullableString,
  /** Template that the verification follows. */
  template: v.object({
    /** ID of the template, `idvtmp_…` or `flwtmp_…`. */
    id: v.string(),
    /** Version of the template, from 1. */
    version: v.number(),
  }),
  /** Data that the user entered or you passed. */
  user: v.object({
    /** Phone number of the user, E.164. Null or absent if none was entered. */
    phone_number: optionalNullableString,
    /** Birthday of the user, `YYYY-MM-DD`. Null if none was entered. */
    date_of_birth: nullableString,
    /** IP address of the user, IPv4 or IPv6. Null if it is not known. */
    ip_address: nullableString,
    /** Email address of the user. Null if none was entered. */
    email_address: nullableString,
    /** Name of the user. Null if none was entered. */
    name: v.nullable(personName),
    /** Home address of the user. Null if none was entered. */
    address: v.nullable(
      v.object({
        /** First line of the street address. */
        street: nullableString,
        ...addressParts,
      }),
    ),
    /** Number of an identity document. Null if none was entered. */
    id_number: v.nullable(idNumber),
  }),
  /** State of the whole verification; `pending_review` waits for someone on your team. */
  status: known('active', 'success', 'failed', 'expired', 'canceled', 'pending_review'),
  /** State of each step. At most one is `active`. Steps that the template leaves out are `not_applicable`. */
  steps: v.object({
    /** The user accepts the terms. `skipped` if `gave_consent` was set. */
    accept_tos: stepStatus,
    /** The user confirms their phone number by a code in a text message. */
    verify_sms: stepStatus,
    /** Status of the step that compares the user's data with data sources. */
    kyc_check: stepStatus,
    /** The user takes photos of an identity document. */
    documentary_verification: stepStatus,
    /** The user takes a selfie. */
    selfie_check: stepStatus,
    /** The user is screened against watchlists. */
    watchlist_screening: stepStatus,
    /** Risk is assessed from behavior, contacts, devices and identity. */
    risk_check: stepStatus,
  }),
  /** Documents of the user. Null until the step has ended. */
  documentary_verification: v.nullable(
    v.object({
      /** Outcome of the step, as in `steps.documentary_verification`. */
      status: v.string(),
      /** The documents, one for each attempt. */
      documents: v.array(named<VerificationDocument>(verificationDocument)),
    }),
  ),
  /** Selfies of the user. Null until the step has ended. */
  selfie_check: v.nullable(selfieCheck),
  /** Comparison with data sources. Null until the step has ended. */
  kyc_check: v.nullable(named<KycCheck>(kycCheck)),
  /** Risk assessment. Null until the step has ended. */
  risk_check: v.nullable(named<RiskCheck>(riskCheck)),
  /** Verification of the phone number. Null until the step has ended. */
  verify_sms: v.nullable(smsCheck),
  /** ID of the screening that the verification made, `scr_…`. Null if it made none. */
  watchlist_screening_id: nullableString,
  /** ID of the Beacon user that the verification made, `becusr_…`. Null if it made none. */
  beacon_user_id: nullableString,
  /** ID of the user, `usr_…`. Null if the verification is not of a user from `user.create`. */
  user_id: nullableString,
  /** Time at which the data of the user was deleted, ISO 8601. Null if it was not. */
  redacted_at: nullableString,
  /** The last event that Plaid Protect scored. Null or absent if there is none. */
  latest_scored_protect_event: v.nullish(protectEvent),
  ...requestIdOfOne,
});

/** A user's attempt to prove who they are: its steps, the collected data and the outcome. */
export interface IdentityVerification extends v.InferOutput<typeof identityVerificationSchema> {}
