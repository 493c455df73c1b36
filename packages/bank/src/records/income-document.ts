import * as v from 'valibot';
import { nullableString, optionalNullableNumber, optionalNullableString } from '../schema.ts';

/** An address on a document. */
export const documentAddress = v.object({
  /** City of the address. Null if it was not found. */
  city: nullableString,
  /** Country of the address, ISO 3166-1 alpha-2. Null if it was not found. */
  country: nullableString,
  /** Postal code of the address. Null if it was not found. */
  postal_code: nullableString,
  /** State or region of the address (`NC`). Null if it was not found. */
  region: nullableString,
  /** Street and house number. Null if they were not found. */
  street: nullableString,
});

/** The file that data was read from. */
export const documentMetadata = v.object({
  /** Name of the file. */
  name: v.string(),
  /** Kind of document: `PAYSTUB`, `US_TAX_W2`, `BANK_STATEMENT` and others. Null if it is not known. */
  document_type: nullableString,
  /**
   * URL of a ZIP file with the document. It works once, for two minutes; call again for a new one. Null if there is no
   * document.
   */
  download_url: nullableString,
  /** `PROCESSING_COMPLETE`, or `DOCUMENT_ERROR` if the file could not be read. Null if it is not known. */
  status: nullableString,
  /** Number of pages. Null or absent if it is not known. */
  page_count: optionalNullableNumber,
  /** Reason why the file could not be read. Null or absent if it could. */
  error_message: optionalNullableString,
});
