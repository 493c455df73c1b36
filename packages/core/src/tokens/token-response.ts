import { describeValue, kindOf } from '../shared/describe-value.ts';
import { readToken } from './grant.ts';

/** A hundred years, in seconds. A longer lifetime would lead to dates that cannot be stored. */
const longestLifetimeS = 100 * 365 * 86_400;

/**
 * Reads the grant in a token endpoint's response (RFC 6749 section 5.1). It is always checked, regardless of the
 * client's `validation` option, because a grant from an invalid response would fail every later call.
 *
 * @returns Undefined fields are not in the response. Without a lifetime, the token may not expire.
 * @throws Error that names the invalid field, but not its value.
 */
export function readTokenResponse(body: unknown) {
  const { access_token, refresh_token, expires_in, scope } = Object(body) as Readonly<Record<string, unknown>>;
  return {
    accessToken: readToken('access_token', access_token),
    // An earlier refresh token stays valid if there is none.
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
  // Some servers send 0 for a token that never expires. If it has expired, the API refuses it and it is refreshed.
  return seconds === 0 ? undefined : Math.floor(Math.min(seconds, longestLifetimeS) * 1000);
}

/** Reads a list of scopes, or scopes separated by spaces or commas, depending on the provider. */
function readScopes(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return parts.flatMap((part) => {
    if (typeof part !== 'string') throw new Error(`scope must be a string or an array of strings, got ${kindOf(part)}`);
    return part.match(/[^ ,]+/g) ?? [];
  });
}
