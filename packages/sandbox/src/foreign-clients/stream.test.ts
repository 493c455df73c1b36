import { afterAll, beforeAll, expect } from 'vitest';
import { createSandbox } from '../create-sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import {
  aiohttp,
  type Dialect,
  goHttp,
  pythonJson,
  type RawResponse,
  type Replay,
  replayAll,
  type Sent,
} from './testing.ts';

const clientId = 'aclientinanotherlanguage000000';
const clientSecret = 'itssecret000000000000000000000';
const credentials = `client_id=${clientId}&client_secret=${clientSecret}`;
const scopes = [
  ...['user:write:chat', 'user:manage:chat_color', 'moderator:manage:announcements', 'moderator:manage:chat_messages'],
  ...['moderator:manage:banned_users', 'channel:manage:broadcast', 'channel:manage:schedule', 'clips:edit'],
  ...[
    'channel:edit:commercial',
    'channel:manage:redemptions',
    'moderation:read',
    'moderator:read:followers',
    'moderator:manage:chat_settings',
  ],
];

let sandbox: Sandbox;
/** The owner of the most popular channel, which is live. */
let owner = '';
let userToken = '';
let refreshToken = '';
let appToken = '';
let cursor = '';
/** Some other user. */
let other = '';

beforeAll(async () => {
  sandbox = await createSandbox({ stream: { clientId, clientSecret } });
  const tokens = sandbox.controls.stream.issueUserToken({ scopes });
  owner = tokens.userId;
  refreshToken = tokens.refreshToken;
  userToken = tokens.accessToken;
});
afterAll(() => sandbox.close());

const asUser = () => `Bearer ${userToken}`;
const asApp = () => `Bearer ${appToken}`;
const asModerator = () => `broadcaster_id=${owner}&moderator_id=${owner}`;
const keepAppToken = ({ json }: RawResponse) => {
  expect(json.token_type).toBe('bearer');
  appToken = json.access_token;
};
const keepCursor = ({ json: { data, pagination } }: RawResponse) => {
  expect(data).toHaveLength(2);
  cursor = pagination.cursor;
};
const seeSent = ({ json: { data } }: RawResponse) => expect(data).toMatchObject([{ is_sent: true }]);

const python = aiohttp([`Client-ID: ${clientId}`]);

/** For EventSub it sets the content type itself, which then goes before the token. */
const pythonEventSub: Dialect = (sent, host) => {
  const lines = aiohttp([`Client-ID: ${clientId}`, 'Content-Type: application/json'])(sent, host);
  return lines.slice(0, -1);
};
const subscribe = (token: string, transport: object): Sent => {
  const condition = { broadcaster_user_id: owner, moderator_user_id: owner };
  const body = pythonJson({ type: 'channel.follow', version: '2', condition, transport });
  return { method: 'POST', target: '/stream/helix/eventsub/subscriptions', token, body };
};

