import * as v from 'valibot';
import {
  aDate,
  aNumber,
  anObject,
  anyOf,
  anything,
  aString,
  describe,
  isObject,
  listOf,
  listOfObjects,
  nonEmptyString,
  type OptionRules,
  objectWith,
  oneOf,
  problemOfOptions,
  type Rule,
  type RulesOf,
  required,
  strings,
  text,
  trueOrFalse,
  wholeNumber,
} from '../../shared/check-fields.ts';
import type {
  BankHoldingOverride,
  BankInvestmentTransactionOverride,
  BankSecurityOverride,
} from './own-investments.ts';
import {
  type BankAccountOverride,
  type BankAddress,
  type BankAddressData,
  type BankCreditOverride,
  type BankInflowModel,
  type BankMfa,
  type BankOwnerOverride,
  type BankStudentLoanOverride,
  type BankTransactionOverride,
  type BankUserConfiguration,
  forcedErrors,
} from './own-records.ts';

/** A value without its null fields and elements, which count as absent. */
export type WithoutNulls<Value> = Value extends readonly (infer Item)[]
  ? readonly WithoutNulls<NonNullable<Item>>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: WithoutNulls<Exclude<Value[Name], null>> }
    : Value;

/** Your own user, after its configuration was checked. */
export type CustomUser = WithoutNulls<BankUserConfiguration>;

/** An account of such a user. */
export type AccountOverride = WithoutNulls<BankAccountOverride>;

/** Settings of custom users' accounts, kept aside so that responses do not show them. */
const overrides = new WeakMap<object, AccountOverride>();

/** Returns the settings of a custom user's account; undefined for a generated one. */
export const overrideOf = (account: object): AccountOverride | undefined => overrides.get(account);

/** Stores the settings that an account was created from. */
export const setOverride = (account: object, override: AccountOverride): void => void overrides.set(account, override);

/** Returns the same rule for several fields. */
const each = <Name extends string>(rule: Rule, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, rule])) as Record<Name, Rule>;

const currency = text('an ISO 4217 code such as USD', /^[A-Z]{3}$/);
const months = wholeNumber(0, 1_200);
const aDay = 'a whole number from 1 to 28, or last';
const dayOfMonth = anyOf(aDay, wholeNumber(1, 28, ', or last'), text(aDay, /^(0*([1-9]|1\d|2[0-8])|last)$/));

const transactionRules = {
  ...each(required(aDate), 'date_transacted', 'date_posted'),
  amount: required(aNumber),
  description: required(nonEmptyString),
  currency,
} satisfies RulesOf<BankTransactionOverride>;

const securityFields = {
  ...each(nonEmptyString, 'ticker_symbol', 'cusip', 'isin', 'sedol', 'name'),
  currency: required(nonEmptyString),
} satisfies RulesOf<BankSecurityOverride>;
const security = v.pipe(
  objectWith(securityFields),
  v.check(
    (value) => ['ticker_symbol', 'cusip', 'isin'].some((name) => name in Object(value)),
    'must be an object with a currency and one of ticker_symbol, cusip, isin',
  ),
);

const holdingRules = {
  ...each(required(aNumber), 'institution_price', 'quantity'),
  institution_price_as_of: aDate,
  cost_basis: aNumber,
  currency: required(nonEmptyString),
  security: required(security),
} satisfies RulesOf<BankHoldingOverride>;

const investmentTransactionRules = {
  date: required(aDate),
  ...each(required(nonEmptyString), 'name', 'currency'),
  ...each(required(aNumber), 'quantity', 'price'),
  fees: aNumber,
  type: required(oneOf('buy', 'sell', 'cash', 'fee', 'transfer')),
  security,
} satisfies RulesOf<BankInvestmentTransactionOverride>;

const addressDataRules = each(
  aString,
  ...(['city', 'region', 'street', 'postal_code', 'country'] as const),
) satisfies RulesOf<BankAddressData>;
const addressRules = {
  data: required(objectWith(addressDataRules)),
  primary: trueOrFalse,
} satisfies RulesOf<BankAddress>;
const contact = (...types: string[]) => ({
  data: required(nonEmptyString),
  primary: trueOrFalse,
  type: oneOf(...types),
});

const ownerRules = {
  names: strings,
  phone_numbers: listOfObjects('phone numbers', contact('home', 'work', 'office', 'mobile', 'mobile1', 'other')),
  emails: listOfObjects('email addresses', contact('primary', 'secondary', 'other')),
  addresses: listOfObjects('addresses', addressRules),
} satisfies RulesOf<BankOwnerOverride>;

