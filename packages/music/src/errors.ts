import type { GrantProblem, ProviderErrorGuard } from '@x/core';
import {
  type ErrorRule,
  type Failure,
  providerErrorGuard,
  type ReportedError,
  retryAfterMs,
  stringAt,
} from '@x/core/provider';
import { largestPage } from './modes.ts';

/**
 * Reasons from the player and from quotas, codes from the authorization server, and reasons why an account has no
 * usable grant.
 *
 * @see https://developer.spotify.com/documentation/web-api/concepts/api-calls#response-status-codes
 */
export type MusicProviderCode =
  | GrantProblem
  | 'PREMIUM_REQUIRED'
  | 'NO_ACTIVE_DEVICE'
  | 'NO_PREV_TRACK'
  | 'NO_NEXT_TRACK'
  | 'NO_SPECIFIC_TRACK'
  | 'ALREADY_PAUSED'
  | 'NOT_PAUSED'
  | 'NOT_PLAYING_LOCALLY'
  | 'NOT_PLAYING_TRACK'
  | 'NOT_PLAYING_CONTEXT'
  | 'ENDLESS_CONTEXT'
  | 'CONTEXT_DISALLOW'
  | 'ALREADY_PLAYING'
  | 'RATE_LIMITED'
  | 'REMOTE_CONTROL_DISALLOW'
  | 'DEVICE_NOT_CONTROLLABLE'
  | 'VOLUME_CONTROL_DISALLOW'
  | 'UNKNOWN'
  | 'QUOTA_EXCEEDED'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request';

/**
 * Whether a value is an `ApiError` of this API, and has one of the codes if you pass any. Its `providerCode` completes
 * in editors.
 *
 * @example
 * if (isMusicError(error, 'not_found')) console.log(error.providerCode);
 */
export const isMusicError: ProviderErrorGuard<MusicProviderCode> = /* @__PURE__ */ providerErrorGuard('music');

/**
 * Reads the error code and message of an error body: `{ error: { status, message, reason } }` from the API,
 * `{ error, error_description }` from its authorization server.
 */
export function readError({ body, endpoint }: Failure): ReportedError {
  if (endpoint.host !== 'auth')
    return { message: stringAt(body, 'error.message'), providerCode: stringAt(body, 'error.reason') };
  const providerCode = stringAt(body, 'error');
  return { message: stringAt(body, 'error_description') ?? providerCode, providerCode };
}

const quotaUsedUp = "The quota of the app's developer account is used up: wait, or ask for extended quota";
const askForScope = 'Ask the user for the scope that this call needs';
const startPlayback =
  'Start playback on a device, or pass an ID from player.devices to player.transfer or as device_id';

const podcastPaths = ['/v1/shows/{id}', '/v1/shows/{id}/episodes', '/v1/episodes/{id}'];

/**
 * Meanings of errors whose status is not specific enough. The first matching rule applies. The provider publishes no
 * list of its messages, so the patterns cover observed messages.
 *
 * @see https://developer.spotify.com/documentation/web-api/concepts/api-calls#response-status-codes
 */
