import { atLeastOne, endpoint, list, lookup, named, oneOf, oneOrMany, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs, noResult } from '../declarations.ts';
import { cursorPages, pageParams, singlePage } from '../paging.ts';
import { broadcasterFields, broadcasterParams, isNumeric, nonEmptyStringUpTo, userFields } from '../schema.ts';

export const channelSchema = v.object({
  ...broadcasterFields,
  /** Language of the broadcast: a two-letter ISO 639-1 code, or `other`. */
  broadcaster_language: v.string(),
  /** ID of the game that is or was played last; empty when none is set. */
  game_id: v.string(),
  /** Name of the game that is or was played last; empty when none is set. */
  game_name: v.string(),
  /** Title of the current or last broadcast; empty when there was none. */
  title: v.string(),
  /** Delay of the broadcast in seconds. 0 unless a partner asks about their own channel. */
  delay: v.number(),
  /** Tags of the channel. Null or absent in some responses for a channel without tags. */
  tags: v.nullish(v.array(v.string())),
  /**
   * IDs of the content classification labels of the channel. Null or absent in some responses for a channel without
   * labels.
   */
  content_classification_labels: v.nullish(v.array(v.string())),
  /** Whether the broadcast is paid for by a brand. Absent in some responses. */
  is_branded_content: v.optional(v.boolean()),
});

/** The settings of a channel, whether it is live or not. */
export interface Channel extends v.InferOutput<typeof channelSchema> {}

export const editorSchema = v.object({
  /** User ID of the editor. */
  user_id: v.string(),
  /** Display name of the editor. */
  user_name: v.string(),
  /** When the user became an editor, RFC 3339. */
  created_at: v.string(),
});

/** A user who may edit a channel. */
export interface Editor extends v.InferOutput<typeof editorSchema> {}

export const followedChannelSchema = v.object({
  ...broadcasterFields,
  /** When the user started to follow the channel, RFC 3339. */
  followed_at: v.string(),
});

/** A channel that a user follows. */
export interface FollowedChannel extends v.InferOutput<typeof followedChannelSchema> {}

export const followerSchema = v.object({
  ...userFields,
  /** When the user started to follow the channel, RFC 3339. */
  followed_at: v.string(),
});

/** A user who follows a channel. */
export interface Follower extends v.InferOutput<typeof followerSchema> {}

/** Settings, editors and followers of channels. */
export const channels = {
  /**
   * Looks up the settings of channels, in the order of `broadcaster_id`. Channels that do not exist are in `missing`.
   */
  list: lookup({
    method: 'GET',
    path: '/channels',
    auth: 'app-or-user',
    query: v.object({
      /** User IDs of broadcasters, one or any number. A request has up to 100 of them. */
      broadcaster_id: oneOrMany(v.string()),
    }),
    item: named<Channel>(channelSchema),
    items: 'data',
    ids: {
      params: ['broadcaster_id'],
      max: 100,
      match: { broadcaster_id: 'broadcaster_id' },
      canExist: { broadcaster_id: isNumeric },
    },
    docs: docs('channels/#get-channel-information'),
  }),

  /**
   * Changes the settings that are passed, at least one. The broadcaster must be the token's user. Fails with `conflict`
   * when `is_branded_content` is changed too often.
   *
   * @keywords title, game, category, language, tags, stream
   */
  update: endpoint({
    method: 'PATCH',
    path: '/channels',
    auth: 'user',
    scopes: ['channel:manage:broadcast'],
    query: v.object(broadcasterParams),
    body: v.pipe(
      v.object({
        /** ID of the game. `'0'` or an empty string removes it. */
        game_id: v.optional(v.string()),
        /** Language of the broadcast: a two-letter ISO 639-1 code, or `other`. */
        broadcaster_language: v.optional(v.string()),
        /** Title of the broadcast, 1 to 140 characters. */
        title: v.optional(nonEmptyStringUpTo(140)),
        /** Delay of the broadcast, 0 to 900 seconds. Only for partners. */
        delay: v.optional(whole(0, 900)),
        /** Up to 10 tags of up to 25 letters and digits each. They replace all tags; an empty list removes them. */
        tags: v.optional(v.pipe(v.array(nonEmptyStringUpTo(25)), v.maxLength(10))),
        /** Labels to add or remove. Labels that are not listed do not change. */
        content_classification_labels: v.optional(
          v.array(
            v.object({
              /** ID of the label. */
              id: oneOf([
                'DebatedSocialIssuesAndPolitics',
                'DrugsIntoxication',
                'SexualThemes',
                'ViolentGraphic',
                'Gambling',
                'ProfanityVulgarity',
              ]),
              /** Whether the label is added (true) or removed (false). */
              is_enabled: v.boolean(),
            }),
          ),
        ),
        /** Whether the broadcast is paid for by a brand. */
        is_branded_content: v.optional(v.boolean()),
      }),
      atLeastOne(
        'game_id',
        'broadcaster_language',
        'title',
        'delay',
        'tags',
        'content_classification_labels',
        'is_branded_content',
      ),
    ),
    ...noResult,
    docs: docs('channels/#modify-channel-information'),
  }),

  /** Lists the users who may edit a channel. The broadcaster must be the token's user. */
  editors: list({
    method: 'GET',
    path: '/channels/editors',
    personal: true,
    auth: 'user',
    scopes: ['channel:read:editors'],
    query: v.object(broadcasterParams),
    item: named<Editor>(editorSchema),
    paging: singlePage,
    docs: docs('channels/#get-channel-editors'),
  }),

  /**
   * Lists the channels that a user follows, most recently followed first.
   *
   * @keywords follow
   */
  followed: list({
    method: 'GET',
    path: '/channels/followed',
    personal: true,
    auth: 'user',
    scopes: ['user:read:follows'],
    query: v.object({
      /** ID of the user whose followed channels are listed; must be the token's user. */
      user_id: v.string(),
      /**
       * User ID of one broadcaster: returns only that channel, if the user follows it. Default: all followed channels.
       */
      broadcaster_id: v.optional(v.string()),
      ...pageParams,
    }),
    item: named<FollowedChannel>(followedChannelSchema),
    paging: cursorPages,
    docs: docs('channels/#get-followed-channels'),
  }),

  /**
   * Lists the users who follow a channel, newest follower first. Needs the scope `moderator:read:followers` and a token
   * of the broadcaster or a moderator: other users get an empty page with the `total`, and are refused when `user_id`
   * is set.
   *
   * @keywords follow, count
   */
  followers: list({
    method: 'GET',
    path: '/channels/followers',
    personal: true,
    auth: 'user',
    query: v.object({
      ...broadcasterParams,
      /** ID of one user: returns only that user, if they follow the channel. Default: all followers. */
      user_id: v.optional(v.string()),
      ...pageParams,
    }),
    item: named<Follower>(followerSchema),
    paging: cursorPages,
    docs: docs('channels/#get-channel-followers'),
  }),
};
