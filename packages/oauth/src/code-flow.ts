import * as optionKind from '@x/core/options';
import { type OptionRules, problemOfOptions, type RulesOf } from '@x/core/options';
import { base64url, type CallSpec, isSameText, kindOf, stringAt } from '@x/core/provider';
import { object, optional, string } from 'valibot';
import { type OAuthApp, requestGrant, toolsFor } from './app-grants.ts';
import { digest } from './digest.ts';
import { type AccountOf, checkNewAccount, type NewGrantTools, type SignedIn, storeNewGrant } from './new-grant.ts';
import type { UserTools } from './user-tools.ts';

/**
 * Options of a consent page. `Scope` is the type of the provider's scopes, which editors suggest; other strings are
 * accepted as well.
 */
export interface AuthorizeOptions<Scope extends string = string> {
  /** Address that the user returns to, exactly as registered with the provider. */
  redirectUri: string;
  /** Scopes to request. Default: none, which lets calls identify the user but do nothing else. */
  scopes?: readonly (Scope | (string & {}))[] | undefined;
  /** Asks even a user who has consented before. Default `false`. */
  askAgain?: boolean | undefined;
}

const authorizeRules = {
  redirectUri: optionKind.checkedLater,
  scopes: optionKind.strings,
  askAgain: optionKind.boolean,
} satisfies RulesOf<AuthorizeOptions>;

/**
 * A sign-in that has started. Store it in the visitor's session until they come back, and pass it to `exchange`. It is
 * plain data: it survives JSON, `structuredClone` and a session store. It is secret, so only the server or the
 * visitor's own browser may have it.
 */
export interface SignInSession {
  /** Name of the provider: `music`. */
  readonly provider: string;
  /** Client ID of the app that started it. */
  readonly clientId: string;
  /** Address to which the user returns. */
  readonly redirectUri: string;
  /** Random value that the callback must have; it is different for each sign-in. Protects against forged callbacks. */
  readonly state: string;
  /** PKCE verifier (RFC 7636), if the provider supports PKCE. */
  readonly codeVerifier?: string | undefined;
  /** Random value that the ID token must have, if the scope `openid` was requested. */
  readonly nonce?: string | undefined;
}

/** Where to send a user, and what to store in their session until they come back. */
export interface Authorization {
  /** URL to redirect the user to. */
  url: string;
  /** The sign-in that has started: store it in the visitor's session, and pass it to `exchange`. */
  session: SignInSession;
}

/** Callback of a user who signed in, and the account to store the grant under. */
export interface ExchangeOptions<User = unknown> {
  /**
   * Account to store the grant under, for `withAccount`: your own ID for the user, a non-empty string. If your app does
   * not know the user beforehand, pass a function that returns the account for the user who signed in. It may be
   * asynchronous, and nothing is stored until it has returned.
   */
  account: string | AccountOf<User>;
  /**
   * URL that the user came back to, with its query. Only the query is read, so a path with a query works, such as
   * `request.url` of Express.
   */
  callbackUrl: string | URL;
  /**
   * `session` that `authorize` returned for this visitor. Undefined, for a visitor whose session has none, is refused.
   * Delete it from the visitor's session before you call `exchange`, so that it is used once.
   */
  session: SignInSession | undefined;
}

const exchangeRules = {
  account: optionKind.checkedLater,
  callbackUrl: optionKind.checkedLater,
  session: optionKind.checkedLater,
} satisfies RulesOf<ExchangeOptions<never>>;

/**
 * Sign-in by redirect (RFC 6749 §4.1). `User` is the provider's data about a user who signed in, `Scope` the type of
 * the provider's scopes.
 */
