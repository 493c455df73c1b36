import { isRecord } from '../request.ts';

// Responses of the real host that differ from its documentation. Served with `quirks: 'real'`.

type Fields = Readonly<Record<string, unknown>>;
type Form = (value: Fields) => Fields;

/** Returns a copy of `record` without `names`. */
const without = (record: Fields, ...names: string[]): Fields =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** Returns a copy of `record` in which `form` has changed the member `name`: a record, or each record of a list. */
function changed(record: Fields, name: string, form: Form): Fields {
  const value = record[name];
  if (isRecord(value)) return { ...record, [name]: form(value) };
  return Array.isArray(value)
    ? { ...record, [name]: value.map((each) => (isRecord(each) ? form(each) : each)) }
    : record;
}

/** Returns an account without the scores of values that were not compared. */
const matchForm: Form = (account) =>
  Object.fromEntries(
    Object.entries(account).map(([name, value]) => [name, isRecord(value) && value.score === null ? null : value]),
  );

const accountForm: Form = (account) =>
  changed(matchForm(without(account, 'apy')), 'balances', (balances) => without(balances, 'margin_loan_amount'));

/** Returns an Item as it is in responses other than its own. */
const itemForm: Form = (item) => ({
  ...without(item, 'auth_method', 'consented_products'),
  webhook: item.webhook ?? '',
});

const securityForm: Form = (security) => without(security, 'cfi_code', 'figi', 'subtype');

const liabilitiesForm: Form = (liabilities) =>
  changed(liabilities, 'credit', (card) => ({ ...card, last_payment_date: null, next_payment_due_date: null }));

/** Forms, by the response field that they change. */
const forms: Readonly<Record<string, Form>> = {
  account: accountForm,
  accounts: accountForm,
  holdings: (holding) => without(holding, 'tax_lots'),
  securities: securityForm,
  investment_transactions: (trade) => without(trade, 'transaction_datetime'),
  liabilities: liabilitiesForm,
};

/** Returns the response `body` of the endpoint at `path` as the real host was observed to send it. */
export function realResponse(path: string, body: object): object {
  const ofItem = path.startsWith('/item/') ? {} : { item: itemForm };
  const recorded = Object.entries({ ...forms, ...ofItem }).reduce<Fields>(
    (fields, [name, form]) => changed(fields, name, form),
    { ...body },
  );
  const { modified } = recorded;
  const isProcessorSync = path === '/processor/transactions/sync';
  return isProcessorSync && Array.isArray(modified) && modified.length === 0
    ? { ...recorded, modified: null }
    : recorded;
}
