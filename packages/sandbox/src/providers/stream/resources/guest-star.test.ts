import { beforeEach, expect, test } from 'vitest';
import { type TestStream, testStream } from '../testing.ts';
import { userId } from '../world/values.ts';

const host = userId(0);
const manage = 'channel:manage:guest_star';
let stream: TestStream;
let token: string;
beforeEach(() => {
  stream = testStream();
  token = stream.as(0, manage);
});

const own = `broadcaster_id=${host}&moderator_id=${host}`;
const begin = () => stream.send('POST', `/guest_star/session?broadcaster_id=${host}`, token);
const call = (method: string, what: string, query: string) =>
  stream.send(method, `/guest_star/${what}?${own}&${query}`, token);
const told = () =>
  stream.happenings.map(({ type, event }) => [type, (event as { state?: string }).state]).filter(Boolean);

async function seat(id: string, guest: string, slot: string): Promise<void> {
  await call('POST', 'invites', `session_id=${id}&guest_id=${guest}`);
  stream.controls.answerInvite({ broadcasterId: host, userId: guest, status: 'READY' });
  expect((await call('POST', 'slot', `session_id=${id}&guest_id=${guest}&slot_id=${slot}`)).status).toBe(204);
}

test('begin and end are reported', async () => {
  const begun = (await begin()).body.data[0];
  const device = { is_host_enabled: true, is_guest_enabled: true, is_available: true };
  const seated = { volume: 100, assigned_at: '2026-01-01T00:00:00Z', audio_settings: device, video_settings: device };
  expect(begun?.guests).toMatchObject([{ slot_id: '0', is_live: true, user_id: host, ...seated }]);
  const end = (id: string) =>
    stream.send('DELETE', `/guest_star/session?broadcaster_id=${host}&session_id=${id}`, token);
  expect((await end('other')).status).toBe(400);
  expect((await end(begun?.id)).body.data).toEqual([begun]);
  expect(stream.happenings).toMatchObject([
    { type: 'channel.guest_star_session.begin', version: 'beta' },
    {
      type: 'channel.guest_star_session.end',
      event: { session_id: begun?.id, host_user_id: host, ended_at: '2026-01-01T00:00:00Z' },
    },
  ]);
});

test('a guest is invited, gets ready, takes a slot, goes live and leaves, all of which is reported', async () => {
  const id = (await begin()).body.data[0]?.id ?? '';
  const guest = userId(9);
  const about = `session_id=${id}&guest_id=${guest}`;
  const assign = async () => (await call('POST', 'slot', `${about}&slot_id=1`)).body.message;
  expect(await assign()).toMatch(/not invited/);
  await call('POST', 'invites', about);
  for (const status of ['ACCEPTED', 'READY'] as const) {
    expect(await assign()).toMatch(/not ready/);
    stream.controls.answerInvite({ broadcasterId: host, userId: guest, status });
  }
  expect(await assign()).toBeUndefined();
  expect(await assign()).toMatch(/already assigned/);
  await call('PATCH', 'slot_settings', `session_id=${id}&slot_id=1&is_live=true&volume=40&is_audio_enabled=false`);
  expect((await call('DELETE', 'slot', `${about}&slot_id=1&should_reinvite_guest=true`)).status).toBe(204);
  expect((await call('DELETE', 'invites', about)).status).toBe(204);
  const states = ['invited', 'accepted', 'ready', 'backstage', 'live', 'removed', 'invited', 'removed'];
  expect(told().slice(1)).toEqual(states.map((state) => ['channel.guest_star_guest.update', state]));
  const [, , accepted, , , live] = stream.happenings;
  expect(accepted?.event).toMatchObject({ moderator_user_id: null, guest_user_id: guest, slot_id: null });
  const seat = { moderator_user_id: host, slot_id: '1', host_audio_enabled: false, host_volume: 40 };
  expect(live?.event).toMatchObject(seat);
});

