import * as optionKind from '@x/core/options';
import { checkOptions, type OptionRules } from '@x/core/options';
import type { checkClientOptions } from '@x/core/provider';
import { type AccessTokenSource, problemOfAccessToken } from './given-token.ts';

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
const contradictions = ['clientSecret', 'clientType', 'tokens', 'storeTimeoutMs', 'storeCheckMs'];

/** Whether these are the options of a client with an access token. */
export const hasAccessToken = (options: unknown): options is TokenOptions => 'accessToken' in Object(options);

/**
 * Checks the options of a client with an access token.
 *
 * @param rules Rules of all options, `accessToken` excepted.
 * @param own The provider's own options that have no meaning with an access token. Default: none.
 * @throws ApiError `invalid_params` when the token is missing or cannot be sent, when an option contradicts it, and as
 * {@link checkOptions} does.
 */
export function checkTokenOptions(
  owner: Parameters<typeof checkClientOptions>[0],
  options: TokenOptions,
  rules: OptionRules,
  own: readonly string[] = [],
): void {
  const given = options as TokenOptions & Readonly<Record<string, unknown>>;
  const contrary = [...contradictions, ...own].find((name) => given[name] !== undefined);
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
