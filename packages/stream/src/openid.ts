import { ApiError, type ErrorCode } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { reasonOf } from '@x/core/provider';
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import type { StreamUser } from './oauth.ts';

/** Options of {@link createIdTokenVerifier}. */
export interface IdTokenOptions {
  /** Client ID of your app, which the ID token must be issued to. */
  clientId: string;
  /** Address of the authorization server. Default `https://id.twitch.tv`. */
  authUrl?: string | undefined;
  /** Function that fetches the keys. Default: the runtime's `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Returns the current time in Unix milliseconds. Default: the system's clock. */
  clock?: { now(): number } | undefined;
}

const idTokenRules = {
  clientId: optionKind.required(optionKind.string),
  authUrl: optionKind.string,
  fetch: optionKind.function,
  clock: optionKind.clock,
} satisfies RulesOf<IdTokenOptions>;

/** Claims of an ID token that has been verified. */
export interface IdTokenClaims {
  /** Other claims, such as `exp`. */
  readonly [claim: string]: unknown;
  /** ID of the user. It never changes. */
  readonly sub: string;
  /** Display name of the user. */
  readonly preferred_username?: string;
  /** URL of the user's profile image. */
  readonly picture?: string;
  /** Email address of the user, with the scope `user:read:email`. */
  readonly email?: string;
  /** Whether the user has confirmed the email address, with the scope `user:read:email`. */
  readonly email_verified?: boolean;
}

/**
 * Creates a function that verifies the ID token of a user who signed in with the scope `openid`: its signature, issuer,
 * audience, lifetime, nonce, and that it belongs to the same user as the access token. It fetches the provider's keys
 * once, and again when they change.
 *
 * The function rejects with an `ApiError`: `invalid_params` when the user has no ID token, `permission_denied` when the
 * ID token is not valid, and `unavailable` when the keys cannot be fetched.
 *
 * @throws ApiError `invalid_params` when an option is unknown or invalid.
 * @see https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/
 * @example
 * const verifyIdToken = createIdTokenVerifier({ clientId });
 * const account = async (user) => findOrCreate(await verifyIdToken(user));
 */
export function createIdTokenVerifier(
  options: IdTokenOptions,
): (user: Pick<StreamUser, 'user_id' | 'id_token' | 'nonce'>) => Promise<IdTokenClaims> {
  checkOptions({ provider: 'stream', operation, below: createIdTokenVerifier }, options, idTokenRules);
  const { clientId, authUrl = 'https://id.twitch.tv', fetch, clock = Date } = options;
  const issuer = `${authUrl.replace(/\/$/, '')}/oauth2`;
  const keys = createRemoteJWKSet(new URL(`${issuer}/keys`), fetch && { [customFetch]: fetch });
  return async ({ user_id, id_token, nonce }) => {
    if (id_token === undefined) throw failure('invalid_params', 'the user has no id_token. Request the scope openid');
    const expected = { issuer, audience: clientId, algorithms: ['RS256'], currentDate: new Date(clock.now()) };
    const { payload } = await jwtVerify<IdTokenClaims>(id_token, keys, expected).catch((error) => {
      if (!refusals.test(error.code ?? ''))
        throw failure('unavailable', `cannot fetch the keys of ${issuer}: ${reasonOf(error)}. Try again later`);
      throw failure('permission_denied', `the ID token is not valid: ${reasonOf(error)}. Sign the user in again`);
    });
    if (nonce === undefined || payload.nonce !== nonce || payload.sub !== user_id)
      throw failure('permission_denied', 'the ID token belongs to another sign-in or user. Sign the user in again');
    return payload;
  };
}

/** Codes of errors that say something about the token, and not about the keys. */
const refusals = /^ERR_(JWT_|JWS_|JWKS_NO_MATCHING_KEY|JOSE_ALG)/;

const operation = 'createIdTokenVerifier';

const failure = (code: ErrorCode, problem: string): ApiError =>
  new ApiError(`${operation}: ${problem}`, { code, provider: 'stream', operation, retryable: code === 'unavailable' });
