import type { Random } from '../../random.ts';
import { makeOwner } from './accounts.ts';
import { bankData } from './data.ts';
import { type Day, dayOf, formatDay } from './days.ts';
import { opaqueId } from './ids.ts';
import type { Institution } from './institutions.ts';

/** Days between two payments. */
const period = 14;
const cents = (amount: number) => Math.round(amount * 100) / 100;
const dollars = { iso_currency_code: 'USD', unofficial_currency_code: null };

/** Somebody's job, as their employer's payroll knows it. */
export type Job = ReturnType<typeof makeJob>;

/** A job out of `random`, at an invented employer. */
export function makeJob(random: Random, institution: Institution, startedAt: number) {
  const owner = makeOwner(random, institution);
  const [city, region, postal_code] = random.pick(bankData.cities);
  const [name = ''] = owner.names;
  const [home] = owner.addresses;
  return {
    accountId: opaqueId(random),
    name,
    address: home?.data ?? null,
    mask: random.text(4, '0123456789'),
    employer: {
      name: 'Platypus Works',
      address: {
        city,
        country: 'US',
        postal_code,
        region,
        street: `${random.int(1, 99)} ${random.pick(bankData.streets)} Street`,
      },
    },
    title: random.pick(['Bookkeeper', 'Gardener', 'Software Engineer', 'Teacher']),
    employeeId: random.text(7, '0123456789'),
    salary: random.int(52, 118) * 1000,
    since: dayOf(startedAt) - random.int(500, 2500),
    documentId: (label: string) => `${label}-${random.text(8, '0123456789abcdefghijklmnopqrstuvwxyz')}`,
  };
}

/** The last day of payment up to `now`. All jobs are paid on the same days. */
export const lastPayDay = (now: number): Day => Math.floor(dayOf(now) / period) * period;

/** The file that data was read from; the sandbox has none to download. */
export const fileOf = (name: string, document_type: string) => ({
  name,
  document_type,
  download_url: null,
  status: 'PROCESSING_COMPLETE',
  page_count: 1,
});

const employeeOf = ({ name, address, mask }: Job) => ({
  name,
  address,
  marital_status: 'SINGLE',
  taxpayer_id: { id_type: 'SSN', id_mask: mask },
});

/** How many payments of the year there were up to a day of payment. */
const paymentsIn = (day: Day) => {
  const newYear = dayOf(Date.UTC(new Date(day * 86_400_000).getUTCFullYear(), 0, 1));
  return Math.floor((day - newYear) / period) + 1;
};

/** The pay stub of a day of payment. */
export function payStubOf(job: Job, payDay: Day, documentId: string) {
  const gross = cents(job.salary / 26);
  const taxes = cents(gross * 0.24);
  const net = cents(gross - taxes);
  const count = paymentsIn(payDay);
  const amount = (current: number) => ({ current_amount: current, ytd_amount: cents(current * count), ...dollars });
  return {
    document_id: documentId,
    document_metadata: fileOf('paystub.pdf', 'PAYSTUB'),
    employee: employeeOf(job),
    employer: job.employer,
    earnings: {
      breakdown: [
        {
          canonical_description: 'REGULAR_PAY',
          description: 'salary',
          hours: 80,
          rate: cents(gross / 80),
          ...amount(gross),
        },
      ],
      total: { hours: 80, ...amount(gross) },
    },
    deductions: { breakdown: [{ description: 'taxes', ...amount(taxes) }], total: amount(taxes) },
    net_pay: { description: 'NET PAY', ...amount(net) },
    pay_period_details: {
      start_date: formatDay(payDay - period),
      end_date: formatDay(payDay - 1),
      pay_date: formatDay(payDay),
      pay_frequency: 'BIWEEKLY',
      pay_basis: 'SALARY' as const,
      gross_earnings: gross,
      pay_amount: net,
      distribution_breakdown: [
        {
          account_name: 'Checking',
          bank_name: 'First Platypus Bank',
          current_amount: net,
          mask: job.mask,
          type: 'checking',
          ...dollars,
        },
      ],
      ...dollars,
    },
  };
}

/** The form W-2 of a year. */
export function w2Of(job: Job, year: number, documentId: string) {
  const wages = String(job.salary);
  const tax = (share: number) => cents(job.salary * share).toFixed(2);
  const empty = [
    'social_security_tips',
    'allocated_tips',
    'box_9',
    'dependent_care_benefits',
    'nonqualified_plans',
    'statutory_employee',
    'retirement_plan',
    'third_party_sick_pay',
    'other',
  ];
  return {
    document_id: documentId,
    document_metadata: fileOf('w2.pdf', 'US_TAX_W2'),
    employee: employeeOf(job),
    employer: job.employer,
    tax_year: String(year),
    employer_id_number: '12-3456789',
    wages_tips_other_comp: wages,
    federal_income_tax_withheld: tax(0.14),
    social_security_wages: wages,
    social_security_tax_withheld: tax(0.062),
    medicare_wages_and_tips: wages,
    medicare_tax_withheld: tax(0.0145),
    ...Object.fromEntries(empty.map((box) => [box, null])),
    box_12: [{ code: 'DD', amount: '4200' }],
    state_and_local_wages: [
      {
        state: job.employer.address.region,
        employer_state_id_number: '1234567',
        state_wages_tips: wages,
        state_income_tax: tax(0.05),
        local_wages_tips: null,
        local_income_tax: null,
        locality_name: null,
      },
    ],
  };
}

/** A job as the API shows employments. */
export const employmentOf = (job: Job, payDay: Day) => ({
  account_id: job.accountId,
  status: 'ACTIVE',
  start_date: formatDay(job.since),
  end_date: null,
  employer: { name: job.employer.name },
  title: job.title,
  platform_ids: { employee_id: job.employeeId, payroll_id: job.employeeId, position_id: '8888' },
  employee_type: 'FULL_TIME',
  last_paystub_date: formatDay(payDay),
});
