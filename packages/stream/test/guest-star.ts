import { failure } from '@x/testing';
import { expect } from 'vitest';
import { type Cases, row, type Stage, type StreamCalls, userIdsOf } from './stage.ts';

/** Begins a session in place of the running one. */
async function begin(stage: Stage, stream: StreamCalls) {
  const running = await stream.guestStar.sessions.get(stage.asModerator);
  if (running) await stream.guestStar.sessions.end({ ...stage.ownChannel, session_id: running.id });
  const { id: session_id } = await stream.guestStar.sessions.create(stage.ownChannel);
  return { ...stage.asModerator, session_id };
}

/** Invites a user to a session, by default a new one. */
async function invite(stage: Stage, stream: StreamCalls, session_id?: string) {
  const session = session_id === undefined ? await begin(stage, stream) : { ...stage.asModerator, session_id };
  const guest = { ...session, guest_id: stage.stranger() };
  await stream.guestStar.invites.send(guest);
  return guest;
}

/** Invites a user who is then ready to join. */
async function ready(stage: Stage, stream: StreamCalls, session_id?: string) {
  const guest = await invite(stage, stream, session_id);
  stage.sandbox.controls.stream.answerInvite({ userId: guest.guest_id, broadcasterId: stage.own, status: 'READY' });
  return guest;
}

/** Invites a user, and assigns a slot. */
async function seated(stage: Stage, stream: StreamCalls, slot_id = '1', session_id?: string) {
  const guest = { ...(await ready(stage, stream, session_id)), slot_id };
  await stream.guestStar.slots.assign(guest);
  return guest;
}

/** Seats two guests in the first two slots. */
async function pair(stage: Stage, stream: StreamCalls) {
  const one = await seated(stage, stream);
  return { one, two: await seated(stage, stream, '2', one.session_id) };
}

/** Returns the guest in each slot. */
async function seats(stage: Stage, stream: StreamCalls) {
  const session = await stream.guestStar.sessions.get(stage.asModerator);
  return Object.fromEntries(session?.guests.map((guest) => [guest.slot_id ?? guest.id, guest.user_id]) ?? []);
}

