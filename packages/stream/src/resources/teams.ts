import { endpoint, exactlyOne, list, named } from '@x/core';
import * as v from 'valibot';
import { broadcaster, broadcasterId, one, user } from '../fragments.ts';
import { docs, helixList } from '../helix.ts';

const team = {
  id: v.string(),
  team_name: v.string(),
  team_display_name: v.string(),
  info: v.string(),
  thumbnail_url: v.string(),
  background_image_url: v.nullable(v.string()),
  banner: v.nullable(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
};

const teamSchema = v.object({ ...team, users: v.array(v.object(user)) });

/** A team of broadcasters, with its members. `info` may hold HTML or Markdown; images are null when there are none. */
export interface Team extends v.InferOutput<typeof teamSchema> {}

const channelTeamSchema = v.object({ ...team, ...broadcaster });

/** A team, and the member of it that was asked for. */
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
    ...one(named<Team>(teamSchema)),
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
    query: v.object(broadcasterId),
    item: named<ChannelTeam>(channelTeamSchema),
    paging: helixList,
    docs: docs('get-channel-teams'),
  }),
};