const creditRules = {
  type: required(oneOf('credit')),
  ...each(aNumber, 'purchase_apr', 'cash_apr', 'balance_transfer_apr', 'special_apr'),
  ...each(aNumber, 'last_payment_amount', 'minimum_payment_amount'),
  is_overdue: trueOrFalse,
} satisfies RulesOf<BankCreditOverride>;

const loanStates =
  'cancelled,charged off,claim,consolidated,deferment,delinquent,discharged,extension,forbearance,in grace,in military,in school,not fully disbursed,other,paid in full,refunded,repayment,transferred,pending idr';
const repaymentPlans =
  'extended graduated,extended standard,graduated,income-contingent repayment,income-based repayment,income-sensitive repayment,interest only,other,pay as you earn,revised pay as you earn,standard,saving on a valuable education';

const studentRules = {
  type: required(oneOf('student')),
  ...each(aNumber, 'minimum_payment_amount', 'principal', 'nominal_apr'),
  ...each(trueOrFalse, 'is_overdue', 'is_federal'),
  ...each(aDate, 'origination_date', 'expected_payoff_date'),
  ...each(aString, 'guarantor', 'loan_name', 'payment_reference_number'),
  ...each(aString, 'repayment_plan_description', 'sequence_number'),
  interest_capitalization_grace_period_months: months,
  repayment_model: objectWith({
    type: required(oneOf('standard')),
    ...each(required(months), 'non_repayment_months', 'repayment_months'),
  }),
  loan_status: objectWith({ end_date: aDate, type: oneOf(...loanStates.split(',')) }),
  pslf_status: objectWith({
    estimated_eligibility_date: aDate,
    ...each(wholeNumber(0), 'payments_made', 'payments_remaining'),
  }),
  repayment_plan_type: oneOf(...repaymentPlans.split(',')),
  servicer_address: objectWith(addressRules),
} satisfies RulesOf<BankStudentLoanOverride>;

/** Returns the rule for an object whose fields depend on its `type`. */
function byType(rules: Readonly<Record<string, OptionRules>>): Rule {
  const type = required(oneOf(...Object.keys(rules)));
  return v.lazy((value) => {
    const { type: given, ...others } = isObject(value) ? value : {};
    // If the type is unknown, only the type is checked.
    const known = Object.hasOwn(rules, String(given)) ? rules[String(given)] : each(anything, ...Object.keys(others));
    return objectWith({ ...known, type });
  });
}

const anyInflow = {
  ...each(dayOfMonth, 'payment_day_of_month', 'statement_day_of_month'),
  ...each(aString, 'type', 'transaction_name'),
  income_amount: aNumber,
} satisfies RulesOf<BankInflowModel>;
const payment = {
  ...anyInflow,
  payment_day_of_month: required(dayOfMonth),
  transaction_name: required(nonEmptyString),
};
const debtPayment = { ...payment, statement_day_of_month: required(dayOfMonth) };
const inflowRules = {
  none: anyInflow,
  'monthly-income': { ...payment, income_amount: required(aNumber) },
  'monthly-balance-payment': debtPayment,
  'monthly-interest-only-payment': debtPayment,
} satisfies Record<BankInflowModel['type'], RulesOf<BankInflowModel>>;

const rounds = wholeNumber(1, 10);
const otherMfa = {
  type: aString,
  ...each(rounds, 'question_rounds', 'questions_per_round', 'selection_rounds', 'selections_per_question'),
} satisfies RulesOf<BankMfa>;
const mfaRules = {
  device: otherMfa,
  selections: otherMfa,
  questions: { ...otherMfa, ...each(required(rounds), 'question_rounds', 'questions_per_round') },
} satisfies Record<BankMfa['type'], RulesOf<BankMfa>>;

/** Numbers that are only valid together. */
const pairs = [
  ['eft_institution', 'eft_branch'],
  ['international_bic', 'international_iban'],
] as const;
const numbersFields = each(
  nonEmptyString,
  ...(['account', 'ach_routing', 'ach_wire_routing', 'bacs_sort_code'] as const),
  ...pairs.flat(),
);
const numbers = v.lazy((value) => {
  const given = isObject(value) ? value : {};
  const needed = pairs.filter((pair) => pair.some((name) => given[name] !== undefined)).flat();
  return objectWith({ ...numbersFields, ...each(required(nonEmptyString), ...needed) });
});

