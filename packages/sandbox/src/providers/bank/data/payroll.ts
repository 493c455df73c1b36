import type { Random } from '../../../shared/random.ts';
import { opaqueId } from '../ids.ts';
import { withNulls } from '../request.ts';
import { roundToCents as cents, makeOwner } from './accounts.ts';
import { type Day, dayOf, formatDay, lastBankingDay } from './days.ts';
import type { Institution } from './institutions.ts';
import { bankData } from './source.ts';

/** Days between two paydays. A job pays on the last banking day up to each. */
const period = 14;
const dollars = { iso_currency_code: 'USD', unofficial_currency_code: null };

const [[city, region, postal_code] = []] = bankData.cities;
const employer = {
  name: 'Platypus Works',
  address: { city, country: 'US', postal_code, region, street: '7 Quay Street' },
};

/** A person's job, as their employer's payroll records it. */
export type Job = ReturnType<typeof makeJob>;

/** Generates a job at an invented employer. */
export function makeJob(random: Random, institution: Institution) {
  const { names, addresses } = makeOwner(random, institution);
  const documentId = (label: string) => `${label}-${random.text(8, '0123456789abcdefghijklmnopqrstuvwxyz')}`;
  return {
    accountId: opaqueId(random),
    employee: {
      name: names[0] ?? '',
      address: addresses[0]?.data ?? null,
      marital_status: 'SINGLE',
      taxpayer_id: { id_type: 'SSN', id_mask: random.text(4, '0123456789') },
    },
    employeeId: random.text(7, '0123456789'),
    salary: random.int(52, 118) * 1000,
    /** IDs of the documents of the last two paydays, and of last year. */
    paystubIds: [documentId('paystub'), documentId('paystub')],
    w2Id: documentId('w2'),
  };
}

/** Returns the last payday that was paid by `now`. All jobs have the same paydays. */
export function lastPayDay(now: number): Day {
  const next = Math.ceil((dayOf(now) + 1) / period) * period;
  return lastBankingDay(next) > dayOf(now) ? next - period : next;
}

const yearOf = (day: Day) => formatDay(day).slice(0, 4);

/** Returns the file that data was read from, which cannot be downloaded from the sandbox. */
const fileOf = (name: string, document_type: string) => ({
  name,
  document_type,
  download_url: null,
  status: 'PROCESSING_COMPLETE',
  page_count: 1,
});

/** Creates the pay stub of a payday. */
function payStubOf({ salary, employee }: Job, payDay: Day, document_id: string | undefined) {
  const gross = cents(salary / 26);
  const taxes = cents(gross * 0.24);
  const net = cents(gross - taxes);
  const paidOn = lastBankingDay(payDay);
  let paymentsOfYear = 1;
  while (yearOf(lastBankingDay(payDay - paymentsOfYear * period)) === yearOf(paidOn)) paymentsOfYear += 1;
  const amount = (current: number) => {
    return { current_amount: current, ytd_amount: cents(current * paymentsOfYear), ...dollars };
  };
  const regular = { canonical_description: 'REGULAR_PAY', description: 'salary', rate: cents(gross / 80) };
  const bank = { account_name: 'Checking', bank_name: 'First Platypus Bank', type: 'checking' };
  return {
    document_id,
    document_metadata: fileOf('paystub.pdf', 'PAYSTUB'),
    employee,
    employer,
    earnings: {
      breakdown: [{ ...regular, hours: 80, ...amount(gross) }],
      total: { hours: 80, ...amount(gross) },
    },
    deductions: { breakdown: [{ description: 'taxes', ...amount(taxes) }], total: amount(taxes) },
    net_pay: { description: 'NET PAY', ...amount(net) },
    pay_period_details: {
      start_date: formatDay(payDay - period),
      end_date: formatDay(payDay - 1),
      pay_date: formatDay(paidOn),
      pay_frequency: 'BIWEEKLY',
      pay_basis: 'SALARY',
      gross_earnings: gross,
      pay_amount: net,
      distribution_breakdown: [{ ...bank, current_amount: net, mask: employee.taxpayer_id.id_mask, ...dollars }],
      ...dollars,
    },
  };
}

