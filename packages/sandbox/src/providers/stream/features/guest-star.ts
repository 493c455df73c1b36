import { type Call, type Handlers, moderatedChannel, requireOwnId } from '../endpoint.ts';
import { malformed, refuse } from '../refusal.ts';
import { perKey, timestamp } from '../world/values.ts';
import type { World } from '../world/world.ts';

/** Layouts of the guests on screen. */
const groupLayouts = ['TILED_LAYOUT', 'SCREENSHARE_LAYOUT', 'HORIZONTAL_LAYOUT', 'VERTICAL_LAYOUT'] as const;
const mostSlots = 6;
const hostSlot = '0';

type GuestState = 'invited' | 'accepted' | 'ready' | 'backstage' | 'live' | 'removed';

/** Calls with guests. No call runs at first. */
export function createGuestStar(world: World) {
  const { random, now, users, named, publish } = world;
  const draw = random('guest-star');
  const settingsOf = perKey((broadcasterId) => ({
    is_moderator_send_live_enabled: true,
    slot_count: 4,
    is_browser_source_audio_enabled: true,
    group_layout: 'TILED_LAYOUT' as (typeof groupLayouts)[number],
    browser_source_token: random(`guest-star/${broadcasterId}`).text(22),
  }));

  const device = () => ({ is_host_enabled: true, is_guest_enabled: true, is_available: true });
  function createGuest(userId: string, slot_id: string) {
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
  type Guest = ReturnType<typeof createGuest>;

  const createInvite = (user_id: string) => ({
    user_id,
    invited_at: timestamp(now()),
    status: 'INVITED',
    is_video_enabled: false,
    is_audio_enabled: false,
    is_video_available: true,
    is_audio_available: true,
  });
  const createSession = (broadcasterId: string) => ({
    id: draw.text(27),
    broadcasterId,
    startedAt: timestamp(now()),
    invites: [] as ReturnType<typeof createInvite>[],
    /** The host is in slot 0. */
    guests: [createGuest(broadcasterId, hostSlot)],
  });
  type Session = ReturnType<typeof createSession>;
  const sessions = new Map<string, Session>();

  const report = (broadcasterId: string, kind: string, event: object) =>
    publish(broadcasterId, `channel.guest_star_${kind}`, event, { version: 'beta' });
  const show = ({ id, guests }: Session) => ({ id, guests });
  const guestIn = ({ guests }: Session, slot: string) => guests.find(({ slot_id }) => slot_id === slot);
  const guestOf = ({ guests }: Session, userId: string) => guests.find(({ user_id }) => user_id === userId);
  const inviteOf = ({ invites }: Session, userId: string) => invites.find(({ user_id }) => user_id === userId);

  /** Reports what became of a guest. Without a moderator it was the guest's own doing. */
  function tell(session: Session, moderatorId: string | undefined, guestId: string, state?: GuestState): void {
    const seat = guestOf(session, guestId);
    const names = named('moderator_user', moderatorId ?? '');
    report(session.broadcasterId, 'guest.update', {
      session_id: session.id,
      ...(moderatorId ? names : Object.fromEntries(Object.keys(names).map((name) => [name, null]))),
      ...named('guest_user', guestId),
      slot_id: seat?.slot_id ?? null,
      state: state ?? (seat?.is_live ? 'live' : 'backstage'),
      ...named('host_user', session.broadcasterId),
      host_video_enabled: seat?.video_settings.is_host_enabled ?? null,
      host_audio_enabled: seat?.audio_settings.is_host_enabled ?? null,
      host_volume: seat?.volume ?? null,
    });
  }

  function invite(session: Session, moderatorId: string, guestId: string): void {
    session.invites.push(createInvite(guestId));
    tell(session, moderatorId, guestId, 'invited');
  }
  function uninvite(session: Session, guestId: string): void {
    session.invites = session.invites.filter(({ user_id }) => user_id !== guestId);
  }

  function findSession(broadcasterId: string, { query }: Call): Session {
    const id = query.requiredText('session_id');
    const session = sessions.get(broadcasterId);
    return session?.id === id ? session : malformed('session_id', 'there is no such session');
  }
  /** The slot that `name` asks for: one that guests may have. */
  function readSlot({ query }: Call, { broadcasterId }: Session, name: string): string {
    const slot = query.requiredText(name);
    if (slot === hostSlot) refuse(403, "The host's slot cannot be changed.");
    const { slot_count } = settingsOf(broadcasterId);
    return /^[1-9]$/.test(slot) && Number(slot) <= slot_count ? slot : malformed(name, 'there is no such slot');
  }
  /** The call that a request is about, who acts in it, and the guest that it names. */
  const enter = (call: Call) => ({ session: findSession(call.broadcasterId, call), moderatorId: call.moderatorId });
  const enterAbout = (call: Call) => ({ ...enter(call), guestId: call.query.requiredId('guest_id') });

  const endpoints: Handlers = {
    'GET /guest_star/channel_settings': ({ broadcasterId }) => [settingsOf(broadcasterId)],
    'PUT /guest_star/channel_settings'({ ownId, body }) {
      const { regenerate, ...changes } = {
        is_moderator_send_live_enabled: body.flag('is_moderator_send_live_enabled'),
        slot_count: body.int('slot_count', 1, mostSlots),
        is_browser_source_audio_enabled: body.flag('is_browser_source_audio_enabled'),
        group_layout: body.choice('group_layout', groupLayouts),
        regenerate: body.flag('regenerate_browser_sources'), // makes the old browser sources useless
      };
      const browser_source_token = regenerate ? draw.text(22) : undefined;
      const own = assignGiven(settingsOf(ownId), { ...changes, browser_source_token });
      const { browser_source_token: secret, ...told } = own;
      report(ownId, 'settings.update', told);
    },
    'GET /guest_star/session'(call) {
      const session = sessions.get(call.query.requiredId('broadcaster_id'));
      const userId = requireOwnId(call, 'moderator_id');
      // Guests may look too, once they are invited.
      if (!session || !(inviteOf(session, userId) ?? guestOf(session, userId))) moderatedChannel(call, world);
      return session ? [show(session)] : [];
    },
    'POST /guest_star/session'({ ownId }) {
      if (sessions.has(ownId)) refuse(400, 'The channel has a session already.');
      const session = createSession(ownId);
      sessions.set(ownId, session);
      report(ownId, 'session.begin', { session_id: session.id, started_at: session.startedAt });
      return [show(session)];
    },
    'DELETE /guest_star/session'(call) {
      const { ownId } = call;
      const session = findSession(ownId, call);
      sessions.delete(ownId);
      const times = { started_at: session.startedAt, ended_at: timestamp(now()) };
      report(ownId, 'session.end', { session_id: session.id, ...times, ...named('host_user', ownId) });
      return [show(session)];
    },
    'GET /guest_star/invites': (call) => enter(call).session.invites,
    'POST /guest_star/invites'(call) {
      const { session, moderatorId, guestId } = enterAbout(call);
      if (!users().byId.has(guestId)) refuse(403, 'This user may not be invited.');
      if (guestOf(session, guestId) ?? inviteOf(session, guestId)) refuse(403, 'The guest is already invited.');
      invite(session, moderatorId, guestId);
    },
    'DELETE /guest_star/invites'(call) {
      const { session, moderatorId, guestId } = enterAbout(call);
      if (!inviteOf(session, guestId)) refuse(404, 'No invite exists for this guest.');
      uninvite(session, guestId);
      tell(session, moderatorId, guestId, 'removed');
    },
    'POST /guest_star/slot'(call) {
      const { session, moderatorId, guestId } = enterAbout(call);
      const slot = readSlot(call, session, 'slot_id');
      if (guestOf(session, guestId)) refuse(403, 'The guest is already assigned to a slot.');
      const { status } = inviteOf(session, guestId) ?? refuse(403, 'The guest is not invited to the session.');
      if (status !== 'READY') refuse(403, 'The guest is not ready to join.');
      if (guestIn(session, slot)) malformed('slot_id', 'the slot is taken');
      uninvite(session, guestId);
      session.guests.push(createGuest(guestId, slot));
      tell(session, moderatorId, guestId);
    },
    'PATCH /guest_star/slot'(call) {
      const { session, moderatorId } = enter(call);
      const from = readSlot(call, session, 'source_slot_id');
      const to = readSlot(call, session, 'destination_slot_id');
      const moved = guestIn(session, from) ?? malformed('source_slot_id', 'nobody is in this slot');
      const other = guestIn(session, to); // takes the first one's place
      moved.slot_id = to;
      if (other) other.slot_id = from;
      session.guests.sort((one, another) => Number(one.slot_id) - Number(another.slot_id));
      for (const seat of [moved, other]) if (seat) tell(session, moderatorId, seat.user_id);
    },
    'DELETE /guest_star/slot'(call) {
      const { session, moderatorId, guestId } = enterAbout(call);
      const seat = guestIn(session, readSlot(call, session, 'slot_id'));
      if (seat?.user_id !== guestId) refuse(404, 'The guest is not in this slot.');
      const reinvite = call.query.flag('should_reinvite_guest');
      session.guests = session.guests.filter((each) => each !== seat);
      tell(session, moderatorId, guestId, 'removed');
      if (reinvite) invite(session, moderatorId, guestId);
    },
    'PATCH /guest_star/slot_settings'(call) {
      const { session, moderatorId } = enter(call);
      const { query } = call;
      const slot = query.requiredText('slot_id');
      const audio = query.flag('is_audio_enabled');
      const video = query.flag('is_video_enabled');
      const is_live = query.flag('is_live');
      const volume = query.number('volume', 0, 100);
      const seat: Guest = guestIn(session, slot) ?? malformed('slot_id', 'nobody is in this slot');
      const isHost = moderatorId === session.broadcasterId;
      const { is_moderator_send_live_enabled } = settingsOf(session.broadcasterId);
      if (!isHost && (slot === hostSlot || (is_live !== undefined && !is_moderator_send_live_enabled)))
        refuse(403, 'A moderator may not change this.');
      assignGiven(seat, { is_live, volume });
      assignGiven(seat.audio_settings, { is_host_enabled: audio });
      assignGiven(seat.video_settings, { is_host_enabled: video });
      tell(session, moderatorId, seat.user_id);
    },
  };
  return {
    endpoints,
    /** The guest responds to the invitation. Throws `RangeError` where there is none. */
    answer(broadcasterId: string, guestId: string, status: 'ACCEPTED' | 'READY'): void {
      const session = sessions.get(broadcasterId);
      if (!session) throw new RangeError(`the sandbox has no call of ${broadcasterId}`);
      const invitation = inviteOf(session, guestId);
      if (!invitation) throw new RangeError(`user ${guestId} is not invited`);
      Object.assign(invitation, { status, is_video_enabled: true, is_audio_enabled: true });
      tell(session, undefined, guestId, status === 'READY' ? 'ready' : 'accepted');
    },
  };
}

/** Sets those of `changes` that have a value. */
function assignGiven<T extends object>(target: T, changes: { [Name in keyof T]?: T[Name] | undefined }): T {
  return Object.assign(target, Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)));
}
