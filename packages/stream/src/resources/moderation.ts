import { automod } from './moderation-automod.ts';
import { blockedTerms, messages, shieldMode } from './moderation-chat.ts';
import { channels, moderators, vips } from './moderation-members.ts';
import { bans, suspiciousUsers, unbanRequests, warnings } from './moderation-users.ts';

/**
 * Moderating a channel. Where a call takes `moderator_id`, it must be the token's user, and a moderator of the channel
 * or its broadcaster, otherwise the call fails with `permission_denied`. Where it takes only `broadcaster_id`, that
 * must be the token's user.
 */
export const moderation = {
  /** AutoMod, which holds back messages automatically. */
  automod,

  /** Bans and timeouts of users. */
  bans,

  /** Requests of banned users to end their ban. */
  unbanRequests,

  /** Words and phrases that users may not write. */
  blockedTerms,

  /** Removing messages from a chat. */
  messages,

  /** Channels that a user moderates. */
  channels,

  /** Moderators of a channel. More than 10 additions or 10 removals in 10 seconds fail with `rate_limited`. */
  moderators,

  /** VIPs of a channel. More than 10 additions or 10 removals in 10 seconds fail with `rate_limited`. */
  vips,

  /** Shield Mode: settings against an attack, which a channel prepares and turns on or off together. */
  shieldMode,

  /** Warnings that users must acknowledge before writing again. */
  warnings,

  /** Users who are watched, or whose messages are held back. */
  suspiciousUsers,
};