// Read from pyTwitchAPI 4: twitchAPI/twitch.py (76f9914), helper.py (6c45b5c), oauth.py and eventsub/base.py. Query values are
// written with str(), so booleans are capitalized; yarl then leaves the colons of times bare.
const pyTwitchApi: readonly Replay[] = [
  {
    does: 'asks for an app token in the query of a POST with an empty body',
    dialect: aiohttp(),
    sent: () => ({
      method: 'POST',
      target: `/stream/id/oauth2/token?${credentials}&grant_type=client_credentials&scope=`,
    }),
    status: 200,
    check: keepAppToken,
  },
  {
    does: 'validates a token under the scheme OAuth',
    dialect: aiohttp(),
    sent: () => ({ method: 'GET', target: '/stream/id/oauth2/validate', token: `OAuth ${userToken}` }),
    status: 200,
    check: ({ json }) => expect(json).toMatchObject({ client_id: clientId, user_id: owner, scopes }),
  },
  {
    does: 'lists a page',
    dialect: python,
    sent: () => ({ method: 'GET', target: '/stream/helix/games/top?first=2', token: asApp() }),
    status: 200,
    check: keepCursor,
  },
  {
    does: 'lists the next page, its cursor before the page size',
    dialect: python,
    sent: () => ({ method: 'GET', target: `/stream/helix/games/top?after=${cursor}&first=2`, token: asApp() }),
    status: 200,
    check: keepCursor,
  },
  {
    does: 'reads several users by repeated keys',
    dialect: python,
    sent: () => ({ method: 'GET', target: `/stream/helix/users?id=${owner}&id=1`, token: asApp() }),
    status: 200,
    check: ({ json: { data } }) => expect(data).toMatchObject([{ id: owner }]),
  },
  {
    does: 'searches channels with live_only=False',
    dialect: python,
    sent: () => ({
      method: 'GET',
      target: '/stream/helix/search/channels?query=a&first=20&live_only=False',
      token: asApp(),
    }),
    status: 200,
    check: ({ json: { data } }) => expect(data.length).toBeGreaterThan(0),
  },
  {
    does: 'lists clips with is_featured=False and a time with microseconds and an offset',
    dialect: python,
    sent: () => ({
      method: 'GET',
      target:
        `/stream/helix/clips?broadcaster_id=${owner}&first=20&ended_at=2100-01-01T00:00:00%2B00:00` +
        '&started_at=2000-01-01T00:00:00.123456%2B00:00&is_featured=False',
      token: asApp(),
    }),
    status: 200,
    check: ({ json: { data } }) => expect(data).not.toContainEqual(expect.objectContaining({ is_featured: true })),
  },
  {
    does: 'lists custom rewards with only_manageable_rewards=False',
    dialect: python,
    sent: () => ({
      method: 'GET',
      target: `/stream/helix/channel_points/custom_rewards?broadcaster_id=${owner}&only_manageable_rewards=False`,
      token: asUser(),
    }),
    status: 200,
    check: ({ json: { data } }) => expect(data.length).toBeGreaterThan(0),
  },
  {
    does: 'creates a clip with has_delay=False and an empty body of the type octet-stream',
    dialect: python,
    sent: () => ({
      method: 'POST',
      target: `/stream/helix/clips?broadcaster_id=${owner}&has_delay=False`,
      token: asUser(),
    }),
    status: 202,
    check: ({ json: { data } }) => expect(data[0].edit_url).toContain(data[0].id),
  },
  {
    does: 'sends a chat message in the query of a POST with an empty body',
    dialect: python,
    sent: () => ({
      method: 'POST',
      target: `/stream/helix/chat/messages?broadcaster_id=${owner}&sender_id=${owner}&message=hello%20there`,
      token: asUser(),
    }),
    status: 200,
    check: seeSent,
  },
  {
    does: 'deletes all chat messages with neither body nor content type',
    dialect: python,
    sent: () => ({
      method: 'DELETE',
      target: `/stream/helix/moderation/chat?${asModerator()}`,
      token: asUser(),
    }),
    status: 204,
  },
  {
    does: 'changes the color of its name by the query of a PUT',
    dialect: python,
    sent: () => ({
      method: 'PUT',
      target: `/stream/helix/chat/color?user_id=${owner}&color=blue_violet`,
      token: asUser(),
    }),
    status: 204,
  },
  {
    does: 'changes a channel, in JSON that escapes what is not ASCII',
    dialect: python,
    sent: () => ({
      method: 'PATCH',
      target: `/stream/helix/channels?broadcaster_id=${owner}`,
      token: asUser(),
      body: pythonJson({ title: 'Été', tags: [], is_branded_content: false }),
    }),
    status: 204,
  },
  {
    does: 'reads the changed channel',
    dialect: python,
    sent: () => ({ method: 'GET', target: `/stream/helix/channels?broadcaster_id=${owner}`, token: asApp() }),
    status: 200,
    check: ({ json: { data } }) => expect(data).toMatchObject([{ title: 'Été', tags: [] }]),
  },
  {
    does: 'changes the schedule with is_vacation_enabled=False',
    dialect: python,
    sent: () => ({
      method: 'PATCH',
      target: `/stream/helix/schedule/settings?broadcaster_id=${owner}&is_vacation_enabled=False`,
      token: asUser(),
    }),
    status: 204,
  },
  {
    does: 'checks messages for AutoMod',
    dialect: python,
    sent: () => ({
      method: 'POST',
      target: `/stream/helix/moderation/enforcements/status?broadcaster_id=${owner}`,
      token: asUser(),
      body: pythonJson({ data: [{ msg_id: '1', msg_text: 'hello' }] }),
    }),
    status: 200,
    check: ({ json: { data } }) => expect(data).toEqual([{ msg_id: '1', is_permitted: true }]),
  },
  {
    does: 'subscribes to events by webhook',
    dialect: pythonEventSub,
    sent: () =>
      subscribe(asApp(), {
        method: 'webhook',
        callback: 'https://hook.example/callback',
        secret: 'a secret of the test',
      }),
    status: 202,
    check: ({ json: { data } }) => expect(data[0].status).toBe('webhook_callback_verification_pending'),
  },
  {
    does: 'is refused a subscription over WebSocket, which the sandbox does not offer',
    dialect: pythonEventSub,
    sent: () => subscribe(asUser(), { method: 'websocket', session_id: 'a session' }),
    status: 400,
    check: ({ json }) => expect(json.message).toMatch(/^websocket transport session does not exist/),
  },
  {
    does: 'is refused a commercial in the query, as the API takes it in the body',
    dialect: python,
    sent: () => ({
      method: 'POST',
      target: `/stream/helix/channels/commercial?broadcaster_id=${owner}&length=30`,
      token: asUser(),
    }),
    status: 400,
    check: ({ json }) => expect(json.message).toContain('broadcaster_id'),
  },
  {
    does: 'reads the refusal of an unknown token',
    dialect: python,
    sent: () => ({ method: 'GET', target: '/stream/helix/users', token: 'Bearer unknown' }),
    status: 401,
    check: ({ json }) => expect(json).toEqual({ error: 'Unauthorized', status: 401, message: 'Invalid OAuth token' }),
  },
];