/** Creates the W-2 form of a year. */
function w2Of({ salary, employee, w2Id }: Job, year: number) {
  const wages = String(salary);
  const tax = (share: number) => cents(salary * share).toFixed(2);
  return withNulls('CreditW2', {
    document_id: w2Id,
    document_metadata: fileOf('w2.pdf', 'US_TAX_W2'),
    employee,
    employer,
    tax_year: String(year),
    employer_id_number: '12-3456789',
    wages_tips_other_comp: wages,
    federal_income_tax_withheld: tax(0.14),
    social_security_wages: wages,
    social_security_tax_withheld: tax(0.062),
    medicare_wages_and_tips: wages,
    medicare_tax_withheld: tax(0.0145),
    box_12: [{ code: 'DD', amount: '4200' }],
    state_and_local_wages: [
      {
        state: region,
        employer_state_id_number: '1234567',
        state_wages_tips: wages,
        state_income_tax: tax(0.05),
        local_wages_tips: null,
        local_income_tax: null,
        locality_name: null,
      },
    ],
  });
}

/** Creates a job's documents as of a time. */
export const documentsOf = (job: Job, asOf: number) => ({
  pay_stubs: job.paystubIds.map((id, index) => payStubOf(job, lastPayDay(asOf) - period * index, id)),
  w2s: [w2Of(job, new Date(asOf).getUTCFullYear() - 1)],
});

/** Returns a job as the API shows an employment. */
export const employmentOf = ({ accountId, employeeId }: Job, asOf: number) => ({
  account_id: accountId,
  status: 'ACTIVE',
  start_date: '2019-04-01',
  end_date: null,
  employer: { name: employer.name },
  title: 'Software Engineer',
  platform_ids: { employee_id: employeeId, payroll_id: employeeId, position_id: '8888' },
  employee_type: 'FULL_TIME',
  last_paystub_date: formatDay(lastBankingDay(lastPayDay(asOf))),
});

const processed = 'DOCUMENT_STATUS_PROCESSING_COMPLETE';

/** Returns pay stubs in the format of the API's older calls. */
export const olderPayStubs = (job: Job, asOf: number) => ({
  document_metadata: job.paystubIds.map((doc_id) => {
    return { name: 'paystub.pdf', status: processed, doc_id, doc_type: 'DOCUMENT_TYPE_PAYSTUB' };
  }),
  paystubs: documentsOf(job, asOf).pay_stubs.map(
    ({ document_id: doc_id, document_metadata, pay_period_details, earnings, employee, ...stub }) => {
      const { pay_amount, pay_frequency, pay_basis, iso_currency_code, unofficial_currency_code, ...period } =
        pay_period_details;
      return {
        ...stub,
        doc_id,
        earnings: {
          ...earnings,
          breakdown: earnings.breakdown.map((line) => ({ ...line, canonical_description: 'REGULAR PAY' })),
        },
        employee: { ...employee, marital_status: employee.marital_status.toLowerCase() },
        pay_period_details: { ...period, check_amount: pay_amount, pay_frequency: `PAY_FREQUENCY_${pay_frequency}` },
      };
    },
  ),
});

/** Returns tax forms in the format of the API's older calls. */
export const olderTaxForms = (job: Job, asOf: number) => ({
  document_metadata: [{ name: 'w2.pdf', status: processed, doc_id: job.w2Id, doc_type: 'DOCUMENT_TYPE_US_TAX_W2' }],
  taxforms: documentsOf(job, asOf).w2s.map(({ document_id: doc_id, document_metadata, ...w2 }) => {
    return { doc_id, document_type: 'w2', w2 };
  }),
});

/** Returns an employment in the format of the API's older calls. */
export function olderEmployment(job: Job, asOf: number) {
  const { status, start_date, end_date, employer, title, platform_ids } = employmentOf(job, asOf);
  return { status: `EMPLOYMENT_STATUS_${status}`, start_date, end_date, employer, title, platform_ids };
}
