import type { SandboxContext } from '../../../context.ts';
import { lazy } from '../../../lazy.ts';
import { createEvents, type Events } from '../events.ts';
import type { Settings } from '../options.ts';
import { type Channel, createChannels } from './channels.ts';
import { type Clip, createClips } from './clips.ts';
import { createFollows, type Follows } from './follows.ts';
import { createGames, type Games } from './games.ts';
import { createStreams, type LiveStream } from './streams.ts';
import { createTeams, type Teams } from './teams.ts';
import { createUsers, type Users } from './users.ts';
import { createVideos, type VideoRecord } from './videos.ts';

/** The data of one sandbox. Each part is made when it is first asked for. */
export interface World {
  /** Where every change that EventSub tells of is published. */
  readonly events: Events;
  /** The sandbox's time, Unix milliseconds. */
  now(): number;
  users(): Users;
  /** By broadcaster id; every user has one. */
  channels(): Map<string, Channel>;
  games(): Games;
  /** Ids of the games, most watched first. */
  topGames(): string[];
  /** Most watched first. */
  streams(): LiveStream[];
  /** Most viewed first. */
  clips(): Clip[];
  /** Newest first. */
  videos(): VideoRecord[];
  follows(): Follows;
  teams(): Teams;
  /** Lets as many entries of the live lists jump to the top as the settings say. */
  moveOn(): void;
}

/** What the makers of the data are given. */
export interface WorldContext {
  readonly random: SandboxContext['random'];
  readonly settings: Settings;
  readonly world: World;
  /** Unix milliseconds that count as the present; nothing is younger. */
  readonly epoch: number;
}

/** The world of `context`'s seed. */
export function createWorld({ clock, random }: SandboxContext, settings: Settings): World {
  // Full hours, and taken now: the data must depend neither on the millisecond of the start nor on the first request.
  const epoch = Math.floor(clock.now() / 3_600_000) * 3_600_000;
  const part = <T>(make: (context: WorldContext) => T) => lazy(() => make({ random, settings, world, epoch }));
  const moves = lazy(() => random('moves'));

  function overtake<T>(list: T[], onTop: (moved: T, top: T) => void): void {
    if (list.length < 2) return;
    const top = list[0];
    const [moved] = list.splice(moves().int(Math.floor(list.length / 2), list.length - 1), 1);
    if (top === undefined || moved === undefined) return;
    if (moved !== top) onTop(moved, top);
    list.unshift(moved);
  }

  const world: World = {
    events: createEvents(),
    now: () => clock.now(),
    users: part(createUsers),
    channels: part(createChannels),
    games: part(createGames),
    topGames: part(rankGames),
    streams: part(createStreams),
    clips: part(createClips),
    videos: part(createVideos),
    follows: part(createFollows),
    teams: part(createTeams),
    moveOn() {
      for (let count = 0; count < settings.overtakesPerPage; count += 1) {
        overtake(world.streams(), (moved, top) => {
          moved.viewer_count = top.viewer_count + moves().int(1, 50);
        });
        overtake(world.topGames(), () => {});
      }
    },
  };
  return world;
}

function rankGames({ world }: WorldContext): string[] {
  const viewers = new Map(world.games().all.map(({ id }) => [id, 0]));
  for (const { user_id, viewer_count } of world.streams()) {
    const game = world.channels().get(user_id)?.game_id ?? '';
    if (viewers.has(game)) viewers.set(game, (viewers.get(game) ?? 0) + viewer_count);
  }
  return [...viewers].sort(([, one], [, other]) => other - one).map(([id]) => id);
}
