import { object, optional, string } from 'valibot';
import type { UserTools } from '../client/user-tools.ts';
import type { CallSpec } from '../declare/endpoint.ts';
import type { Grant } from '../declare/token-store.ts';
import * as optionKind from '../options/option-kind.ts';
import type { OptionRules, RulesOf } from '../options/option-rule.ts';
import { problemOfOptions } from '../options/problem-of-options.ts';
import { base64url } from '../shared/base64.ts';
import { digest, isSameText } from '../shared/constant-time.ts';
import { requestGrant, toolsFor } from '../tokens/app-grants.ts';
import { type AccessToken, describeGrant, type GrantInfo, toAccessToken } from '../tokens/grant-info.ts';
import type { GrantSource } from '../tokens/grant-source.ts';
import { type AccountOf, checkNewAccount, type NewGrants, type SignedIn, storeNewGrant } from './new-grant.ts';

/**
 * Options of a consent page. `Scope` is the type of the provider's scopes, which editors suggest; other strings are
 * accepted as well.
 */
export interface AuthorizeOptions<Scope extends string = string> {
  /** Address that the user returns to, exactly as registered with the provider. */
  redirectUri: string;
  /** Scopes to request. Default: none, which lets calls identify the user but do nothing else. */
  scopes?: readonly (Scope | (string & {}))[] | undefined;
  /** Value that the callback returns unchanged. Default: 128 random bits, which protect against forged callbacks. */
  state?: string | undefined;
  /** Whether to ask even a user who has consented before. Default `false`. */
  askAgain?: boolean | undefined;
}

const authorizeRules = {
  redirectUri: optionKind.checkedLater,
  scopes: optionKind.strings,
  state: optionKind.string,
  askAgain: optionKind.boolean,
} satisfies RulesOf<AuthorizeOptions>;

/** Address of the consent page, and the values to store in the user's session until they return. */
export interface Authorization {
  /** URL to redirect the user to. */
  url: string;
  /** Random value to store in the user's session, and to pass to `exchange` as `expectedState`. */
  state: string;
  /** PKCE verifier (RFC 7636): store it in the user's session, and pass it to `exchange`. Secret. */
  codeVerifier?: string;
}

