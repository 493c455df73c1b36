import { failure } from '@x/testing';
import { expect } from 'vitest';
import {
  asModerator,
  type Cases,
  own,
  ownChannel,
  row,
  type StreamCalls,
  sandbox,
  signIn,
  stranger,
  userIdsOf,
} from './stage.ts';

/** A session in place of the one that ran. */
async function begin(stream: StreamCalls) {
  const running = await stream.guestStar.sessions.get(asModerator);
  if (running) await stream.guestStar.sessions.end({ ...ownChannel, session_id: running.id });
  const { id: session_id } = await stream.guestStar.sessions.create(ownChannel);
  return { ...asModerator, session_id };
}

/** Somebody who is invited to a session, by default a new one. */
async function invite(stream: StreamCalls, session_id?: string) {
  const session = session_id === undefined ? await begin(stream) : { ...asModerator, session_id };
  const guest = { ...session, guest_id: stranger() };
  await stream.guestStar.invites.send(guest);
  return guest;
}

/** The same, once ready to join. */
async function ready(stream: StreamCalls, session_id?: string) {
  const guest = await invite(stream, session_id);
  sandbox.controls.stream.answerInvite({ userId: guest.guest_id, broadcasterId: own, status: 'READY' });
  return guest;
}

/** The same, once in a slot. */
async function seated(stream: StreamCalls, slot_id = '1', session_id?: string) {
  const guest = { ...(await ready(stream, session_id)), slot_id };
  await stream.guestStar.slots.assign(guest);
  return guest;
}

/** Two guests, in the first two slots. */
async function pair(stream: StreamCalls) {
  const one = await seated(stream);
  return { one, two: await seated(stream, '2', one.session_id) };
}

/** Who is in which slot. */
async function seats(stream: StreamCalls) {
  const session = await stream.guestStar.sessions.get(asModerator);
  return Object.fromEntries(session?.guests.map((guest) => [guest.slot_id ?? guest.id, guest.user_id]) ?? []);
}

