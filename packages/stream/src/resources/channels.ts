import { list, named, oneOrMany } from '@x/core';
import * as v from 'valibot';
import { docs, helixList } from '../helix.ts';

const channelSchema = v.object({
  broadcaster_id: v.string(),
  broadcaster_login: v.string(),
  broadcaster_name: v.string(),
  broadcaster_language: v.string(),
  game_id: v.string(),
  game_name: v.string(),
  title: v.string(),
  delay: v.number(),
  tags: v.nullish(v.array(v.string())),
  content_classification_labels: v.nullish(v.array(v.string())),
  is_branded_content: v.optional(v.boolean()),
});

/** What a broadcaster has set for the channel, live or not. `delay` is in seconds. */
export interface Channel extends v.InferOutput<typeof channelSchema> {}

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
    paging: helixList,
    ids: { params: ['broadcaster_id'], max: 100, match: { broadcaster_id: 'broadcaster_id' } },
    docs: docs('get-channel-information'),
  }),
};
