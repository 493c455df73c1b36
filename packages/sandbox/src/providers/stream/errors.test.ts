import { expect, test } from 'vitest';
import { testStream } from '../../../test/stream.ts';
import { userId } from './data/values.ts';

const [owner, second, offline, affiliate, unpaid] = [0, 1, 3, 100, 500].map(userId) as Record<number, string> &
  [string, string, string, string, string];
const stream = testStream({ limits: 'off' });
const own = `broadcaster_id=${owner}`;
const moderated = `${own}&moderator_id=${owner}`;
const long = (length: number) => 'x'.repeat(length);
const many = (key: string, count: number) => Array.from({ length: count }, (_, index) => `${key}=${index}`).join('&');

const show = { start_time: '2026-02-03T18:00:00Z', timezone: 'Europe/Berlin', duration: '90' };
const reward = { title: 'x', cost: 1 };
const poll = { broadcaster_id: owner, title: 'Left?', choices: [{ title: 'Yes' }, { title: 'No' }], duration: 60 };
const outcomes = [{ title: 'Yes' }, { title: 'No' }];
const prediction = { broadcaster_id: owner, title: 'Rain?', outcomes, prediction_window: 60 };
const product = { sku: 'a-1_b.c', cost: { amount: 990, type: 'bits' }, display_name: 'Crate' };
const message = { broadcaster_id: owner, sender_id: owner, message: 'hi' };
const labels = (label: object) => ({ content_classification_labels: [label] });

/**
 * The call, its status, its body, and who makes it: `app`, or by default the channel's owner, who has granted
 * everything.
 */
type Refused = [call: string, status: number, body?: object | undefined, by?: string];

