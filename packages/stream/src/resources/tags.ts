import { list, named } from '@x/core';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { cursorPages, pageParams, singlePage } from '../paging.ts';
import { broadcasterParams, optionalIds } from '../schema.ts';

const stringsByLocale = v.record(v.string(), v.string());
const tagSchema = v.object({
  tag_id: v.string(),
  is_auto: v.boolean(),
  localization_names: stringsByLocale,
  localization_descriptions: stringsByLocale,
});

/** A tag of the kind that the provider itself defined. Names and descriptions are by language: `en-us`. */
export interface Tag extends v.InferOutput<typeof tagSchema> {}

const deprecated = { since: '2023-02-28', replacement: 'channels.list' } as const;

/** Tags as they were; today's are `tags` of channels and streams. */
export const tags = {
  /**
   * Lists all tags, or those of `tag_id`. The list is empty today, or the call fails with `rejected`.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-all-stream-tags
   */
  list: list({
    method: 'GET',
    path: '/tags/streams',
    auth: 'app-or-user',
    query: v.object({ tag_id: optionalIds, ...pageParams }),
    item: named<Tag>(tagSchema),
    paging: cursorPages,
    ids: { params: ['tag_id'], max: 100 },
    docs: docs('get-all-stream-tags'),
    deprecated,
  }),

  /**
   * Lists the tags of a channel. The list is empty today, or the call fails with `rejected`.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-stream-tags
   */
  ofChannel: list({
    method: 'GET',
    path: '/streams/tags',
    auth: 'app-or-user',
    query: v.object(broadcasterParams),
    item: named<Tag>(tagSchema),
    paging: singlePage,
    docs: docs('get-stream-tags'),
    deprecated,
  }),
};