const go = goHttp([`Client-Id: ${clientId}`]);
const goJson = goHttp([`Client-Id: ${clientId}`, 'Content-Type: application/json']);

// Read from nicklaw5/helix v2: helix.go (f054139), authentication.go (187a8a8), channels.go (f9960f7), chat.go (bdd8724),
// channels_points.go (9e9d881), moderation.go and eventsub.go (47c6ba6). Every query is sorted. Fields without a name for JSON
// go into the body under their Go name, and strings that are not set are empty.
const nicklaw5: readonly Replay[] = [
  {
    does: 'asks for an app token in the query of a POST with an empty body and no content type',
    dialect: go,
    sent: () => ({
      method: 'POST',
      target: `/stream/id/oauth2/token?${credentials}&grant_type=client_credentials`,
    }),
    status: 200,
    check: keepAppToken,
  },
  {
    does: 'refreshes a user token in the query',
    dialect: go,
    sent: () => ({
      method: 'POST',
      target: `/stream/id/oauth2/token?${credentials}&grant_type=refresh_token&refresh_token=${refreshToken}`,
      token: asApp(),
    }),
    status: 200,
    check({ json }) {
      expect(json.scope).toEqual(scopes);
      userToken = json.access_token;
    },
  },
  {
    does: 'validates a token',
    dialect: go,
    sent: () => ({ method: 'GET', target: '/stream/id/oauth2/validate', token: `OAuth ${userToken}` }),
    status: 200,
    check: ({ json }) => expect(json.user_id).toBe(owner),
  },
  {
    does: 'searches channels, all its defaults in the query',
    dialect: go,
    sent: () => ({
      method: 'GET',
      target: '/stream/helix/search/channels?first=20&live_only=false&query=a',
      token: asApp(),
    }),
    status: 200,
    check({ json: { data } }) {
      const channels: { id: string }[] = data;
      other = channels.find(({ id }) => id !== owner)?.id ?? '';
      expect(other).not.toBe('');
    },
  },
  {
    does: 'lists streams by repeated keys',
    dialect: go,
    sent: () => ({
      method: 'GET',
      target: `/stream/helix/streams?first=20&user_id=${owner}&user_id=1`,
      token: asApp(),
    }),
    status: 200,
    check: ({ json: { data } }) => expect(data).toMatchObject([{ user_id: owner }]),
  },
  {
    does: 'sends a chat message',
    dialect: goJson,
    sent: () => ({
      method: 'POST',
      target: '/stream/helix/chat/messages',
      token: asUser(),
      body: JSON.stringify({ broadcaster_id: owner, sender_id: owner, message: 'hello from Go' }),
    }),
    status: 200,
    check: seeSent,
  },
  {
    does: 'sends an announcement with an empty color',
    dialect: goJson,
    sent: () => ({
      method: 'POST',
      target: `/stream/helix/chat/announcements?${asModerator()}`,
      token: asUser(),
      body: JSON.stringify({ BroadcasterID: owner, ModeratorID: owner, message: 'hello', color: '' }),
    }),
    status: 204,
  },
  {
    does: 'changes the title of a channel, the other strings empty and the tags null',
    dialect: goJson,
    sent: () => ({
      method: 'PATCH',
      target: `/stream/helix/channels?broadcaster_id=${owner}`,
      token: asUser(),
      body: '{"game_id":"","broadcaster_language":"","title":"By Go","tags":null}',
    }),
    status: 204,
  },
  {
    does: 'changes the settings of a chat',
    dialect: goJson,
    sent: () => ({
      method: 'PATCH',
      target: `/stream/helix/chat/settings?${asModerator()}`,
      token: asUser(),
      body: JSON.stringify({ BroadcasterID: owner, ModeratorID: owner, emote_mode: true }),
    }),
    status: 200,
    check: ({ json: { data } }) => expect(data).toMatchObject([{ emote_mode: true }]),
  },
  {
    does: 'creates a custom reward, zeros for the limits that are off',
    dialect: goJson,
    sent: () => ({
      method: 'POST',
      target: `/stream/helix/channel_points/custom_rewards?broadcaster_id=${owner}`,
      token: asUser(),
      body: JSON.stringify({
        BroadcasterID: owner,
        title: 'Made by Go',
        cost: 50,
        prompt: '',
        is_enabled: true,
        is_user_input_required: false,
        is_max_per_stream_enabled: false,
        max_per_stream: 0,
        is_max_per_user_per_stream_enabled: false,
        max_per_user_per_stream: 0,
        is_global_cooldown_enabled: false,
        global_cooldown_seconds: 0,
        should_redemptions_skip_request_queue: false,
      }),
    }),
    status: 200,
    check: ({ json: { data } }) => expect(data).toMatchObject([{ title: 'Made by Go', cost: 50 }]),
  },
  {
    does: 'bans a user with an empty reason',
    dialect: goJson,
    sent: () => ({
      method: 'POST',
      target: `/stream/helix/moderation/bans?${asModerator()}`,
      token: asUser(),
      body: JSON.stringify({ BroadcasterID: owner, ModeratorId: owner, data: { reason: '', user_id: other } }),
    }),
    status: 200,
    check: ({ json: { data } }) => expect(data).toMatchObject([{ user_id: other, end_time: null }]),
  },
  {
    does: 'subscribes to raids, what it does not ask for empty',
    dialect: goJson,
    sent: () => ({
      method: 'POST',
      target: '/stream/helix/eventsub/subscriptions',
      token: asApp(),
      body: JSON.stringify({
        id: '',
        type: 'channel.raid',
        version: '1',
        status: '',
        condition: {
          broadcaster_user_id: '',
          from_broadcaster_user_id: '',
          moderator_user_id: '',
          to_broadcaster_user_id: owner,
          reward_id: '',
          client_id: '',
          extension_client_id: '',
          user_id: '',
        },
        transport: {
          method: 'webhook',
          callback: 'https://hook.example/raids',
          secret: 'a secret of the test',
          session_id: '',
        },
        created_at: '0001-01-01T00:00:00Z',
        cost: 0,
      }),
    }),
    status: 202,
    check: ({ json: { data } }) => expect(data).toMatchObject([{ condition: { to_broadcaster_user_id: owner } }]),
  },
  {
    does: 'revokes a token in the query',
    dialect: go,
    sent: () => ({
      method: 'POST',
      target: `/stream/id/oauth2/revoke?client_id=${clientId}&token=${userToken}`,
      token: asApp(),
    }),
    status: 200,
  },
];

replayAll(() => sandbox, { 'pyTwitchAPI (Python)': pyTwitchApi, 'nicklaw5/helix (Go)': nicklaw5 });
