import type { Account } from './accounts.ts';
import { type Day, formatDay } from './days.ts';
import type { Item } from './items.ts';

const cents = (amount: number) => Math.round(amount * 100) / 100;

/** Whether the account is a debt. */
export const isLiability = ({ type }: Account): boolean => type === 'credit' || type === 'loan';

/** What is owed on `accounts`, on the day `today`; a kind of debt that none of them is, is null. */
export function liabilitiesOf(item: Item, accounts: readonly Account[], today: Day) {
  const of = <T>(subtype: string, make: (item: Item, account: Account, today: Day) => T): T[] | null => {
    const found = accounts.filter((account) => account.subtype === subtype);
    return found.length > 0 ? found.map((account) => make(item, account, today)) : null;
  };
  return {
    credit: of('credit card', creditCard),
    mortgage: of('mortgage', mortgage),
    student: of('student', studentLoan),
  };
}

function creditCard(item: Item, account: Account, today: Day) {
  const { account_id, balances } = account;
  const draw = item.random(`liabilities/${account_id}`);
  const statement = lastDayOfMonth(draw.int(1, 28), today);
  const rate = draw.int(1_250, 2_799) / 100;
  const owed = cents(((balances.current ?? 0) * draw.int(60, 100)) / 100);
  return {
    account_id,
    aprs: [
      {
        apr_percentage: rate,
        apr_type: 'purchase_apr',
        balance_subject_to_apr: owed,
        interest_charge_amount: monthlyInterest(owed, rate),
      },
      {
        apr_percentage: cents(rate + 3),
        apr_type: 'cash_apr',
        balance_subject_to_apr: 0,
        interest_charge_amount: 0,
      },
    ],
    is_overdue: false,
    last_payment_amount: cents((owed * draw.int(30, 100)) / 100),
    last_payment_date: formatDay(statement - draw.int(3, 10)),
    last_statement_issue_date: formatDay(statement),
    last_statement_balance: owed,
    minimum_payment_amount: Math.min(owed, Math.max(20, cents(owed * 0.02))),
    next_payment_due_date: formatDay(nextDue(statement, today)),
  };
}

/** What every loan that is paid back month by month has. */
function installments(item: Item, account: Account, today: Day, years: number, rates: readonly [number, number]) {
  const draw = item.random(`liabilities/${account.account_id}`);
  const owed = account.balances.current ?? 0;
  const rate = draw.int(rates[0] * 100, rates[1] * 100) / 100;
  const paidYears = draw.int(1, Math.floor(years / 3));
  const paidOn = lastDayOfMonth(draw.int(1, 28), today);
  const month = new Date(today * 86_400_000).getUTCMonth();
  const left = (years - paidYears) * 12;
  const monthly = rate / 1200;
  const payment = cents((owed * monthly) / (1 - (1 + monthly) ** -left));
  const interest = monthlyInterest(owed, rate);
  return {
    draw,
    rate,
    payment,
    paidOn,
    number: `${draw.text(8, '0123456789')}${account.mask}`,
    lentOn: paidOn - Math.round(paidYears * 365.25),
    endsOn: paidOn + Math.round((years - paidYears) * 365.25),
    // The whole loan at the same payment gives what was lent.
    lent: cents((payment * (1 - (1 + monthly) ** (-years * 12))) / monthly),
    interest,
    paidThisYear: { interest: cents(interest * month), principal: cents((payment - interest) * month) },
  };
}

function studentLoan(item: Item, account: Account, today: Day) {
  const { draw, rate, payment, paidOn, number, lentOn, endsOn, lent, interest, paidThisYear } = installments(
    item,
    account,
    today,
    12,
    [3, 7],
  );
  const { region, city, postal_code, country } = item.holder.owner().addresses[0]?.data ?? {};
  return {
    account_id: account.account_id,
    account_number: number,
    disbursement_dates: [formatDay(lentOn)],
    expected_payoff_date: formatDay(endsOn),
    guarantor: 'Platypus Department of Learning',
    interest_rate_percentage: rate,
    is_overdue: false,
    last_payment_amount: payment,
    last_payment_date: formatDay(paidOn),
    last_statement_balance: cents(account.balances.current ?? 0),
    last_statement_issue_date: formatDay(paidOn),
    loan_name: 'Consolidation',
    loan_status: { type: 'repayment', end_date: formatDay(endsOn) },
    minimum_payment_amount: payment,
    next_payment_due_date: formatDay(nextDue(paidOn, today)),
    origination_date: formatDay(lentOn),
    origination_principal_amount: lent,
    outstanding_interest_amount: interest,
    payment_reference_number: number,
    pslf_status: { estimated_eligibility_date: null, payments_made: null, payments_remaining: null },
    repayment_plan: { description: 'Standard Repayment', type: 'standard' },
    sequence_number: '1',
    servicer_address: {
      street: `${draw.int(1, 999)} Servicer Street`,
      city: city ?? null,
      region: region ?? null,
      postal_code: postal_code ?? null,
      country: country ?? null,
    },
    ytd_interest_paid: paidThisYear.interest,
    ytd_principal_paid: paidThisYear.principal,
  };
}

function mortgage(item: Item, account: Account, today: Day) {
  const { draw, rate, payment, paidOn, number, lentOn, endsOn, lent, paidThisYear } = installments(
    item,
    account,
    today,
    30,
    [2, 7],
  );
  const home = item.holder.owner().addresses[0]?.data;
  return {
    account_id: account.account_id,
    account_number: number,
    current_late_fee: 0,
    escrow_balance: cents(payment * draw.int(1, 4)),
    has_pmi: draw.int(0, 1) === 1,
    has_prepayment_penalty: false,
    interest_rate: { percentage: rate, type: 'fixed' },
    last_payment_amount: payment,
    last_payment_date: formatDay(paidOn),
    loan_type_description: 'conventional',
    loan_term: '30 year',
    maturity_date: formatDay(endsOn),
    next_monthly_payment: payment,
    next_payment_due_date: formatDay(nextDue(paidOn, today)),
    origination_date: formatDay(lentOn),
    origination_principal_amount: lent,
    past_due_amount: 0,
    property_address: {
      city: home?.city ?? null,
      country: home?.country ?? null,
      postal_code: home?.postal_code ?? null,
      region: home?.region ?? null,
      street: home?.street ?? null,
    },
    ytd_interest_paid: paidThisYear.interest,
    ytd_principal_paid: paidThisYear.principal,
  };
}

const monthlyInterest = (owed: number, rate: number) => cents((owed * rate) / 1200);

/** The last time it was the `dayOfMonth`-th. */
function lastDayOfMonth(dayOfMonth: number, today: Day): Day {
  const now = new Date(today * 86_400_000);
  const months = now.getUTCMonth() - (now.getUTCDate() < dayOfMonth ? 1 : 0);
  return Date.UTC(now.getUTCFullYear(), months, dayOfMonth) / 86_400_000;
}

/** A due day in the month after `last`, never in the past. */
const nextDue = (last: Day, today: Day): Day => Math.max(today, last + 25);
