import type { WorldContext } from './context.ts';
import { named } from './named.ts';
import { publishInChannel } from './publish.ts';
import { timestamp } from './values.ts';

/** Layouts of the guests on screen. */
export const groupLayouts = ['TILED_LAYOUT', 'SCREENSHARE_LAYOUT', 'HORIZONTAL_LAYOUT', 'VERTICAL_LAYOUT'] as const;

/** How a channel has its calls. */
export interface GuestStarSettings {
  is_moderator_send_live_enabled: boolean;
  slot_count: number;
  is_browser_source_audio_enabled: boolean;
  group_layout: (typeof groupLayouts)[number];
  browser_source_token: string;
}

/** Somebody asked to join a call. */
export interface Invite {
  readonly invitedAt: string;
  status: 'INVITED' | 'ACCEPTED' | 'READY';
}

/** Somebody in a call. */
export interface Guest {
  readonly userId: string;
  readonly assignedAt: string;
  isLive: boolean;
  volume: number;
  /** What the host lets through. */
  audio: boolean;
  video: boolean;
}

/** A call. */
export interface Session {
  readonly id: string;
  readonly broadcasterId: string;
  readonly startedAt: string;
  /** By user id. */
  readonly invites: Map<string, Invite>;
  /** By slot id; the host is in slot 0. */
  readonly slots: Map<string, Guest>;
}

/** The calls of all channels. */
export interface GuestStar {
  settings(broadcasterId: string): GuestStarSettings;
  /** Changes settings; `renewToken` makes the old browser sources useless. */
  configure(broadcasterId: string, changes: Partial<GuestStarSettings>, renewToken: boolean): void;
  session(broadcasterId: string): Session | undefined;
  begin(broadcasterId: string): Session;
  end(session: Session): void;
  invite(session: Session, moderatorId: string, guestId: string): void;
  /** The guest answers the invitation. */
  answer(session: Session, guestId: string, status: 'ACCEPTED' | 'READY'): void;
  uninvite(session: Session, moderatorId: string, guestId: string): void;
  assign(session: Session, moderatorId: string, guestId: string, slotId: string): void;
  /** Moves a guest; whoever is in the other slot comes back. */
  move(session: Session, moderatorId: string, from: string, to: string): void;
  remove(session: Session, moderatorId: string, slotId: string, reinvite: boolean): void;
  change(session: Session, moderatorId: string, slotId: string, changes: Partial<Guest>): void;
}

type GuestState = 'invited' | 'accepted' | 'ready' | 'backstage' | 'live' | 'removed';

/** No call runs at first. */
export function createGuestStar({ random, world }: WorldContext): GuestStar {
  const draw = random('guest-star');
  const settings = new Map<string, GuestStarSettings>();
  const sessions = new Map<string, Session>();
  const now = () => timestamp(world.now());

  function publish(broadcasterId: string, kind: string, event: object): void {
    publishInChannel(world, broadcasterId, `channel.guest_star_${kind}`, event, { version: 'beta' });
  }

  function settingsOf(broadcasterId: string): GuestStarSettings {
    const own = settings.get(broadcasterId) ?? {
      is_moderator_send_live_enabled: true,
      slot_count: 4,
      is_browser_source_audio_enabled: true,
      group_layout: 'TILED_LAYOUT',
      browser_source_token: random(`guest-star/${broadcasterId}`).text(22),
    };
    settings.set(broadcasterId, own);
    return own;
  }

  const guest = (userId: string, isLive: boolean): Guest => ({
    userId,
    assignedAt: now(),
    isLive,
    volume: 100,
    audio: true,
    video: true,
  });

  /** Tells what became of a guest. Without a moderator it was the guest's own doing. */
  function tell(session: Session, moderatorId: string | undefined, guestId: string, state: GuestState): void {
    const [slotId, seat] = [...session.slots].find(([, { userId }]) => userId === guestId) ?? [];
    const moderator = named(world, 'moderator_user', moderatorId ?? '');
    publish(session.broadcasterId, 'guest.update', {
      session_id: session.id,
      ...(moderatorId ? moderator : Object.fromEntries(Object.keys(moderator).map((name) => [name, null]))),
      ...named(world, 'guest_user', guestId),
      slot_id: slotId ?? null,
      state,
      ...named(world, 'host_user', session.broadcasterId),
      host_video_enabled: seat?.video ?? null,
      host_audio_enabled: seat?.audio ?? null,
      host_volume: seat?.volume ?? null,
    });
  }

  const tellSeat = (session: Session, moderatorId: string, { userId, isLive }: Guest) =>
    tell(session, moderatorId, userId, isLive ? 'live' : 'backstage');

  function invite(session: Session, moderatorId: string, guestId: string): void {
    session.invites.set(guestId, { invitedAt: now(), status: 'INVITED' });
    tell(session, moderatorId, guestId, 'invited');
  }

  return {
    settings: settingsOf,
    configure(broadcasterId, changes, renewToken) {
      const own = Object.assign(settingsOf(broadcasterId), changes);
      if (renewToken) own.browser_source_token = draw.text(22);
      const { browser_source_token, ...told } = own;
      publish(broadcasterId, 'settings.update', told);
    },
    session: (broadcasterId) => sessions.get(broadcasterId),
    begin(broadcasterId) {
      const session: Session = {
        id: draw.text(27),
        broadcasterId,
        startedAt: now(),
        invites: new Map(),
        slots: new Map([['0', guest(broadcasterId, true)]]),
      };
      sessions.set(broadcasterId, session);
      publish(broadcasterId, 'session.begin', { session_id: session.id, started_at: session.startedAt });
      return session;
    },
    end({ id, broadcasterId, startedAt }) {
      sessions.delete(broadcasterId);
      publish(broadcasterId, 'session.end', {
        session_id: id,
        started_at: startedAt,
        ended_at: now(),
        ...named(world, 'host_user', broadcasterId),
      });
    },
    invite,
    answer(session, guestId, status) {
      const invitation = session.invites.get(guestId);
      if (!invitation) return;
      invitation.status = status;
      tell(session, undefined, guestId, status === 'READY' ? 'ready' : 'accepted');
    },
    uninvite(session, moderatorId, guestId) {
      session.invites.delete(guestId);
      tell(session, moderatorId, guestId, 'removed');
    },
    assign(session, moderatorId, guestId, slotId) {
      session.invites.delete(guestId);
      const seat = guest(guestId, false);
      session.slots.set(slotId, seat);
      tellSeat(session, moderatorId, seat);
    },
    move(session, moderatorId, from, to) {
      const moved = session.slots.get(from);
      const other = session.slots.get(to);
      session.slots.delete(from);
      if (moved) session.slots.set(to, moved);
      if (other) session.slots.set(from, other);
      for (const seat of [moved, other]) if (seat) tellSeat(session, moderatorId, seat);
    },
    remove(session, moderatorId, slotId, reinvite) {
      const seat = session.slots.get(slotId);
      if (!seat) return;
      session.slots.delete(slotId);
      tell(session, moderatorId, seat.userId, 'removed');
      if (reinvite) invite(session, moderatorId, seat.userId);
    },
    change(session, moderatorId, slotId, changes) {
      const seat = session.slots.get(slotId);
      if (seat) tellSeat(session, moderatorId, Object.assign(seat, changes));
    },
  };
}
