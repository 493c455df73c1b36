import type { Random } from '../../../shared/random.ts';
import { perKey, setFields, timestamp } from '../data/values.ts';
import type { World } from '../data/world.ts';
import { type Call, type Endpoints, moderatedChannel, requireActor } from '../endpoint.ts';
import { malformed, refuse } from '../errors.ts';

/** Layouts of the guests on screen. */
const groupLayouts = ['TILED_LAYOUT', 'SCREENSHARE_LAYOUT', 'HORIZONTAL_LAYOUT', 'VERTICAL_LAYOUT'] as const;
const mostSlots = 6;
const hostSlot = '0';

const device = () => ({ is_host_enabled: true, is_guest_enabled: true, is_available: true });

function createGuest({ now, named }: World, userId: string, slot_id: string) {
  const { user_id, user_login, user_name } = named('user', userId);
  return {
    slot_id,
    is_live: slot_id === hostSlot,
    user_id,
    user_display_name: user_name,
    user_login,
    volume: 100,
    assigned_at: timestamp(now()),
    audio_settings: device(),
    video_settings: device(),
  };
}

const createInvite = ({ now }: World, user_id: string) => ({
  user_id,
  invited_at: timestamp(now()),
  status: 'INVITED',
  is_video_enabled: false,
  is_audio_enabled: false,
  is_video_available: true,
  is_audio_available: true,
});

const createSession = (world: World, id: string, broadcasterId: string) => ({
  id,
  invites: new Map<string, ReturnType<typeof createInvite>>(),
  /** The host is in slot 0. */
  guests: [createGuest(world, broadcasterId, hostSlot)],
});

type Session = ReturnType<typeof createSession>;

/** Guest Star calls, as records only. No call runs at first, and the only events are those that tests fire. */
export class GuestStar {
  private readonly world: World;
  private readonly draw: Random;
  private readonly settingsOf = perKey((broadcasterId) => ({
    is_moderator_send_live_enabled: true,
    slot_count: 4,
    is_browser_source_audio_enabled: true,
    group_layout: 'TILED_LAYOUT' as (typeof groupLayouts)[number],
    browser_source_token: this.world.random(`guest-star/${broadcasterId}`).text(22),
  }));
  private readonly sessions = new Map<string, Session>();
  readonly endpoints: Endpoints = {
    'GET /guest_star/channel_settings': ({ broadcasterId }) => [this.settingsOf(broadcasterId)],
    'PUT /guest_star/channel_settings': ({ ownId, body }) => {
      const changes = {
        is_moderator_send_live_enabled: body.flag('is_moderator_send_live_enabled'),
        slot_count: body.int('slot_count', 1, mostSlots),
        is_browser_source_audio_enabled: body.flag('is_browser_source_audio_enabled'),
        group_layout: body.choice('group_layout', groupLayouts),
        // A new token invalidates the old browser sources.
        browser_source_token: body.flag('regenerate_browser_sources') ? this.draw.text(22) : undefined,
      };
      Object.assign(this.settingsOf(ownId), setFields(changes));
    },
    'GET /guest_star/session': (call) => {
      const session = this.sessions.get(call.query.requiredId('broadcaster_id'));
      const userId = requireActor(call, call.query, 'moderator_id');
      // Invited guests may look too.
      if (!session || !(session.invites.has(userId) || this.guestOf(session, userId)))
        moderatedChannel(call, this.world);
      return session ? this.show(session) : [];
    },
    'POST /guest_star/session': ({ ownId }) => {
      if (this.sessions.has(ownId)) refuse(400, 'The channel has a session already.');
      const session = createSession(this.world, this.draw.text(27), ownId);
      this.sessions.set(ownId, session);
      return this.show(session);
    },
    'DELETE /guest_star/session': (call) => {
      const session = this.findSession(call);
      this.sessions.delete(call.ownId);
      return this.show(session);
    },
    'GET /guest_star/invites': (call) => [...this.findSession(call).invites.values()],
    'POST /guest_star/invites': (call) => {
      const { session, guestId } = this.enter(call);
      if (!this.world.users().byId.has(guestId)) refuse(403, 'This user may not be invited.');
      if (this.guestOf(session, guestId) || session.invites.has(guestId)) refuse(403, 'The guest is already invited.');
      session.invites.set(guestId, createInvite(this.world, guestId));
    },
    'DELETE /guest_star/invites': (call) => {
      const { session, guestId } = this.enter(call);
      if (!session.invites.delete(guestId)) refuse(404, 'No invite exists for this guest.');
    },
    'POST /guest_star/slot': (call) => {
      const { session, guestId } = this.enter(call);
      const slot = this.readSlot(call, 'slot_id');
      if (this.guestOf(session, guestId)) refuse(403, 'The guest is already assigned to a slot.');
      const { status } = session.invites.get(guestId) ?? refuse(403, 'The guest is not invited to the session.');
      if (status !== 'READY') refuse(403, 'The guest is not ready to join.');
      if (this.guestIn(session, slot)) malformed('slot_id', 'the slot is taken');
      session.invites.delete(guestId);
      session.guests.push(createGuest(this.world, guestId, slot));
    },
    'PATCH /guest_star/slot': (call) => {
      const session = this.findSession(call);
      const from = this.readSlot(call, 'source_slot_id');
      const to = this.readSlot(call, 'destination_slot_id');
      const moved = this.guestIn(session, from) ?? malformed('source_slot_id', 'nobody is in this slot');
      const other = this.guestIn(session, to); // takes the first one's place
      moved.slot_id = to;
      if (other) other.slot_id = from;
      session.guests.sort((one, another) => Number(one.slot_id) - Number(another.slot_id));
    },
    'DELETE /guest_star/slot': (call) => {
      const { session, guestId } = this.enter(call);
      const seat = this.guestIn(session, this.readSlot(call, 'slot_id'));
      if (seat?.user_id !== guestId) refuse(404, 'The guest is not in this slot.');
      session.guests = session.guests.filter((each) => each !== seat);
      if (call.query.flag('should_reinvite_guest')) session.invites.set(guestId, createInvite(this.world, guestId));
    },
    'PATCH /guest_star/slot_settings': (call) => {
      const { query, broadcasterId, moderatorId } = call;
      const session = this.findSession(call);
      const slot = query.requiredText('slot_id');
      const audio = query.flag('is_audio_enabled');
      const video = query.flag('is_video_enabled');
      const is_live = query.flag('is_live');
      const volume = query.number('volume', 0, 100);
      const seat = this.guestIn(session, slot) ?? malformed('slot_id', 'nobody is in this slot');
      const { is_moderator_send_live_enabled: mayGoLive } = this.settingsOf(broadcasterId);
      if (moderatorId !== broadcasterId && (slot === hostSlot || (is_live !== undefined && !mayGoLive)))
        refuse(403, 'A moderator may not change this.');
      Object.assign(seat, setFields({ is_live, volume }));
      Object.assign(seat.audio_settings, setFields({ is_host_enabled: audio }));
      Object.assign(seat.video_settings, setFields({ is_host_enabled: video }));
    },
  };