test('guests take free slots that there are', async () => {
  const id = (await begin()).body.data[0]?.id ?? '';
  await seat(id, userId(8), '1');
  const move = async (from: string, to: string) =>
    (await call('PATCH', 'slot', `session_id=${id}&source_slot_id=${from}&destination_slot_id=${to}`)).status;
  expect([await move('2', '1'), await move('1', '0'), await move('1', '5')]).toEqual([400, 403, 400]);
  expect((await call('POST', 'slot', `session_id=${id}&guest_id=${userId(7)}&slot_id=0`)).status).toBe(403);
  await call('POST', 'invites', `session_id=${id}&guest_id=${userId(7)}`);
  stream.controls.answerInvite({ broadcasterId: host, userId: userId(7), status: 'READY' });
  expect((await call('POST', 'slot', `session_id=${id}&guest_id=${userId(7)}&slot_id=1`)).status).toBe(400);
});

test('the settings of a channel are reported without the secret in them', async () => {
  const put = (body: object) => stream.send('PUT', `/guest_star/channel_settings?broadcaster_id=${host}`, token, body);
  expect((await stream.get(`/guest_star/channel_settings?${own}`, token)).body.data).toEqual([
    {
      is_moderator_send_live_enabled: true,
      slot_count: 4,
      is_browser_source_audio_enabled: true,
      group_layout: 'TILED_LAYOUT',
      browser_source_token: expect.any(String),
    },
  ]);
  await put({ slot_count: 6, group_layout: 'VERTICAL_LAYOUT' });
  expect(stream.happenings[0]).toMatchObject({
    type: 'channel.guest_star_settings.update',
    version: 'beta',
    event: { slot_count: 6, group_layout: 'VERTICAL_LAYOUT' },
  });
  expect(stream.happenings[0]?.event).not.toHaveProperty('browser_source_token');
  for (const wrong of [{ slot_count: 0 }, { slot_count: 7 }, { group_layout: 'PILE' }])
    expect((await put(wrong)).status).toBe(400);
});

test('moderators act as far as they are let, guests look, strangers do neither', async () => {
  const id = (await begin()).body.data[0]?.id ?? '';
  await seat(id, userId(9), '1');
  const owner = stream.as(0, 'moderation:read');
  const [moderator] = (await stream.get(`/moderation/moderators?broadcaster_id=${host}`, owner)).body.data;
  const as = (who: string) => `broadcaster_id=${host}&moderator_id=${who}`;
  const { accessToken } = stream.controls.issueUserToken({
    userId: moderator.user_id,
    scopes: ['moderator:manage:guest_star'],
  });
  const set = (slot: string, query: string) =>
    stream.send(
      'PATCH',
      `/guest_star/slot_settings?${as(moderator.user_id)}&session_id=${id}&slot_id=${slot}&${query}`,
      accessToken,
    );
  expect((await set('1', 'is_live=true')).status).toBe(204);
  expect((await set('0', 'volume=1')).status).toBe(403);
  await stream.send('PUT', `/guest_star/channel_settings?broadcaster_id=${host}`, token, {
    is_moderator_send_live_enabled: false,
  });
  expect((await set('1', 'is_live=false')).status).toBe(403);
  expect((await set('1', 'volume=7')).status).toBe(204);
  expect((await set('1', 'volume=101')).status).toBe(400);
  expect((await set('3', 'volume=1')).status).toBe(400);

  const look = (rank: number) =>
    stream.get(`/guest_star/session?${as(userId(rank))}`, stream.as(rank, 'moderator:read:guest_star'));
  expect((await look(9)).status).toBe(200);
  expect((await look(799)).status).toBe(403);
  expect((await call('POST', 'invites', `session_id=${id}`)).status).toBe(400);
  expect((await call('POST', 'invites', `session_id=other&guest_id=${userId(5)}`)).status).toBe(400);
  expect((await call('POST', 'invites', `session_id=${id}&guest_id=1`)).status).toBe(403);
});
