import { known } from '@x/core/provider';
import * as v from 'valibot';
import { nullableString } from '../schema.ts';
import { personName } from './verification-parts.ts';

const passed = known('success', 'failed');
const match = known('match', 'partial_match', 'no_match', 'no_data');
const exactMatch = known('match', 'no_match', 'no_data');

const images = v.object({
  /** URL of the photo of the front. Null if there is none. */
  original_front: nullableString,
  /** URL of the photo of the back. Null if none was taken. */
  original_back: nullableString,
  /** URL of the front, cropped. Null if there is none. */
  cropped_front: nullableString,
  /** URL of the back, cropped. Null if none was taken. */
  cropped_back: nullableString,
  /** URL of the face on the document, cropped. Null if there is none. */
  face: nullableString,
});

const extractedData = v.object({
  /** Number of the document, letters and digits. Null if it could not be read. */
  id_number: nullableString,
  /** Kind of document. */
  category: known('drivers_license', 'id_card', 'passport', 'residence_permit_card', 'resident_card', 'visa'),
  /** Last day on which the document is valid, `YYYY-MM-DD`. Null if it could not be read. */
  expiration_date: nullableString,
  /** Day on which the document was issued, `YYYY-MM-DD`. Null if it could not be read. */
  issue_date: nullableString,
  /** Country that issued the document, ISO 3166-1 alpha-2. */
  issuing_country: v.string(),
  /** State or region that issued the document, ISO 3166-2 without the country. Null if there is none. */
  issuing_region: nullableString,
  /** Birthday on the document, `YYYY-MM-DD`. Null if it could not be read. */
  date_of_birth: nullableString,
  /** Address on the document. Null if street, city or country could not be read. */
  address: v.nullable(
    v.object({
      /** Street and house number. */
      street: v.string(),
      /** City of the address. */
      city: v.string(),
      /** State, province or region of the address, ISO 3166-2 without the country. Null if there is none. */
      region: nullableString,
      /** Postal code of the address, 2 to 10 letters and digits. Null if there is none. */
      postal_code: nullableString,
      /** Country of the address, ISO 3166-1 alpha-2. */
      country: v.string(),
    }),
  ),
  /** Name on the document. Null or absent if it could not be read. */
  name: v.nullish(personName),
});

/** Comparison of a driver's license with a US state's records (AAMVA). */
const aamva = v.object({
  /** Whether the license matches the records overall. */
  is_verified: v.boolean(),
  /** Whether the number of the license agrees. */
  id_number: exactMatch,
  /** Whether the day of issue agrees. */
  id_issue_date: exactMatch,
  /** Whether the last day of validity agrees. */
  id_expiration_date: exactMatch,
  /** Whether the street agrees. */
  street: match,
  /** Whether the city agrees. */
  city: exactMatch,
  /** Whether the postal code agrees. */
  postal_code: match,
  /** Whether the birthday agrees. */
  date_of_birth: exactMatch,
  /** Whether the gender agrees. */
  gender: exactMatch,
  /** Whether the height agrees. */
  height: exactMatch,
  /** Whether the color of the eyes agrees. */
  eye_color: exactMatch,
  /** Whether the first name agrees. */
  first_name: match,
  /** Whether the middle name agrees. */
  middle_name: match,
  /** Whether the last name agrees. */
  last_name: match,
});

const analysis = v.object({
  /** Whether the document looks like a document of its kind. */
  authenticity: match,
  /** Quality of the photos. */
  image_quality: known('high', 'medium', 'low'),
  /** Match of the data that was read with the data that the user entered. Null if nothing was read. */
  extracted_data: v.nullable(
    v.object({
      /** Whether the name agrees. */
      name: match,
      /** Whether the birthday agrees. */
      date_of_birth: match,
      /** Whether the document had expired at the time of the check. */
      expiration_date: known('not_expired', 'expired', 'no_data'),
      /** Whether the issuing country agrees. */
      issuing_country: known('match', 'no_match'),
    }),
  ),
  /** Signs of forgery that were looked for. Null if the document was not checked for them. */
  fraud_analysis_details: v.nullable(
    v.object({
      /** Whether this kind of document can be checked for forgery. */
      type_supported: passed,
      /** Whether there is a portrait. */
      portrait_presence_check: passed,
      /** Whether the portrait is plausible. */
      portrait_details_check: passed,
      /** Whether the photo shows a physical document, not a screen or a composition. */
      image_composition_check: passed,
      /** Whether the security features agree with each other. */
      integrity_check: passed,
      /** Whether style and layout match genuine documents. */
      detail_check: passed,
      /** Whether the day of issue is plausible. */
      issue_date_check: known('success', 'failed', 'no_data'),
    }),
  ),
  /** Checks of the quality of the photos. Null if they were not made. */
  image_quality_details: v.nullable(
    v.object({
      /** Whether the photo is free of glare. */
      glare_check: passed,
      /** Whether the photo is large enough. */
      dimensions_check: passed,
      /** Whether the photo is sharp. */
      blur_check: passed,
    }),
  ),
  /** Review by a specialist. Null or absent if there was none. */
  human_review: v.nullish(
    v.object({
      /** Outcome of the review; `no_data` if it did not finish in time. */
      status: known('success', 'failed', 'no_data'),
    }),
  ),
  /** Comparison with the records of the issuing US state. Null for other documents and states. */
  aamva_verification: v.nullable(aamva),
});

/** A document that a user submitted, the data that was read from it, and its analysis. */
export const verificationDocument = v.object({
  /** Outcome of this document. */
  status: known('success', 'failed', 'manually_approved'),
  /** Number of the attempt, from 1. A user has up to three. */
  attempt: v.number(),
  /** Photos of the document. Their URLs expire 60 seconds after the call; call again for new ones. */
  images,
  /** Data read from the document. Null if nothing was read. */
  extracted_data: v.nullable(extractedData),
  /** Detailed analysis of the document. */
  analysis,
  /** Time at which the data was deleted, ISO 8601. Null if it was not. */
  redacted_at: nullableString,
});

/** A document that a user submitted, the data that was read from it, and its analysis. */
export interface VerificationDocument extends v.InferOutput<typeof verificationDocument> {}
