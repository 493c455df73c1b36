import { known } from '@x/core/provider';
import * as v from 'valibot';
import { nullableString, optionalNullableNumber, optionalNullableString } from '../schema.ts';
import { documentAddress, documentMetadata } from './income-document.ts';

const address = v.optional(documentAddress);

/** Party that is named in a form. */
const party = {
  /** Address of the party. Absent if it was not found. */
  address,
  /** Name of the party. Null or absent if it was not found. */
  name: optionalNullableString,
  /** Taxpayer number of the party. Null or absent if it was not found. */
  tin: optionalNullableString,
};
const amount = optionalNullableNumber;
const text = optionalNullableString;

/** Boxes of a form 1099-MISC. Each is null or absent if it was not found. */
const miscBoxes = {
  /** Rents that were paid (box 1), in US dollars. */
  rents: amount,
  /** Royalties that were paid (box 2), in US dollars. */
  royalties: amount,
  /** Income that no other box is for, such as prizes (box 3), in US dollars. */
  other_income: amount,
  /** Federal income tax withheld, in US dollars. */
  federal_income_tax_withheld: amount,
  /** Proceeds of a fishing boat, in US dollars. */
  fishing_boat_proceeds: amount,
  /** Payments for medical and health care, in US dollars. */
  medical_and_healthcare_payments: amount,
  /** Pay of people who are not employees, in US dollars. */
  nonemployee_compensation: amount,
  /** Substitutes for dividends or interest, in US dollars. */
  substitute_payments_in_lieu_of_dividends_or_interest: amount,
  /** Whether the payer sold consumer products of 5,000 dollars or more for resale. */
  payer_made_direct_sales_of_5000_or_more_of_consumer_products_to_buyer: text,
  /** Proceeds of crop insurance, in US dollars. */
  crop_insurance_proceeds: amount,
  /** Excess golden parachute payments, in US dollars. */
  excess_golden_parachute_payments: amount,
  /** Gross proceeds paid to an attorney, in US dollars. */
  gross_proceeds_paid_to_an_attorney: amount,
  /** Deferrals under section 409A, in US dollars. */
  section_409a_deferrals: amount,
  /** Income under section 409A, in US dollars. */
  section_409a_income: amount,
  /** State tax withheld in the first state, in US dollars. */
  state_tax_withheld: amount,
  /** State tax withheld in the second state, in US dollars. */
  state_tax_withheld_lower: amount,
  /** Number of the payer in the first state. */
  payer_state_number: text,
  /** Number of the payer in the second state. */
  payer_state_number_lower: text,
  /** Income in the first state, in US dollars. */
  state_income: amount,
  /** Income in the second state, in US dollars. */
  state_income_lower: amount,
};

/** Boxes of a form 1099-K. Each is null or absent if it was not found. */
const cardBoxes = {
  /** Kind of transactions that are reported: by payment card or third party network. */
  transactions_reported: text,
  /** Name of the payment settlement entity. */
  pse_name: text,
  /** Phone number of the payment settlement entity, `(XXX) XXX-XXXX`. */
  pse_telephone_number: text,
  /** Gross amount of all transactions, in US dollars. */
  gross_amount: amount,
  /** Amount of transactions without the card present, in US dollars. */
  card_not_present_transaction: amount,
  /** Merchant category of the filer. */
  merchant_category_code: text,
  /** Number of payments. */
  number_of_payment_transactions: text,
  /** Gross payments in January, in US dollars. */
  january_amount: amount,
  /** Gross payments in February, in US dollars. */
  february_amount: amount,
  /** Gross payments in March, in US dollars. */
  march_amount: amount,
  /** Gross payments in April, in US dollars. */
  april_amount: amount,
  /** Gross payments in May, in US dollars. */
  may_amount: amount,
  /** Gross payments in June, in US dollars. */
  june_amount: amount,
  /** Gross payments in July, in US dollars. */
  july_amount: amount,
  /** Gross payments in August, in US dollars. */
  august_amount: amount,
  /** Gross payments in September, in US dollars. */
  september_amount: amount,
  /** Gross payments in October, in US dollars. */
  october_amount: amount,
  /** Gross payments in November, in US dollars. */
  november_amount: amount,
  /** Gross payments in December, in US dollars. */
  december_amount: amount,
  /** First state of the business. */
  primary_state: text,
  /** Second state of the business. */
  secondary_state: text,
  /** Number in the first state. */
  primary_state_id: text,
  /** Number in the second state. */
  secondary_state_id: text,
  /** Income tax withheld in the first state, in US dollars. */
  primary_state_income_tax: amount,
  /** Income tax withheld in the second state, in US dollars. */
  secondary_state_income_tax: amount,
};

export const form1099Schema = v.object({
  /** ID of the document. Null if there is none. */
  document_id: nullableString,
  /** The file that the form was read from. Absent if there is none. */
  document_metadata: v.optional(documentMetadata),
  /** Kind of form. */
  form_1099_type: v.optional(known('FORM_1099_TYPE_UNKNOWN', 'FORM_1099_TYPE_MISC', 'FORM_1099_TYPE_K')),
  /** Recipient of the money. */
  recipient: v.optional(
    v.object({
      ...party,
      /** Account number of the recipient. Null or absent if it was not found. */
      account_number: text,
      /** Whether FATCA requires the form. Null or absent if it was not found. */
      facta_filing_requirement: text,
      /** Whether a second notice about the taxpayer number was sent. Null or absent if it was not found. */
      second_tin_exists: text,
    }),
  ),
  /** Payer, in a form 1099-MISC. */
  payer: v.optional(
    v.object({
      ...party,
      /** Phone number of the payer. Null or absent if it was not found. */
      telephone_number: text,
    }),
  ),
  /** Filer of the form, in a form 1099-K. */
  filer: v.optional(
    v.object({
      ...party,
      /** Kind of filer, such as a payment settlement entity. Null or absent if it was not found. */
      type: text,
    }),
  ),
  /** Tax year of the form. Null or absent if it was not found. */
  tax_year: text,
  ...miscBoxes,
  ...cardBoxes,
});

/** A form 1099 of a user: income other than wages. Boxes that were not found are null or absent. */
export interface Form1099 extends v.InferOutput<typeof form1099Schema> {}
