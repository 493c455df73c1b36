import type { Incomes } from './incomes.ts';

type Documents = ReturnType<Incomes['documents']>;
type Employments = ReturnType<Incomes['employment']>;

const processed = 'DOCUMENT_STATUS_PROCESSING_COMPLETE';

/** Pay stubs in the form of the API's older calls. */
export function presentVerifiedDocuments({ pay_stubs, ids }: Documents): object {
  return {
    document_metadata: ids.paystubs.map((doc_id) => ({
      name: 'paystub.pdf',
      status: processed,
      doc_id,
      doc_type: 'DOCUMENT_TYPE_PAYSTUB',
    })),
    paystubs: pay_stubs.map(({ document_id, document_metadata, pay_period_details, earnings, employee, ...stub }) => {
      const { pay_amount, pay_frequency, pay_basis, iso_currency_code, unofficial_currency_code, ...period } =
        pay_period_details;
      return {
        ...stub,
        doc_id: document_id,
        earnings: {
          ...earnings,
          breakdown: earnings.breakdown.map((line) => ({ ...line, canonical_description: 'REGULAR PAY' })),
        },
        employee: { ...employee, marital_status: employee.marital_status.toLowerCase() },
        pay_period_details: { ...period, check_amount: pay_amount, pay_frequency: `PAY_FREQUENCY_${pay_frequency}` },
      };
    }),
  };
}

/** Tax forms in the form of the API's older calls. */
export function presentVerifiedTaxforms({ w2s, ids }: Documents): object {
  return {
    document_metadata: [{ name: 'w2.pdf', status: processed, doc_id: ids.w2, doc_type: 'DOCUMENT_TYPE_US_TAX_W2' }],
    taxforms: w2s.map(({ document_id: doc_id, document_metadata, ...w2 }) => ({ doc_id, document_type: 'w2', w2 })),
  };
}

/** Employments in the form of the API's older calls. */
export function presentVerifiedEmployment({ employments }: Employments): object {
  return {
    employments: employments.map(({ status, start_date, end_date, employer, title, platform_ids }) => {
      return { status: `EMPLOYMENT_STATUS_${status}`, start_date, end_date, employer, title, platform_ids };
    }),
  };
}
