import { type Failure, readCount, readResetMs, type Verdict } from '@x/core';

/**
 * Refusals that a new token of the same kind does not change, by their wording. The API sends most of them as 401, a few
 * as 403, and one as 400.
 */
const denials: readonly (readonly [RegExp, string])[] = [
  [/scope/i, 'Ask the user to grant that scope'],
  [/missing user oauth token/i, 'This call needs a user token: call it on client.withAccount(account)'],
  [/valid app token/i, 'This call needs an app token: call it on the client itself, not on withAccount'],
  [/verified phone|phone verification/i, 'The user must verify a phone number in the account settings'],
  [/jwt|must match the client id/i, "Use the extension's own client ID, channel and permissions"],
  [/not (?:an? |one of )?.*\bmoderator|must be a channel moderator/i, 'Call it as the broadcaster or a moderator'],
  [/have permission/i, 'Call it as the broadcaster or a moderator'],
  [
    /must match the user id|user token do not match|incorrect user authorization/i,
    'Pass the ID of the user whose token this is, or call it on the account of that user',
  ],
  [/not authorized|does not belong|don.t own/i, 'Call it on the account of the user who owns it, or of an editor'],
];

/** What an error response of the API or of its authorization server means. */
export function verdict({ status, headers, body, endpoint, now }: Failure): Verdict {
  const { message = '' } = (body ?? {}) as { message?: string };
  if (endpoint.host === 'auth') {
    if (![400, 401, 403].includes(status)) return { message };
    if (/refresh token/i.test(message)) return { code: 'reauthorization_required', message };
    return { code: 'unauthenticated', message, remedy: 'Check clientId and clientSecret' };
  }
  if (status === 401) {
    if (isAboutCredentials(message)) return { message, tokenRefused: /invalid oauth token/i.test(message) };
    const remedy = remedyOf(message);
    return remedy ? { code: 'permission_denied', message, remedy } : { message };
  }
  if (status === 403) return { message, remedy: remedyOf(message) };
  if (status === 400 && /must be a channel moderator/i.test(message))
    return { code: 'permission_denied', message, remedy: remedyOf(message) };
  if (status !== 429) return { message };
  // An endpoint's own limit answers 429 while points are left; waiting for the bucket does not help then.
  if (readCount(headers, 'ratelimit-remaining')) return { message, retryable: false };
  return { message, retryAfterMs: readResetMs(headers, 'ratelimit-reset', now) };
}

/** Whether a 401 is about the token or client ID as such: missing, invalid, or not belonging together. */
const isAboutCredentials = (message: string) =>
  /invalid (?:oauth|jwt) token|token is (?:missing|not valid|invalid)|client-?\s?id (?:header|and oauth token)/i.test(
    message,
  );

const remedyOf = (message: string) => denials.find(([wording]) => wording.test(message))?.[1];
