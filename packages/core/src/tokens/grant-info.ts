import type { Grant } from '../declare/token-store.ts';

/** Information about an account's grant. It contains no token, so that it can be logged and shown. */
export interface GrantInfo {
  /** Scopes that the user granted. Undefined if the provider did not report them. */
  readonly scopes?: readonly string[] | undefined;
  /**
   * Time at which the user consented, in Unix milliseconds. Undefined for grants that were stored with `setGrant`
   * without it.
   */
  readonly authorizedAt?: number | undefined;
  /**
   * Time at which the current access token was obtained, by sign-in or by a refresh, in Unix milliseconds. Undefined
   * for grants that an earlier release stored without it.
   */
  readonly obtainedAt?: number | undefined;
  /**
   * Time at which the current access token expires, in Unix milliseconds; it may be in the past. Calls refresh the
   * token automatically. Undefined if the token does not expire.
   */
  readonly expiresAt?: number | undefined;
  /**
   * Time at which the grant ends for good, in Unix milliseconds, so that the user has to sign in again: the end of
   * their consent, or of an access token without a refresh token. Undefined if no end is known.
   */
  readonly endsAt?: number | undefined;
}

/**
 * Describes a grant without its tokens.
 *
 * @param consentLastsMs Milliseconds after consent at which refresh tokens expire. Undefined: never.
 */
export function describeGrant(grant: Grant, consentLastsMs: number | undefined): GrantInfo {
  const { scopes, authorizedAt, obtainedAt, expiresAt, refreshToken } = grant;
  const ends = [findConsentEnd(grant, consentLastsMs), refreshToken === undefined ? expiresAt : undefined];
  const known = ends.filter((time) => time !== undefined);
  return { scopes, authorizedAt, obtainedAt, expiresAt, endsAt: known.length > 0 ? Math.min(...known) : undefined };
}

/**
 * Returns the time at which the consent for a grant ends, in Unix milliseconds. Undefined if it does not end, or its
 * start is unknown.
 */
export const findConsentEnd = ({ authorizedAt }: Grant, consentLastsMs: number | undefined): number | undefined =>
  authorizedAt === undefined || consentLastsMs === undefined ? undefined : authorizedAt + consentLastsMs;

/**
 * An access token that is valid now. It is serialized and printed without the token itself, and has no refresh token.
 */
export interface AccessToken {
  /** Bearer token. Secret; not enumerable, so that you have to name it to pass it on. */
  readonly accessToken: string;
  /**
   * Time at which the token expires, in Unix milliseconds: at least ten seconds from now, or for tokens with a lifetime
   * below 50 seconds, at least a fifth of their lifetime from now. Undefined if it does not expire.
   */
  readonly expiresAt: number | undefined;
  /** Scopes that the user granted; undefined if the provider did not report them. */
  readonly scopes: readonly string[] | undefined;
}

/** Returns the part of a grant that other programs may get. @internal */
export const toAccessToken = ({ accessToken, expiresAt, scopes }: Grant): AccessToken =>
  Object.defineProperty({ expiresAt, scopes } as AccessToken, 'accessToken', { get: () => accessToken });
