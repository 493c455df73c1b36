import { describeErrorRules } from '@x/testing';
import { musicProvider } from './index.ts';
import { smallPages } from './modes.ts';
import { offsetPages } from './paging.ts';

const ofApi = (status: number, message: string, reason?: string) => ({
  error: { status, message, ...(reason !== undefined && { reason }) },
});
const ofAuth = (error: string, error_description: string) => ({ error, error_description });
const auth = { host: 'auth' } as const;
const closed2024 = { deprecated: { since: '2024-11-27', openTo: 'extended-quota apps' } };
const closed2026 = { deprecated: { since: '2026-02-11', replacement: 'tracks.get' } };
const playlistItems = { path: '/v1/playlists/{playlist_id}/items' };
const ownerNeedsPremium =
  'Active premium subscription required for the owner of the app. When the subscription status changes, it can take a few hours before requests are allowed again.';
const search = { path: '/v1/search', development: smallPages(offsetPages(''), 10) };
const quota = { body: ofApi(429, 'Too many requests', 'QUOTA_EXCEEDED'), remedy: 'ask for extended quota' };

describeErrorRules(
  (options) => musicProvider({ ...options, clientId: 'the-client', clientSecret: 'the-secret' }),
  [
    {
      status: 400,
      body: ofAuth('invalid_client', 'Invalid client secret'),
      endpoint: auth,
      code: 'unauthenticated',
      remedy: 'Check clientId and clientSecret',
    },
    {
      status: 400,
      body: ofAuth('invalid_grant', 'Refresh token revoked'),
      endpoint: auth,
      code: 'reauthorization_required',
      remedy: 'Send the user through consent again',
    },
    { status: 400, body: ofAuth('invalid_request', 'code must be supplied'), endpoint: auth, code: 'rejected' },
    { ...quota, status: 429, code: 'quota_exceeded' },
    {
      ...quota,
      status: 429,
      headers: { 'retry-after': '120' },
      code: 'quota_exceeded',
      retryable: true,
      retryAfterMs: 120_000,
    },
    {
      status: 403,
      body: ofApi(403, 'Forbidden'),
      endpoint: closed2026,
      code: 'not_supported',
      remedy: 'Closed since 2026-02-11 to everybody. Call tracks.get instead',
    },
    {
      status: 403,
      body: { error: { status: 403 } },
      endpoint: closed2026,
      code: 'not_supported',
      remedy: 'the API responded 403 Forbidden. Closed since 2026-02-11',
    },
    { status: 403, body: '', endpoint: closed2024, code: 'not_supported', remedy: 'Closed since 2024-11-27' },
    { status: 403, body: ofApi(403, 'Insufficient client scope'), endpoint: closed2026, code: 'permission_denied' },
    {
      status: 403,
      body: ofApi(403, 'Forbidden'),
      endpoint: playlistItems,
      code: 'permission_denied',
      remedy: 'only the owner and collaborators of a playlist',
    },
    {
      status: 403,
      body: { error: { status: 403 } },
      endpoint: playlistItems,
      code: 'permission_denied',
      remedy: 'only the owner and collaborators of a playlist',
    },
    {
      status: 403,
      body: ofApi(403, "You cannot add tracks to a playlist you don't own."),
      endpoint: playlistItems,
      code: 'permission_denied',
      remedy: 'Only the owner may do this',
    },
    {
      status: 404,
      body: ofApi(404, 'Not found.'),
      endpoint: closed2024,
      code: 'not_supported',
      remedy: 'Closed since 2024-11-27 to all but extended-quota apps. Nothing replaces it',
    },
    { status: 404, body: '', endpoint: closed2024, code: 'not_supported', remedy: 'Nothing replaces it' },
    { status: 404, body: ofApi(404, 'Not found.'), endpoint: closed2026, code: 'not_found' },
    { status: 403, body: ofApi(403, 'Forbidden'), code: 'permission_denied' },
    ...[
      'The user is not registered for this application. Please check your settings on https://developer.spotify.com/dashboard.',
      'Check settings on developer.spotify.com/dashboard, the user may not be registered.',
      'User not registered in the Developer Dashboard',
    ].map((body) => ({
      status: 403,
      body,
      code: 'permission_denied' as const,
      remedy: "Add the user's name and email to the app, under User Management",
    })),
    ...[ownerNeedsPremium, ofApi(403, ownerNeedsPremium)].map((body) => ({
      status: 403,
      body,
      code: 'permission_denied' as const,
      remedy: 'Subscribe to Spotify Premium with the account that owns the app',
    })),
    {
      status: 400,
      body: ofApi(400, 'Invalid limit'),
      endpoint: search,
      code: 'rejected',
      remedy: "In development mode, limit is at most 10: set mode: 'development'",
    },
    { status: 400, body: ofApi(400, 'Invalid limit'), code: 'rejected' },
    {
      status: 404,
      body: ofApi(404, 'Non existing id'),
      endpoint: { path: '/v1/shows/{id}/episodes' },
      code: 'not_found',
      remedy: 'pass market',
    },
    {
      status: 401,
      body: ofApi(401, 'Valid user authentication required'),
      code: 'unauthenticated',
      remedy: 'needs a user token',
    },
    {
      status: 403,
      body: ofApi(403, 'This request requires user authentication.'),
      code: 'unauthenticated',
      remedy: 'needs a user token',
    },
    {
      status: 403,
      body: ofApi(403, "You cannot add tracks to a playlist you don't own."),
      code: 'permission_denied',
      remedy: 'Only the owner may do this',
    },
    {
      status: 401,
      body: ofApi(401, 'Permissions missing'),
      code: 'permission_denied',
      remedy: 'Ask the user for the scope',
    },
    { status: 401, body: ofApi(401, 'Insufficient permissions'), code: 'permission_denied' },
    {
      status: 401,
      body: ofApi(401, 'No token provided'),
      code: 'unauthenticated',
      remedy: 'The authorization header did not arrive',
    },
    { status: 401, body: ofApi(401, 'The access token expired'), code: 'unauthenticated', tokenRefused: true },
    { status: 401, body: '', code: 'unauthenticated', tokenRefused: true },
    {
      status: 403,
      body: ofApi(403, 'Insufficient client scope'),
      code: 'permission_denied',
      remedy: 'Ask the user for the scope',
    },
    {
      status: 403,
      body: ofApi(403, 'Player command failed: Premium required', 'PREMIUM_REQUIRED'),
      code: 'permission_denied',
      remedy: 'Only users with Premium',
    },
    {
      status: 404,
      body: ofApi(404, 'Player command failed: No active device found', 'NO_ACTIVE_DEVICE'),
      code: 'not_found',
      remedy: 'Start playback on a device',
    },
    {
      status: 404,
      body: ofApi(404, 'Player command failed: No active device found'),
      code: 'not_found',
      remedy: 'Start playback on a device',
    },
    {
      status: 403,
      body: ofApi(403, 'Player command failed: Restriction violated', 'UNKNOWN'),
      code: 'permission_denied',
      remedy: 'look at actions in player.get',
    },
    {
      status: 404,
      body: ofApi(404, 'Device not found'),
      code: 'not_found',
      remedy: 'player.devices lists the devices',
    },
    { status: 404, body: ofApi(404, 'Service not found'), code: 'not_found', remedy: 'check baseUrl' },
    { status: 400, body: { error: { message: { nested: true }, reason: 7 } }, code: 'rejected' },
    { status: 410, body: '', code: 'not_supported', remedy: 'The provider has retired this endpoint' },
    { status: 400, body: null, code: 'rejected' },
  ],
);
