import { beforeEach, describe, expect, test } from 'vitest';
import { type Row, type TestStream, testStream } from '../../../../test/stream.ts';
import { userId } from '../data/values.ts';

const owner = userId(0);
const own = `broadcaster_id=${owner}`;

let stream: TestStream;
beforeEach(() => {
  stream = testStream();
});

const call = <B = { data: Row[] & { 0: Row } }>(rank: number, endpoint: string, body?: object) =>
  stream.call<B>(userId(rank), endpoint, body);

describe('ads', () => {
  const start = (length: number) => call(0, 'POST /channels/commercial', { broadcaster_id: owner, length });
  const plan = async () => (await call(0, `GET /channels/ads?${own}`)).body.data[0];
  const snooze = () => call(0, `POST /channels/ads/schedule/snooze?${own}`);
  const begun = () => stream.happenings.map(({ event }) => event);

  test('a commercial of at most three minutes is reported; the next must wait eight minutes', async () => {
    expect((await start(240)).body.data).toMatchObject([{ length: 180 }]);
    expect(await plan()).toMatchObject({ preroll_free_time: 180 * 21 });
    expect(stream.happenings).toMatchObject([
      { type: 'channel.ad_break.begin', subject: { broadcaster_id: owner, broadcaster_user_id: owner } },
    ]);
    expect(begun()).toMatchObject([
      { duration_seconds: 180, started_at: '2026-01-01T00:00:00Z', is_automatic: false, requester_user_id: owner },
    ]);
    expect((await start(30)).status).toBe(429);
    await stream.clock.advance(480_000);
    expect((await start(30)).status).toBe(200);
  });

  test('automatic breaks run every hour, and snoozed ones only at their new time', async () => {
    await plan();
    const { next_ad_at } = (await snooze()).body.data[0];
    await stream.clock.advance(next_ad_at * 1000 - stream.clock.now() - 1);
    expect(stream.happenings).toEqual([]);
    await stream.clock.advance(1 + 2 * 3_600_000);
    const hours = begun().map((event) => Date.parse((event as Row).started_at) / 1000 - next_ad_at);
    expect(hours).toEqual([0, 3600, 7200]);
    stream.controls.goOffline({ broadcasterId: owner });
    await stream.clock.advance(7_200_000);
    expect(stream.happenings).toHaveLength(4);
  });
});

test('a report covers the last year for a game, and all time for an extension', async () => {
  const ranges = ['GET /analytics/games', 'GET /analytics/extensions'].map(async (endpoint) => {
    const { started_at, ended_at } = (await call(0, endpoint)).body.data[0].date_range;
    return [started_at, ended_at];
  });
  expect(await Promise.all(ranges)).toEqual([
    ['2025-01-01T00:00:00Z', '2025-12-30T00:00:00Z'],
    ['2018-01-31T00:00:00Z', '2025-12-30T00:00:00Z'],
  ]);
});

test('only editors can cut clips from a video', async () => {
  const { video_id } = (await stream.get(`/clips?${own}`)).body.data.find((clip) => clip.video_id) ?? {};
  const [editor] = (await call(0, `GET /channels/editors?${own}`)).body.data;
  const query = (editorId: string, offset = 100) =>
    `/videos/clips?editor_id=${editorId}&${own}&title=t&vod_id=${video_id}&vod_offset=${offset}`;
  const cut = async (by: string, editorId = by, offset?: number) =>
    (await stream.call(by, `POST ${query(editorId, offset)}`)).status;
  expect(await cut(editor.user_id)).toBe(202);
  expect([await cut(owner, owner, 10), await cut(userId(799)), await cut(userId(799), owner)]).toEqual([400, 403, 401]);
  // With an app token, the editor's grant counts.
  expect((await stream.send('POST', query(editor.user_id))).status).toBe(202);
  expect((await stream.send('POST', query(userId(1)))).body.message).toMatch(/^Missing scope/);
});

test('banned users cannot create clips', async () => {
  const data = { user_id: userId(9) };
  await call(0, `POST /moderation/bans?${own}&moderator_id=${owner}`, { data });
  expect((await call(9, `POST /clips?${own}`)).status).toBe(403);
});

test('users see their own drops, dated when they are fulfilled', async () => {
  const id = stream.controls.earnDrop({ userId: userId(700), gameId: '500000' });
  await stream.clock.advance(60_000);
  await stream.send('PATCH', '/entitlements/drops', undefined, {
    fulfillment_status: 'FULFILLED',
    entitlement_ids: [id],
  });
  const fulfilled = { id, fulfillment_status: 'FULFILLED', last_updated: '2026-01-01T00:01:00Z' };
  const { data } = (await call(700, 'GET /entitlements/drops')).body;
  expect(data[0]).toMatchObject(fulfilled);
  expect(new Set(data.map(({ user_id }) => user_id))).toEqual(new Set([userId(700)]));
});

