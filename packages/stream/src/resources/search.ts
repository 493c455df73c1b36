import { list, named } from '@x/core';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { cursorPages, pageParams } from '../paging.ts';

const categorySchema = v.object({ id: v.string(), name: v.string(), box_art_url: v.string() });

/** A game or category, as search gives it. */
export interface Category extends v.InferOutput<typeof categorySchema> {}

const foundChannelSchema = v.object({
  id: v.string(),
  broadcaster_login: v.string(),
  display_name: v.string(),
  broadcaster_language: v.string(),
  game_id: v.string(),
  game_name: v.string(),
  is_live: v.boolean(),
  title: v.string(),
  thumbnail_url: v.string(),
  started_at: v.string(),
  /** Null or absent in some responses for a channel without tags. */
  tags: v.nullish(v.array(v.string())),
  /** Deprecated; empty, null or absent. */
  tag_ids: v.nullish(v.array(v.string())),
});

/** A channel, as search gives it. `started_at` is empty when it is not live. */
export interface FoundChannel extends v.InferOutput<typeof foundChannelSchema> {}

/** Search by text. */
export const search = {
  /**
   * Finds channels that have been live in the past six months, by name, or by title with `live_only`.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#search-channels
   */
  channels: list({
    method: 'GET',
    path: '/search/channels',
    auth: 'app-or-user',
    query: v.object({ query: v.string(), live_only: v.optional(v.boolean()), ...pageParams }),
    item: named<FoundChannel>(foundChannelSchema),
    paging: cursorPages,
    docs: docs('search-channels'),
  }),

  /**
   * Finds games and categories by name.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#search-categories
   */
  categories: list({
    method: 'GET',
    path: '/search/categories',
    auth: 'app-or-user',
    query: v.object({ query: v.string(), ...pageParams }),
    item: named<Category>(categorySchema),
    paging: cursorPages,
    docs: docs('search-categories'),
  }),
};
