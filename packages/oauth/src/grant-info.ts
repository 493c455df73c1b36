import type { Grant } from '@x/core';
import { redactInLogs } from '@x/core/provider';

/** The grant of an account as it is stored, and when it ends. */
export interface StoredGrant extends Grant {
  /**
   * Time at which the grant ends for good, in Unix milliseconds, so that the user has to sign in again: the end of
   * their consent, or of an access token without a refresh token. Undefined if no end is known.
   */
  readonly endsAt?: number | undefined;
}

/**
 * Adds `endsAt` to a stored grant.
 *
 * @param consentLastsMs Milliseconds after consent in which refresh tokens end. Undefined: never.
 */
export function describeGrant(grant: Grant, consentLastsMs: number | undefined): StoredGrant {
  const { expiresAt, refreshToken } = grant;
  const ends = [findConsentEnd(grant, consentLastsMs), refreshToken === undefined ? expiresAt : undefined];
  const known = ends.filter((time) => time !== undefined);
  return redactInLogs({ ...grant, endsAt: known.length > 0 ? Math.min(...known) : undefined });
}

/**
 * Returns the time at which the consent for a grant ends, in Unix milliseconds. Undefined if it does not end, or its
 * start is unknown.
 */
export const findConsentEnd = ({ authorizedAt }: Grant, consentLastsMs: number | undefined): number | undefined =>
  authorizedAt === undefined || consentLastsMs === undefined ? undefined : authorizedAt + consentLastsMs;

/** An access token that may be sent now. It has no refresh token, so other programs and browsers may have it. */
export interface AccessToken {
  /** The bearer token. Secret. */
  readonly accessToken: string;
  /**
   * Time at which the token expires, in Unix milliseconds: at least ten seconds from now, or for tokens with a lifetime
   * below 50 seconds, at least a fifth of their lifetime from now. Undefined if it does not expire.
   */
  readonly expiresAt: number | undefined;
  /** Scopes that the user granted; undefined if the provider did not report them. */
  readonly scopes: readonly string[] | undefined;
}

/** Returns the part of a grant that other programs may get. */
export const toAccessToken = ({ accessToken, expiresAt, scopes }: Grant): AccessToken =>
  redactInLogs({ accessToken, expiresAt, scopes });
