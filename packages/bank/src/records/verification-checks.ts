import { known } from '@x/core/provider';
import * as v from 'valibot';
import { nullableNumber, nullableString } from '../schema.ts';
import { addressKind, matchSummary } from './verification-parts.ts';

const passed = known('success', 'failed');
const optionalMatch = v.optional(matchSummary);
const summary = {
  /** Overall match. */
  summary: matchSummary,
};

/** Selfies of the user. */
export const selfieCheck = v.object({
  /** Outcome of the step, as in `steps.selfie_check`. */
  status: passed,
  /** The selfies, one for each attempt. */
  selfies: v.array(
    v.object({
      /** Outcome of this selfie. */
      status: passed,
      /** Number of the attempt, from 1. */
      attempt: v.number(),
      /** Recording of the user, usually a short video. The URLs expire soon; call again to get new ones. */
      capture: v.object({
        /** URL of a photo. Null if a video was recorded. */
        image_url: nullableString,
        /** URL of a video. Null if a photo was taken. */
        video_url: nullableString,
      }),
      /** Detailed analysis of the selfie. */
      analysis: v.object({
        /** Whether it shows the person on the document; `no_input` without a document. */
        document_comparison: known('match', 'no_match', 'no_input'),
        /** Whether it shows a living person, not a picture or mask. */
        liveness_check: passed,
        /** Whether the age that the face shows fits the user's birthday. Null or absent if it was not estimated. */
        age_check: v.nullish(
          v.object({
            /** Match of the ages. `warning`: the user's age is just outside the estimate. */
            status: known('match', 'warning', 'no_match', 'no_data'),
            /** Age of the user by their birthday, in years. Null if the birthday is not known. */
            reported_age: nullableNumber,
            /** Lowest age that fits the face, in years. */
            age_estimate_lower_bound: v.number(),
            /** Highest age that fits the face, in years. */
            age_estimate_upper_bound: v.number(),
          }),
        ),
        /** Comparison of single features with the face on the document. Null or absent if it was not made. */
        facial_analysis: v.nullish(
          v.object({
            /** Whether the left eye agrees. */
            left_eye: passed,
            /** Whether the right eye agrees. */
            right_eye: passed,
            /** Whether the left brow agrees. */
            left_brow: passed,
            /** Whether the right brow agrees. */
            right_brow: passed,
            /** Whether the forehead agrees. */
            forehead: passed,
            /** Whether the middle of the forehead agrees. */
            middle_forehead: passed,
            /** Whether the nose agrees. */
            nose: passed,
            /** Whether the groove above the upper lip agrees. */
            philtrum: passed,
            /** Whether the mouth agrees. */
            mouth: passed,
            /** Whether the jaw agrees. */
            jaw: passed,
            /** Whether the left cheek agrees. */
            left_cheek: passed,
            /** Whether the right cheek agrees. */
            right_cheek: passed,
          }),
        ),
      }),
    }),
  ),
});

/** Comparison of the data that the user entered with data sources. */
export const kycCheck = v.object({
  /** Outcome of the step, as in `steps.kyc_check`. */
  status: v.string(),
  /** Match of the address. */
  address: v.object({
    ...summary,
    ...addressKind,
    /** Match of the street. Enabled on request. */
    street: optionalMatch,
    /** Match of the city. Enabled on request. */
    city: optionalMatch,
    /** Match of the state or region. Enabled on request. */
    region: optionalMatch,
    /** Match of the postal code. Enabled on request. */
    postal_code: optionalMatch,
    /** Matches of parts of addresses outside the US. Null or absent if there are none. */
    international_details: v.nullish(
      v.object({
        /** Match of the building. */
        building: matchSummary,
        /** Match of the county. */
        county: matchSummary,
        /** Match of the district. */
        district: matchSummary,
        /** Match of the house number. */
        house_number: matchSummary,
        /** Match of the flat or unit. */
        subpremise: matchSummary,
        /** Match of the name of the street. */
        thoroughfare: matchSummary,
      }),
    ),
  }),
  /** Match of the name. */
  name: v.object({
    ...summary,
    /** Match of the first name. Enabled on request. */
    given_name: optionalMatch,
    /** Match of the last name. Enabled on request. */
    family_name: optionalMatch,
  }),
  /** Match of the birthday. */
  date_of_birth: v.object({
    ...summary,
    /** Match of the day. Enabled on request. */
    day: optionalMatch,
    /** Match of the month. Enabled on request. */
    month: optionalMatch,
    /** Match of the year. Enabled on request. */
    year: optionalMatch,
  }),
  /** Match of the number of the identity document. */
  id_number: v.object(summary),
  /** Match of the phone number. */
  phone_number: v.object({
    ...summary,
    /** Match of the area code. */
    area_code: matchSummary,
  }),
});

/** Comparison of the data that a user entered with data sources. */
export interface KycCheck extends v.InferOutput<typeof kycCheck> {}

/** Verification of the phone number by a code in a text message. */
export const smsCheck = v.object({
  /** Outcome of the step, as in `steps.verify_sms`. */
  status: passed,
  /** One verification for each phone number that the user entered. */
  verifications: v.array(
    v.object({
      /** State of this verification. */
      status: known('pending', 'success', 'failed', 'canceled'),
      /** Number of the verification, from 1. */
      attempt: v.number(),
      /** Phone number that was verified, E.164. Null if it is not known. */
      phone_number: nullableString,
      /** Number of times that a code was sent, up to 3. */
      delivery_attempt_count: v.number(),
      /** Number of times that the user entered a code, up to 3. */
      solve_attempt_count: v.number(),
      /** Time at which the first code was sent, ISO 8601. Null if none was. */
      initially_sent_at: nullableString,
      /** Time at which the last code was sent, ISO 8601. Null if none was. */
      last_sent_at: nullableString,
      /** Time at which the data was deleted, ISO 8601. Null if it was not. */
      redacted_at: nullableString,
    }),
  ),
});
