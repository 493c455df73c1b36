import { problemOfToken } from '@x/core/provider';
import { check, is, nullish, object, pipe, unknown } from 'valibot';

/** A hundred years, in seconds. A longer lifetime would lead to dates that cannot be stored. */
const longestLifetimeS = 100 * 365 * 86_400;

/** Declares a field that may be missing, null or empty. */
const optionalField = (isValid: (value: unknown) => boolean, message: string) =>
  nullish(
    pipe(
      unknown(),
      check((value) => value === '' || isValid(value), message),
    ),
  );

/** Optional fields of a token endpoint's response (RFC 6749 section 5.1). `readTokenResponse` checks the token itself. */
export const tokenResponseSchema = object({
  refresh_token: optionalField(
    (value) => problemOfToken('', value) === undefined,
    'must be a string without spaces and line breaks',
  ),
  expires_in: optionalField((value) => secondsOf(value) >= 0, 'must be a number of seconds, 0 or more'),
  // Depending on the provider, a list, or a string with spaces or commas. A list with other values may be incomplete.
  scope: optionalField(
    (value) => [value].flat().every((part) => typeof part === 'string'),
    'must be a string or an array of strings',
  ),
});

/** Reads a number of seconds, which may be a string; NaN for anything else. */
function secondsOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
}

/**
 * Reads the grant in a token endpoint's response. Invalid optional fields count as missing, because the response may
 * have used up the only other refresh token.
 *
 * @returns Undefined fields are not in the response. Without a lifetime, the token may not expire.
 * @throws Error when `access_token` is invalid. It does not show the value.
 */
export function readTokenResponse(body: unknown) {
  const fields = Object(body) as Readonly<Record<string, unknown>>;
  const read = (name: keyof typeof tokenResponseSchema.entries): unknown =>
    is(tokenResponseSchema.entries[name], fields[name]) ? (fields[name] ?? undefined) : undefined;
  const scope = read('scope') as string | readonly string[] | undefined;
  const lifetimeS = Math.min(secondsOf(read('expires_in') || Number.NaN), longestLifetimeS);
  const problem = problemOfToken('access_token', fields.access_token);
  if (problem !== undefined) throw new Error(problem);
  return {
    accessToken: fields.access_token as string,
    // An earlier refresh token stays valid if there is none.
    refreshToken: (read('refresh_token') as string | undefined) || undefined,
    // Some servers send 0 for a token that never expires. If it has expired, the API refuses it and it is refreshed.
    lifetimeMs: Math.floor(lifetimeS * 1000) || undefined,
    scopes: scope === undefined ? undefined : [scope].flat().flatMap((part) => part.match(/[^ ,]+/g) ?? []),
  };
}