export const errorRules: readonly ErrorRule<MusicProviderCode>[] = [
  // The authorization server. https://developer.spotify.com/documentation/web-api/tutorials/refreshing-tokens
  {
    match: { host: 'auth', providerCode: 'invalid_client' },
    code: 'unauthenticated',
    remedy: 'Check clientId and clientSecret',
  },
  {
    match: { host: 'auth', providerCode: 'invalid_grant' },
    code: 'reauthorization_required',
    remedy: 'Send the user through consent again',
  },

  // The messages of quota refusals differ; the reason does not. Only refusals with a Retry-After are worth retrying.
  // https://developer.spotify.com/documentation/web-api/concepts/quota-modes
  {
    match: { host: 'api', providerCode: 'QUOTA_EXCEEDED', when: hasRetryAfter },
    code: 'quota_exceeded',
    remedy: quotaUsedUp,
    retryable: true,
  },
  {
    match: { host: 'api', providerCode: 'QUOTA_EXCEEDED' },
    code: 'quota_exceeded',
    remedy: quotaUsedUp,
    retryable: false,
  },

  // https://developer.spotify.com/blog/2024-11-27-changes-to-the-web-api
  { match: { host: 'api', status: [403, 404], when: isClosed }, code: 'not_supported', remedy: replacementOf },
  // https://developer.spotify.com/documentation/web-api/reference/get-playlists-items
  {
    match: { host: 'api', status: 403, path: '/v1/playlists/{playlist_id}/items', when: isBareRefusal },
    remedy: 'In development mode, only the owner and collaborators of a playlist may use its items',
  },

  // Refusals of an app in development mode, in plain text.
  // https://developer.spotify.com/documentation/web-api/concepts/quota-modes
  {
    match: { host: 'api', status: 403, message: /premium subscription required for the owner/i },
    remedy: 'Subscribe to Spotify Premium with the account that owns the app, or ask for extended quota',
  },
  {
    match: { host: 'api', status: 403, message: /not (be )?registered/i },
    remedy: "Add the user's name and email to the app, under User Management: https://developer.spotify.com/dashboard",
  },
  {
    match: { host: 'api', status: 400, message: /^invalid limit/i, when: hasSmallerPages },
    remedy: ({ endpoint }) =>
      `In development mode, limit is at most ${largestPage(endpoint)}: set mode: 'development' so that the client fetches larger pages in parts`,
  },

  // Refusals that a new token of the same kind would not change. The API sends some of them as 401, some as 403.
  {
    match: { host: 'api', status: [401, 403], message: /user authentication/i },
    code: 'unauthenticated',
    remedy: 'This call needs a user token: call it on client.withAccount(account)',
  },
  {
    match: { host: 'api', status: [401, 403], message: /another user|don.t own/i },
    code: 'permission_denied',
    remedy: "Only the owner may do this: call it on client.withAccount(account) with the owner's account",
  },
  // https://developer.spotify.com/documentation/web-api/concepts/scopes
  {
    match: { host: 'api', status: [401, 403], message: /permissions missing/i },
    code: 'permission_denied',
    remedy: askForScope,
  },
  { match: { host: 'api', status: 401, message: /permissions/i }, code: 'permission_denied' },
  {
    match: { host: 'api', status: 401, message: /no token|bearer/i },
    remedy: 'The authorization header did not arrive: check whether a proxy removes it',
  },

  // Every other 401 is about a token that is expired or invalid.
  { match: { host: 'api', status: 401 }, tokenRefused: true },
  { match: { host: 'api', status: 403, message: /client scope/i }, remedy: askForScope },

  // The player. https://developer.spotify.com/documentation/web-api/reference/start-a-users-playback
  { match: { host: 'api', providerCode: 'PREMIUM_REQUIRED' }, remedy: 'Only users with Premium may do this' },
  {
    match: { host: 'api', providerCode: 'NO_ACTIVE_DEVICE' },
    remedy: startPlayback,
  },
  { match: { host: 'api', message: /no active device/i }, remedy: startPlayback },
  {
    match: { host: 'api', status: 403, message: /restriction violated/i },
    remedy: 'The device does not allow this now, such as pausing while it is paused: look at actions in player.get',
  },
  {
    match: { host: 'api', message: /device not found/i },
    remedy: 'player.devices lists the devices that are available',
  },

  // https://developer.spotify.com/documentation/web-api/reference/get-a-show
  {
    match: { host: 'api', status: 404, path: podcastPaths },
    remedy: 'If the ID is right, pass market: without it, shows and episodes exist only for users, in their country',
  },

  {
    match: { host: 'api', status: 404, message: /service not found/i },
    remedy: 'The API has no such path: check baseUrl',
  },
];

function hasRetryAfter({ headers, now }: Failure): boolean {
  return retryAfterMs(headers, now) !== undefined;
}

function hasSmallerPages({ endpoint }: Failure): boolean {
  return largestPage(endpoint) !== undefined;
}

/** Whether a refusal gives no reason: it has no message, or only the name of its status. */
function isBareRefusal({ body }: Failure, { message }: ReportedError): boolean {
  const text = message ?? (typeof body === 'string' ? body : ''); // the body may be HTML
  return /^(forbidden|not found)?\.?$/i.test(text);
}

/**
 * Whether the endpoint is closed to this application. Endpoints closed in 2024 may also respond as if they did not
 * exist.
 */
function isClosed(failure: Failure, reported: ReportedError): boolean {
  const { deprecated } = failure.endpoint;
  if (!deprecated || deprecated.isRerouted || !isBareRefusal(failure, reported)) return false;
  return failure.status === 403 || deprecated.since < '2025';
}

function replacementOf({ endpoint }: Failure): string {
  const { since, openTo, replacement } = endpoint.deprecated ?? {};
  const whom = openTo ? `all but ${openTo}` : 'everybody';
  const byItself = 'development' in endpoint ? ", or set mode: 'development' so that the client does" : '';
  const instead = replacement ? `Call ${replacement} instead${byItself}` : 'Nothing replaces it';
  return `Closed since ${since} to ${whom}. ${instead}`;
}