/** Calls with guests. */
export const guestStar: Cases = {
  'guestStar.settings.get': row({
    given: (stream, { ownChannel }) =>
      stream.guestStar.settings.update({ ...ownChannel, slot_count: 3, group_layout: 'VERTICAL_LAYOUT' }),
    async works(stream, { asModerator, stranger, ownChannel, signIn }) {
      const settings = await stream.guestStar.settings.get(asModerator);
      expect(settings).toMatchObject({ slot_count: 3, group_layout: 'VERTICAL_LAYOUT' });
      const outsider = stranger();
      const asked = { ...ownChannel, moderator_id: outsider };
      const error = await failure((await signIn(outsider)).guestStar.settings.get(asked));
      expect(error).toMatchObject({ code: 'permission_denied', status: 403 });
    },
    refused: (stream, { ownChannel }) => stream.guestStar.settings.get(ownChannel as never),
  }),
  'guestStar.settings.update': row({
    given: async (stream, { asModerator }) => {
      const { browser_source_token } = await stream.guestStar.settings.get(asModerator);
      return browser_source_token;
    },
    async works(stream, { given: token, ownChannel, asModerator }) {
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
    refused: (stream, { ownChannel }) => stream.guestStar.settings.update({ ...ownChannel, slot_count: 7 }),
  }),

  'guestStar.sessions.get': row({
    given: (client, stage) => seated(stage, client),
    async works(stream, { given: { session_id, guest_id }, ...stage }) {
      const session = await stream.guestStar.sessions.get(stage.asModerator);
      expect(session?.id).toBe(session_id);
      expect(await seats(stage, stream)).toEqual({ 0: stage.own, 1: guest_id });
      const asGuest = { ...stage.ownChannel, moderator_id: guest_id };
      expect(await (await stage.signIn(guest_id)).guestStar.sessions.get(asGuest)).toEqual(session);
      await stream.guestStar.sessions.end({ ...stage.ownChannel, session_id });
      expect(await stream.guestStar.sessions.get(stage.asModerator)).toBeUndefined();
    },
    refused: (stream, { own }) => stream.guestStar.sessions.get({ moderator_id: own } as never),
  }),
  'guestStar.sessions.create': row({
    given: async (stream, stage) => {
      const { session_id } = await begin(stage, stream);
      await stream.guestStar.sessions.end({ ...stage.ownChannel, session_id });
    },
    async works(stream, { ownChannel, own, asModerator }) {
      const session = await stream.guestStar.sessions.create(ownChannel);
      expect(session.guests).toMatchObject([{ user_id: own, is_live: true, volume: 100 }]);
      expect(await stream.guestStar.sessions.get(asModerator)).toEqual(session);
      expect(await failure(stream.guestStar.sessions.create(ownChannel))).toMatchObject({ code: 'rejected' });
    },
    refused: (stream) => stream.guestStar.sessions.create({} as never),
  }),
  'guestStar.sessions.end': row({
    given: (client, stage) => seated(stage, client),
    async works(stream, { given: { session_id, guest_id }, ownChannel, own, asModerator }) {
      const ended = await stream.guestStar.sessions.end({ ...ownChannel, session_id });
      expect(ended.id).toBe(session_id);
      expect(userIdsOf(ended.guests)).toEqual([own, guest_id]);
      expect(await stream.guestStar.sessions.get(asModerator)).toBeUndefined();
      const again = stream.guestStar.sessions.end({ ...ownChannel, session_id });
      expect(await failure(again)).toMatchObject({ code: 'rejected' });
    },
    refused: (stream, { ownChannel }) => stream.guestStar.sessions.end(ownChannel as never),
  }),

  'guestStar.invites.list': row({
    given: async (stream, stage) => {
      const session = await begin(stage, stream);
      return {
        session,
        shy: await invite(stage, stream, session.session_id),
        keen: await ready(stage, stream, session.session_id),
      };
    },
    async works(stream, { given: { session, shy, keen } }) {
      const { items } = await stream.guestStar.invites.list(session);
      expect(items).toMatchObject([
        { user_id: shy.guest_id, status: 'INVITED', is_audio_enabled: false },
        { user_id: keen.guest_id, status: 'READY', is_audio_enabled: true },
      ]);
      await stream.guestStar.slots.assign({ ...keen, slot_id: '1' });
      expect(userIdsOf((await stream.guestStar.invites.list(session)).items)).toEqual([shy.guest_id]);
    },
    refused: (stream, { asModerator }) => stream.guestStar.invites.list(asModerator as never),
  }),
  'guestStar.invites.send': row({
    given: async (stream, stage) => ({ ...(await begin(stage, stream)), guest_id: stage.stranger() }),
    async works(stream, { given: { guest_id, ...session } }) {
      await stream.guestStar.invites.send({ ...session, guest_id });
      const { items } = await stream.guestStar.invites.list(session);
      expect(items).toMatchObject([{ user_id: guest_id, status: 'INVITED' }]);
      const again = stream.guestStar.invites.send({ ...session, guest_id });
      expect(await failure(again)).toMatchObject({ code: 'permission_denied', status: 403 });
    },
    refused: (stream, { asModerator }) => stream.guestStar.invites.send({ ...asModerator, session_id: 'a' } as never),
  }),
  'guestStar.invites.delete': row({
    given: (stream, stage) => invite(stage, stream),
    async works(stream, { given: guest }) {
      const { guest_id, ...session } = guest;
      await stream.guestStar.invites.delete(guest);
      expect((await stream.guestStar.invites.list(session)).items).toEqual([]);
      expect(await failure(stream.guestStar.invites.delete(guest))).toMatchObject({ code: 'not_found' });
    },
    refused: (stream, { asModerator }) => stream.guestStar.invites.delete({ ...asModerator, session_id: 'a' } as never),
  }),

  'guestStar.slots.assign': row({
    given: (stream, stage) => ready(stage, stream),
    async works(stream, { given: guest, ...stage }) {
      await stream.guestStar.slots.assign({ ...guest, slot_id: '2' });
      expect(await seats(stage, stream)).toEqual({ 0: stage.own, 2: guest.guest_id });
      const shy = await invite(stage, stream, guest.session_id);
      const early = stream.guestStar.slots.assign({ ...shy, slot_id: '1' });
      expect(await failure(early)).toMatchObject({ code: 'permission_denied', status: 403 });
    },
    refused: (stream, { asModerator }) =>
      stream.guestStar.slots.assign({ ...asModerator, session_id: 'a', guest_id: '1' } as never),
  }),
  'guestStar.slots.update': row({
    given: (client, stage) => pair(stage, client),
    async works(stream, { given: { one, two }, ...stage }) {
      const { guest_id, slot_id, ...session } = one;
      await stream.guestStar.slots.update({ ...session, source_slot_id: '1', destination_slot_id: '2' });
      expect(await seats(stage, stream)).toEqual({ 0: stage.own, 1: two.guest_id, 2: guest_id });
      await stream.guestStar.slots.update({ ...session, source_slot_id: '1', destination_slot_id: '3' });
      expect(await seats(stage, stream)).toEqual({ 0: stage.own, 2: guest_id, 3: two.guest_id });
      const host = stream.guestStar.slots.update({ ...session, source_slot_id: '0', destination_slot_id: '1' });
      expect(await failure(host)).toMatchObject({ code: 'permission_denied', status: 403 });
    },
    refused: (stream, { asModerator }) => stream.guestStar.slots.update({ ...asModerator, session_id: 'a' } as never),
  }),
  'guestStar.slots.delete': row({
    given: (client, stage) => pair(stage, client),
    async works(stream, { given: { one, two }, ...stage }) {
      await stream.guestStar.slots.delete(one);
      expect(await seats(stage, stream)).toEqual({ 0: stage.own, 2: two.guest_id });
      const { guest_id, slot_id, ...session } = two;
      await stream.guestStar.slots.delete({ ...two, should_reinvite_guest: true });
      expect(await seats(stage, stream)).toEqual({ 0: stage.own });
      expect(userIdsOf((await stream.guestStar.invites.list(session)).items)).toEqual([guest_id]);
      expect(await failure(stream.guestStar.slots.delete(two))).toMatchObject({ code: 'not_found' });
    },
    refused: (stream, { asModerator }) =>
      stream.guestStar.slots.delete({ ...asModerator, session_id: 'a', guest_id: '1' } as never),
  }),
  'guestStar.slots.updateSettings': row({
    given: (stream, stage) => seated(stage, stream),
    async works(stream, { given: { guest_id, ...slot }, asModerator }) {
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
    refused: (stream, { asModerator }) =>
      stream.guestStar.slots.updateSettings({ ...asModerator, session_id: 'a', slot_id: '1', volume: 101 }),
  }),
};
