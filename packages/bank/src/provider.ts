import type { ClientOptions, SecretStore } from '@x/core';
import type { RulesOf } from '@x/core/options';
import * as optionKind from '@x/core/options';
import {
  checkClientOptions,
  clientOptionRules,
  type Draft,
  type Provider,
  withoutTrailingSlash,
} from '@x/core/provider';
import * as v from 'valibot';
import { errorRules, readError } from './errors.ts';
import { rateRules } from './rate-limits.ts';
import { completeRequest } from './request.ts';

/** Options of {@link bankProvider} and `createBankClient`. */
export interface BankOptions extends ClientOptions {
  /** `client_id` of your Plaid account, from the dashboard (Developers, Keys). The same in every environment. */
  clientId: string;
  /** Secret of the environment, from the dashboard. The sandbox and production have different ones. */
  clientSecret: string;
  /** Environment to use: it sets the base URL and the rate limits. Default `sandbox`, which is free. */
  environment?: 'sandbox' | 'production' | undefined;
  /**
   * Base URL of the API. Default: the environment's URL, `https://sandbox.plaid.com` or `https://production.plaid.com`.
   */
  baseUrl?: string | undefined;
  /**
   * Store in which `withItem` finds the access tokens of Items, by ID: a `secretStore` of `@x/stores`, or any object
   * with a method `get`. Default: none; every call then needs its `access_token`.
   */
  items?: Pick<SecretStore, 'get'> | undefined;
  /**
   * Place in which the client ID and secret are sent: each JSON body, or the headers `PLAID-CLIENT-ID` and
   * `PLAID-SECRET`. Default `body`.
   */
  credentialsIn?: 'body' | 'headers' | undefined;
}

const bankOptionRules = {
  ...clientOptionRules,
  clientId: optionKind.string,
  clientSecret: optionKind.string,
  environment: /* @__PURE__ */ v.picklist(
    ['sandbox', 'production'],
    ({ input }) =>
      `must be sandbox or production${input === 'development' ? ', since Plaid removed its development environment' : ''}`,
  ),
  baseUrl: optionKind.string,
  items: optionKind.objectWith('a secretStore', ['get']),
  credentialsIn: optionKind.choice(['body', 'headers']),
} satisfies RulesOf<BankOptions>;

/**
 * Parameters that are removed from errors and events: tokens that grant access to bank data, and numbers that identify
 * a person or an account. docs/guides/errors.md explains why.
 */
const secretParams = [
  'access_token',
  'access_tokens',
  'transactions_access_token',
  'transactions_access_tokens',
  'public_token',
  'link_token',
  'link_correlation_id',
  'oauth_state_id',
  'user_token',
  'third_party_user_token',
  'processor_token',
  'payment_profile_token',
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
  'document_number',
  'account_number',
  'ach.account',
  'bacs.account',
  'iban',
];

/**
 * Creates the provider that core's `createClient` needs: credentials, rate limits and error rules of the API.
 *
 * @see https://plaid.com/docs/api/
 */
export function bankProvider(options: BankOptions): Provider {
  const owner = {
    provider: 'bank',
    factory: 'createBankClient',
    needs: 'clientId and clientSecret',
    below: bankProvider,
  };
  checkClientOptions(owner, options, bankOptionRules);
  const { clientId, clientSecret, environment = 'sandbox', credentialsIn = 'body' } = options;
  return {
    name: 'bank',
    options,
    baseUrl: withoutTrailingSlash(options.baseUrl ?? `https://${environment}.plaid.com`),
    lists: 'comma',
    credentials: { clientId, clientSecret },
    serverOnly: true,
    signUp: 'https://dashboard.plaid.com/developers/keys',
    secretParams,
    completeRequest,
    sign({ endpoint, body, headers }) {
      headers['plaid-version'] = '2020-09-14';
      nestPage(endpoint.path, body);
      if (endpoint.auth === 'none') return;
      if (credentialsIn === 'headers')
        Object.assign(headers, { 'plaid-client-id': clientId, 'plaid-secret': clientSecret });
      // A GET has no body; the API responds to it with NOT_FOUND regardless.
      else if (endpoint.method !== 'GET') Object.assign(body, { client_id: clientId, secret: clientSecret });
    },
    requestId(headers, body) {
      const { request_id } = (body ?? {}) as { request_id?: string };
      return request_id ?? headers.get('plaid-request-id') ?? undefined; // the response may be a file, without fields
    },
    readError,
    errorRules,
    rate: ({ endpoint: { path }, params: { access_token, processor_token } }) =>
      rateRules(path, access_token ?? processor_token, environment === 'production'),
  };
}

/**
 * Moves `count` and `offset`, which paging sets at the top level, into `options` for the lists that expect them there.
 */
function nestPage(path: string, body: Draft['body']): void {
  if (!/^(\/processor)?(\/investments)?\/transactions\/get$/.test(path)) return;
  for (const name of ['count', 'offset']) {
    if (body[name] === undefined) continue;
    body.options = { ...(body.options as object | undefined), [name]: body[name] };
    delete body[name];
  }
}
