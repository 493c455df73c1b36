import * as v from 'valibot';
import {
  aString,
  aTime,
  listOfObjects,
  nonEmptyString,
  numberIn,
  oneOf,
  type RulesOf,
  required,
  strings,
  text,
  trueOrFalse,
  wholeNumber,
} from '../../shared/check-fields.ts';
import type { Records } from '../../shared/own-records.ts';

/** A user of your own, with the API's field names. */
export interface StreamUserRecord {
  /**
   * ID, digits only. Replaces the generated user with this ID or, without an ID, with the login. Default: derived from
   * the login.
   */
  readonly id?: string | undefined;
  /** Login: lower-case letters, digits and underscores. */
  readonly login: string;
  /** Display name. Default: the login. */
  readonly display_name?: string | undefined;
  /** Type of the user. Default `''`: an ordinary user. */
  readonly type?: 'admin' | 'global_mod' | 'staff' | '' | undefined;
  /** Type of the channel. Affiliates and partners earn money. Default `''`: neither. */
  readonly broadcaster_type?: 'affiliate' | 'partner' | '' | undefined;
  /** Description of the channel. Default: generated. */
  readonly description?: string | undefined;
  /** URL of the profile picture. Default: derived from the login. */
  readonly profile_image_url?: string | undefined;
  /** URL of the picture while the channel is offline, or empty. Default: derived from the login, or empty. */
  readonly offline_image_url?: string | undefined;
  /** Number of views, a deprecated field. Default 0. */
  readonly view_count?: number | undefined;
  /** Email address. Default: derived from the login. */
  readonly email?: string | undefined;
  /** When the user signed up, RFC 3339. Default: 40 days to 10 years ago. */
  readonly created_at?: string | undefined;
}

/** A game or category of your own, with the API's field names. */
export interface StreamGameRecord {
  /**
   * ID, digits only. Replaces the generated game with this ID or, without an ID, with the name. Default: derived from
   * the name.
   */
  readonly id?: string | undefined;
  /** Name of the game or category. */
  readonly name: string;
  /** URL of the box art. Default: derived from the ID. */
  readonly box_art_url?: string | undefined;
  /** ID in the IGDB games database; empty for a category that is not a game. Default: empty. */
  readonly igdb_id?: string | undefined;
}

/** The game of another record, by its ID or name. Empty for no game. */
export interface StreamGameReference {
  /** ID of the game. */
  readonly game_id?: string | undefined;
  /** Name of the game. */
  readonly game_name?: string | undefined;
}

/** Changes to the channel of a user, your own or generated. Omitted fields stay as generated. */
export interface StreamChannelRecord extends StreamGameReference {
  /** ID of the user. One of the three fields that name the user is required. */
  readonly broadcaster_id?: string | undefined;
  /** Login of the user. */
  readonly broadcaster_login?: string | undefined;
  /** Display name of the user. */
  readonly broadcaster_name?: string | undefined;
  /** Language, ISO 639-1 or `other`. */
  readonly broadcaster_language?: string | undefined;
  /** Title, up to 140 characters. */
  readonly title?: string | undefined;
  /** Delay in seconds, up to 900. */
  readonly delay?: number | undefined;
  /** Tags, up to 10. */
  readonly tags?: readonly string[] | undefined;
  /** IDs of content labels, such as `Gambling`. */
  readonly content_classification_labels?: readonly string[] | undefined;
  /** Whether it is branded content. */
  readonly is_branded_content?: boolean | undefined;
}

