import type { WorldBase } from './context.ts';
import { named } from './named.ts';

/** Publishes what happened in a channel: version 1 unless said otherwise, the channel's names at the head of the event. */
export function publishInChannel(
  world: WorldBase,
  broadcasterId: string,
  type: string,
  event: object,
  { version = '1', subject = {} }: { version?: string; subject?: Readonly<Record<string, string>> } = {},
): void {
  world.events.publish({
    type,
    version,
    subject: { broadcaster_user_id: broadcasterId, ...subject },
    event: { ...named(world, 'broadcaster_user', broadcasterId), ...event },
  });
}

/** Every member of a `channel.moderate` event that tells of one kind of action; all but that one are null. */
const actionMembers = [
  'followers',
  'slow',
  'vip',
  'unvip',
  'mod',
  'unmod',
  'ban',
  'unban',
  'timeout',
  'untimeout',
  'raid',
  'unraid',
  'delete',
  'automod_terms',
  'unban_request',
  'shared_chat_ban',
  'shared_chat_unban',
  'shared_chat_timeout',
  'shared_chat_untimeout',
  'shared_chat_delete',
] as const;

/** The event of `channel.moderate`; version 2 has warnings too. */
export function moderateEvent(
  world: WorldBase,
  moderatorId: string,
  action: string,
  details: object,
  version: '1' | '2',
) {
  const members = version === '1' ? actionMembers : [...actionMembers, 'warn'];
  return {
    source_broadcaster_user_id: null,
    source_broadcaster_user_login: null,
    source_broadcaster_user_name: null,
    ...named(world, 'moderator_user', moderatorId),
    action,
    ...Object.fromEntries(members.map((member) => [member, null])),
    ...details,
  };
}

/** Publishes what a moderator did, in both versions of `channel.moderate`. `details` holds the member the action fills. */
export function publishModeration(
  world: WorldBase,
  broadcasterId: string,
  moderatorId: string,
  action: string,
  details: object = {},
): void {
  for (const version of ['1', '2'] as const) {
    if (action === 'warn' && version === '1') continue;
    const event = moderateEvent(world, moderatorId, action, details, version);
    publishInChannel(world, broadcasterId, 'channel.moderate', event, { version });
  }
}