/** Subtypes of each type of account, the default first. */
export const accountSubtypes: Readonly<Record<BankAccountOverride['type'], readonly string[]>> = {
  depository: 'checking,savings,cd,money market,cash management,ebt,hsa,paypal,prepaid'.split(','),
  credit: ['credit card', 'paypal'],
  loan: 'student,auto,business,commercial,construction,consumer,home equity,line of credit,loan,mortgage,other,overdraft'.split(
    ',',
  ),
  investment:
    'brokerage,401a,401k,403B,457b,529,cash isa,crypto exchange,education savings account,fhsa,fixed annuity,gic,health reimbursement arrangement,hsa,ira,isa,keogh,lif,life insurance,lira,lrif,lrsp,mutual fund,non-custodial wallet,non-taxable brokerage account,other,other annuity,other insurance,pension,prif,profit sharing plan,qshr,rdsp,resp,retirement,rlif,roth,roth 401k,roth 403B,roth 457b,roth pension,roth profit sharing plan,roth thrift savings plan,rrif,rrsp,sarsep,sep ira,simple ira,sipp,stock plan,tfsa,thrift savings plan,trust,ugma,utma,variable annuity'.split(
      ',',
    ),
  payroll: ['payroll'],
  other: ['other'],
};

const accountRules = (type: BankAccountOverride['type']) =>
  ({
    type: aString,
    subtype: oneOf(...accountSubtypes[type]),
    ...each(aNumber, 'starting_balance', 'force_available_balance'),
    has_null_available_balance: trueOrFalse,
    currency,
    holder_category: oneOf('personal', 'business', 'unrecognized'),
    meta: objectWith({
      ...each(nonEmptyString, 'name', 'official_name'),
      limit: aNumber,
      mask: text('an empty string, or 2 to 4 letters and digits', /^$|^[A-Za-z0-9]{2,4}$/),
    }),
    numbers,
    transactions: listOfObjects('transactions', transactionRules),
    holdings: listOfObjects('holdings', holdingRules),
    investment_transactions: listOfObjects('investment transactions', investmentTransactionRules),
    identity: objectWith(ownerRules),
    liability: byType({ credit: creditRules, student: studentRules }),
    inflow_model: byType(inflowRules),
    income: objectWith({ paystubs: listOf('objects', anObject), w2s: listOf('objects', anObject) }),
  }) satisfies RulesOf<BankAccountOverride>;

const types = Object.keys(accountSubtypes) as BankAccountOverride['type'][];
const account = byType(Object.fromEntries(types.map((type) => [type, accountRules(type)])));

const userRules = {
  version: v.picklist([1, 2, '1', '2'], 'must be 1 or 2'),
  seed: nonEmptyString,
  override_accounts: listOf('at most ten accounts', account, 10),
  mfa: byType(mfaRules),
  recaptcha: oneOf('good', 'bad'),
  force_error: oneOf(...forcedErrors),
  ...each(trueOrFalse, 'has_perpetual_otp', 'roll_dates_forward'),
} satisfies RulesOf<BankUserConfiguration>;

/** Account fields that only some types have. */
const typesOfField = {
  transactions: ['depository', 'credit', 'loan'],
  holdings: ['investment'],
  investment_transactions: ['investment'],
  liability: ['credit', 'loan'],
} as const;

function problemOfAccount(
  each: NonNullable<CustomUser['override_accounts']>[number],
  place: string,
): string | undefined {
  if (each.force_available_balance !== undefined && each.has_null_available_balance)
    return `${place}.force_available_balance must not be set together with has_null_available_balance`;
  for (const [name, allowed] of Object.entries(typesOfField) as [keyof typeof typesOfField, readonly string[]][])
    if (each[name] !== undefined && !allowed.includes(each.type))
      return `${place}.${name} is only for accounts of the type ${allowed.join(' or ')}; got ${each.type}`;
  const debt = each.liability?.type;
  const { subtype = accountSubtypes[each.type][0] } = each;
  if (debt && debt !== (each.type === 'credit' ? 'credit' : subtype))
    return `${place}.liability.type must match the account; got ${debt} for a ${each.type} account of the subtype ${subtype}`;
  return undefined;
}

const isPresent = (value: unknown) => value !== null && value !== undefined;

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(isPresent).map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => isPresent(field))
      .map(([name, field]) => [name, withoutNulls(field)]),
  );
}

/**
 * Checks the configuration of your own user.
 *
 * @param place Place of the configuration, such as `bank.users.ann`, for messages. Empty if it is a password.
 * @returns The configuration, or a message that says what is wrong with it.
 */
export function readCustomUser(value: unknown, place: string, ignoresUnknown: boolean): CustomUser | string {
  const what = place || 'the configuration';
  if (!isObject(value)) return `${what} must be an object; got ${describe(value)}`;
  const read = withoutNulls(value) as CustomUser;
  const prefix = place && `${place}.`;
  const others = ignoresUnknown ? 'ignore' : 'refuse';
  const problem = problemOfOptions(read, userRules, { noun: 'field', place, others });
  if (problem !== undefined) return problem;
  for (const [index, each] of (read.override_accounts ?? []).entries()) {
    const found = problemOfAccount(each, `${prefix}override_accounts[${index}]`);
    if (found) return found;
  }
  return read;
}
