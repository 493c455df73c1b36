import type { GrantProblem, ProviderErrorGuard } from '@x/core';
import {
  type ErrorRule,
  type Failure,
  providerErrorGuard,
  type ReportedError,
  readCount,
  readResetMs,
  stringAt,
} from '@x/core/provider';

/**
 * Codes of a sign-in on another device, and reasons why an account has no usable grant. Twitch's API itself sends no
 * codes.
 *
 * @see https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/#device-code-grant-flow
 */
export type StreamProviderCode = GrantProblem | 'authorization_pending' | 'slow_down';

/**
 * Whether a value is an `ApiError` of this API, and has one of the codes if you pass any. Its `providerCode` completes
 * in editors.
 *
 * @example
 * if (isStreamError(error, 'reauthorization_required')) console.log(error.providerCode);
 */
export const isStreamError: ProviderErrorGuard<StreamProviderCode> = /* @__PURE__ */ providerErrorGuard('stream');

/**
 * Reads the fields of an error body: `{ error, status, message }` from the API, `{ status, message }` from its
 * authorization server.
 */
export function readError(failure: Failure): ReportedError {
  const message = stringAt(failure.body, 'message');
  if (failure.endpoint.host === 'auth')
    return { message, providerCode: oauthCode.test(message ?? '') ? message : undefined };
  const { status, headers, now } = failure;
  const isBucketEmpty = status === 429 && !hasPointsLeft(failure);
  return { message, retryAfterMs: isBucketEmpty ? readResetMs(headers, 'ratelimit-reset', now) : undefined };
}

/** The authorization server sends the codes of RFC 8628, such as `authorization_pending`, as its message. */
const oauthCode = /^[a-z]+_[a-z_]+$/;

/** Message about a WebSocket session, seen before the client itself noticed the loss of its connection. */
export const lostSession = /session does not exist|already disconnected/i;

const retiredVersion = {
  code: 'not_supported',
  remedy: 'The provider has retired this version of the type: pass the newest version',
} as const;

const callAsModerator = 'Call it as the broadcaster or a moderator';

/**
 * Meanings of errors whose status is not specific enough. The first matching rule applies. The provider publishes no
 * list of its messages, so the patterns cover observed messages.
 *
 * @see https://dev.twitch.tv/docs/api/guide/
 * @see https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/
 */
