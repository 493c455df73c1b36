import type { WorldContext } from './context.ts';
import { named } from './named.ts';
import { publishInChannel, publishModeration } from './publish.ts';
import { timestamp, uuid } from './values.ts';

/** That a user may not chat in a channel: for good, or until `endsAt`. */
export interface Ban {
  readonly userId: string;
  readonly moderatorId: string;
  readonly reason: string;
  readonly createdAt: number;
  /** Missing for a ban for good. */
  readonly endsAt?: number;
}

/** What a banned user asks for. */
export interface UnbanRequest {
  readonly id: string;
  readonly broadcasterId: string;
  readonly userId: string;
  readonly text: string;
  readonly createdAt: number;
  status: 'pending' | 'approved' | 'denied' | 'acknowledged' | 'canceled';
  moderatorId: string;
  resolvedAt?: number;
  resolutionText?: string;
}

/** Bans, time-outs, and requests to end them. */
export interface Bans {
  /** The bans of a channel that are in force, the latest first. */
  of(broadcasterId: string): Ban[];
  find(broadcasterId: string, userId: string): Ban | undefined;
  /** Bans, or times out when there are `seconds`; replaces a time-out in force. */
  add(broadcasterId: string, moderatorId: string, userId: string, reason: string, seconds?: number): Ban;
  /** Ends the ban; the user's pending request is moot then. */
  remove(broadcasterId: string, moderatorId: string, userId: string): void;
  /** The requests of a channel, the latest first. */
  requests(broadcasterId: string): UnbanRequest[];
  request(broadcasterId: string, userId: string, text: string): UnbanRequest;
  resolve(
    request: UnbanRequest,
    status: 'approved' | 'denied' | 'canceled',
    moderatorId: string,
    resolutionText?: string,
  ): void;
}

/** The part of the world that a ban changes. Not the whole `Chat`: its module imports this one. */
interface BanParts {
  chat(): { removeMessagesOf(broadcasterId: string, userId: string): void };
}

/** Makes the register of bans; nobody is banned at first. */
export function createBans({ random, clock, world }: WorldContext<BanParts>): Bans {
  const draw = random('unban requests');
  const channels = new Map<string, Ban[]>();
  const requests: UnbanRequest[] = [];

  const inForce = (broadcasterId: string) =>
    (channels.get(broadcasterId) ?? []).filter(({ endsAt }) => endsAt === undefined || endsAt > clock.now());
  const without = (broadcasterId: string, userId: string) =>
    inForce(broadcasterId).filter((ban) => ban.userId !== userId);

  const bans: Bans = {
    of: inForce,
    find: (broadcasterId, userId) => inForce(broadcasterId).find((ban) => ban.userId === userId),
    add(broadcasterId, moderatorId, userId, reason, seconds) {
      const createdAt = clock.now();
      const endsAt = seconds === undefined ? undefined : createdAt + seconds * 1000;
      const ban: Ban = { userId, moderatorId, reason, createdAt, ...(endsAt !== undefined && { endsAt }) };
      channels.set(broadcasterId, [ban, ...without(broadcasterId, userId)]);
      const user = named(world, 'user', userId);
      publishInChannel(world, broadcasterId, 'channel.ban', {
        ...user,
        ...named(world, 'moderator_user', moderatorId),
        reason,
        banned_at: timestamp(createdAt),
        ends_at: endsAt === undefined ? null : timestamp(endsAt),
        is_permanent: endsAt === undefined,
      });
      if (endsAt === undefined) {
        publishModeration(world, broadcasterId, moderatorId, 'ban', { ban: { ...user, reason } });
      } else {
        const timeout = { ...user, reason, expires_at: timestamp(endsAt) };
        publishModeration(world, broadcasterId, moderatorId, 'timeout', { timeout });
      }
      world.chat().removeMessagesOf(broadcasterId, userId);
      return ban;
    },
    remove(broadcasterId, moderatorId, userId) {
      const ban = bans.find(broadcasterId, userId);
      channels.set(broadcasterId, without(broadcasterId, userId));
      const user = named(world, 'user', userId);
      const moderator = named(world, 'moderator_user', moderatorId);
      publishInChannel(world, broadcasterId, 'channel.unban', { ...user, ...moderator });
      const action = ban?.endsAt === undefined ? 'unban' : 'untimeout';
      publishModeration(world, broadcasterId, moderatorId, action, { [action]: user });
      for (const request of bans.requests(broadcasterId)) {
        if (request.userId === userId && request.status === 'pending') bans.resolve(request, 'canceled', moderatorId);
      }
    },
    requests: (broadcasterId) => requests.filter((request) => request.broadcasterId === broadcasterId),
    request(broadcasterId, userId, text) {
      const request: UnbanRequest = {
        id: uuid(draw),
        broadcasterId,
        userId,
        text,
        createdAt: clock.now(),
        status: 'pending',
        moderatorId: '',
      };
      requests.unshift(request);
      publishInChannel(world, broadcasterId, 'channel.unban_request.create', {
        id: request.id,
        ...named(world, 'user', userId),
        text,
        created_at: timestamp(request.createdAt),
      });
      return request;
    },
    resolve(request, status, moderatorId, resolutionText) {
      const { broadcasterId, userId } = request;
      request.status = status;
      request.moderatorId = moderatorId;
      request.resolvedAt = clock.now();
      if (resolutionText !== undefined) request.resolutionText = resolutionText;
      const user = named(world, 'user', userId);
      publishInChannel(world, broadcasterId, 'channel.unban_request.resolve', {
        id: request.id,
        ...named(world, 'moderator', moderatorId),
        ...user,
        resolution_text: resolutionText ?? '',
        status,
      });
      if (status === 'canceled') return;
      const isApproved = status === 'approved';
      publishModeration(
        world,
        broadcasterId,
        moderatorId,
        isApproved ? 'approve_unban_request' : 'deny_unban_request',
        {
          unban_request: { is_approved: isApproved, ...user, moderator_message: resolutionText ?? '' },
        },
      );
      if (isApproved && bans.find(broadcasterId, userId)) bans.remove(broadcasterId, moderatorId, userId);
    },
  };
  return bans;
}
