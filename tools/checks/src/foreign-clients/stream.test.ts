import { beforeAll, describe, expect, it } from 'vitest';
import { aiohttp, callAs, type Dialect, goHttp, pythonJson, startForAll } from './replay.ts';

const clientId = 'aclientinanotherlanguage000000';
const clientSecret = 'itssecret000000000000000000000';
const credentials = `client_id=${clientId}&client_secret=${clientSecret}`;
const scopes = [
  ...['user:write:chat', 'user:manage:chat_color', 'moderator:manage:announcements', 'moderator:manage:chat_messages'],
  ...['moderator:manage:banned_users', 'channel:manage:broadcast', 'channel:manage:schedule', 'clips:edit'],
  ...['channel:edit:commercial', 'channel:manage:redemptions', 'moderation:read', 'moderator:read:followers'],
  'moderator:manage:chat_settings',
];

const sandbox = startForAll({ stream: { clientId, clientSecret } });
/** The owner of the most popular channel, which is live. */
let owner = '';
let userToken = '';
let refreshToken = '';
let appToken = '';

beforeAll(() => {
  ({ userId: owner, refreshToken, accessToken: userToken } = sandbox().controls.stream.issueUserToken({ scopes }));
});

const helix = (dialect: Dialect, tokenOf: () => string) =>
  callAs(sandbox, dialect, '/stream/helix', () => `Bearer ${tokenOf()}`);
const asModerator = () => `broadcaster_id=${owner}&moderator_id=${owner}`;
const secret = 'a secret of the test';

