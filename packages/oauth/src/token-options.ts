import type { OptionRules } from '@x/core/options';
import * as optionKind from '@x/core/options';
import { checkClientOptions } from '@x/core/provider';
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

/** Description of a client factory for error messages. */
type ClientOptionsOwner = Parameters<typeof checkClientOptions>[0];

/**
 * Checks the options of an app's client.
 *
 * @throws ApiError `invalid_params` when there are none, when a public app has a secret, and when an option is unknown or
 * invalid.
 */
export function checkAppOptions(owner: ClientOptionsOwner, options: unknown, rules: OptionRules): void {
  const { clientType, clientSecret } = Object(options);
  const isContrary = clientType === 'public' && clientSecret !== undefined;
  const problem =
    "clientSecret contradicts clientType: 'public', an application without a secret. Leave one of the two out";
  checkClientOptions(owner, options, rules, isContrary ? problem : undefined);
}

/** Whether these are the options of a client with an access token. */
export const hasAccessToken = (options: unknown): options is TokenOptions => 'accessToken' in Object(options);

/**
 * Checks the options of a client with an access token.
 *
 * @param rules Rules of all options, `accessToken` excepted.
 * @param own The provider's own options that have no meaning with an access token. Default: none.
 * @throws ApiError `invalid_params` when the token is missing or cannot be sent, and when an option contradicts it, is
 * unknown or invalid.
 */
export function checkTokenOptions(
  owner: ClientOptionsOwner,
  options: TokenOptions,
  rules: OptionRules,
  own: readonly string[] = [],
): void {
  const given = options as TokenOptions & Readonly<Record<string, unknown>>;
  const contrary = [...contradictions, ...own].find((name) => given[name] !== undefined);
  const problem = contrary
    ? `${contrary} contradicts accessToken, because a client with an access token neither gets nor stores tokens. Leave one of the two out; to act for many users, call withToken on a client without accessToken`
    : problemOfAccessToken(options.accessToken);
  checkClientOptions(owner, options, { ...rules, accessToken: optionKind.checkedLater }, problem);
}
