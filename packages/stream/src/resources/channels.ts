import { atLeastOne, endpoint, list, named, oneOrMany, whole } from '@x/core';
import * as v from 'valibot';
import { docs, noResult } from '../declarations.ts';
import { cursorPages, pageParams, singlePage } from '../paging.ts';
import { broadcasterFields, broadcasterParams, nonEmptyStringUpTo, userFields } from '../schema.ts';

const channelSchema = v.object({
  ...broadcasterFields,
  broadcaster_language: v.string(),
  game_id: v.string(),
  game_name: v.string(),
  title: v.string(),
  delay: v.number(),
  /** Null or absent in some responses for a channel without tags. */
  tags: v.nullish(v.array(v.string())),
  /** Null or absent in some responses for a channel without labels. */
  content_classification_labels: v.nullish(v.array(v.string())),
  /** Absent in some responses. */
  is_branded_content: v.optional(v.boolean()),
});

/** What a broadcaster has set for the channel, live or not. `delay` is in seconds. */
export interface Channel extends v.InferOutput<typeof channelSchema> {}

const editorSchema = v.object({ user_id: v.string(), user_name: v.string(), created_at: v.string() });

/** Somebody who may change a channel, since `created_at`. */
export interface Editor extends v.InferOutput<typeof editorSchema> {}

const followedChannelSchema = v.object({ ...broadcasterFields, followed_at: v.string() });

/** A channel that a user follows. */
export interface FollowedChannel extends v.InferOutput<typeof followedChannelSchema> {}

const followerSchema = v.object({ ...userFields, followed_at: v.string() });

/** A user who follows a channel. */
export interface Follower extends v.InferOutput<typeof followerSchema> {}

/** Channels. */
export const channels = {
  /**
   * Gives the settings of channels; any number, 100 per request. Channels that do not exist are in `missing`.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-channel-information
   */
  list: list({
    method: 'GET',
    path: '/channels',
    auth: 'app-or-user',
    query: v.object({ broadcaster_id: oneOrMany(v.string()) }),
    item: named<Channel>(channelSchema),
    paging: singlePage,
    ids: { params: ['broadcaster_id'], max: 100, match: { broadcaster_id: 'broadcaster_id' } },
    docs: docs('get-channel-information'),
  }),

  /**
   * Changes the settings that are given; at least one. The broadcaster must be the token's user. `game_id` `'0'` or
   * empty sets none; `title` has up to 140 characters; `delay` is 0 to 900 seconds and for partners; `tags` are up to
   * 10 of up to 25 letters and digits, and an empty list takes them all away. A label that is not named stays as it is.
   * `conflict` when `is_branded_content` changes too often.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#modify-channel-information
   */
  update: endpoint({
    method: 'PATCH',
    path: '/channels',
    auth: 'user',
    scopes: ['channel:manage:broadcast'],
    query: v.object(broadcasterParams),
    body: v.pipe(
      v.object({
        game_id: v.optional(v.string()),
        broadcaster_language: v.optional(v.string()),
        title: v.optional(nonEmptyStringUpTo(140)),
        delay: v.optional(whole(0, 900)),
        tags: v.optional(v.pipe(v.array(nonEmptyStringUpTo(25)), v.maxLength(10))),
        content_classification_labels: v.optional(
          v.array(
            v.object({
              id: v.picklist([
                'DebatedSocialIssuesAndPolitics',
                'DrugsIntoxication',
                'SexualThemes',
                'ViolentGraphic',
                'Gambling',
                'ProfanityVulgarity',
              ]),
              is_enabled: v.boolean(),
            }),
          ),
        ),
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
    docs: docs('modify-channel-information'),
  }),

  /**
   * Lists who may change a channel; its broadcaster must be the token's user.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-channel-editors
   */
  editors: list({
    method: 'GET',
    path: '/channels/editors',
    auth: 'user',
    scopes: ['channel:read:editors'],
    query: v.object(broadcasterParams),
    item: named<Editor>(editorSchema),
    paging: singlePage,
    docs: docs('get-channel-editors'),
  }),

  /**
   * Lists the channels that a user, who must be the token's, follows, newest first; with `broadcaster_id`, that channel
   * if it is among them.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-followed-channels
   */
  followed: list({
    method: 'GET',
    path: '/channels/followed',
    auth: 'user',
    scopes: ['user:read:follows'],
    query: v.object({ user_id: v.string(), broadcaster_id: v.optional(v.string()), ...pageParams }),
    item: named<FollowedChannel>(followedChannelSchema),
    paging: cursorPages,
    docs: docs('get-followed-channels'),
  }),

  /**
   * Lists who follows a channel, newest first; with `user_id`, that user if among them. Only for its broadcaster and
   * moderators, with the scope `moderator:read:followers`: others get an empty page with the `total`, and are refused
   * with `user_id`.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-channel-followers
   */
  followers: list({
    method: 'GET',
    path: '/channels/followers',
    auth: 'user',
    query: v.object({ ...broadcasterParams, user_id: v.optional(v.string()), ...pageParams }),
    item: named<Follower>(followerSchema),
    paging: cursorPages,
    docs: docs('get-channel-followers'),
  }),
};