/** Calls with guests. */
export const guestStar: Cases = {
  'guestStar.settings.get': row({
    given: (stream) =>
      stream.guestStar.settings.update({ ...ownChannel, slot_count: 3, group_layout: 'VERTICAL_LAYOUT' }),
    async works(stream) {
      const settings = await stream.guestStar.settings.get(asModerator);
      expect(settings).toMatchObject({ slot_count: 3, group_layout: 'VERTICAL_LAYOUT' });
      const outsider = stranger();
      const asked = { ...ownChannel, moderator_id: outsider };
      const error = await failure((await signIn(outsider)).guestStar.settings.get(asked));
      expect(error).toMatchObject({ code: 'permission_denied', status: 403 });
    },
    refused: (stream) => stream.guestStar.settings.get(ownChannel as never),
  }),
  'guestStar.settings.update': row({
    given: async (stream) => {
      const { browser_source_token } = await stream.guestStar.settings.get(asModerator);
      return browser_source_token;
    },
    async works(stream, token) {
      const changes = { slot_count: 6, is_moderator_send_live_enabled: false, is_browser_source_audio_enabled: false };
      await stream.guestStar.settings.update({ ...ownChannel, ...changes });
      expect(await stream.guestStar.settings.get(asModerator)).toMatchObject({
        ...changes,
        browser_source_token: token,
      });
      await stream.guestStar.settings.update({ ...ownChannel, regenerate_browser_sources: true });
      const renewed = await stream.guestStar.settings.get(asModerator);
      expect(renewed).toMatchObject(changes);
      expect(renewed.browser_source_token).not.toBe(token);
    },
    refused: (stream) => stream.guestStar.settings.update({ ...ownChannel, slot_count: 7 }),
  }),

  'guestStar.sessions.get': row({
    given: seated,
    async works(stream, { session_id, guest_id }) {
      const session = await stream.guestStar.sessions.get(asModerator);
      expect(session?.id).toBe(session_id);
      expect(await seats(stream)).toEqual({ 0: own, 1: guest_id });
      const asGuest = { ...ownChannel, moderator_id: guest_id };
      expect(await (await signIn(guest_id)).guestStar.sessions.get(asGuest)).toEqual(session);
      await stream.guestStar.sessions.end({ ...ownChannel, session_id });
      expect(await stream.guestStar.sessions.get(asModerator)).toBeUndefined();
    },
    refused: (stream) => stream.guestStar.sessions.get({ moderator_id: own } as never),
  }),
  'guestStar.sessions.create': row({
    given: async (stream) => {
      const { session_id } = await begin(stream);
      await stream.guestStar.sessions.end({ ...ownChannel, session_id });
    },
    async works(stream) {
      const session = await stream.guestStar.sessions.create(ownChannel);
      expect(session.guests).toMatchObject([{ user_id: own, is_live: true, volume: 100 }]);
      expect(await stream.guestStar.sessions.get(asModerator)).toEqual(session);
      expect(await failure(stream.guestStar.sessions.create(ownChannel))).toMatchObject({ code: 'rejected' });
    },
    refused: (stream) => stream.guestStar.sessions.create({} as never),
  }),
  'guestStar.sessions.end': row({
    given: seated,
    async works(stream, { session_id, guest_id }) {
      const ended = await stream.guestStar.sessions.end({ ...ownChannel, session_id });
      expect(ended.id).toBe(session_id);
      expect(userIdsOf(ended.guests)).toEqual([own, guest_id]);
      expect(await stream.guestStar.sessions.get(asModerator)).toBeUndefined();
      const again = stream.guestStar.sessions.end({ ...ownChannel, session_id });
      expect(await failure(again)).toMatchObject({ code: 'rejected' });
    },
    refused: (stream) => stream.guestStar.sessions.end(ownChannel as never),
  }),

  'guestStar.invites.list': row({
    given: async (stream) => {
      const session = await begin(stream);
      return { session, shy: await invite(stream, session.session_id), keen: await ready(stream, session.session_id) };
    },
    async works(stream, { session, shy, keen }) {
      const { items } = await stream.guestStar.invites.list(session);
      expect(items).toMatchObject([
        { user_id: shy.guest_id, status: 'INVITED', is_audio_enabled: false },
        { user_id: keen.guest_id, status: 'READY', is_audio_enabled: true },
      ]);
      await stream.guestStar.slots.assign({ ...keen, slot_id: '1' });
      expect(userIdsOf((await stream.guestStar.invites.list(session)).items)).toEqual([shy.guest_id]);
    },
    refused: (stream) => stream.guestStar.invites.list(asModerator as never),
  }),
  'guestStar.invites.send': row({
    given: async (stream) => ({ ...(await begin(stream)), guest_id: stranger() }),
    async works(stream, { guest_id, ...session }) {
      await stream.guestStar.invites.send({ ...session, guest_id });
      const { items } = await stream.guestStar.invites.list(session);
      expect(items).toMatchObject([{ user_id: guest_id, status: 'INVITED' }]);
      const again = stream.guestStar.invites.send({ ...session, guest_id });
      expect(await failure(again)).toMatchObject({ code: 'permission_denied', status: 403 });
    },
    refused: (stream) => stream.guestStar.invites.send({ ...asModerator, session_id: 'a' } as never),
  }),
  'guestStar.invites.delete': row({
    given: (stream) => invite(stream),
    async works(stream, guest) {
      const { guest_id, ...session } = guest;
      await stream.guestStar.invites.delete(guest);
      expect((await stream.guestStar.invites.list(session)).items).toEqual([]);
      expect(await failure(stream.guestStar.invites.delete(guest))).toMatchObject({ code: 'not_found' });
    },
    refused: (stream) => stream.guestStar.invites.delete({ ...asModerator, session_id: 'a' } as never),
  }),

  'guestStar.slots.assign': row({
    given: (stream) => ready(stream),
    async works(stream, guest) {
      await stream.guestStar.slots.assign({ ...guest, slot_id: '2' });
      expect(await seats(stream)).toEqual({ 0: own, 2: guest.guest_id });
      const shy = await invite(stream, guest.session_id);
      const early = stream.guestStar.slots.assign({ ...shy, slot_id: '1' });
      expect(await failure(early)).toMatchObject({ code: 'permission_denied', status: 403 });
    },
    refused: (stream) => stream.guestStar.slots.assign({ ...asModerator, session_id: 'a', guest_id: '1' } as never),
  }),
  'guestStar.slots.update': row({
    given: pair,
    async works(stream, { one, two }) {
      const { guest_id, slot_id, ...session } = one;
      await stream.guestStar.slots.update({ ...session, source_slot_id: '1', destination_slot_id: '2' });
      expect(await seats(stream)).toEqual({ 0: own, 1: two.guest_id, 2: guest_id });
      await stream.guestStar.slots.update({ ...session, source_slot_id: '1', destination_slot_id: '3' });
      expect(await seats(stream)).toEqual({ 0: own, 2: guest_id, 3: two.guest_id });
      const host = stream.guestStar.slots.update({ ...session, source_slot_id: '0', destination_slot_id: '1' });
      expect(await failure(host)).toMatchObject({ code: 'permission_denied', status: 403 });
    },
    refused: (stream) => stream.guestStar.slots.update({ ...asModerator, session_id: 'a' } as never),
  }),
  'guestStar.slots.delete': row({
    given: pair,
    async works(stream, { one, two }) {
      await stream.guestStar.slots.delete(one);
      expect(await seats(stream)).toEqual({ 0: own, 2: two.guest_id });
      const { guest_id, slot_id, ...session } = two;
      await stream.guestStar.slots.delete({ ...two, should_reinvite_guest: true });
      expect(await seats(stream)).toEqual({ 0: own });
      expect(userIdsOf((await stream.guestStar.invites.list(session)).items)).toEqual([guest_id]);
      expect(await failure(stream.guestStar.slots.delete(two))).toMatchObject({ code: 'not_found' });
    },
    refused: (stream) => stream.guestStar.slots.delete({ ...asModerator, session_id: 'a', guest_id: '1' } as never),
  }),
  'guestStar.slots.updateSettings': row({
    given: (stream) => seated(stream),
    async works(stream, { guest_id, ...slot }) {
      const media = { is_audio_enabled: false, is_video_enabled: true };
      await stream.guestStar.slots.updateSettings({ ...slot, ...media, is_live: true, volume: 30 });
      const session = await stream.guestStar.sessions.get(asModerator);
      expect(session?.guests.find((guest) => guest.user_id === guest_id)).toMatchObject({
        is_live: true,
        volume: 30,
        audio_settings: { is_host_enabled: false },
        video_settings: { is_host_enabled: true },
      });
    },
    refused: (stream) =>
      stream.guestStar.slots.updateSettings({ ...asModerator, session_id: 'a', slot_id: '1', volume: 101 }),
  }),
};
