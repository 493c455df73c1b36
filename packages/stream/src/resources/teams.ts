import { endpoint, exactlyOne, list, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs, oneRecord } from '../declarations.ts';
import { singlePage } from '../paging.ts';
import { broadcasterFields, broadcasterParams, userFields } from '../schema.ts';

const team = {
  /** ID of the team. */
  id: v.string(),
  /** Name in the address of the team's page, with which `get` finds it. */
  team_name: v.string(),
  /** Name of the team that users see. */
  team_display_name: v.string(),
  /** Description of the team; may contain HTML or Markdown. */
  info: v.string(),
  /** Address of the logo. Null when the team has none. */
  thumbnail_url: v.nullable(v.string()),
  /** Address of the background image. Null when the team has none. */
  background_image_url: v.nullable(v.string()),
  /** Address of the banner. Null when the team has none. */
  banner: v.nullable(v.string()),
  /** When the team was created, RFC 3339; documented as nullable. */
  created_at: v.nullable(v.string()),
  /** When the team was last changed, RFC 3339; documented as nullable. */
  updated_at: v.nullable(v.string()),
};

export const teamSchema = v.object({
  ...team,
  /** The members; absent when the team has none. */
  users: v.optional(v.array(v.object(userFields))),
});

/** A team of broadcasters, with its members. */
export interface Team extends v.InferOutput<typeof teamSchema> {}

export const channelTeamSchema = v.object({ ...team, ...broadcasterFields });

/** A team, and the member whose teams are listed. */
export interface ChannelTeam extends v.InferOutput<typeof channelTeamSchema> {}

/** Teams of broadcasters. */
export const teams = {
  /** Returns a team by name or ID. Fails with `not_found` when there is none. */
  get: endpoint({
    method: 'GET',
    path: '/teams',
    auth: 'app-or-user',
    query: v.pipe(
      v.object({
        /** Name in the address of the team's page (`team_name`). Pass either `name` or `id`. */
        name: v.optional(v.string()),
        /** ID of the team. Pass either `name` or `id`. */
        id: v.optional(v.string()),
      }),
      exactlyOne('name', 'id'),
    ),
    ...oneRecord(named<Team>(teamSchema)),
    docs: docs('teams/#get-teams'),
  }),

  /** Lists the teams that a broadcaster is a member of. */
  ofChannel: list({
    method: 'GET',
    path: '/teams/channel',
    auth: 'app-or-user',
    query: v.object(broadcasterParams),
    item: named<ChannelTeam>(channelTeamSchema),
    paging: singlePage,
    docs: docs('teams/#get-channel-teams'),
  }),
};
