import type { Grant } from '../declare/token-store.ts';

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
