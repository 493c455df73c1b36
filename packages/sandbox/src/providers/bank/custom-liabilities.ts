import { type Account, addressOf } from './accounts.ts';
import { type AccountOverride, overrideOf } from './custom-user.ts';
import { bankData } from './data.ts';
import { nullRecord } from './request.ts';

type Liability = NonNullable<AccountOverride['liability']>;

/** What was configured to be owed on an account, if it is a debt of the kind `type`. */
export function ownLiability<Type extends Liability['type']>(
  account: Account,
  type: Type,
): Partial<Omit<Extract<Liability, { type: Type }>, 'type'>> {
  const own = overrideOf(account)?.liability;
  return own?.type === type ? (own as Extract<Liability, { type: Type }>) : {};
}

/** The fields of a student loan that were configured, in the API's shape. */
export function ownStudentLoan(account: Account): object {
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
      (origination_date === undefined || months === undefined ? undefined : addMonths(origination_date, months)),
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

function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, day)).toISOString().slice(0, 10);
}