test('in a call, moderators act as far as they are allowed, guests look, and strangers do neither', async () => {
  const [{ id }] = (await call(0, `POST /guest_star/session?${own}`)).body.data;
  const [guest, moderators] = [userId(9), await call(0, `GET /moderation/moderators?${own}`)];
  const moderator = moderators.body.data[0].user_id;
  const about = `${own}&moderator_id=${owner}&session_id=${id}&guest_id=${guest}`;
  await call(0, `POST /guest_star/invites?${about}`);
  stream.controls.answerInvite({ broadcasterId: owner, userId: guest, status: 'READY' });
  await call(0, `POST /guest_star/slot?${about}&slot_id=1`);
  const set = async (slot: string, query: string) => {
    const path = `PATCH /guest_star/slot_settings?${own}&moderator_id=${moderator}&session_id=${id}`;
    return (await stream.call(moderator, `${path}&slot_id=${slot}&${query}`)).status;
  };
  expect([await set('1', 'is_live=true'), await set('0', 'volume=1'), await set('3', 'volume=1')]).toEqual([
    204, 403, 400,
  ]);
  await call(0, `PUT /guest_star/channel_settings?${own}`, { is_moderator_send_live_enabled: false });
  expect([await set('1', 'is_live=false'), await set('1', 'volume=7')]).toEqual([403, 204]);
  const look = async (rank: number) =>
    (await call(rank, `GET /guest_star/session?${own}&moderator_id=${userId(rank)}`)).status;
  expect([await look(9), await look(799)]).toEqual([200, 403]);
});

test('a canceled raid does not start', async () => {
  await call(0, `POST /raids?from_broadcaster_id=${owner}&to_broadcaster_id=${userId(1)}`);
  expect(stream.types()).toEqual(['channel.moderate 1', 'channel.moderate 2']);
  await call(0, `DELETE /raids?${own}`);
  await stream.clock.advance(100_000);
  expect(stream.types()).not.toContain('channel.raid 1');
  expect(stream.last('channel.moderate')).toMatchObject({ action: 'unraid', unraid: { user_id: userId(1) } });
});

describe('schedules', () => {
  const planner = 1;
  const path = `broadcaster_id=${userId(planner)}`;
  const read = async (query = '') => {
    const { body } = await call<{ data: { segments: Row[] } }>(planner, `GET /schedule?${path}${query}`);
    return body.data.segments;
  };
  const change = (id: string, body: object) =>
    call<{ data: { segments: Row[] } }>(planner, `PATCH /schedule/segment?${path}&id=${encodeURIComponent(id)}`, body);
  const weekly = {
    start_time: '2026-02-03T18:00:00Z',
    timezone: 'Europe/Berlin',
    duration: '90',
    is_recurring: true,
    title: 'tea; biscuits, and cake',
  };
  beforeEach(async () => {
    await call(planner, `POST /schedule/segment?${path}`, weekly);
  });

  test.each([
    ['Europe/Berlin', '2026-03-24T18:00', '2026-03-31T17:00', '2026-04-07T17:00'],
    ['America/New_York', '2026-03-01T07:30', '2026-03-08T07:30', '2026-03-15T06:30'], // 2:30, which does not exist once
    ['America/New_York', '2026-10-25T05:30', '2026-11-01T05:30', '2026-11-08T06:30'], // 1:30, which comes twice once
    ['Asia/Seoul', '2026-12-24T20:00', '2026-12-31T20:00', '2027-01-07T20:00'],
  ])('a weekly show in %s repeats at the same local time, even if clocks change', async (timezone, first, ...next) => {
    const show = { ...weekly, timezone, start_time: `${first}:00Z`, title: 'repeated' };
    await call(planner, `POST /schedule/segment?${path}`, show);
    const starts = (await read(`&start_time=${first}:00Z`)).filter(({ title }) => title === 'repeated');
    expect(starts.slice(0, 3).map(({ start_time }) => start_time)).toEqual(
      [first, ...next].map((time) => `${time}:00Z`),
    );
  });

  test('only the next occurrence of a weekly show is canceled, but the whole show is changed and removed', async () => {
    const [, { id = '' } = {}] = await read();
    const { segments } = (await change(id, { is_canceled: true })).body.data;
    expect(segments).toMatchObject([{ start_time: weekly.start_time, canceled_until: '2026-02-03T19:30:00Z' }]);
    await change(id, { title: 'other' });
    const all = (await read('&first=2')).map(({ title, canceled_until }) => [title, canceled_until !== null]);
    expect(all).toEqual([
      ['other', true],
      ['other', false],
    ]);
    expect((await change(id, { start_time: weekly.start_time })).status).toBe(403);
    const remove = () => call(planner, `DELETE /schedule/segment?${path}&id=${encodeURIComponent(id)}`);
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 400]);
    expect(await read()).toEqual([]);
  });

  test('the calendar needs no token', async () => {
    const { headers, body } = await stream.request<string>(`/helix/schedule/icalendar?${path}`);
    expect(headers.get('content-type')).toMatch(/^text\/calendar/);
    expect(body.split('\r\n')).toEqual(
      expect.arrayContaining([
        'DTSTART;TZID=/Europe/Berlin:20260203T190000',
        'DTEND;TZID=/Europe/Berlin:20260203T203000',
        'SUMMARY:tea\\; biscuits\\, and cake',
        'RRULE:FREQ=WEEKLY;BYDAY=TU',
      ]),
    );
    expect((await stream.request('/helix/schedule/icalendar?broadcaster_id=1')).status).toBe(400);
  });
});

