import { teamNames } from '../../../data/stream-words.ts';
import type { WorldContext } from './context.ts';
import { assetHost, indexBy, timestamp } from './values.ts';

/** A team as the API answers it, without its members. */
export interface Team {
  readonly background_image_url: string;
  readonly banner: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly info: string;
  readonly thumbnail_url: string;
  readonly team_name: string;
  readonly team_display_name: string;
  readonly id: string;
}

/** A team and the ids of its members. */
export interface TeamRecord {
  readonly team: Team;
  readonly memberIds: readonly string[];
}

/** Every team. */
export interface Teams {
  readonly byId: Map<string, TeamRecord>;
  readonly byName: Map<string, TeamRecord>;
  /** The teams of a user, by user id; most users have none. */
  readonly byMember: Map<string, Team[]>;
}

/** Makes the teams out of the better half of the users. */
export function createTeams({ random, settings, world, epoch }: WorldContext): Teams {
  const draw = random('teams');
  const users = world.users().all;
  const candidates = users.slice(0, Math.ceil(users.length / 2)).map((user) => user.id);
  const records = Array.from({ length: settings.teams }, (_, index): TeamRecord => {
    const word = `${teamNames[index % teamNames.length]}${index < teamNames.length ? '' : index}`;
    const name = `team${word.toLowerCase()}`;
    const createdAt = epoch - draw.int(200 * 86_400, 2_000 * 86_400) * 1000;
    return {
      team: {
        background_image_url: '',
        banner: draw.int(0, 1) === 0 ? '' : `${assetHost}/teams/${name}-banner.png`,
        created_at: timestamp(createdAt),
        updated_at: timestamp(createdAt + draw.int(1, 190 * 86_400) * 1000),
        info: `<p>Team ${word}: friends who stream.</p>\n`,
        thumbnail_url: `${assetHost}/teams/${name}-600x600.png`,
        team_name: name,
        team_display_name: `Team ${word}`,
        id: String(9_000 + index * 13),
      },
      memberIds: draw.sample(candidates, draw.int(3, 20)),
    };
  });
  const byMember = new Map<string, Team[]>();
  for (const { team, memberIds } of records) {
    for (const id of memberIds) byMember.set(id, [...(byMember.get(id) ?? []), team]);
  }
  return {
    byId: indexBy(records, ({ team }) => team.id),
    byName: indexBy(records, ({ team }) => team.team_name),
    byMember,
  };
}