  constructor(world: World) {
    this.world = world;
    this.draw = world.random('guest-star');
  }

  /** Responds to an invitation as the guest. Throws `RangeError` if there is none. */
  answer(broadcasterId: string, guestId: string, status: 'ACCEPTED' | 'READY'): void {
    const session = this.sessions.get(broadcasterId);
    if (!session) throw new RangeError(`channel ${broadcasterId} has no Guest Star call`);
    const invitation = session.invites.get(guestId);
    if (!invitation) throw new RangeError(`user ${guestId} is not invited`);
    Object.assign(invitation, { status, is_video_enabled: true, is_audio_enabled: true });
  }

  private show({ id, guests }: Session) {
    return [{ id, guests }];
  }

  private guestIn({ guests }: Session, slot: string) {
    return guests.find(({ slot_id }) => slot_id === slot);
  }

  private guestOf({ guests }: Session, userId: string) {
    return guests.find(({ user_id }) => user_id === userId);
  }

  /** Returns the call that a request is about. */
  private findSession({ ownId, broadcasterId, query }: Call): Session {
    const id = query.requiredText('session_id');
    const session = this.sessions.get(broadcasterId || ownId);
    return session?.id === id ? session : malformed('session_id', 'there is no such session');
  }

  /** Returns the call, and the guest that the request names. */
  private enter(call: Call) {
    return { session: this.findSession(call), guestId: call.query.requiredId('guest_id') };
  }

  /** Returns the slot in the parameter `name`, which must be one for guests. */
  private readSlot({ query, broadcasterId }: Call, name: string): string {
    const slot = query.requiredText(name);
    if (slot === hostSlot) refuse(403, "The host's slot cannot be changed.");
    const { slot_count } = this.settingsOf(broadcasterId);
    return /^[1-9]$/.test(slot) && Number(slot) <= slot_count ? slot : malformed(name, 'there is no such slot');
  }
}
