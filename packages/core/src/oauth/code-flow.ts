import { object, optional, string } from 'valibot';
import type { UserTools } from '../client/user-tools.ts';
import type { CallSpec } from '../declare/endpoint.ts';
import * as optionKind from '../options/option-kind.ts';
import type { OptionRules, RulesOf } from '../options/option-rule.ts';
import { problemOfOptions } from '../options/problem-of-options.ts';
import { base64url } from '../shared/base64.ts';
import { digest, isSameText } from '../shared/constant-time.ts';
import { requestGrant, toolsFor } from '../tokens/app-grants.ts';
import { type AccountOf, checkNewAccount, type NewGrants, type SignedIn, storeNewGrant } from './new-grant.ts';

/** What a user is asked for. `Scope` are the provider's scopes, which editors offer; other strings are accepted too. */
export interface AuthorizeOptions<Scope extends string = string> {
  /** Where the user comes back to; registered with the provider, character by character. */
  redirectUri: string;
  /** What calls for the user may do. Default: none, which lets calls know the user and no more. */
  scopes?: readonly (Scope | (string & {}))[] | undefined;
  /** Comes back unchanged. Default: 128 random bits, which protect against forged callbacks. */
  state?: string | undefined;
  /** Asks even a user who has consented before. Default `false`. */
  askAgain?: boolean | undefined;
}

const authorizeRules = {
  redirectUri: optionKind.checkedLater,
  scopes: optionKind.strings,
  state: optionKind.string,
  askAgain: optionKind.boolean,
} satisfies RulesOf<AuthorizeOptions>;

/** Where to send a user, and what to store in their session until they come back. */
export interface Authorization {
  /** URL to redirect the user to. */
  url: string;
  /** Random value to store in the user's session, and to pass to `exchange` as `expectedState`. */
  state: string;
  /** PKCE verifier (RFC 7636): store it in the user's session, and pass it to `exchange`. Secret. */
  codeVerifier?: string;
}

/** The callback of a user who signed in, and the account that the grant is stored under. */
export interface ExchangeOptions<User = unknown> {
  /**
   * The account that the grant is stored under, for `withAccount`: your own id of the user, a non-empty string. Or a function
   * that returns it for the user who signed in, for apps that do not know the user before; it may be asynchronous, and nothing
   * is stored until it has returned.
   */
  account: string | AccountOf<User>;
  /** The `redirectUri` that was passed to `authorize`. */
  redirectUri: string;
  /** `state` of the authorization, from the user's session. */
  expectedState: string;
  /** `codeVerifier` of the authorization, where it had one. */
  codeVerifier?: string | undefined;
  /** URL that the user came back to, with its query. Or pass `code`, `state` and `error` from that query. */
  callbackUrl?: string | URL | undefined;
  /** Authorization code from the query of the callback. Not needed with `callbackUrl`. */
  code?: string | undefined;
  /** `state` from the query of the callback. Not needed with `callbackUrl`. */
  state?: string | undefined;
  /** `error` from the query of the callback, such as `access_denied`. Not needed with `callbackUrl`. */
  error?: string | undefined;
}

const exchangeRules = {
  account: optionKind.checkedLater,
  redirectUri: optionKind.required(optionKind.string),
  expectedState: optionKind.string,
  codeVerifier: optionKind.string,
  callbackUrl: optionKind.checkedLater,
  code: optionKind.string,
  state: optionKind.string,
  error: optionKind.string,
} satisfies RulesOf<ExchangeOptions<never>>;

/**
 * Sign-in by redirect (RFC 6749 §4.1). `User` is what the provider reports of a user who signed in, `Scope` are the provider's
 * scopes.
 */
export interface OAuth<User = unknown, Scope extends string = string> {
  /**
   * Makes the address of the provider's consent page.
   *
   * @throws ApiError `invalid_params` when the provider would not take `redirectUri`.
   */
  authorize(options: AuthorizeOptions<Scope>): Promise<Authorization>;
  /**
   * Exchanges the code that the user came back with for a grant, and stores it under `account`. A code works once.
   *
   * If `account` is a function, it is called with the user whom the grant belongs to. If it throws or returns an invalid account,
   * nothing is stored, and the grant is revoked where the provider has an endpoint for that.
   *
   * @returns The grant, and the account under which it is stored.
   * @throws ApiError `invalid_params` when the state is not the expected one or something is missing, before any request, and when
   * the function `account` throws or returns an invalid account; `permission_denied` when the user denied access;
   * `reauthorization_required` when the code is used, too old or not ours.
   * @example
   * const { account } = await client.oauth.exchange({ account: (user) => user.id, redirectUri, callbackUrl, expectedState });
   */
  exchange(options: ExchangeOptions<User>): Promise<SignedIn>;
}

/** How a provider's consent page is asked for, and what the provider reports of new grants. */
export interface CodeFlow<User = unknown> extends NewGrants<User> {
  /** Path of the page on the authorization host. */
  readonly path: string;
  /** Whether the provider takes PKCE (RFC 7636); it is then always used. */
  readonly pkce: boolean;
  /** The parameter that shows the page again. */
  readonly askAgain: string;
  /** Hosts to which the provider redirects without TLS. */
  readonly plainHosts: readonly string[];
}

/** Creates a provider's sign-in. */
export const codeFlow = <User = unknown>(tools: UserTools, flow: CodeFlow<User>): OAuth<User> =>
  new SignIn(tools, flow);

