import { createBankSandbox } from '../src/providers/bank/index.ts';
import type { SandboxContext } from '../src/shared/context.ts';
import { testContext } from './sandbox.ts';

/** Fields of a transaction that tests look at. */
export interface TestTransaction {
  transaction_id: string;
  account_id: string;
  pending: boolean;
  pending_transaction_id: string | null;
  amount: number;
  date: string;
  datetime: string | null;
  authorized_datetime: string | null;
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
  merchant_name?: string;
}

/** Fields of responses that tests look at. */
export interface TestAnswer {
  error_type: string;
  error_code: string;
  error_message: string;
  request_id: string;
  access_token: string;
  new_access_token: string;
  public_token: string;
  link_token: string;
  hosted_link_url: string;
  expiration: string;
  item_id: string;
  item: { item_id: string; webhook: string | null; error: { error_code: string } | null };
  accounts: { account_id: string; type: string; subtype: string }[];
  added: TestTransaction[];
  modified: TestTransaction[];
  removed: { transaction_id: string; account_id: string }[];
  transactions: TestTransaction[];
  total_transactions: number;
  next_cursor: string;
  has_more: boolean;
  transactions_update_status: string;
  institutions: { institution_id: string; name: string }[];
  webhook_fired: boolean;
  processor_token: string;
  outflow_streams: { account_id: string }[];
  asset_report_token: string;
  asset_report_id: string;
  report: TestReport;
  warnings: object[];
}

/** Fields of an asset report that tests look at. */
export interface TestReport {
  items: { item_id: string; accounts: TestReportAccount[] }[];
}

export interface TestReportAccount {
  account_id: string;
  type: string;
  balances: { current: number };
  days_available: number;
  owners: object[];
  transactions: TestTransaction[];
  historical_balances: { date: string; current: number }[];
}

/** An address that webhooks can be sent to. Nothing listens there; tests read the webhooks with `told`. */
export const hook = 'http://127.0.0.1:9/hook';

/** The fields that every request for a link token has. */
export const linkRequest = {
  client_name: 'App',
  language: 'en',
  country_codes: ['US'],
  user: { client_user_id: 'ann' },
};

/** Starts a sandbox at 2026-01-01 or `startedAt`, with functions that add credentials and read JSON. */
export function startBank(
  options: Parameters<typeof createBankSandbox>[1] = {},
  overrides: Partial<SandboxContext> = {},
) {
  const context = testContext('bank', overrides);
  const bank = createBankSandbox(context, { limits: 'real', ...options });
  const { clientId, clientSecret } = bank.options();
  const send = async (path: string, init: RequestInit) => {
    const response = await bank.app.request(path, init);
    return { status: response.status, headers: response.headers, body: (await response.json()) as TestAnswer };
  };
  const call = (path: string, body: object = {}) =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: clientId, secret: clientSecret, ...body }),
    });
  /** Returns the body of a response, which must be a success. */
  const ask = async <T = TestAnswer>(path: string, body: object = {}): Promise<T> => {
    const answer = await call(path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  };
  /** Returns the status and error code of a response. */
  const fail = async (path: string, body: object = {}): Promise<string> => {
    const { status, body: error } = await call(path, body);
    return `${status} ${error.error_code}`;
  };
  /** Links a new Item. */
  const link = async (options: object = {}, products: string[] = ['transactions']) => {
    const { public_token } = await ask('/sandbox/public_token/create', {
      institution_id: 'ins_109508',
      initial_products: products,
      options,
    });
    return (await ask('/item/public_token/exchange', { public_token })).access_token;
  };
  /** Returns every page of a sync loop. */
  const syncAll = async (access_token: string, cursor = '', count = 500, options: object = {}) => {
    const pages: TestAnswer[] = [];
    for (let next = cursor; ; ) {
      const page = await ask('/transactions/sync', { access_token, cursor: next, count, options });
      pages.push(page);
      next = page.next_cursor;
      if (!page.has_more) return { pages, cursor: next };
    }
  };
  let seen = 0;
  /** Returns the webhooks since the last call. */
  const told = async () => {
    await context.clock.advance(0);
    const all = bank.controls.webhooks.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    const news = all.slice(seen);
    seen = all.length;
    return news;
  };
  const [token] = bank.accessTokens;
  return { bank, token, clock: context.clock, send, call, ask, fail, link, syncAll, told };
}
