import { type AccountOverride, overrideOf } from '../own-data.ts';
import { nullRecord } from '../request.ts';
import { type Account, addressOf, roundToCents as cents } from './accounts.ts';
import { addMonths, type Day, dayOf, formatDay, monthly, parseDay } from './days.ts';
import type { Item } from './item.ts';
import { bankData } from './source.ts';

export const isLiability = ({ type }: Account): boolean => type === 'credit' || type === 'loan';

/** Returns the debts of `accounts` on the day `today`. Kinds of debt that no account has are null. */
export function liabilitiesOf(item: Item, accounts: readonly Account[], today: Day) {
  const of = <T>(
    isOf: (account: Account) => boolean,
    make: (item: Item, account: Account, today: Day) => T,
  ): T[] | null => {
    const found = accounts.filter(isOf);
    return found.length > 0 ? found.map((account) => make(item, account, today)) : null;
  };
  return {
    credit: of(({ type }) => type === 'credit', creditCard),
    mortgage: of(({ subtype }) => subtype === 'mortgage', mortgage),
    student: of(({ subtype }) => subtype === 'student', studentLoan),
  };
}

/** Day of the month on which every debt is paid. */
const dueDay = 26;

/** Returns the bill that every debt has: issued on the first of the month, and paid when due. */
function billOf({ account_id }: Account, today: Day) {
  const due = monthly(today, dueDay).next().value;
  return {
    account_id,
    last_payment_date: formatDay(addMonths(due, -1)),
    last_statement_issue_date: `${formatDay(today).slice(0, 7)}-01`,
    next_payment_due_date: formatDay(due),
  };
}

function creditCard(_: Item, account: Account, today: Day) {
  const owed = cents((account.balances.current ?? 0) * 0.8);
  const apr = (apr_percentage: number, apr_type: string, balance: number) => ({
    apr_percentage,
    apr_type,
    balance_subject_to_apr: balance,
    interest_charge_amount: cents((balance * apr_percentage) / 1200),
  });
  const {
    purchase_apr = 21.49,
    cash_apr = 24.49,
    balance_transfer_apr,
    special_apr,
    ...own
  } = ownLiability(account, 'credit');
  return {
    ...bankData.liabilities.credit,
    ...billOf(account, today),
    ...(own.is_overdue !== undefined && { is_overdue: own.is_overdue }),
    aprs: [
      apr(purchase_apr, 'purchase_apr', owed),
      apr(cash_apr, 'cash_apr', 0),
      ...(balance_transfer_apr === undefined ? [] : [apr(balance_transfer_apr, 'balance_transfer_apr', 0)]),
      ...(special_apr === undefined ? [] : [apr(special_apr, 'special', 0)]),
    ],
    last_payment_amount: own.last_payment_amount ?? cents(owed / 2),
    last_statement_balance: owed,
    minimum_payment_amount: own.minimum_payment_amount ?? Math.min(owed, Math.max(20, cents(owed * 0.02))),
  };
}

/** Returns the fields and the last day of a loan whose monthly payments began four years before the Item was linked. */
function loanOf({ createdAt }: Item, { mask, balances }: Account, today: Day, years: number) {
  const owed = balances.current ?? 0;
  const payment = cents(owed / ((years - 4) * 12));
  const [month = 0, dayOfMonth = 0] = formatDay(today).split('-').slice(1).map(Number);
  const paidMonths = dayOfMonth > dueDay ? month : month - 1;
  const began = addMonths(dayOf(createdAt), -48);
  const fields = {
    account_number: `70000000${mask}`,
    last_payment_amount: payment,
    origination_date: formatDay(began),
    origination_principal_amount: cents(owed + payment * 48),
    ytd_interest_paid: cents(payment * 0.2 * paidMonths),
    ytd_principal_paid: cents(payment * 0.8 * paidMonths),
  };
  return { fields, end: formatDay(addMonths(began, years * 12)) };
}

/** Returns the holder's home address with `changes` applied. */
const homeOf = ({ holder }: Item, account: Account, changes: object = {}) => ({
  ...(holder.owner(account).addresses[0]?.data ?? addressOf({})),
  ...changes,
});

function studentLoan(item: Item, account: Account, today: Day) {
  const { fields: loan, end } = loanOf(item, account, today, 12);
  return {
    ...bankData.liabilities.student,
    ...billOf(account, today),
    ...loan,
    disbursement_dates: [loan.origination_date],
    expected_payoff_date: end,
    last_statement_balance: account.balances.current ?? 0,
    loan_status: { type: 'repayment', end_date: end },
    minimum_payment_amount: loan.last_payment_amount,
    outstanding_interest_amount: cents(loan.last_payment_amount * 0.2),
    payment_reference_number: loan.account_number,
    pslf_status: nullRecord('PSLFStatus'),
    servicer_address: homeOf(item, account, { street: '12 Servicer Street' }),
    ...ownStudentLoan(account),
  };
}

function mortgage(item: Item, account: Account, today: Day) {
  const { fields: loan, end } = loanOf(item, account, today, 30);
  const { last_statement_issue_date, ...bill } = billOf(account, today);
  return {
    ...bankData.liabilities.mortgage,
    ...bill,
    ...loan,
    maturity_date: end,
    next_monthly_payment: loan.last_payment_amount,
    property_address: homeOf(item, account),
  };
}

type Liability = NonNullable<AccountOverride['liability']>;

/** Returns an account's configured debt, if it is of the kind `type`. */
function ownLiability<Type extends Liability['type']>(
  account: Account,
  type: Type,
): Partial<Omit<Extract<Liability, { type: Type }>, 'type'>> {
  const own = overrideOf(account)?.liability;
  return own?.type === type ? (own as Extract<Liability, { type: Type }>) : {};
}

/** Returns the configured fields of a student loan, in the API's shape. */
function ownStudentLoan(account: Account): object {
  const own = ownLiability(account, 'student');
  const { origination_date, repayment_model: model, loan_status: status, pslf_status: forgiveness } = own;
  const months = model && model.non_repayment_months + model.repayment_months;
  const { repayment_plan_type: type, repayment_plan_description: description } = own;
  const { repayment_plan: plan } = bankData.liabilities.student as { readonly repayment_plan: object };
  return definedOf({
    minimum_payment_amount: own.minimum_payment_amount,
    is_overdue: own.is_overdue,
    origination_date,
    disbursement_dates: origination_date === undefined ? undefined : [origination_date],
    origination_principal_amount: own.principal,
    interest_rate_percentage: own.nominal_apr,
    expected_payoff_date:
      own.expected_payoff_date ??
      (origination_date === undefined || months === undefined
        ? undefined
        : formatDay(addMonths(parseDay(origination_date), months))),
    guarantor: own.guarantor,
    loan_name: own.loan_name,
    loan_status: status && { type: status.type ?? null, end_date: status.end_date ?? null },
    payment_reference_number: own.payment_reference_number,
    pslf_status: forgiveness && { ...nullRecord('PSLFStatus'), ...forgiveness },
    repayment_plan: { ...plan, ...definedOf({ type, description }) },
    sequence_number: own.sequence_number,
    servicer_address: own.servicer_address && addressOf(own.servicer_address.data),
  });
}

const definedOf = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
