import {
  type ClientOptions,
  checkClientOptions,
  clientOptionRules,
  type Draft,
  optionKind,
  type Provider,
  type RulesOf,
  type SecretStore,
  withoutTrailingSlash,
} from '@x/core';
import { errorRules, readError } from './errors.ts';
import { rateRules } from './rate-limits.ts';

/** What {@link bankProvider} and `createBankClient` take. */
export interface BankOptions extends ClientOptions {
  /** Client id of the account at the provider. */
  clientId: string;
  /** Secret of the environment; each has its own. */
  secret: string;
  /** Which of the provider's environments, for its address and its limits. Default `sandbox`, which is free. */
  environment?: 'sandbox' | 'production' | undefined;
  /** Address of the API. Default: that of the environment, `https://sandbox.plaid.com` or `https://production.plaid.com`. */
  baseUrl?: string | undefined;
  /**
   * Where `withItem` finds the access tokens of Items, by id: a `secretStore` of `@x/core`, or anything with a method `get`.
   * Default: none, so that every call takes its `access_token`.
   */
  items?: Pick<SecretStore, 'get'> | undefined;
  /** Where client id and secret travel: in each JSON body, or in the headers `PLAID-CLIENT-ID` and `PLAID-SECRET`. Default `body`. */
  credentialsIn?: 'body' | 'headers' | undefined;
}

const bankOptionRules = {
  ...clientOptionRules,
  clientId: optionKind.secret,
  secret: optionKind.secret,
  environment: optionKind.choice(['sandbox', 'production'], {
    development: 'Plaid removed its development environment: use sandbox for tests, or production',
  }),
  baseUrl: optionKind.string,
  items: optionKind.objectWith('a secretStore', ['get']),
  credentialsIn: optionKind.choice(['body', 'headers']),
} satisfies RulesOf<BankOptions>;

/** What gives access to bank data, and numbers that identify a person or an account. Why is in docs/guides/errors.md. */
const secretParams = [
  'access_token',
  'access_tokens',
  'public_token',
  'link_token',
  'link_correlation_id',
  'oauth_state_id',
  'user_token',
  'third_party_user_token',
  'processor_token',
  'asset_report_token',
  'audit_copy_token',
  'auth_token',
  'override_password',
  'ssn',
  'ssn_full',
  'ssn_last_4',
  'id_number.value',
  'id_numbers.value',
  'tax_id',
  'account_number',
  'ach.account',
  'bacs.account',
  'iban',
];

/**
 * The API as core sees it: credentials, limits and errors.
 *
 * @see https://plaid.com/docs/api/
 */
export function bankProvider(options: BankOptions): Provider {
  const owner = { provider: 'bank', factory: 'createBankClient', needs: 'clientId and secret', below: bankProvider };
  checkClientOptions(owner, options, bankOptionRules);
  const { clientId, secret, environment = 'sandbox', credentialsIn = 'body' } = options;
  return {
    name: 'bank',
    options,
    baseUrl: withoutTrailingSlash(options.baseUrl ?? `https://${environment}.plaid.com`),
    lists: 'comma',
    credentials: { clientId, secret },
    serverOnly: true,
    signUp: 'https://dashboard.plaid.com/developers/keys',
    secretParams,
    sign({ endpoint, body, headers }) {
      headers['plaid-version'] = '2020-09-14';
      nestPage(endpoint.path, body);
      if (endpoint.auth === 'none') return;
      if (credentialsIn === 'headers') Object.assign(headers, { 'plaid-client-id': clientId, 'plaid-secret': secret });
      // A GET can carry no body; it is answered with NOT_FOUND anyway.
      else if (endpoint.method !== 'GET') Object.assign(body, { client_id: clientId, secret });
    },
    requestId(headers, body) {
      const { request_id } = (body ?? {}) as { request_id?: string };
      return request_id ?? headers.get('plaid-request-id') ?? undefined; // a file has no field for it
    },
    readError,
    errorRules,
    rate: ({ endpoint: { path }, params: { access_token, processor_token } }) =>
      rateRules(path, access_token ?? processor_token, environment === 'production'),
  };
}

/** Some lists take their page inside `options`. Paging moves parameters that stand beside the others: they go in here. */
function nestPage(path: string, body: Draft['body']): void {
  if (!/^(\/processor)?(\/investments)?\/transactions\/get$/.test(path)) return;
  for (const name of ['count', 'offset']) {
    if (body[name] === undefined) continue;
    body.options = { ...(body.options as object | undefined), [name]: body[name] };
    delete body[name];
  }
}
