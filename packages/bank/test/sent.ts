/** A call with its request and response. */
export interface Sent {
  readonly path: string;
  readonly params?: object;
  /** Request body without the credentials. Default: the params. */
  readonly body?: object;
  readonly answer: object;
  /** The result of the call. Default: the response body. */
  readonly result?: unknown;
  /** Set for calls that take no credentials. */
  readonly isPublic?: true;
}

export const request_id = 'm8MDnv9okwxFNBV';
export const access_token = 'access-sandbox-00000000-0000-4000-8000-000000000001';
export const processor_token = 'processor-sandbox-00000000-0000-4000-8000-000000000002';
export const dates = { start_date: '2026-01-01', end_date: '2026-02-01' };

/** A response that only confirms that the request was carried out. */
export const done = { request_id };

export const item = {
  item_id: 'item-1',
  institution_id: 'ins_109508',
  paired_item_id: 'item-2',
  webhook: null,
  error: null,
  available_products: ['balance', 'a_new_product'],
  billed_products: ['transactions'],
  consent_expiration_time: null,
  update_type: 'background',
};

export const currency = { iso_currency_code: 'USD', unofficial_currency_code: null };

export const account = {
  account_id: 'a',
  balances: { available: null, current: 1.5, limit: null, ...currency },
  mask: null,
  name: 'Checking',
  official_name: null,
  type: 'a new type',
  subtype: 'checking',
};
const owner = { names: ['Ann Bee'], phone_numbers: [], emails: [], addresses: [] };
export const ownedAccount = { ...account, owners: [owner] };
export const investmentAccount = { ...account, balances: { ...account.balances, margin_loan_amount: null } };

export const accounts = { accounts: [account], item, request_id };

const nulls = (...names: string[]) => Object.fromEntries(names.map((name) => [name, null]));

/** Scores of a person of whom only the name was compared. */
export const matchScores = {
  legal_name: {
    score: 95,
    is_first_name_or_last_name_match: true,
    is_nickname_match: false,
    is_business_name_detected: false,
  },
  phone_number: { score: null },
  email_address: null,
};

export const transaction = {
  transaction_id: 't1',
  account_id: 'a',
  amount: -0.1234567,
  ...currency,
  date: '2026-01-01',
  datetime: null,
  authorized_date: null,
  authorized_datetime: null,
  pending: false,
  payment_channel: 'by pigeon',
  transaction_code: null,
  pending_transaction_id: null,
  account_owner: null,
  location: nulls('address', 'city', 'region', 'postal_code', 'country', 'lat', 'lon', 'store_number'),
  payment_meta: nulls(
    'reference_number',
    'ppd_id',
    'payee',
    'by_order_of',
    'payer',
    'payment_method',
    'payment_processor',
    'reason',
  ),
};

export const synced = {
  added: [transaction],
  modified: [],
  removed: [{ transaction_id: 't0', account_id: 'a' }],
  next_cursor: 'c1',
  has_more: false,
  transactions_update_status: 'HISTORICAL_UPDATE_COMPLETE',
  request_id,
};

const amount = { amount: 12.5, ...currency };

export const recurring = {
  inflow_streams: [],
  outflow_streams: [
    {
      account_id: 'a',
      stream_id: 's1',
      category: null,
      category_id: null,
      description: 'Rent',
      merchant_name: null,
      first_date: '2026-01-01',
      last_date: '2026-03-01',
      frequency: 'EVERY_FULL_MOON',
      transaction_ids: ['t1'],
      average_amount: amount,
      last_amount: amount,
      is_active: true,
      status: 'MATURE',
      is_user_modified: false,
    },
  ],
  updated_datetime: '2026-03-01T00:00:00Z',
  request_id,
};

export const trade = {
  investment_transaction_id: 'i1',
  account_id: 'a',
  security_id: null,
  date: '2026-01-02',
  name: 'BUY',
  quantity: 0.5,
  amount: 10.125,
  price: 20.25,
  fees: null,
  type: 'buy',
  subtype: 'a new subtype',
  ...currency,
};

export const positions = {
  holdings: [
    {
      account_id: 'a',
      security_id: 's',
      institution_price: 20.25,
      institution_value: 10.125,
      cost_basis: null,
      quantity: 0.5,
      ...currency,
    },
  ],
  securities: [],
};

export const investmentsAuth = {
  ...positions,
  owners: [{ account_id: 'a', names: ['Ann Bee'] }],
  numbers: { acats: [{ account_id: 'a', account: 'TR1', dtc_numbers: ['0001'] }] },
  data_sources: { numbers: 'INSTITUTION' },
};

export const liabilities = {
  credit: [
    {
      account_id: 'a',
      aprs: [],
      is_overdue: null,
      last_payment_amount: null,
      last_payment_date: null,
      last_statement_issue_date: null,
      last_statement_balance: 7,
      minimum_payment_amount: null,
      next_payment_due_date: null,
    },
  ],
  mortgage: null,
  student: null,
};

export const evaluation = {
  scores: { bank_initiated_return_risk: { score: 7 }, customer_initiated_return_risk: { score: 2 } },
  core_attributes: { available_balance: 12.5 },
  ruleset: { ruleset_key: 'default', result: 'ACCEPT' },
  warnings: [],
  request_id,
};

/** Builds the page that a list call returns. */
export const page = (items: readonly unknown[], rest: object = {}) => ({ items, nextCursor: null, ...rest });
