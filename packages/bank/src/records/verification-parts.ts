import { known } from '@x/core/provider';
import * as v from 'valibot';
import { nullableString } from '../schema.ts';
import { idNumberTypes } from './user-identity.ts';

/** Match of a detail with a data source. `no_data`: the source has none; `no_input`: the user entered none. */
export const matchSummary = known('match', 'partial_match', 'no_match', 'no_data', 'no_input');

/** The name of a person. */
export const personName = v.object({
  /** First name of the person, up to 100 characters. */
  given_name: v.string(),
  /** Last name of the person, up to 100 characters. */
  family_name: v.string(),
});

/** The number of an identity document. */
export const idNumber = v.object({
  /** Number on the document, letters and digits without any formatting. */
  value: v.string(),
  /** Kind of document: ISO 3166-1 country and name, such as `us_ssn`. */
  type: known(...idNumberTypes),
});

/** Whether something is known to be so. */
export const yesOrNo = known('yes', 'no', 'no_data');

/** Parts of a postal address. The country determines which of them may be null. */
export const addressParts = {
  /** Second line of the street address, such as an apartment. Null if there is none. */
  street2: nullableString,
  /** City of the address. */
  city: nullableString,
  /** State, province or region of the address, ISO 3166-2 without the country (`CA`). */
  region: nullableString,
  /** Postal code of the address, 2 to 10 letters and digits. */
  postal_code: nullableString,
  /** Country of the address, ISO 3166-1 alpha-2. */
  country: v.string(),
};

/** Attributes of an address besides its parts. */
export const addressKind = {
  /** Whether the address is a post office box. */
  po_box: yesOrNo,
  /** Whether people live or businesses are at the address. */
  type: known('residential', 'commercial', 'no_data'),
};
