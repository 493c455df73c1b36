import type { Grant } from '../declare/token-store.ts';

/** What is known of the grant of an account. It contains no token, so that it can be logged and shown. */
export interface GrantInfo {
  /** The scopes that the user granted. Undefined when the provider did not say. */
  readonly scopes?: readonly string[] | undefined;
  /** When the user consented, in Unix milliseconds. Undefined for grants that were stored with `accounts.set` without it. */
  readonly authorizedAt?: number | undefined;
  /**
   * When the current access token was obtained, by sign-in or by a refresh, in Unix milliseconds. Undefined for grants that an
   * earlier release stored without it.
   */
  readonly obtainedAt?: number | undefined;
  /**
   * When the current access token expires, in Unix milliseconds; it may be in the past. Calls refresh the token automatically.
   * Undefined when the token does not expire.
   */
  readonly expiresAt?: number | undefined;
  /**
   * When the grant ends for good, in Unix milliseconds, so that the user has to sign in again: the end of their consent, or of
   * an access token without refresh token. Undefined when no end is known.
   */
  readonly endsAt?: number | undefined;
}

/**
 * Describes a grant without its tokens.
 *
 * @param consentLastsMs Milliseconds after consent in which refresh tokens end. Undefined: never.
 */
export function describeGrant(grant: Grant, consentLastsMs: number | undefined): GrantInfo {
  const { scopes, authorizedAt, obtainedAt, expiresAt, refreshToken } = grant;
  const ends = [findConsentEnd(grant, consentLastsMs), refreshToken === undefined ? expiresAt : undefined];
  const known = ends.filter((time) => time !== undefined);
  return { scopes, authorizedAt, obtainedAt, expiresAt, endsAt: known.length > 0 ? Math.min(...known) : undefined };
}

/** When the consent of a grant's user ends, in Unix milliseconds. Undefined when it does not end, or its start is unknown. */
export const findConsentEnd = ({ authorizedAt }: Grant, consentLastsMs: number | undefined): number | undefined =>
  authorizedAt === undefined || consentLastsMs === undefined ? undefined : authorizedAt + consentLastsMs;

/** An access token that may be sent now. It is serialized and printed without the token, and has no refresh token. */
export interface AccessToken {
  /** The bearer token. Secret; not enumerable, so that you have to name it to pass it on. */
  readonly accessToken: string;
  /**
   * When the token expires, in Unix milliseconds: in ten seconds at the earliest, or for tokens that live for less than 50 seconds
   * after a fifth of their lifetime. Undefined if it does not expire.
   */
  readonly expiresAt: number | undefined;
  /** Scopes that the user granted; undefined when the provider did not say. */
  readonly scopes: readonly string[] | undefined;
}

/** Returns the part of a grant that other programs may get. @internal */
export const toAccessToken = ({ accessToken, expiresAt, scopes }: Grant): AccessToken =>
  Object.defineProperty({ expiresAt, scopes } as AccessToken, 'accessToken', { get: () => accessToken });
