import { describeValue, kindOf } from '../shared/describe-value.ts';
import { readToken } from './grant.ts';

/** What a token endpoint granted (RFC 6749 section 5.1). */
export interface TokenResponse {
  readonly accessToken: string;
  /** Undefined when the response has none: an earlier refresh token stays valid. */
  readonly refreshToken: string | undefined;
  /** Milliseconds; undefined when the token does not expire, or the response does not say. */
  readonly lifetimeMs: number | undefined;
  /** Undefined when the response does not say. */
  readonly scopes: readonly string[] | undefined;
}

/** A hundred years. A longer lifetime would lead to dates that cannot be stored. */
const longestLifetimeS = 100 * 365 * 86_400;

/**
 * Reads the response of a token endpoint. It is always checked, whatever the client's `validation` is: a grant made of
 * an invalid response would fail every later call.
 *
 * @throws Error that names the field that is not valid, and not its value.
 */
export function readTokenResponse(body: unknown): TokenResponse {
  const { access_token, refresh_token, expires_in, scope } = Object(body) as Readonly<Record<string, unknown>>;
  return {
    accessToken: readToken('access_token', access_token),
    refreshToken: isAbsent(refresh_token) ? undefined : readToken('refresh_token', refresh_token),
    lifetimeMs: readLifetimeMs(expires_in),
    scopes: readScopes(scope),
  };
}

const isAbsent = (value: unknown) => value === undefined || value === null || value === '';

function readLifetimeMs(value: unknown): number | undefined {
  if (isAbsent(value)) return undefined;
  const seconds = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof seconds !== 'number' || !(seconds >= 0))
    throw new Error(
      `expires_in must be a number of seconds, 0 or more, got ${describeValue(value, typeof value === 'number')}`,
    );
  // Some servers write 0 for a token that never expires. If it has expired, the API refuses it and it is refreshed.
  return seconds === 0 ? undefined : Math.floor(Math.min(seconds, longestLifetimeS) * 1000);
}

/** A list, or names separated by spaces or commas, depending on the provider. */
function readScopes(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return parts.flatMap((part) => {
    if (typeof part !== 'string') throw new Error(`scope must be a string or an array of strings, got ${kindOf(part)}`);
    return part.match(/[^ ,]+/g) ?? [];
  });
}