/** Callback of a user who signed in, and the account to store the grant under. */
export interface ExchangeOptions<User = unknown> {
  /**
   * Account to store the grant under, for `withAccount`: your own ID for the user, a non-empty string. If your app does
   * not know the user beforehand, pass a function that returns the account for the user who signed in. It may be
   * asynchronous, and nothing is stored until it has returned.
   */
  account: string | AccountOf<User>;
  /** `redirectUri` that you passed to `authorize`. */
  redirectUri: string;
  /** `state` of the authorization, from the user's session. */
  expectedState: string;
  /** `codeVerifier` of the authorization, if it had one. */
  codeVerifier?: string | undefined;
  /**
   * URL that the user returned to, including its query. Alternatively, pass `code`, `state` and `error` from the query.
   */
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
 * Sign-in by redirect (RFC 6749 §4.1). `User` is the provider's data about a user who signed in, `Scope` the type of
 * the provider's scopes.
 */
export interface OAuth<User = unknown, Scope extends string = string> {
  /**
   * Creates the address of the provider's consent page.
   *
   * @throws ApiError `invalid_params` when the provider would not accept `redirectUri`.
   */
  authorize(options: AuthorizeOptions<Scope>): Promise<Authorization>;
  /**
   * Exchanges the code that the user returned with for a grant, and stores it under `account`. A code works only once.
   *
   * If `account` is a function, it is called with the user who owns the grant. If it throws or returns an invalid
   * account, nothing is stored, and the grant is revoked if the provider has an endpoint for that.
   *
   * @returns The account under which the grant is stored, and the grant.
   * @throws ApiError `invalid_params` when the state is not the expected one or something is missing, before any
   * request, and when the `account` function throws or returns an invalid account; `permission_denied` when the user
   * denied access; `reauthorization_required` when the code is used, too old or not ours.
   * @example
   * const { account } = await client.oauth.exchange({ account: (user) => user.id, redirectUri, callbackUrl, expectedState });
   */
  exchange(options: ExchangeOptions<User>): Promise<SignedIn>;
  /**
   * Returns whether and until when an account has a grant, without a request to the provider and without its tokens.
   * The grant may have expired, or the provider may refuse it; only a call finds out.
   *
   * @returns `undefined` when no grant is stored for the account.
   * @throws ApiError `invalid_params` when `account` is not a non-empty string; `unavailable` when the token store
   * fails.
   */
  grantOf(account: string): Promise<GrantInfo | undefined>;
  /**
   * Returns a currently valid access token of an account, for a browser player or another library. It is refreshed only
   * when it is due, as for a call: in the background during the last five minutes before it expires, and before it is
   * returned during the last ten seconds. Refreshes only once, no matter how many callers are waiting.
   *
   * Ask for the token each time you need it, and do not store it, because it may be replaced at any time.
   *
   * @returns The token, its expiration time and its scopes. Never the refresh token.
   * @throws ApiError `reauthorization_required` when there is no grant, or it has expired and the provider refuses to
   * refresh it; `invalid_params` when `account` is not a non-empty string; `unavailable` when the token store fails.
   * @example
   * const { accessToken, expiresAt } = await client.oauth.token('ann');
   */
  token(account: string): Promise<AccessToken>;
  /**
   * Refreshes an account's grant now; calls do this automatically when it is due. It asks the provider each time, even
   * if the provider has refused the refresh token before. After a refusal, calls fail without asking until the grant
   * changes, as it does when this succeeds.
   *
   * @throws ApiError `reauthorization_required` when there is no grant or the provider refuses its refresh token;
   * `invalid_response` when the response has no valid token; `unavailable` when the token store fails.
   */
  refresh(account: string): Promise<Grant>;
  /**
   * Deletes an account's grant from the store.
   *
   * @throws ApiError `unavailable` when the token store fails.
   */
  forget(account: string): Promise<void>;
}

/** A provider's consent page, and how to read the user of a new grant. */
export interface CodeFlow<User = unknown> extends NewGrants<User> {
  /** Path of the page on the authorization host. */
  readonly path: string;
  /** Whether the provider supports PKCE (RFC 7636), which is then always used. */
  readonly pkce: boolean;
  /** Parameter that shows the page again. */
  readonly askAgain: string;
  /** Hosts that the provider redirects to without TLS. */
  readonly plainHosts: readonly string[];
}

/** Creates a provider's sign-in. */
export const codeFlow = <User = unknown>(tools: UserTools, flow: CodeFlow<User>): OAuth<User> =>
  new SignIn(tools, flow);

/** Methods are properties, so that a provider can spread them into a sign-in with more methods. */
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
    await checkNewAccount(signIn); // check this before using the code, which works only once
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

  readonly grantOf: OAuth<User>['grantOf'] = async (account) => {
    const grant = await this.#withGrant('oauth.grantOf', account, (source) => source.peek());
    return grant && describeGrant(grant, this.#tools.consentLastsMs);
  };

  readonly token: OAuth<User>['token'] = (account) =>
    this.#withGrant('oauth.token', account, async (source) => {
      const grant = await source.get();
      this.#tools.accounts.onUse?.(account, this.#tools.app.options.waitUntil);
      return toAccessToken(grant);
    });

  readonly refresh: OAuth<User>['refresh'] = (account) =>
    this.#withGrant('oauth.refresh', account, (source) => source.renew());

  readonly forget: OAuth<User>['forget'] = (account) =>
    this.#withGrant('oauth.forget', account, (source) => source.clear());

  #withGrant<T>(operation: string, account: string, work: (source: GrantSource) => Promise<T>): Promise<T> {
    return this.#tools.guard(operation, () => work(this.#tools.accounts.grant(account)));
  }

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

  /** Reads the code that the user returned with. Nothing in a callback can be trusted unless it was requested here. */
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

/** Returns the token endpoint with more form fields. It is never repeated, because codes work only once. */
export const withFields = (endpoint: CallSpec, names: readonly string[]): CallSpec => ({
  ...endpoint,
  idempotent: false,
  body: object({
    ...endpoint.body?.entries,
    ...Object.fromEntries(names.map((name) => [name, optional(string())])),
  }),
});

/** Reads the query of the address that the user returned to. */
function readQuery(callbackUrl: string | URL): Pick<ExchangeOptions, 'code' | 'state' | 'error'> {
  const { searchParams: query } = new URL(callbackUrl);
  return Object.fromEntries(['code', 'state', 'error'].map((name) => [name, query.get(name) ?? undefined]));
}

/** Returns random text that needs no escaping in a URL. */
const randomText = (bytes: number) => base64url(crypto.getRandomValues(new Uint8Array(bytes)));
