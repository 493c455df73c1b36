import { type Call, type Endpoint, requireOwnId } from '../endpoint.ts';
import { malformed, refuse } from '../refusal.ts';
import { type Guest, groupLayouts, type Session } from '../world/guest-star.ts';
import { named } from '../world/named.ts';
import type { World } from '../world/world.ts';
import { moderatedChannel } from './moderated.ts';

const reading = ['channel:read:guest_star', 'channel:manage:guest_star'];
const managing = ['channel:manage:guest_star', 'moderator:manage:guest_star'];
const any = [...reading, 'moderator:read:guest_star', 'moderator:manage:guest_star'];
const mostSlots = 6;
const hostSlot = '0';

/** Calls with guests. */
export function guestStarEndpoints(world: World): Endpoint[] {
  const stars = () => world.guestStar();

  const showGuest = ([slot_id, guest]: [string, Guest]) => {
    const { user_id, user_login, user_name } = named(world, 'user', guest.userId);
    const device = (isOn: boolean) => ({ is_host_enabled: isOn, is_guest_enabled: true, is_available: true });
    return {
      slot_id,
      is_live: guest.isLive,
      user_id,
      user_display_name: user_name,
      user_login,
      volume: guest.volume,
      assigned_at: guest.assignedAt,
      audio_settings: device(guest.audio),
      video_settings: device(guest.video),
    };
  };
  const show = (session: Session) => ({ id: session.id, guests: [...session.slots].map(showGuest) });

  function findSession(broadcasterId: string, sessionId: string): Session {
    const session = stars().session(broadcasterId);
    return session?.id === sessionId ? session : malformed('session_id', 'there is no such session');
  }

  /** The call that the request is about, and who acts in it. */
  function enter(call: Call) {
    const { broadcasterId, moderatorId } = moderatedChannel(call, world);
    return { session: findSession(broadcasterId, call.query.requiredText('session_id')), moderatorId };
  }

  /** The slot that `name` asks for: one that guests may have. */
  function readSlot({ query }: Call, { broadcasterId }: Session, name: string): string {
    const slot = query.requiredText(name);
    if (slot === hostSlot) refuse(403, "The host's slot cannot be changed.");
    const { slot_count } = stars().settings(broadcasterId);
    return /^[1-9]$/.test(slot) && Number(slot) <= slot_count ? slot : malformed(name, 'there is no such slot');
  }

  return [
    {
      method: 'GET',
      path: '/guest_star/channel_settings',
      token: 'user',
      scopes: any,
      answer: (call) => ({ data: [stars().settings(moderatedChannel(call, world).broadcasterId)] }),
    },
    {
      method: 'PUT',
      path: '/guest_star/channel_settings',
      token: 'user',
      scopes: ['channel:manage:guest_star'],
      answer(call) {
        const id = requireOwnId(call, 'broadcaster_id');
        const { body } = call;
        const { regenerate, ...changes } = {
          is_moderator_send_live_enabled: body.flag('is_moderator_send_live_enabled'),
          slot_count: body.int('slot_count', 1, mostSlots),
          is_browser_source_audio_enabled: body.flag('is_browser_source_audio_enabled'),
          group_layout: body.choice('group_layout', groupLayouts),
          regenerate: body.flag('regenerate_browser_sources') ?? false,
        };
        stars().configure(id, withoutGaps(changes), regenerate);
        return undefined;
      },
    },
    {
      method: 'GET',
      path: '/guest_star/session',
      token: 'user',
      scopes: any,
      answer(call) {
        const session = stars().session(call.query.requiredId('broadcaster_id'));
        const userId = requireOwnId(call, 'moderator_id');
        // Guests may look too, once they are invited.
        const isGuest =
          session?.invites.has(userId) || [...(session?.slots.values() ?? [])].some((each) => each.userId === userId);
        if (!isGuest) moderatedChannel(call, world);
        return { data: session ? [show(session)] : [] };
      },
    },
    {
      method: 'POST',
      path: '/guest_star/session',
      token: 'user',
      scopes: ['channel:manage:guest_star'],
      answer(call) {
        const id = requireOwnId(call, 'broadcaster_id');
        if (stars().session(id)) refuse(400, 'The channel has a session already.');
        return { data: [show(stars().begin(id))] };
      },
    },
    {
      method: 'DELETE',
      path: '/guest_star/session',
      token: 'user',
      scopes: ['channel:manage:guest_star'],
      answer(call) {
        const id = requireOwnId(call, 'broadcaster_id');
        const session = findSession(id, call.query.requiredText('session_id'));
        stars().end(session);
        return { data: [show(session)] };
      },
    },
    {
      method: 'GET',
      path: '/guest_star/invites',
      token: 'user',
      scopes: any,
      answer(call) {
        const { session } = enter(call);
        return {
          data: [...session.invites].map(([user_id, { invitedAt, status }]) => ({
            user_id,
            invited_at: invitedAt,
            status,
            is_video_enabled: status !== 'INVITED',
            is_audio_enabled: status !== 'INVITED',
            is_video_available: true,
            is_audio_available: true,
          })),
        };
      },
    },
    {
      method: 'POST',
      path: '/guest_star/invites',
      token: 'user',
      scopes: managing,
      answer(call) {
        const { session, moderatorId } = enter(call);
        const guestId = call.query.requiredId('guest_id');
        const seated = [...session.slots.values()].some(({ userId }) => userId === guestId);
        if (!world.users().byId.has(guestId)) refuse(403, 'This user may not be invited.');
        if (seated || session.invites.has(guestId)) refuse(403, 'The guest is already invited.');
        stars().invite(session, moderatorId, guestId);
        return undefined;
      },
    },
    {
      method: 'DELETE',
      path: '/guest_star/invites',
      token: 'user',
      scopes: managing,
      answer(call) {
        const { session, moderatorId } = enter(call);
        const guestId = call.query.requiredId('guest_id');
        if (!session.invites.has(guestId)) refuse(404, 'No invite exists for this guest.');
        stars().uninvite(session, moderatorId, guestId);
        return undefined;
      },
    },
    {
      method: 'POST',
      path: '/guest_star/slot',
      token: 'user',
      scopes: managing,
      answer(call) {
        const { session, moderatorId } = enter(call);
        const guestId = call.query.requiredId('guest_id');
        const slot = readSlot(call, session, 'slot_id');
        if ([...session.slots.values()].some(({ userId }) => userId === guestId))
          refuse(403, 'The guest is already assigned to a slot.');
        const invite = session.invites.get(guestId) ?? refuse(403, 'The guest is not invited to the session.');
        if (invite.status !== 'READY') refuse(403, 'The guest is not ready to join.');
        if (session.slots.has(slot)) malformed('slot_id', 'the slot is taken');
        stars().assign(session, moderatorId, guestId, slot);
        return undefined;
      },
    },
    {
      method: 'PATCH',
      path: '/guest_star/slot',
      token: 'user',
      scopes: managing,
      answer(call) {
        const { session, moderatorId } = enter(call);
        const from = readSlot(call, session, 'source_slot_id');
        const to = readSlot(call, session, 'destination_slot_id');
        if (!session.slots.has(from)) malformed('source_slot_id', 'nobody is in this slot');
        stars().move(session, moderatorId, from, to);
        return undefined;
      },
    },
    {
      method: 'DELETE',
      path: '/guest_star/slot',
      token: 'user',
      scopes: managing,
      answer(call) {
        const { session, moderatorId } = enter(call);
        const guestId = call.query.requiredId('guest_id');
        const slot = readSlot(call, session, 'slot_id');
        if (session.slots.get(slot)?.userId !== guestId) refuse(404, 'The guest is not in this slot.');
        stars().remove(session, moderatorId, slot, call.query.flag('should_reinvite_guest') ?? false);
        return undefined;
      },
    },
    {
      method: 'PATCH',
      path: '/guest_star/slot_settings',
      token: 'user',
      scopes: managing,
      answer(call) {
        const { session, moderatorId } = enter(call);
        const { query } = call;
        const slot = query.requiredText('slot_id');
        const changes = {
          audio: query.flag('is_audio_enabled'),
          video: query.flag('is_video_enabled'),
          isLive: query.flag('is_live'),
          volume: query.number('volume', 0, 100),
        };
        if (!session.slots.has(slot)) malformed('slot_id', 'nobody is in this slot');
        const isHost = moderatorId === session.broadcasterId;
        const { is_moderator_send_live_enabled } = stars().settings(session.broadcasterId);
        if (!isHost && (slot === hostSlot || (changes.isLive !== undefined && !is_moderator_send_live_enabled)))
          refuse(403, 'A moderator may not change this.');
        stars().change(session, moderatorId, slot, withoutGaps(changes));
        return undefined;
      },
    },
  ];
}

/** The members that have a value. */
function withoutGaps<T extends object>(members: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
}