describe('channels', () => {
  const change = async (rank: number, body: object) =>
    (await call(rank, `PATCH /channels?broadcaster_id=${userId(rank)}`, body)).status;
  const read = async (by = 0) => (await call(by, `GET /channels?${own}`)).body.data[0];

  test('changes are reported and visible immediately', async () => {
    const [, game] = (await stream.get('/games/top?first=2')).body.data;
    await change(0, { title: 'new title', game_id: game.id, broadcaster_language: 'fr', tags: ['Été', '日本語'] });
    const category = { category_id: game.id, category_name: game.name };
    expect(stream.last('channel.update')).toMatchObject({ title: 'new title', language: 'fr', ...category });
    expect(stream.types()).toEqual(['channel.update 2']);
    const { data } = (await stream.get(`/streams?user_id=${owner}&game_id=${game.id}&language=fr`)).body;
    expect(data).toMatchObject([{ tags: ['Été', '日本語'] }]);
    await change(0, { game_id: '' });
    expect(await read()).toMatchObject({ game_id: '', game_name: '' });
  });

  test('unknown games and languages change nothing, and neither does a partly refused request', async () => {
    const before = await read();
    expect(await change(0, { game_id: '1', broadcaster_language: 'tlh' })).toBe(204);
    expect(await change(0, { title: 'x', tags: ['a b'] })).toBe(400);
    expect(await read()).toEqual(before);
  });

  test('only partners can set the delay, and nobody else sees it', async () => {
    await change(0, { delay: 900 });
    expect([(await read()).delay, (await read(1)).delay]).toEqual([900, 0]);
    expect(await change(100, { delay: 5 })).toBe(400);
  });

  test('the branded content flag cannot be set too often', async () => {
    for (let count = 0; count < 5; count += 1) expect(await change(0, { is_branded_content: true })).toBe(204);
    expect(await change(0, { is_branded_content: false })).toBe(409);
    await stream.clock.advance(60_000);
    expect(await change(0, { is_branded_content: false })).toBe(204);
  });
});

test('changes to the description are reported, with the email address for apps that may read it', async () => {
  const put = (query: string, ...scopes: string[]) =>
    stream.send('PUT', `/users${query}`, stream.as(0, 'user:edit', ...scopes));
  expect((await put('?description=I%20knit')).body.data[0]).not.toHaveProperty('email');
  expect((await put('?description=', 'user:read:email')).body.data[0].email).toMatch(/@mail\.example$/);
  expect(stream.happenings).toMatchObject([
    { type: 'user.update', event: { description: 'I knit', email: '', email_verified: false } },
    { type: 'user.update', event: { description: '', email_verified: true } },
  ]);
});

test('the app sees all that a user has granted it, until the grant is revoked', async () => {
  stream.as(0, 'bits:read', 'user:edit');
  stream.as(0, 'user:edit', 'clips:edit');
  const ask = async () => (await stream.get(`/authorization/users?user_id=${owner}`)).body.data;
  expect(await ask()).toMatchObject([{ user_id: owner, scopes: ['bits:read', 'user:edit', 'clips:edit'] }]);
  stream.controls.revokeTokens({ userId: owner });
  expect(await ask()).toEqual([]);
});