/** Its methods are properties, so that a provider can spread it into a sign-in with more of them. */
class SignIn<User> implements OAuth<User> {
  readonly #tools: UserTools;
  readonly #flow: CodeFlow<User>;
  readonly #endpoint: CallSpec;

  constructor(tools: UserTools, flow: CodeFlow<User>) {
    this.#tools = tools;
    this.#flow = flow;
    this.#endpoint = withFields(tools.app.endpoint, ['code', 'redirect_uri', 'code_verifier']);
  }

  readonly authorize: OAuth<User>['authorize'] = async (options) => {
    this.#check('oauth.authorize', options, authorizeRules);
    const { app } = this.#tools;
    const { redirectUri, scopes = [], state = randomText(16), askAgain } = options;
    this.#checkRedirectUri(redirectUri);
    const codeVerifier = this.#flow.pkce ? randomText(32) : undefined;
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: redirectUri,
      scope: scopes.join(' '),
      state,
      ...(codeVerifier && { code_challenge_method: 'S256', code_challenge: await digest(codeVerifier) }),
      ...(askAgain && { [this.#flow.askAgain]: 'true' }),
    });
    return { url: `${app.authUrl}${this.#flow.path}?${query}`, state, ...(codeVerifier && { codeVerifier }) };
  };

  readonly exchange: OAuth<User>['exchange'] = async (options) => {
    this.#check(exchangeName, options, exchangeRules);
    const { account, redirectUri, codeVerifier } = options;
    const signIn = { tools: this.#tools, operation: exchangeName, account, provider: this.#flow };
    await checkNewAccount(signIn); // before the code is used, which works once
    const code = await this.#readCode(options);
    if (this.#flow.pkce && !/^[\w.~-]{43,128}$/.test(codeVerifier ?? ''))
      throw this.#invalid('codeVerifier must be the one that oauth.authorize returned for this sign-in');
    const fields = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      ...(codeVerifier && { code_verifier: codeVerifier }),
    };
    const ownTools = toolsFor(this.#tools, typeof account === 'string' ? account : undefined);
    const request = { operation: exchangeName, fields, endpoint: this.#endpoint };
    return storeNewGrant(signIn, await requestGrant(this.#tools.app, ownTools, request));
  };

  #check(operation: string, options: unknown, rules: OptionRules): void {
    const problem = problemOfOptions(options, rules);
    if (problem !== undefined) throw this.#tools.fail(operation, 'invalid_params', problem);
  }

  #checkRedirectUri(redirectUri: string): void {
    const { plainHosts } = this.#flow;
    const target = URL.canParse(redirectUri) ? new URL(redirectUri) : undefined;
    const isPlain = target?.protocol === 'http:' && plainHosts.includes(target.hostname);
    if ((target?.protocol === 'https:' || isPlain) && !target?.hash) return;
    const rule = `redirectUri must use https, or http on ${plainHosts.join(' or ')}, and have no fragment`;
    throw this.#tools.fail('oauth.authorize', 'invalid_params', rule);
  }

  /** Reads the code that the user came back with. Nothing in a callback that was not requested here can be trusted. */
  async #readCode(options: ExchangeOptions<User>): Promise<string> {
    const { callbackUrl, expectedState } = options;
    if (callbackUrl !== undefined && !URL.canParse(callbackUrl))
      throw this.#invalid('callbackUrl must be an absolute URL: the address that the provider redirected the user to');
    const { state = '', error, code } = callbackUrl === undefined ? options : readQuery(callbackUrl);
    if (!expectedState || !(await isSameText(state, expectedState)))
      throw this.#invalid(
        'state does not match: the callback may be forged, or belong to another session. Start the sign-in over',
      );
    if (error) throw this.#denied(error);
    if (code) return code;
    throw this.#invalid(
      'code is missing from the callback: pass the code of the callback URL, or the whole callbackUrl',
    );
  }

  #denied(providerCode: string): Error {
    const { fail } = this.#tools;
    if (providerCode === 'access_denied') {
      const message = 'the user denied access. Ask again only if the user wants to sign in';
      return fail(exchangeName, 'permission_denied', message, { providerCode });
    }
    const message = `the authorization server responded with the error ${providerCode}. Start the sign-in over`;
    return fail(exchangeName, 'rejected', message, { providerCode });
  }

  #invalid(message: string): Error {
    return this.#tools.fail(exchangeName, 'invalid_params', message);
  }
}

const exchangeName = 'oauth.exchange';

/** The token endpoint with more form fields; codes work once, so it is never repeated. */
export const withFields = (endpoint: CallSpec, names: readonly string[]): CallSpec => ({
  ...endpoint,
  idempotent: false,
  body: object({
    ...endpoint.body?.entries,
    ...Object.fromEntries(names.map((name) => [name, optional(string())])),
  }),
});

/** Reads the query of the address that the user came back to. */
function readQuery(callbackUrl: string | URL): Pick<ExchangeOptions, 'code' | 'state' | 'error'> {
  const { searchParams: query } = new URL(callbackUrl);
  return Object.fromEntries(['code', 'state', 'error'].map((name) => [name, query.get(name) ?? undefined]));
}

/** Random text that needs no escaping in a URL. */
const randomText = (bytes: number) => base64url(crypto.getRandomValues(new Uint8Array(bytes)));
