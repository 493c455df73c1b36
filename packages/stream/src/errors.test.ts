import { describeErrorRules, type ErrorCase } from '@x/testing';
import { expect, it } from 'vitest';
import { createStreamClient, streamProvider } from './index.ts';

const said = (status: number, message: string) => ({ status, body: { error: 'Refused', status, message } });
const ofAuth = (status: number, message: string) => ({
  status,
  body: { status, message },
  endpoint: { host: 'auth' } as const,
});

const subscriptions = { path: '/eventsub/subscriptions' };

/** Refusals that are about the user, with the remedy that the message must contain. */
const denials: readonly ErrorCase[] = (
  [
    [401, 'Missing scope: bits:read', 'Ask the user to grant that scope'],
    [403, 'Missing moderator:read:followers scope', 'Ask the user to grant that scope'],
    [401, 'Missing User OAUTH Token', 'client.withAccount(account)'],
    [401, 'Must provide valid app token.', 'not on withAccount'],
    [400, 'auth must use app access token to create webhook subscription', 'not on withAccount'],
    [400, 'invalid transport and auth combination', 'over WebSocket on client.withAccount(account)'],
    [401, 'the sender does not have a verified phone number', 'verify a phone number'],
    [401, 'The ID in extension_id must match the client ID of the access token.', "extension's own client ID"],
    [400, 'The requesting user must be a channel moderator.', 'as the broadcaster or a moderator'],
    [403, "The user in moderator_id is not one of the broadcaster's moderators.", 'as the broadcaster or a moderator'],
    [403, "You don't have permission to perform that action.", 'as the broadcaster or a moderator'],
    [
      401,
      "The ID in broadcaster_id must match the user ID found in the request's OAuth token.",
      'Pass the ID of the user',
    ],
    [401, 'The caller is not authorized to delete the specified video.', 'the user who owns it'],
  ] as const
).map(([status, message, remedy]) => ({ ...said(status, message), code: 'permission_denied', remedy }));

describeErrorRules(
  (options) => streamProvider({ ...options, clientId: 'the-client', clientSecret: 'the-secret' }),
  [
    { ...ofAuth(400, 'authorization_pending'), code: 'rejected' },
    { ...ofAuth(400, 'Invalid authorization code'), code: 'reauthorization_required' },
    { ...ofAuth(400, 'invalid device code'), code: 'permission_denied', remedy: 'start over with oauth.device' },
    {
      ...ofAuth(400, 'Parameter redirect_uri does not match registered URI'),
      code: 'invalid_params',
      remedy: 'redirectUri must be registered',
    },
    { ...ofAuth(401, 'invalid access token'), code: 'unauthenticated', tokenRefused: true },
    { ...ofAuth(400, 'Invalid refresh token'), code: 'reauthorization_required' },
    {
      ...ofAuth(403, 'invalid client secret'),
      code: 'unauthenticated',
      remedy: 'Check clientId and clientSecret',
    },
    { ...ofAuth(404, 'client does not exist'), code: 'not_found' },
    { ...said(401, 'Invalid OAuth token'), code: 'unauthenticated', tokenRefused: true },
    { ...said(401, 'OAuth token is missing'), code: 'unauthenticated' },
    { ...said(401, 'Client ID and OAuth token do not match'), code: 'unauthenticated' },
    ...denials,
    { ...said(400, 'Invalid cursor.'), code: 'rejected' },
    {
      ...said(400, 'The parameter "broadcaster_id" was malformed: value must be a numeric.'),
      code: 'rejected',
      remedy: 'pass it as login to users.list',
    },
    { ...said(403, 'subscription missing proper authorization'), code: 'permission_denied' },
    {
      ...said(409, 'subscription already exists'),
      body: { error: 'Conflict', status: 409, message: 'subscription already exists', id: 'an-id' },
      endpoint: subscriptions,
      code: 'conflict',
      remedy: 'Keep the existing subscription (ID an-id), or delete it with eventSub.subscriptions.delete',
    },
    {
      ...said(409, 'subscription already exists'),
      endpoint: subscriptions,
      code: 'conflict',
      remedy: '409 subscription already exists. Keep the existing subscription, or delete it',
    },
    {
      ...said(410, 'this version of the subscription type was removed'),
      endpoint: subscriptions,
      code: 'not_supported',
      remedy: 'pass the newest version',
    },
    {
      ...said(400, 'cannot use deprecated subscription type and version'),
      endpoint: subscriptions,
      code: 'not_supported',
      remedy: 'pass the newest version',
    },
    {
      ...said(400, 'websocket transport session does not exist or has already disconnected'),
      endpoint: subscriptions,
      code: 'rejected',
      remedy: 'pass the ID of the new session',
    },
    {
      ...said(410, 'This API is not available.'),
      endpoint: { deprecated: { since: '2023-02-28', replacement: 'channels.list' } },
      code: 'not_supported',
      remedy: '410 This API is not available. The provider has retired this endpoint: call channels.list instead.',
    },
    {
      ...said(429, 'Too Many Requests'),
      headers: { 'ratelimit-remaining': '10', 'ratelimit-reset': '1000' },
      code: 'rate_limited',
      remedy: 'This endpoint has a limit of its own',
    },
    {
      ...said(429, 'Request limit exceeded'),
      headers: { 'ratelimit-remaining': '0', 'ratelimit-reset': '1000' },
      code: 'rate_limited',
      retryable: true,
      retryAfterMs: 10_000,
    },
    { status: 401, body: { message: ['Missing scope'] }, code: 'unauthenticated' },
    { status: 503, body: { message: { toString: 1 } }, code: 'unavailable', retryable: true },
    {
      status: 503,
      body: 'The service is down',
      code: 'unavailable',
      remedy: '503 The service is down.',
      retryable: true,
    },
    { status: 400, body: null, code: 'rejected' },
  ],
);

it('a call with invalid params links to the section of its endpoint', async () => {
  const stream = createStreamClient({ clientId: 'the-client', clientSecret: 'the-secret', validation: 'strict' });
  await expect(stream.streams.list({ first: 101 })).rejects.toThrow(
    /See https:\/\/dev\.twitch\.tv\/docs\/api\/reference\/streams\/#get-streams$/,
  );
  await expect(stream.chat.pins.get({} as never)).rejects.toThrow(/reference\/chat\/#get-pinned-chat-message$/);
});
