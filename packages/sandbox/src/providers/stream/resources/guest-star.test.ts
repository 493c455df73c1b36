import { beforeEach, expect, test } from 'vitest';
import { type Row, type TestStream, testStream } from '../testing.ts';
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
const session = async () => (await stream.get(`/guest_star/session?${own}`, token)).body.data[0];
const call = (method: string, what: string, query: string) =>
  stream.send(method, `/guest_star/${what}?${own}&${query}`, token);
const told = () =>
  stream.happenings.map(({ type, event }) => [type, (event as { state?: string }).state]).filter(Boolean);

async function seat(id: string, guest: string, slot: string): Promise<void> {
  await call('POST', 'invites', `session_id=${id}&guest_id=${guest}`);
  stream.controls.answerInvite({ broadcasterId: host, userId: guest, status: 'READY' });
  expect((await call('POST', 'slot', `session_id=${id}&guest_id=${guest}&slot_id=${slot}`)).status).toBe(204);
}

test('one call at a time, from begin to end', async () => {
  expect(await session()).toBeUndefined();
  const begun = (await begin()).body.data[0];
  const device = { is_host_enabled: true, is_guest_enabled: true, is_available: true };
  const seated = { volume: 100, assigned_at: '2026-01-01T00:00:00Z', audio_settings: device, video_settings: device };
  expect(begun?.guests).toMatchObject([{ slot_id: '0', is_live: true, user_id: host, ...seated }]);
  expect(await session()).toEqual(begun);
  expect((await begin()).status).toBe(400);
  const end = (id: string) =>
    stream.send('DELETE', `/guest_star/session?broadcaster_id=${host}&session_id=${id}`, token);
  expect((await end('other')).status).toBe(400);
  expect((await end(begun?.id ?? '')).body.data).toEqual([begun]);
  expect((await end(begun?.id ?? '')).status).toBe(400);
  expect(await session()).toBeUndefined();
  expect(stream.happenings).toEqual([
    expect.objectContaining({ type: 'channel.guest_star_session.begin', version: 'beta' }),
    expect.objectContaining({
      type: 'channel.guest_star_session.end',
      event: expect.objectContaining({ session_id: begun?.id, host_user_id: host, ended_at: '2026-01-01T00:00:00Z' }),
    }),
  ]);
});

test('a guest is invited, gets ready, takes a slot, goes live and leaves', async () => {
  const id = (await begin()).body.data[0]?.id ?? '';
  const guest = userId(9);
  const invites = async () => (await call('GET', 'invites', `session_id=${id}`)).body.data;
  const assign = () => call('POST', 'slot', `session_id=${id}&guest_id=${guest}&slot_id=1`);
  expect((await assign()).body.message).toMatch(/not invited/);
  expect((await call('POST', 'invites', `session_id=${id}&guest_id=${guest}`)).status).toBe(204);
  expect((await call('POST', 'invites', `session_id=${id}&guest_id=${guest}`)).status).toBe(403);
  expect(await invites()).toEqual([
    expect.objectContaining({ user_id: guest, status: 'INVITED', invited_at: '2026-01-01T00:00:00Z' }),
  ]);
  stream.controls.answerInvite({ broadcasterId: host, userId: guest, status: 'ACCEPTED' });
  expect((await assign()).body.message).toMatch(/not ready/);
  stream.controls.answerInvite({ broadcasterId: host, userId: guest, status: 'READY' });
  expect(await invites()).toEqual([expect.objectContaining({ status: 'READY', is_video_enabled: true })]);
  expect((await assign()).status).toBe(204);
  expect((await assign()).body.message).toMatch(/already assigned/);
  expect(await invites()).toEqual([]);

  const settings = 'is_live=true&volume=40&is_audio_enabled=false';
  expect((await call('PATCH', 'slot_settings', `session_id=${id}&slot_id=1&${settings}`)).status).toBe(204);
  expect((await session())?.guests[1]).toMatchObject({
    slot_id: '1',
    user_id: guest,
    is_live: true,
    volume: 40,
    audio_settings: { is_host_enabled: false },
  });
  const leave = `session_id=${id}&guest_id=${guest}&slot_id=1&should_reinvite_guest=true`;
  expect((await call('DELETE', 'slot', leave)).status).toBe(204);
  expect((await call('DELETE', 'slot', leave)).status).toBe(404);
  expect((await session())?.guests.length).toBe(1);
  expect((await call('DELETE', 'invites', `session_id=${id}&guest_id=${guest}`)).status).toBe(204);
  expect((await call('DELETE', 'invites', `session_id=${id}&guest_id=${guest}`)).status).toBe(404);
  expect(told().slice(1)).toEqual(
    ['invited', 'accepted', 'ready', 'backstage', 'live', 'removed', 'invited', 'removed'].map((state) => [
      'channel.guest_star_guest.update',
      state,
    ]),
  );
  const [, , accepted, , , live] = stream.happenings;
  expect(accepted?.event).toMatchObject({ moderator_user_id: null, guest_user_id: guest, slot_id: null });
  expect(live?.event).toMatchObject({
    moderator_user_id: host,
    slot_id: '1',
    host_audio_enabled: false,
    host_volume: 40,
  });
});

test('guests change places', async () => {
  const id = (await begin()).body.data[0]?.id ?? '';
  await seat(id, userId(8), '1');
  await seat(id, userId(9), '2');
  const move = (from: string, to: string) =>
    call('PATCH', 'slot', `session_id=${id}&source_slot_id=${from}&destination_slot_id=${to}`);
  const places = async () =>
    Object.fromEntries((await session())?.guests.map(({ slot_id, user_id }: Row) => [slot_id, user_id]));
  expect((await move('1', '2')).status).toBe(204);
  expect(await places()).toEqual({ '0': host, '1': userId(9), '2': userId(8) });
  expect((await move('2', '3')).status).toBe(204);
  expect(await places()).toEqual({ '0': host, '1': userId(9), '3': userId(8) });
  expect((await move('2', '1')).status).toBe(400);
  expect((await move('1', '0')).status).toBe(403);
  expect((await move('1', '5')).status).toBe(400);
  expect((await call('POST', 'slot', `session_id=${id}&guest_id=${userId(7)}&slot_id=0`)).status).toBe(403);
  await call('POST', 'invites', `session_id=${id}&guest_id=${userId(7)}`);
  stream.controls.answerInvite({ broadcasterId: host, userId: userId(7), status: 'READY' });
  expect((await call('POST', 'slot', `session_id=${id}&guest_id=${userId(7)}&slot_id=1`)).status).toBe(400);
});

test('the settings of a channel are changed and reported', async () => {
  const settings = async () => (await stream.get(`/guest_star/channel_settings?${own}`, token)).body.data[0];
  const put = (body: object) => stream.send('PUT', `/guest_star/channel_settings?broadcaster_id=${host}`, token, body);
  const before = await settings();
  expect(before).toEqual({
    is_moderator_send_live_enabled: true,
    slot_count: 4,
    is_browser_source_audio_enabled: true,
    group_layout: 'TILED_LAYOUT',
    browser_source_token: expect.any(String),
  });
  const changes = { slot_count: 6, group_layout: 'VERTICAL_LAYOUT', is_browser_source_audio_enabled: false };
  expect((await put(changes)).status).toBe(204);
  expect(await settings()).toEqual({ ...before, ...changes });
  await put({ regenerate_browser_sources: true });
  expect((await settings()).browser_source_token).not.toBe(before.browser_source_token);
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
