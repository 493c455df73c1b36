import { list, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { cursorPages, pageParams } from '../paging.ts';

export const categorySchema = v.object({
  /** ID of the game or category. */
  id: v.string(),
  /** Title of the game or category. */
  name: v.string(),
  /** Address of the box art, with its size in the path. */
  box_art_url: v.string(),
});

/** A game or category in the search results. */
export interface Category extends v.InferOutput<typeof categorySchema> {}

export const foundChannelSchema = v.object({
  /** User ID of the broadcaster. */
  id: v.string(),
  /** Login of the broadcaster, in lower case. */
  broadcaster_login: v.string(),
  /** Display name of the broadcaster, with the capitalization they chose. */
  display_name: v.string(),
  /** Language of the broadcast: a two-letter ISO 639-1 code, or `other`. */
  broadcaster_language: v.string(),
  /** ID of the game that is or was played last; empty when none is set. */
  game_id: v.string(),
  /** Title of the game that is or was played last; empty when none is set. */
  game_name: v.string(),
  /** Whether the channel is live now. */
  is_live: v.boolean(),
  /** Title of the current or last broadcast; empty when none is set. */
  title: v.string(),
  /** Address of the broadcaster's profile picture. */
  thumbnail_url: v.string(),
  /** When the broadcast started, RFC 3339; empty when the channel is not live. */
  started_at: v.string(),
  /** Tags of the channel. Null or absent in some responses for a channel without tags. */
  tags: v.nullish(v.array(v.string())),
  /**
   * IDs of legacy tags; empty, null or absent.
   *
   * @deprecated Use `tags`.
   */
  tag_ids: v.nullish(v.array(v.string())),
});

/** A channel in the search results. */
export interface FoundChannel extends v.InferOutput<typeof foundChannelSchema> {}

/** Search for channels and for games. */
export const search = {
  /** Searches channels that were live in the past six months, by name; with `live_only` also by category or title. */
  channels: list({
    method: 'GET',
    path: '/search/channels',
    auth: 'app-or-user',
    query: v.object({
      /** Words to search for. */
      query: v.string(),
      /** Whether to return only channels that are live now. Default false. */
      live_only: v.optional(v.boolean()),
      ...pageParams,
    }),
    item: named<FoundChannel>(foundChannelSchema),
    paging: cursorPages,
    docs: docs('search/#search-channels'),
  }),

  /** Searches games and categories by title. */
  categories: list({
    method: 'GET',
    path: '/search/categories',
    auth: 'app-or-user',
    query: v.object({
      /** Words to search for. */
      query: v.string(),
      ...pageParams,
    }),
    item: named<Category>(categorySchema),
    paging: cursorPages,
    docs: docs('search/#search-categories'),
  }),
};
