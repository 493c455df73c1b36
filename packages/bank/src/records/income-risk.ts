import { known } from '@x/core/provider';
import * as v from 'valibot';
import { nullableBoolean, nullableNumber, nullableString, optionalNullableString, optionalString } from '../schema.ts';

const documentReference = v.object({
  /** ID of the document. Null or absent if there is none. */
  document_id: optionalNullableString,
  /** Name of the file. */
  document_name: optionalString,
  /** Whether the document could be analyzed. */
  status: v.optional(
    known('PROCESSING', 'PROCESSING_COMPLETE', 'PROCESSING_ERROR', 'PASSWORD_PROTECTED', 'VIRUS_DETECTED'),
  ),
  /** Kind of document. Null or absent if it is not known. */
  document_type: v.nullish(
    known(
      'UNKNOWN',
      'BANK_STATEMENT',
      'BENEFITS_STATEMENT',
      'BUSINESS_FILING',
      'CHECK',
      'DRIVING_LICENSE',
      'FINANCIAL_STATEMENT',
      'INVOICE',
      'PAYSLIP',
      'SOCIAL_SECURITY_CARD',
      'TAX_FORM',
      'UTILITY_BILL',
    ),
  ),
  /** Kind of file. Null or absent if it is not known. */
  file_type: v.nullish(
    known('UNKNOWN', 'IMAGE_PDF', 'SCAN_OCR', 'TRUE_PDF', 'IMAGE', 'MIXED_PAGE_PDF', 'EMPTY_PDF', 'FLATTENED_PDF'),
  ),
});

const riskSignals = v.array(
  v.nullable(
    v.object({
      /** Kind of sign, such as `MASKING`. Null if it is not known. */
      type: nullableString,
      /** Field of the document that the sign is about. Null if it is about no single field. */
      field: nullableString,
      /** Whether the sign points to fraud. Null if it is not known. */
      has_fraud_risk: nullableBoolean,
      /** Bank data that the document was compared with. Null if there was none. */
      institution_metadata: v.nullable(
        v.object({
          /** ID of the Item that the data is from. */
          item_id: v.string(),
        }),
      ),
      /** Value on the document. Null if there is none. */
      expected_value: nullableString,
      /** Value that was computed or found elsewhere. Null if there is none. */
      actual_value: nullableString,
      /** Explanation of the sign. Null if there is none. */
      signal_description: nullableString,
      /** Page that the sign is on, from 1; 0 for the whole document. Null if it is not known. */
      page_number: nullableNumber,
    }),
  ),
);

export const incomeRiskItemSchema = v.object({
  /** ID of the Item. Case-sensitive. */
  item_id: v.string(),
  /** Signs of fraud, for each account. */
  verification_risk_signals: v.array(
    v.object({
      /** ID of the account at the payroll provider. Null for documents that the user uploaded. */
      account_id: nullableString,
      /** Signs in single documents. */
      single_document_risk_signals: v.array(
        v.object({
          /** The document that was analyzed. */
          document_reference: documentReference,
          /** Signs that were found. */
          risk_signals: riskSignals,
          /** All signs together. */
          risk_summary: v.object({
            /** Likelihood of fraud, 0 to 100. Null if it was not computed. */
            risk_score: nullableNumber,
          }),
        }),
      ),
      /** Signs in several documents together. */
      multi_document_risk_signals: v.array(
        v.object({
          /** The documents that were compared. */
          document_references: v.array(documentReference),
          /** Signs that were found. */
          risk_signals: riskSignals,
        }),
      ),
    }),
  ),
});

/** Signs of fraud in the documents of one Item. */
export interface IncomeRiskItem extends v.InferOutput<typeof incomeRiskItemSchema> {}
