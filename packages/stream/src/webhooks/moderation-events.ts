import type { ChatGif, ChatText, Cheermote, ModeratedEmote } from './chat-events.ts';
import type { Account, ByModerator, InChannel, Known, Nullable, OfUser, UserInChannel } from './event-parts.ts';

/** A part of a moderated message. */
interface ModeratedFragment {
  /** Kind of the part. */
  type: Known<'text' | 'emote' | 'cheermote' | 'gif'>;
  /** Part of the message as plain text. */
  text: string;
  /** Emote. Null or absent unless the part is an emote. */
  emote?: ModeratedEmote | null;
  /** Bits in the message. Null or absent unless the part is a Cheermote. */
  cheermote?: Cheermote | null;
  /** GIF, whose title is `text`. Null or absent unless the part is a GIF. */
  gif?: ChatGif | null;
}

/** A message that AutoMod holds back. */
export interface AutomodHold extends UserInChannel {
  /** ID of the message, for `moderation.automod.manage`. */
  message_id: string;
  /** Content of the message. */
  message: ChatText<ModeratedFragment>;
  /** Kind of offense that AutoMod found. */
  category: string;
  /** Severity of the offense, 1 to 4. */
  level: number;
  /** When the message was held back, RFC 3339. */
  held_at: string;
}

/** Positions of a part of the message text. Both ends are included. */
interface TextBoundary {
  /** Position of the first character. */
  start_pos: number;
  /** Position of the last character. */
  end_pos: number;
}

/** A message that is held back, with the reason. */
export interface AutomodHoldV2 extends UserInChannel {
  /** ID of the message, for `moderation.automod.manage`. */
  message_id: string;
  /** Content of the message. */
  message: ChatText<ModeratedFragment>;
  /** When the message was held back, RFC 3339. */
  held_at: string;
  /** Reason why the message is held back, and name of the field with the details. */
  reason: Known<'automod' | 'blocked_term'>;
  /** AutoMod's findings. Null or absent unless `reason` is `automod`. */
  automod?: {
    /** Kind of offense that AutoMod found. */
    category: string;
    /** Severity of the offense, 1 to 4. */
    level: number;
    /** Positions of the offense in the message. */
    boundaries: TextBoundary[];
  } | null;
  /** Blocked terms that were found. Null or absent unless `reason` is `blocked_term`. */
  blocked_term?: {
    /** Terms, with the broadcaster who blocked each. */
    terms_found: (Account<'owner_broadcaster_user'> & {
      /** ID of the blocked term. */
      term_id: string;
      /** Position of the term in the message. */
      boundary: TextBoundary;
    })[];
  } | null;
}

/** The decision about a held message, and the moderator who made it. */
export interface AutomodResolution extends ByModerator {
  /** Decision about the message. `expired` was not decided in time. */
  status: Known<'approved' | 'denied' | 'expired'>;
}

/** The levels of AutoMod, 0 (off) to 4. */
export interface AutomodSettings extends InChannel, ByModerator {
  /** Level of all kinds of offense together. Null when the levels are set one by one. */
  overall_level: number | null;
  /** Level for aggression: threats and violence. */
  aggression: number;
  /** Level for bullying: name-calling and insults. */
  bullying: number;
  /** Level for discrimination against people with disabilities. */
  disability: number;
  /** Level for discrimination against women. */
  misogyny: number;
  /** Level for discrimination by race, ethnicity or religion. */
  race_ethnicity_or_religion: number;
  /** Level for sexual content. */
  sex_based_terms: number;
  /** Level for discrimination by sexuality, sex or gender. */
  sexuality_sex_or_gender: number;
  /** Level for swear words. */
  swearing: number;
}

/** Terms that were added to or removed from a list of AutoMod. */
export interface AutomodTerms extends InChannel, ByModerator {
  /** The change, and the list that it affected. */
  action: Known<'add_permitted' | 'remove_permitted' | 'add_blocked' | 'remove_blocked'>;
  /** Whether the terms come from a decision about a message that AutoMod held back. */
  from_automod: boolean;
  /** Words and phrases that were added or removed. */
  terms: string[];
}

/** A message of the subscription's own user that AutoMod holds back. */
export interface UserMessageHold extends UserInChannel {
  /** ID of the message. */
  message_id: string;
  /** Content of the message. */
  message: ChatText<ModeratedFragment>;
}