/** The live broadcast of a user. Replaces a generated broadcast of the same user. */
export interface StreamRecord extends StreamGameReference {
  /** ID, digits only. Default: derived from the user. */
  readonly id?: string | undefined;
  /** ID of the user. One of the three fields that name the user is required. */
  readonly user_id?: string | undefined;
  /** Login of the user. */
  readonly user_login?: string | undefined;
  /** Display name of the user. */
  readonly user_name?: string | undefined;
  /** Title, also set on the channel. Default: the channel's title. */
  readonly title?: string | undefined;
  /** Language, also set on the channel. Default: the channel's language. */
  readonly language?: string | undefined;
  /** Tags, also set on the channel. Default: the channel's tags. */
  readonly tags?: readonly string[] | undefined;
  /** Number of viewers. Lists start with the most watched broadcast. Default: 1 to 1,000. */
  readonly viewer_count?: number | undefined;
  /** When the broadcast started, RFC 3339. Default: up to 12 hours ago. */
  readonly started_at?: string | undefined;
  /** Whether it is for adults. Default: whether the channel has labels. */
  readonly is_mature?: boolean | undefined;
  /** URL of the thumbnail. Default: derived from the login. */
  readonly thumbnail_url?: string | undefined;
}

/** A video of your own, with the API's field names. */
export interface StreamVideoRecord extends Omit<StreamGameReference, 'game_name'> {
  /** ID, digits only. Replaces the generated video with this ID. Default: derived from the title. */
  readonly id?: string | undefined;
  /** ID of the broadcast; null unless the video is an archived broadcast. Default: derived from the title, or null. */
  readonly stream_id?: string | null | undefined;
  /** ID of the user. One of the three fields that name the user is required. */
  readonly user_id?: string | undefined;
  /** Login of the user. */
  readonly user_login?: string | undefined;
  /** Display name of the user. */
  readonly user_name?: string | undefined;
  /** Title, up to 140 characters. */
  readonly title: string;
  /** Description. Default: none. */
  readonly description?: string | undefined;
  /** When it was created, RFC 3339. Default: within the last 60 days. */
  readonly created_at?: string | undefined;
  /** When it was published, RFC 3339. Default: `created_at`. */
  readonly published_at?: string | undefined;
  /** URL of its page. Default: derived from the ID. */
  readonly url?: string | undefined;
  /** URL of the thumbnail. Default: derived from the ID. */
  readonly thumbnail_url?: string | undefined;
  /** Who may view the video. Only `public` exists. */
  readonly viewable?: 'public' | undefined;
  /** Number of views. Default 0. */
  readonly view_count?: number | undefined;
  /** Language, ISO 639-1 or `other`. Default: the channel's. */
  readonly language?: string | undefined;
  /** Type of the video. Default `archive`. */
  readonly type?: 'archive' | 'highlight' | 'upload' | undefined;
  /** Length, such as `1h3m20s`. Default: 30 seconds to 8 hours. */
  readonly duration?: string | undefined;
  /** Muted parts, in seconds. Default: none. */
  readonly muted_segments?:
    | readonly {
        /** Length in seconds. */
        readonly duration: number;
        /** Start in seconds. */
        readonly offset: number;
      }[]
    | undefined;
}

/** A clip of your own, with the API's field names. */
export interface StreamClipRecord extends Omit<StreamGameReference, 'game_name'> {
  /** ID. Replaces the generated clip with this ID. Default: derived from the title. */
  readonly id?: string | undefined;
  /** ID of the channel's user. This or `broadcaster_name` is required. */
  readonly broadcaster_id?: string | undefined;
  /** Display name of the channel's user. */
  readonly broadcaster_name?: string | undefined;
  /** ID of the user who created it. Default: the channel's user. */
  readonly creator_id?: string | undefined;
  /** Display name of the user who created it. */
  readonly creator_name?: string | undefined;
  /** ID of the video that it was cut from. Default: none. */
  readonly video_id?: string | undefined;
  /** Start in the video, in seconds; null without a video. Default 0, or null. */
  readonly vod_offset?: number | null | undefined;
  /** Title, up to 140 characters. */
  readonly title: string;
  /** Language, ISO 639-1 or `other`. Default: the channel's. */
  readonly language?: string | undefined;
  /** Number of views. Lists start with the most viewed clip. Default 0. */
  readonly view_count?: number | undefined;
  /** When it was created, RFC 3339. Default: within the last 90 days. */
  readonly created_at?: string | undefined;
  /** Length in seconds, 5 to 60. Default 30. */
  readonly duration?: number | undefined;
  /** Whether the channel features it. Default `false`. */
  readonly is_featured?: boolean | undefined;
  /** URL of its page. Default: derived from the ID. */
  readonly url?: string | undefined;
  /** URL to embed it. Default: derived from the ID. */
  readonly embed_url?: string | undefined;
  /** URL of the thumbnail. Default: derived from the ID. */
  readonly thumbnail_url?: string | undefined;
}