const refused: Refused[] = [
  ['GET /teams', 400],
  ['GET /teams?id=9000&name=teamnight', 400],
  ['GET /content_classification_labels?locale=xx-XX', 400],
  ['GET /tags/streams?tag_id=', 400],
  ['GET /streams/tags', 400],
  ['GET /analytics/games?started_at=2025-11-01T00:00:00Z', 400],
  ['GET /analytics/games?ended_at=2025-11-01T00:00:00Z', 400],
  ['GET /analytics/games?started_at=2025-11-02T00:00:00Z&ended_at=2025-11-01T00:00:00Z', 400],
  ['GET /analytics/games?game_id=1', 404],
  ['GET /bits/leaderboard?period=day', 400],
  [`PATCH /channels?${own}`, 400, {}],
  [`PATCH /channels?${own}`, 400, { title: '' }],
  [`PATCH /channels?${own}`, 400, { title: 'é'.repeat(141) }],
  [`PATCH /channels?${own}`, 400, { delay: 901 }],
  [`PATCH /channels?${own}`, 400, { game_id: 'chess' }],
  [`PATCH /channels?${own}`, 400, { tags: Array.from({ length: 11 }, (_, index) => `tag${index}`) }],
  [`PATCH /channels?${own}`, 400, { tags: [''] }],
  [`PATCH /channels?${own}`, 400, { tags: [long(26)] }],
  [`PATCH /channels?${own}`, 400, { tags: ['no-dash'] }],
  [`PATCH /channels?${own}`, 400, { tags: 'chill' }],
  [`PATCH /channels?${own}`, 400, labels({ id: 'Boredom', is_enabled: true })],
  [`PATCH /channels?${own}`, 400, labels({ id: 'Gambling' })],
  [`PATCH /channels?${own}`, 403, labels({ id: 'MatureGame', is_enabled: true })],
  ['POST /channels/commercial', 400, { broadcaster_id: owner }],
  ['POST /channels/commercial', 401, { broadcaster_id: second, length: 30 }],
  ['POST /channels/commercial', 400, { broadcaster_id: offline, length: 30 }, offline],
  [`POST /channels/ads/schedule/snooze?broadcaster_id=${offline}`, 400, undefined, offline],
  [`POST /channels/ads/schedule/snooze?broadcaster_id=${unpaid}`, 400, undefined, unpaid],
  [`POST /clips?broadcaster_id=1`, 400],
  [`POST /clips?${own}&duration=60.1`, 400],
  [`POST /clips?${own}&duration=10.05`, 400],
  [`GET /clips/downloads?editor_id=${owner}&${own}&${many('clip_id', 11)}`, 400],
  [`GET /clips/downloads?editor_id=${owner}&${own}&clip_id=nonsense`, 400],
  ['DELETE /videos', 400],
  [`GET /entitlements/drops?user_id=${second}`, 400],
  [`GET /entitlements/drops?game_id=${500_000 + 30 * 613}`, 403],
  ['PATCH /entitlements/drops', 400, { fulfillment_status: 'CLAIMED', entitlement_ids: many('id', 101).split('&') }],
  ['POST /streams/markers', 403, { user_id: second }],
  ['POST /streams/markers', 404, { user_id: '1' }],
  ['POST /streams/markers', 404, { user_id: offline }, offline],
  ['POST /streams/markers', 404, { user_id: unpaid }, unpaid],
  [`GET /streams/markers?user_id=${owner}&video_id=1`, 400],
  [`GET /streams/markers?user_id=${second}`, 403],
  ['GET /streams/markers?video_id=1', 404],
  [`POST /raids?from_broadcaster_id=${owner}&to_broadcaster_id=${owner}`, 400],
  [`POST /raids?from_broadcaster_id=${owner}&to_broadcaster_id=1`, 404],
  [`PUT /users/blocks?target_user_id=${owner}`, 400],
  ['PUT /users/blocks?target_user_id=1', 400],
  [`PUT /users?description=${'é'.repeat(301)}`, 400],
  [`GET /schedule?${own}&id=nonsense`, 400],
  [`GET /schedule?broadcaster_id=${second}`, 404],
  [`POST /schedule/segment?${own}`, 400, { ...show, start_time: undefined }],
  [`POST /schedule/segment?${own}`, 400, { ...show, start_time: 'soon' }],
  [`POST /schedule/segment?${own}`, 400, { ...show, timezone: 'Mars/Olympus' }],
  [`POST /schedule/segment?${own}`, 400, { ...show, duration: '29' }],
  [`POST /schedule/segment?${own}`, 400, { ...show, duration: 'long' }],
  [`POST /schedule/segment?${own}`, 400, { ...show, category_id: '1' }],
  [`POST /schedule/segment?${own}`, 400, { ...show, title: long(141) }],
  [`POST /schedule/segment?broadcaster_id=${unpaid}`, 403, show, unpaid],
  [`PATCH /schedule/segment?${own}&id=nonsense`, 404],
  ...[
    'vacation_start_time=2026-05-01T00:00:00Z&vacation_end_time=2026-05-08T00:00:00Z',
    'vacation_start_time=2026-05-08T00:00:00Z&vacation_end_time=2026-05-01T00:00:00Z&timezone=UTC',
    'vacation_start_time=2026-05-01T00:00:00Z&timezone=UTC',
    'vacation_start_time=2026-05-01T00:00:00Z&timezone=Mars/Olympus',
  ].map((query): Refused => [`PATCH /schedule/settings?${own}&is_vacation_enabled=true&${query}`, 400]),
  [`POST /channel_points/custom_rewards?${own}`, 400, { title: 'x' }],
  [`POST /channel_points/custom_rewards?${own}`, 400, { ...reward, title: 'Hydrate!' }],
  [`POST /channel_points/custom_rewards?${own}`, 400, { ...reward, cost: 1_000_000_001 }],
  [`POST /channel_points/custom_rewards?${own}`, 400, { ...reward, background_color: 'red' }],
  [`POST /channel_points/custom_rewards?${own}`, 400, { ...reward, is_max_per_stream_enabled: true }],
  [`GET /channel_points/custom_rewards?broadcaster_id=${unpaid}`, 403, undefined, unpaid],
  [`GET /channel_points/custom_rewards/redemptions?${own}&reward_id=nope&status=CANCELED`, 404],
  ['POST /polls', 401, { ...poll, broadcaster_id: second }],
  ['POST /polls', 400, { ...poll, title: long(61) }],
  ['POST /polls', 400, { ...poll, choices: [{ title: 'Yes' }] }],
  ['POST /polls', 400, { ...poll, choices: Array(6).fill({ title: 'Yes' }) }],
  ['POST /polls', 400, { ...poll, choices: [{ title: 'Yes' }, { title: long(26) }] }],
  ['POST /polls', 400, { ...poll, duration: 14 }],
  ['POST /polls', 400, { ...poll, channel_points_voting_enabled: true }],
  ['POST /predictions', 400, { ...prediction, title: long(46) }],
  ['POST /predictions', 400, { ...prediction, outcomes: Array(11).fill({ title: 'Yes' }) }],
  ['POST /predictions', 400, { ...prediction, prediction_window: 1801 }],
  [`GET /predictions?${own}&${many('id', 26)}`, 400],
  [`POST /guest_star/invites?${moderated}&session_id=other&guest_id=${second}`, 400],
  [`PUT /guest_star/channel_settings?${own}`, 400, { group_layout: 'PILE' }],
  ['PUT /bits/extensions', 400, { ...product, sku: 'a b' }, 'app'],
  ['PUT /bits/extensions', 400, { ...product, cost: undefined }, 'app'],
  ['PUT /bits/extensions', 400, { ...product, cost: { amount: 1, type: 'gold' } }, 'app'],
  ['PUT /bits/extensions', 400, { ...product, expiration: 'never' }, 'app'],
  ['GET /extensions/transactions?extension_id=other', 401, undefined, 'app'],
  ['GET /users/extensions', 400, undefined, 'app'],
  [`GET /chat/settings?${moderated}`, 401, undefined, 'app'],
  [`GET /chat/settings?${own}&moderator_id=${unpaid}`, 403, undefined, unpaid],
  [`PATCH /chat/settings?${moderated}`, 400, { slow_mode_wait_time: 10 }],
  [`PATCH /chat/settings?${moderated}`, 400, { slow_mode: false, slow_mode_wait_time: 10 }],
  [`PATCH /chat/settings?${moderated}`, 400, { slow_mode: true, slow_mode_wait_time: 121 }],
  [`PATCH /chat/settings?${moderated}`, 400, { non_moderator_chat_delay: true }],
  [`PATCH /chat/settings?${moderated}`, 400, { non_moderator_chat_delay: true, non_moderator_chat_delay_duration: 3 }],
  ['POST /chat/messages', 422, { ...message, message: long(501) }],
  ['POST /chat/messages', 400, { ...message, broadcaster_id: '1' }],
  ['POST /chat/messages', 401, { ...message, sender_id: second }],
  ['POST /chat/messages', 400, { ...message, for_source_only: true }],
  ['POST /chat/messages', 400, { ...message, reply_parent_message_id: 'nope' }],
  [`POST /chat/announcements?${moderated}`, 400, { message: 'hi', color: 'pink' }],
  [`POST /chat/shoutouts?from_broadcaster_id=${owner}&to_broadcaster_id=${owner}&moderator_id=${owner}`, 400],
  [
    `POST /chat/shoutouts?from_broadcaster_id=${offline}&to_broadcaster_id=${owner}&moderator_id=${offline}`,
    400,
    undefined,
    offline,
  ],
  [`GET /chat/emotes/set?${many('emote_set_id', 26)}`, 400],
  ['GET /chat/color', 400],
  [`PUT /chat/color?user_id=${affiliate}&color=%239146ff`, 400, undefined, affiliate],
  [`POST /whispers?from_user_id=${owner}&to_user_id=${owner}`, 400, { message: 'hi' }],
  [`POST /whispers?from_user_id=${owner}&to_user_id=1`, 404, { message: 'hi' }],
  [`PUT /moderation/automod/settings?${moderated}`, 400, {}],
  [`PUT /moderation/automod/settings?${moderated}`, 400, { overall_level: 1, swearing: 1 }],
  [`POST /moderation/enforcements/status?${own}`, 400, { data: [] }],
  [`POST /moderation/enforcements/status?${own}`, 400, { data: Array(101).fill({ msg_id: '1', msg_text: 'hi' }) }],
  [`POST /moderation/enforcements/status?${own}`, 403, {}, second],
  [`POST /moderation/blocked_terms?${moderated}`, 400, { text: 'x' }],
  [`POST /moderation/warnings?${moderated}`, 400, { data: { user_id: owner, reason: 'x' } }],
  [`POST /moderation/suspicious_users?${moderated}`, 400, { user_id: owner, status: 'RESTRICTED' }],
  [`PUT /moderation/shield_mode?${moderated}`, 400, {}],
  [`DELETE /moderation/bans?${moderated}&user_id=${second}`, 400],
  [`POST /channels/vips?broadcaster_id=${unpaid}&user_id=${second}`, 425, undefined, unpaid],
  [`POST /channels/vips?${own}&user_id=1`, 404],
];

test.each(refused)('%s gets status %i for %j', async (call, status, body, by = owner) => {
  const [method = '', path = ''] = call.split(' ');
  const answer = by === 'app' ? await stream.send(method, path, undefined, body) : await stream.call(by, call, body);
  expect(answer.status).toBe(status);
});