/** A message of a suspicious user. */
export interface SuspiciousMessage extends UserInChannel {
  /** Treatment of the user's messages. */
  low_trust_status: Known<'none' | 'active_monitoring' | 'restricted'>;
  /** User IDs of broadcasters with shared ban information who banned the user. Null when there are none. */
  shared_ban_channel_ids: string[] | null;
  /** Why the user is suspicious. Null when unknown. */
  types: Known<'manually_added' | 'ban_evader' | 'banned_in_shared_channel'>[] | null;
  /** Likelihood that the user evades a ban. */
  ban_evasion_evaluation: Known<'unknown' | 'possible' | 'likely'>;
  /** Content of the message. */
  message: ChatText<ModeratedFragment> & {
    /** ID that the message got in the chat. */
    message_id: string;
  };
}

// The reason is null or absent when the moderator entered none.
/** A banned user. */
type Ban = OfUser & {
  /** Reason of the moderator. Null or absent when none was written. */
  reason?: string | null;
};
/** A user in a timeout. */
type Timeout = Ban & {
  /** End of the timeout, RFC 3339. */
  expires_at: string;
};
/** A user whose message was removed. */
type Deletion = OfUser & {
  /** ID of the removed message. */
  message_id: string;
  /** Text of the removed message. */
  message_body: string;
};

/** The details of each action of a moderator. The field has the name of the action. */
interface ModerationActions {
  /** The chat was restricted to followers. */
  followers: {
    /** Minutes that users must have followed the channel before they may write. */
    follow_duration_minutes: number;
  };
  /** Slow mode was turned on. */
  slow: {
    /** Seconds that users must wait between two messages. */
    wait_time_seconds: number;
  };
  /** A user became a VIP. */
  vip: OfUser;
  /** A user is no longer a VIP. */
  unvip: OfUser;
  /** A user became a moderator. */
  mod: OfUser;
  /** A user is no longer a moderator. */
  unmod: OfUser;
  /** A user was banned. */
  ban: Ban;
  /** A ban was ended. */
  unban: OfUser;
  /** A user was put in a timeout. */
  timeout: Timeout;
  /** A timeout was ended. */
  untimeout: OfUser;
  /** A raid was started. */
  raid: OfUser & {
    /** Number of viewers who take part. */
    viewer_count: number;
  };
  /** A raid was canceled. */
  unraid: OfUser;
  /** A message was removed. */
  delete: Deletion;
  /** Terms were added to or removed from a list. */
  automod_terms: {
    /** Whether the terms were added or removed. */
    action: Known<'add' | 'remove'>;
    /** List that was changed. */
    list: Known<'blocked' | 'permitted'>;
    /** Words and phrases that were added or removed. */
    terms: string[];
    /** Whether the terms come from a decision about a message that AutoMod held back. */
    from_automod: boolean;
  };
  /** A request to end a ban was decided. */
  unban_request: OfUser & {
    /** Whether the ban was ended. */
    is_approved: boolean;
    /** The moderator's message to the user. */
    moderator_message: string;
  };
  /** A user was banned in another channel of the shared chat. */
  shared_chat_ban: Ban;
  /** A ban was ended in another channel of the shared chat. */
  shared_chat_unban: OfUser;
  /** A user was put in a timeout in another channel of the shared chat. */
  shared_chat_timeout: Timeout;
  /** A timeout was ended in another channel of the shared chat. */
  shared_chat_untimeout: OfUser;
  /** A message was removed in another channel of the shared chat. */
  shared_chat_delete: Deletion;
}

/** The reason of a warning. */
export interface WarningReason {
  /** Reason of the moderator. Null or absent when none was written. */
  reason?: string | null;
  /** Rules of the chat that were broken. Null or absent when the moderator named none. */
  chat_rules_cited?: string[] | null;
}

/** The actions of version 2, which include warnings. */
export interface ModerationActionsV2 extends ModerationActions {
  /** A user was warned. */
  warn: OfUser & WarningReason;
}

/** An action of a moderator. Of the fields named like actions, all but one are null or absent. */
export type Moderation<Actions = ModerationActions> = InChannel &
  ByModerator &
  // Absent or null unless the action happened in another channel of a shared chat.
  Partial<Account<'source_broadcaster_user', string | null>> & {
    /** The moderator's action. Actions with details name the field that has them. */
    action: Known<
      | Exclude<keyof Actions & string, 'automod_terms' | 'unban_request'>
      | `${'add' | 'remove'}_${'blocked' | 'permitted'}_term`
      | `${'approve' | 'deny'}_unban_request`
      | 'clear'
      | 'emoteonly'
      | 'emoteonlyoff'
      | 'followersoff'
      | 'slowoff'
      | 'subscribers'
      | 'subscribersoff'
      | 'uniquechat'
      | 'uniquechatoff'
    >;
  } & Partial<Nullable<Actions>>;