// Read from pyTwitchAPI 4: twitchAPI/twitch.py (76f9914), helper.py (6c45b5c), oauth.py and eventsub/base.py. Query
// values are written with str(), so booleans are capitalized; yarl then leaves the colons of times bare.
describe('pyTwitchAPI (Python)', () => {
  const python = aiohttp([`Client-ID: ${clientId}`]);
  // For EventSub it sets the content type itself, which then precedes the token.
  const pythonEventSub: Dialect = (sent, host) =>
    aiohttp([`Client-ID: ${clientId}`, 'Content-Type: application/json'])(sent, host).slice(0, -1);
  const auth = callAs(sandbox, aiohttp(), '/stream/id/oauth2');
  const app = helix(python, () => appToken);
  const own = helix(python, () => userToken);
  const subscription = (transport: object) => {
    const condition = { broadcaster_user_id: owner, moderator_user_id: owner };
    return pythonJson({ type: 'channel.follow', version: '2', condition, transport });
  };

  it('asks for an app token in the query of a POST with an empty body', async () => {
    const granted = await auth(`POST /token?${credentials}&grant_type=client_credentials&scope=`);
    expect(granted.token_type).toBe('bearer');
    appToken = granted.access_token;
  });

  it('validates a token under the scheme OAuth', async () => {
    const validated = await auth('GET /validate', { token: `OAuth ${userToken}` });
    expect(validated).toMatchObject({ client_id: clientId, user_id: owner, scopes });
  });

  it('lists a page, and the next one with its cursor before the page size', async () => {
    const first = await app('GET /games/top?first=2');
    const second = await app(`GET /games/top?after=${first.pagination.cursor}&first=2`);
    expect([first.data.length, second.data.length]).toEqual([2, 2]);
  });

  it('reads several users by repeated keys', async () => {
    expect((await app(`GET /users?id=${owner}&id=1`)).data).toMatchObject([{ id: owner }]);
  });

  it('searches channels with live_only=False', async () => {
    expect((await app('GET /search/channels?query=a&first=20&live_only=False')).data.length).toBeGreaterThan(0);
  });

  it('lists clips with is_featured=False and a time with microseconds and an offset', async () => {
    const times = 'ended_at=2100-01-01T00:00:00%2B00:00&started_at=2000-01-01T00:00:00.123456%2B00:00';
    const { data } = await app(`GET /clips?broadcaster_id=${owner}&first=20&${times}&is_featured=False`);
    expect(data).not.toContainEqual(expect.objectContaining({ is_featured: true }));
  });

  it('lists custom rewards with only_manageable_rewards=False', async () => {
    const path = `/channel_points/custom_rewards?broadcaster_id=${owner}&only_manageable_rewards=False`;
    expect((await own(`GET ${path}`)).data.length).toBeGreaterThan(0);
  });

  it('creates a clip with has_delay=False and an empty body of the type octet-stream', async () => {
    const { data } = await own(`POST /clips?broadcaster_id=${owner}&has_delay=False`, { status: 202 });
    expect(data[0].edit_url).toContain(data[0].id);
  });

  it('sends a chat message in the query of a POST with an empty body', async () => {
    const query = `broadcaster_id=${owner}&sender_id=${owner}&message=hello%20there`;
    expect((await own(`POST /chat/messages?${query}`)).data).toMatchObject([{ is_sent: true }]);
  });

  it('deletes all chat messages with neither body nor content type', () =>
    own(`DELETE /moderation/chat?${asModerator()}`, { status: 204 }));

  it('changes the color of its name by the query of a PUT', () =>
    own(`PUT /chat/color?user_id=${owner}&color=blue_violet`, { status: 204 }));

  it('changes a channel with JSON that escapes non-ASCII characters, and reads it', async () => {
    const body = pythonJson({ title: 'Été', tags: [], is_branded_content: false });
    await own(`PATCH /channels?broadcaster_id=${owner}`, { body, status: 204 });
    const { data } = await app(`GET /channels?broadcaster_id=${owner}`);
    expect(data).toMatchObject([{ title: 'Été', tags: [] }]);
  });

  it('changes the schedule with is_vacation_enabled=False', () =>
    own(`PATCH /schedule/settings?broadcaster_id=${owner}&is_vacation_enabled=False`, { status: 204 }));

  it('checks messages for AutoMod', async () => {
    const body = pythonJson({ data: [{ msg_id: '1', msg_text: 'hello' }] });
    const { data } = await own(`POST /moderation/enforcements/status?broadcaster_id=${owner}`, { body });
    expect(data).toEqual([{ msg_id: '1', is_permitted: true }]);
  });

  it('subscribes to events by webhook', async () => {
    const body = subscription({ method: 'webhook', callback: 'https://hook.example/callback', secret });
    const subscribe = helix(pythonEventSub, () => appToken);
    const { data } = await subscribe('POST /eventsub/subscriptions', { body, status: 202 });
    expect(data[0].status).toBe('webhook_callback_verification_pending');
  });

  it('is refused a subscription over an unknown WebSocket', async () => {
    const body = subscription({ method: 'websocket', session_id: 'a session' });
    const subscribe = helix(pythonEventSub, () => userToken);
    const { message } = await subscribe('POST /eventsub/subscriptions', { body, status: 400 });
    expect(message).toMatch(/^websocket transport session does not exist/);
  });

  it('is refused a commercial in the query, because the API takes it in the body', async () => {
    const { message } = await own(`POST /channels/commercial?broadcaster_id=${owner}&length=30`, { status: 400 });
    expect(message).toContain('broadcaster_id');
  });

  it('reads the refusal of an unknown token', async () => {
    const refusal = await app('GET /users', { token: 'Bearer unknown', status: 401 });
    expect(refusal).toEqual({ error: 'Unauthorized', status: 401, message: 'Invalid OAuth token' });
  });
});

