import { endpoint, exactlyOne, list, named } from '@x/core';
import * as v from 'valibot';
import { docs, oneRecord } from '../declarations.ts';
import { singlePage } from '../paging.ts';
import { broadcasterFields, broadcasterParams, userFields } from '../schema.ts';

const team = {
  id: v.string(),
  team_name: v.string(),
  team_display_name: v.string(),
  info: v.string(),
  /** Address of the logo; null when the team has none. */
  thumbnail_url: v.nullable(v.string()),
  /** Address of the background image; null when the team has none. */
  background_image_url: v.nullable(v.string()),
  /** Address of the banner; null when the team has none. */
  banner: v.nullable(v.string()),
  /** When the team was created, RFC 3339; documented as nullable. */
  created_at: v.nullable(v.string()),
  /** When the team was last changed, RFC 3339; documented as nullable. */
  updated_at: v.nullable(v.string()),
};

const teamSchema = v.object({
  ...team,
  /** The members; absent when the team has none. */
  users: v.optional(v.array(v.object(userFields))),
});

/**
 * A team of broadcasters, with its members: `users` is absent when there are none. `info` may hold HTML or Markdown. Each
 * image (`thumbnail_url` is the logo) is null when the team has none; the times are documented as nullable.
 */
export interface Team extends v.InferOutput<typeof teamSchema> {}

const channelTeamSchema = v.object({ ...team, ...broadcasterFields });

/** A team, and the member of it that was asked for. Images are null when the team has none. */
export interface ChannelTeam extends v.InferOutput<typeof channelTeamSchema> {}

/** Teams of broadcasters. */
export const teams = {
  /**
   * Gives a team by its name (`team_name`, not the one that is shown) or id; `not_found` when there is none.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-teams
   */
  get: endpoint({
    method: 'GET',
    path: '/teams',
    auth: 'app-or-user',
    query: v.pipe(v.object({ name: v.optional(v.string()), id: v.optional(v.string()) }), exactlyOne('name', 'id')),
    ...oneRecord(named<Team>(teamSchema)),
    docs: docs('get-teams'),
  }),

  /**
   * Lists the teams that a broadcaster is a member of.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-channel-teams
   */
  ofChannel: list({
    method: 'GET',
    path: '/teams/channel',
    auth: 'app-or-user',
    query: v.object(broadcasterParams),
    item: named<ChannelTeam>(channelTeamSchema),
    paging: singlePage,
    docs: docs('get-channel-teams'),
  }),
};