/** Your own records, as in the options. */
export interface OwnRecords {
  readonly users: Records<StreamUserRecord> | undefined;
  readonly games: Records<StreamGameRecord> | undefined;
  readonly channels: readonly StreamChannelRecord[] | undefined;
  readonly streams: Records<StreamRecord> | undefined;
  readonly videos: Records<StreamVideoRecord> | undefined;
  readonly clips: Records<StreamClipRecord> | undefined;
}

const digits = text('a string of digits', /^\d+$/);
const language = text('a two-letter language code, or other', /^([a-z]{2}|other)$/);
const title = text('a string of 1 to 140 characters', /^[\s\S]{1,140}$/);
const count = wholeNumber(0);
const broadcaster = {
  broadcaster_id: nonEmptyString,
  broadcaster_name: nonEmptyString,
};
const user = { user_id: nonEmptyString, user_login: nonEmptyString, user_name: nonEmptyString };
const time = aTime;

/** Rules for the fields of your own records, by list. */
export const streamRecordRules = {
  users: {
    id: digits,
    login: required(text('lower-case letters, digits and underscores', /^[a-z0-9_]+$/)),
    display_name: nonEmptyString,
    type: oneOf('admin', 'global_mod', 'staff', ''),
    broadcaster_type: oneOf('affiliate', 'partner', ''),
    description: aString,
    profile_image_url: nonEmptyString,
    offline_image_url: aString,
    view_count: count,
    email: nonEmptyString,
    created_at: time,
  } satisfies RulesOf<StreamUserRecord>,
  games: {
    id: digits,
    name: required(nonEmptyString),
    box_art_url: nonEmptyString,
    igdb_id: aString,
  } satisfies RulesOf<StreamGameRecord>,
  channels: {
    ...broadcaster,
    broadcaster_login: nonEmptyString,
    game_id: aString,
    game_name: aString,
    broadcaster_language: language,
    title,
    delay: wholeNumber(0, 900),
    tags: strings,
    content_classification_labels: strings,
    is_branded_content: trueOrFalse,
  } satisfies RulesOf<StreamChannelRecord>,
  streams: {
    id: digits,
    ...user,
    game_id: aString,
    game_name: aString,
    title,
    language,
    tags: strings,
    viewer_count: count,
    started_at: time,
    is_mature: trueOrFalse,
    thumbnail_url: nonEmptyString,
  } satisfies RulesOf<StreamRecord>,
  videos: {
    id: digits,
    stream_id: v.nullable(text('a string of digits, or null', /^\d+$/)),
    ...user,
    game_id: aString,
    title: required(title),
    description: aString,
    created_at: time,
    published_at: time,
    url: nonEmptyString,
    thumbnail_url: aString,
    viewable: oneOf('public'),
    view_count: count,
    language,
    type: oneOf('archive', 'highlight', 'upload'),
    duration: text('a length such as 1h3m20s', /^(\d+h)?(\d+m)?\d+s$/),
    muted_segments: listOfObjects('muted parts', { duration: required(count), offset: required(count) }),
  } satisfies RulesOf<StreamVideoRecord>,
  clips: {
    id: nonEmptyString,
    ...broadcaster,
    creator_id: nonEmptyString,
    creator_name: nonEmptyString,
    video_id: aString,
    vod_offset: v.nullable(wholeNumber(0, undefined, ', or null')),
    game_id: aString,
    title: required(title),
    language,
    view_count: count,
    created_at: time,
    duration: numberIn('a number of seconds from 5 to 60', 5, 60),
    is_featured: trueOrFalse,
    url: nonEmptyString,
    embed_url: nonEmptyString,
    thumbnail_url: nonEmptyString,
  } satisfies RulesOf<StreamClipRecord>,
};