// Read from nicklaw5/helix v2: helix.go (f054139), authentication.go (187a8a8), channels.go (f9960f7), chat.go
// (bdd8724), channels_points.go (9e9d881), moderation.go and eventsub.go (47c6ba6). Every query is sorted. Fields
// without a name for JSON go into the body under their Go name, and strings that are not set are empty.
describe('nicklaw5/helix (Go)', () => {
  const go = goHttp([`Client-Id: ${clientId}`]);
  const goJson = goHttp([`Client-Id: ${clientId}`, 'Content-Type: application/json']);
  const auth = callAs(sandbox, go, '/stream/id/oauth2');
  const authAsApp = callAs(sandbox, go, '/stream/id/oauth2', () => `Bearer ${appToken}`);
  const app = helix(go, () => appToken);
  const own = (call: string, body: object | string, status: number) =>
    helix(goJson, () => userToken)(call, { body: typeof body === 'string' ? body : JSON.stringify(body), status });
  const goNames = () => ({ BroadcasterID: owner, ModeratorID: owner });
  /** A user other than the owner. */
  let other = '';

  it('asks for an app token in the query of a POST with an empty body and no content type', async () => {
    const granted = await auth(`POST /token?${credentials}&grant_type=client_credentials`);
    expect(granted.token_type).toBe('bearer');
    appToken = granted.access_token;
  });

  it('refreshes a user token in the query', async () => {
    const query = `grant_type=refresh_token&refresh_token=${refreshToken}`;
    const granted = await authAsApp(`POST /token?${credentials}&${query}`);
    expect(granted.scope).toEqual(scopes);
    userToken = granted.access_token;
  });

  it('validates a token', async () => {
    expect((await auth('GET /validate', { token: `OAuth ${userToken}` })).user_id).toBe(owner);
  });

  it('searches channels with all its defaults in the query', async () => {
    const channels: { id: string }[] = (await app('GET /search/channels?first=20&live_only=false&query=a')).data;
    other = channels.find(({ id }) => id !== owner)?.id ?? '';
    expect(other).not.toBe('');
  });

  it('lists streams by repeated keys', async () => {
    expect((await app(`GET /streams?first=20&user_id=${owner}&user_id=1`)).data).toMatchObject([{ user_id: owner }]);
  });

  it('sends a chat message', async () => {
    const body = { broadcaster_id: owner, sender_id: owner, message: 'hello from Go' };
    expect((await own('POST /chat/messages', body, 200)).data).toMatchObject([{ is_sent: true }]);
  });

  it('sends an announcement with an empty color', () =>
    own(`POST /chat/announcements?${asModerator()}`, { ...goNames(), message: 'hello', color: '' }, 204));

  it('changes the title of a channel, with the other strings empty and the tags null', () =>
    own(
      `PATCH /channels?broadcaster_id=${owner}`,
      '{"game_id":"","broadcaster_language":"","title":"By Go","tags":null}',
      204,
    ));

  it('changes the settings of a chat', async () => {
    const { data } = await own(`PATCH /chat/settings?${asModerator()}`, { ...goNames(), emote_mode: true }, 200);
    expect(data).toMatchObject([{ emote_mode: true }]);
  });

  it('creates a custom reward, with zeros for the limits that are off', async () => {
    const body = {
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
    };
    const { data } = await own(`POST /channel_points/custom_rewards?broadcaster_id=${owner}`, body, 200);
    expect(data).toMatchObject([{ title: 'Made by Go', cost: 50 }]);
  });

  it('bans a user with an empty reason', async () => {
    const body = { BroadcasterID: owner, ModeratorId: owner, data: { reason: '', user_id: other } };
    const { data } = await own(`POST /moderation/bans?${asModerator()}`, body, 200);
    expect(data).toMatchObject([{ user_id: other, end_time: null }]);
  });

  it('subscribes to raids, with unused fields empty', async () => {
    const condition = {
      broadcaster_user_id: '',
      from_broadcaster_user_id: '',
      moderator_user_id: '',
      to_broadcaster_user_id: owner,
      reward_id: '',
      client_id: '',
      extension_client_id: '',
      user_id: '',
    };
    const transport = { method: 'webhook', callback: 'https://hook.example/raids', secret, session_id: '' };
    const type = { id: '', type: 'channel.raid', version: '1', status: '' };
    const body = JSON.stringify({ ...type, condition, transport, created_at: '0001-01-01T00:00:00Z', cost: 0 });
    const { data } = await helix(goJson, () => appToken)('POST /eventsub/subscriptions', { body, status: 202 });
    expect(data).toMatchObject([{ condition: { to_broadcaster_user_id: owner } }]);
  });

  it('revokes a token in the query', () => authAsApp(`POST /revoke?client_id=${clientId}&token=${userToken}`));
});
