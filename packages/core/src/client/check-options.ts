import { checkOptions, optionsError } from '../options/check-options.ts';
import * as optionKind from '../options/option-kind.ts';
import type { OptionRules } from '../options/option-rule.ts';
import { type AccessTokenSource, problemOfAccessToken } from '../tokens/given-token.ts';

/** Describes a client factory for error messages. */
export interface ClientOptionsOwner {
  /** Name of the provider: `stream`. */
  readonly provider: string;
  /** Name of the provider's client factory: `createStreamClient`. */
  readonly factory: string;
  /** Options that the factory requires: `clientId and clientSecret`. */
  readonly needs: string;
  /** Function that was called; the error's stack starts below it. */
  readonly below: (...args: never[]) => unknown;
}

/**
 * Checks a client's options before anything is read from them.
 *
 * @throws ApiError `invalid_params` when there are none, when a public client has a secret, and as {@link checkOptions}
 * does.
 */
export function checkClientOptions(
  { provider, factory, needs, below }: ClientOptionsOwner,
  options: unknown,
  rules: OptionRules,
): void {
  const owner = { provider, operation: `${provider} client`, below };
  if (options === undefined) throw optionsError(owner, `${factory} needs options: ${needs}`);
  const { clientType, clientSecret } = Object(options);
  const problem =
    clientType === 'public' && clientSecret !== undefined
      ? "clientSecret contradicts clientType: 'public', an application without a secret. Leave one of the two out"
      : undefined;
  checkOptions(owner, options, rules, problem);
}

/** Options of a client for one user whose access token the app has already. */
export interface TokenOptions {
  /**
   * Access token of the user, or a function that returns the current one, for tokens that something else stores and
   * refreshes. The function is called for each request, and once more when the API refuses the token. Nothing is
   * stored.
   */
  accessToken: AccessTokenSource;
}

/** Options that have no meaning without the tokens of an app, or without tokens that are stored. */
const contradictions = [
  'clientSecret',
  'clientType',
  'tokens',
  'storeTimeoutMs',
  'storeCheckMs',
  'validateTokens',
  'extension',
];

/** Whether these are the options of a client with an access token. */
export const hasAccessToken = (options: unknown): options is TokenOptions => 'accessToken' in Object(options);

/**
 * Checks the options of a client with an access token.
 *
 * @param rules Rules of all options, `accessToken` excepted.
 * @throws ApiError `invalid_params` when the token is missing or cannot be sent, when an option contradicts it, and as
 * {@link checkOptions} does.
 */
export function checkTokenOptions(owner: ClientOptionsOwner, options: TokenOptions, rules: OptionRules): void {
  const given = options as TokenOptions & Readonly<Record<string, unknown>>;
  const contrary = contradictions.find((name) => given[name] !== undefined);
  const problem = contrary
    ? `${contrary} contradicts accessToken, because a client with an access token neither gets nor stores tokens. Leave one of the two out; to act for many users, call withToken on a client without accessToken`
    : problemOfAccessToken(options.accessToken);
  const { provider, below } = owner;
  checkOptions(
    { provider, operation: `${provider} client`, below },
    options,
    { ...rules, accessToken: optionKind.checkedLater },
    problem,
  );
}

/**
 * Options of a factory that takes either an access token or credentials. `Token` is inferred from the option
 * `accessToken`, so that TypeScript reports what is wrong with the options of that kind, and not that they are of
 * neither.
 */
export type OptionsWithToken<Token, WithToken, Others> = {
  /** An access token from elsewhere, or a function that returns one, in place of credentials. */
  accessToken?: Token | undefined;
} & (Token extends AccessTokenSource ? WithToken : Others);
