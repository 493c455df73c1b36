import { automod } from './moderation-automod.ts';
import { blockedTerms, messages, shieldMode } from './moderation-chat.ts';
import { channels, moderators, vips } from './moderation-members.ts';
import { bans, suspiciousUsers, unbanRequests, warnings } from './moderation-users.ts';

// Declared, because an inferred type loses the JSDoc of other files in the built package.
interface Moderation {
  /** AutoMod, which holds back messages automatically. */
  readonly automod: typeof automod;

  /** Bans and timeouts of users. */
  readonly bans: typeof bans;

  /** Requests of banned users to end their ban. */
  readonly unbanRequests: typeof unbanRequests;

  /** Words and phrases that users may not write. */
  readonly blockedTerms: typeof blockedTerms;

  /** Removing messages from a chat. */
  readonly messages: typeof messages;

  /** Channels that a user moderates. */
  readonly channels: typeof channels;

  /** Moderators of a channel. More than 10 additions or 10 removals in 10 seconds fail with `rate_limited`. */
  readonly moderators: typeof moderators;

  /** VIPs of a channel. More than 10 additions or 10 removals in 10 seconds fail with `rate_limited`. */
  readonly vips: typeof vips;

  /** Shield Mode: settings against an attack, which a channel prepares and turns on or off together. */
  readonly shieldMode: typeof shieldMode;

  /** Warnings that users must acknowledge before writing again. */
  readonly warnings: typeof warnings;

  /** Users who are watched, or whose messages are held back. */
  readonly suspiciousUsers: typeof suspiciousUsers;
}

/**
 * Moderating a channel. Where a call takes `moderator_id`, it must be the token's user, and a moderator of the channel
 * or its broadcaster, otherwise the call fails with `permission_denied`. Where it takes only `broadcaster_id`, that
 * must be the token's user. The app itself can also make most of these calls once that user has granted it the scope.
 */
export const moderation: Moderation = {
  automod,
  bans,
  unbanRequests,
  blockedTerms,
  messages,
  channels,
  moderators,
  vips,
  shieldMode,
  warnings,
  suspiciousUsers,
};