export interface OAuth<User = unknown, Scope extends string = string> {
  /**
   * Starts a sign-in: creates the address of the provider's consent page, and the session to store until the user comes
   * back.
   *
   * @throws ApiError `invalid_params` when the provider would not accept `redirectUri`.
   * @example
   * const { url, session } = await client.oauth.authorize({ redirectUri, scopes });
   */
  authorize(options: AuthorizeOptions<Scope>): Promise<Authorization>;
  /**
   * Exchanges the code that the user returned with for a grant, and stores it under `account`. A code works only once.
   *
   * If `account` is a function, it is called with the user who owns the grant. If it throws or returns an invalid
   * account, nothing is stored, and the grant is revoked if the provider has an endpoint for that.
   *
   * @returns The grant, and the account under which it is stored.
   * @throws ApiError `invalid_params` when `session` is missing, belongs to another client, or does not belong to the
   * callback, before any request, and when the function `account` throws or returns an invalid account;
   * `permission_denied` when the user denied access; `reauthorization_required` when the code was already used, is too
   * old, or belongs to another app.
   * @example
   * const { account } = await client.oauth.exchange({ account: (user) => user.id, callbackUrl: request.url, session });
   */
  exchange(options: ExchangeOptions<User>): Promise<SignedIn>;
  /**
   * Whether the provider accepts any port in a `redirectUri` on `127.0.0.1` or `[::1]` that was registered without one,
   * so that a program can listen on any free port.
   */
  readonly anyLoopbackPort: boolean;
}

/** A provider's consent page, and how to read the user of a new grant. */
export interface CodeFlow<User = unknown> extends NewGrantTools<User> {
  /** Path of the page on the authorization host. */
  readonly path: string;
  /** Whether the provider supports PKCE (RFC 7636), which is then always used. */
  readonly pkce: boolean;
  /** Parameter that shows the page again. */
  readonly askAgain: string;
  /** Hosts that the provider redirects to without TLS. */
  readonly plainHosts: readonly string[];
  /** Whether the provider accepts any port of a loopback address that was registered without one. Default `false`. */
  readonly anyLoopbackPort?: boolean;
  /**
   * Returns the parameters that OpenID Connect adds to the consent page, for scopes with `openid`. Default: the provider
   * has no OpenID Connect.
   */
  openIdParams?(scopes: readonly string[]): Readonly<Record<string, string>>;
}

/** Creates a provider's sign-in. */
export const codeFlow = <User = unknown>(tools: UserTools, flow: CodeFlow<User>): OAuth<User> =>
  new SignIn(tools, flow);

/** Methods are properties, so that a provider can spread them into a sign-in with more methods. */
class SignIn<User> implements OAuth<User> {
  readonly #tools: UserTools;
  readonly #flow: CodeFlow<User>;
  readonly #endpoint: CallSpec;
  readonly anyLoopbackPort: boolean;

  constructor(tools: UserTools, flow: CodeFlow<User>) {
    this.#tools = tools;
    this.#flow = flow;
    this.anyLoopbackPort = flow.anyLoopbackPort ?? false;
    this.#endpoint = withFields(tools.app.endpoint, ['code', 'redirect_uri', 'code_verifier']);
  }