export const errorRules: readonly ErrorRule<StreamProviderCode>[] = [
  // The authorization server. https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/#device-code-grant-flow
  { match: { host: 'auth', message: oauthCode }, code: 'rejected' },
  { match: { host: 'auth', message: /authorization code/i }, code: 'reauthorization_required' },
  {
    match: { host: 'auth', message: /device code/i },
    code: 'permission_denied',
    remedy: 'The user denied access, or the code was already used or has expired: start over with oauth.device',
  },
  {
    match: { host: 'auth', message: /redirect_uri/i },
    code: 'invalid_params',
    remedy: 'redirectUri must be registered for the application, and be the one that was passed to oauth.authorize',
  },
  // https://dev.twitch.tv/docs/authentication/validate-tokens/
  { match: { host: 'auth', message: /access token/i }, tokenRefused: true },
  // https://dev.twitch.tv/docs/authentication/refresh-tokens/
  { match: { host: 'auth', status: [400, 401, 403], message: /refresh token/i }, code: 'reauthorization_required' },
  {
    match: { host: 'auth', status: [400, 401, 403] },
    code: 'unauthenticated',
    remedy: 'Check clientId and clientSecret',
  },

  // A 401 about the credentials: missing, invalid, or of different applications. Only a refused token can be replaced.
  { match: { host: 'api', status: 401, message: /invalid oauth token/i }, code: 'unauthenticated', tokenRefused: true },
  {
    match: {
      host: 'api',
      status: 401,
      message: /invalid jwt token|token is (?:missing|not valid|invalid)|client-?\s?id (?:header|and oauth token)/i,
    },
    code: 'unauthenticated',
  },

  // Denials that a new token of the same kind does not change. The API sends most of them as 401, some as 403.
  {
    match: { host: 'api', status: [401, 403], message: /scope/i },
    code: 'permission_denied',
    remedy: 'Ask the user to grant that scope',
  },
  {
    match: { host: 'api', status: [401, 403], message: /missing user oauth token/i },
    code: 'permission_denied',
    remedy: 'This call needs a user token: call it on client.withAccount(account)',
  },
  // The API refuses a subscription with the wrong kind of token as 400, and does not say which kind it needs.
  // https://dev.twitch.tv/docs/eventsub/manage-subscriptions/#subscribing-to-events
  {
    match: { host: 'api', status: [400, 401, 403], message: /valid app token|must use app access token/i },
    code: 'permission_denied',
    remedy: 'This call needs an app token: call it on the client itself, not on withAccount',
  },
  {
    match: { host: 'api', status: [400, 401, 403], message: /transport and auth combination/i },
    code: 'permission_denied',
    remedy:
      'Subscribe over WebSocket on client.withAccount(account), and to webhooks and conduits on the client itself',
  },
  {
    match: { host: 'api', status: [401, 403], message: /verified phone|phone verification/i },
    code: 'permission_denied',
    remedy: 'The user must verify a phone number in the account settings',
  },
  {
    match: { host: 'api', status: [401, 403], message: /jwt|must match the client id/i },
    code: 'permission_denied',
    remedy: "Use the extension's own client ID, channel and permissions",
  },
  {
    match: { host: 'api', status: [400, 401, 403], message: /must be a channel moderator/i },
    code: 'permission_denied',
    remedy: callAsModerator,
  },
  {
    match: { host: 'api', status: [401, 403], message: /not (?:an? |one of )?.*\bmoderator|have permission/i },
    code: 'permission_denied',
    remedy: callAsModerator,
  },
  {
    match: {
      host: 'api',
      status: [401, 403],
      message: /must match the user id|user token do not match|incorrect user authorization/i,
    },
    code: 'permission_denied',
    remedy: 'Pass the ID of the user whose token this is, or call it on the account of that user',
  },
  {
    match: { host: 'api', status: [401, 403], message: /not authorized|does not belong|don.t own/i },
    code: 'permission_denied',
    remedy: 'Call it on the account of the user who owns it, or of an editor',
  },

  {
    match: { host: 'api', status: 400, message: /"\w*(?:broadcaster|user|moderator)\w*_?id" was malformed/i },
    remedy:
      'It must be a numeric ID. If you have a login, pass it as login to users.list, and use the ID of the result',
  },

  // https://dev.twitch.tv/docs/api/reference/eventsub/#create-eventsub-subscription
  {
    match: { host: 'api', status: 409, path: '/eventsub/subscriptions' },
    remedy: ({ body }) => {
      const id = stringAt(body, 'id');
      return `Keep the existing subscription${id ? ` (ID ${id})` : ''}, or delete it with eventSub.subscriptions.delete first`;
    },
  },
  {
    match: { host: 'api', status: 400, path: '/eventsub/subscriptions', message: lostSession },
    remedy: 'Connect again, and pass the ID of the new session',
  },
  { match: { host: 'api', status: 410, path: '/eventsub/subscriptions' }, ...retiredVersion },
  { match: { host: 'api', status: 400, message: /deprecated subscription type and version/i }, ...retiredVersion },

  // An endpoint's own limit responds 429 while the bucket has points left; waiting for the bucket does not help then.
  // https://dev.twitch.tv/docs/api/guide/#twitch-rate-limits
  {
    match: { host: 'api', status: 429, when: hasPointsLeft },
    remedy: 'This endpoint has a limit of its own: call it less often',
    retryable: false,
  },
];

function hasPointsLeft({ headers }: Failure): boolean {
  return (readCount(headers, 'ratelimit-remaining') ?? 0) > 0;
}
