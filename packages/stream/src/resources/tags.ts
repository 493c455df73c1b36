import { list, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { cursorPages, pageParams, singlePage } from '../paging.ts';
import { broadcasterParams, optionalIds } from '../schema.ts';

const stringsByLocale = v.record(v.string(), v.string());
export const tagSchema = v.object({
  /** ID of this tag, a UUID. */
  tag_id: v.string(),
  /** Whether the platform sets the tag automatically. */
  is_auto: v.boolean(),
  /** Names of the tag by language code, such as `en-us`. */
  localization_names: stringsByLocale,
  /** Descriptions of the tag by language code, such as `en-us`. */
  localization_descriptions: stringsByLocale,
});

/** A legacy tag, which the provider defined. */
export interface Tag extends v.InferOutput<typeof tagSchema> {}

const deprecated = { since: '2023-02-28', replacement: 'channels.list' } as const;

/** Legacy tags, which are deprecated: channels and streams have their own `tags`. */
export const tags = {
  /** Lists legacy tags. The list is always empty now, or the call fails with `rejected`. */
  list: list({
    method: 'GET',
    path: '/tags/streams',
    auth: 'app-or-user',
    query: v.object({
      /** IDs of tags, any number; more than 100 are split into several requests. Default: all tags. */
      tag_id: optionalIds,
      ...pageParams,
    }),
    item: named<Tag>(tagSchema),
    paging: cursorPages,
    ids: { params: ['tag_id'], max: 100 },
    docs: docs('#get-all-stream-tags'),
    deprecated,
  }),

  /** Lists a channel's legacy tags. The list is always empty now, or the call fails with `rejected`. */
  ofChannel: list({
    method: 'GET',
    path: '/streams/tags',
    auth: 'app-or-user',
    query: v.object(broadcasterParams),
    item: named<Tag>(tagSchema),
    paging: singlePage,
    docs: docs('#get-stream-tags'),
    deprecated,
  }),
};