  readonly authorize: OAuth<User>['authorize'] = async (options) => {
    this.#check('oauth.authorize', options, authorizeRules);
    const { app } = this.#tools;
    const { redirectUri, scopes = [], askAgain } = options;
    this.#checkRedirectUri(redirectUri);
    const state = randomText(24);
    const codeVerifier = this.#flow.pkce ? randomText(32) : undefined;
    const nonce = this.#flow.openIdParams && scopes.includes('openid') ? randomText(24) : undefined;
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: redirectUri,
      scope: scopes.join(' '),
      state,
      ...(codeVerifier && { code_challenge_method: 'S256', code_challenge: await digest(codeVerifier) }),
      ...(askAgain && { [this.#flow.askAgain]: 'true' }),
      ...(nonce && { nonce, ...this.#flow.openIdParams?.(scopes) }),
    });
    const { provider, clientId } = app;
    const session = {
      provider,
      clientId,
      redirectUri,
      state,
      ...(codeVerifier && { codeVerifier }),
      ...(nonce && { nonce }),
    };
    return { url: `${app.authUrl}${this.#flow.path}?${query}`, session };
  };

  readonly exchange: OAuth<User>['exchange'] = async (options) => {
    this.#check(exchangeName, options, exchangeRules);
    const { account } = options;
    const { identify, revoke } = this.#flow;
    let idToken: string | undefined;
    const provider: NewGrantTools<User> = {
      ...(identify && { identify: (grant, operation) => identify(grant, operation, { idToken, nonce }) }),
      ...(revoke && { revoke }),
    };
    const signIn = { tools: this.#tools, operation: exchangeName, account, provider };
    await checkNewAccount(signIn); // before the code is used, which works once
    const { redirectUri, codeVerifier, state, nonce } = this.#readSession(options.session);
    const code = await this.#readCode(options.callbackUrl, redirectUri, state);
    const fields = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      ...(codeVerifier && { code_verifier: codeVerifier }),
    };
    const ownTools = toolsFor(this.#tools, typeof account === 'string' ? account : undefined);
    const request = { operation: exchangeName, fields, endpoint: this.#endpoint };
    const send: UserTools['send'] = async (...call) => {
      const body = await ownTools.send(...call);
      idToken = stringAt(body, 'id_token');
      return body;
    };
    return storeNewGrant(signIn, await requestGrant(this.#tools.app, { ...ownTools, send }, request));
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
    const isLocalhost = target?.hostname === 'localhost' && plainHosts.includes('127.0.0.1');
    const rule = isLocalhost
      ? `redirectUri must not use localhost, which the provider refuses. Use ${redirectUri.replace('localhost', '127.0.0.1')}`
      : `redirectUri must use https, or http on ${plainHosts.join(' or ')}, and have no fragment`;
    throw this.#tools.fail('oauth.authorize', 'invalid_params', rule);
  }

  /** Reads what the app stored until the user came back. */
  #readSession(given: unknown): SignInSession {
    const { app, fail } = this.#tools;
    const problem = problemOfSession(given, app);
    if (problem !== undefined) throw fail(exchangeName, 'invalid_params', problem);
    const session = given as SignInSession;
    const { redirectUri, state, codeVerifier } = session;
    const isComplete =
      typeof redirectUri === 'string' &&
      URL.canParse(redirectUri) &&
      typeof state === 'string' &&
      state !== '' &&
      (!this.#flow.pkce || (typeof codeVerifier === 'string' && /^[\w.~-]{43,128}$/.test(codeVerifier)));
    if (isComplete) return session;
    throw this.#invalid(`session is incomplete. ${sessionRemedy}`);
  }

  /** Reads the code that the user came back with. Nothing in a callback that was not requested here can be trusted. */
  async #readCode(callbackUrl: string | URL, redirectUri: string, expectedState: string): Promise<string> {
    const isUrl = typeof callbackUrl === 'string' || callbackUrl instanceof URL;
    if (!isUrl || !URL.canParse(callbackUrl, redirectUri))
      throw this.#invalid('callbackUrl must be the address that the provider redirected the user to, with its query');
    const { searchParams: query } = new URL(callbackUrl, redirectUri);
    if (!(await isSameText(query.get('state') ?? '', expectedState)))
      throw this.#invalid(
        'state does not match: the callback may be forged, or belong to another session. Start the sign-in over',
      );
    const error = query.get('error');
    if (error) throw this.#denied(error);
    const code = query.get('code');
    if (code) return code;
    throw this.#invalid('code is missing from callbackUrl. Pass the address with its query');
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

/** Remedy for an unusable session, as the end of a message. */
export const sessionRemedy = 'Store the session of the sign-in unchanged, or start the sign-in over';

/**
 * Finds why a session is not one that a sign-in of this app returned; undefined if it may be.
 *
 * @param given May be anything: an app reads it from its own session store.
 */
export function problemOfSession(given: unknown, app: Pick<OAuthApp, 'provider' | 'clientId'>): string | undefined {
  if (given === undefined || given === null)
    return 'session is missing: this visitor has not started a sign-in, or it was already used. Start the sign-in over';
  const { provider, clientId } = Object(given) as Partial<SignInSession>;
  if (typeof given !== 'object' || typeof provider !== 'string' || typeof clientId !== 'string')
    return `session must be the object that started the sign-in; got ${kindOf(given)}. ${sessionRemedy}`;
  if (provider === app.provider && clientId === app.clientId) return undefined;
  return 'session belongs to another provider or app. Pass it to the client that started the sign-in';
}

/** Returns random text that needs no escaping in a URL. */
const randomText = (bytes: number) => base64url(crypto.getRandomValues(new Uint8Array(bytes)));
