import type { SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import { isPlayable } from '../data/availability.ts';
import type { Album } from '../data/catalog.ts';
import type { Show } from '../data/spoken.ts';
import type { User } from '../data/users.ts';
import type { World } from '../data/world.ts';
import type { Viewer } from '../request.ts';
import { newDevice, Player, type PlayerStart } from './player.ts';
import type { Device, Lineup, Play, Playable, PlayerState } from './player-state.ts';

/** Creates the users' players, each on first use. */
export function createPlayers(context: SandboxContext, users: readonly User[], world: () => World) {
  const players = new Map<User, Player>();
  // A track that is playing has been playing since the start of the sandbox.
  const { startedAt } = context;
  return (user: User): Player => {
    const known = players.get(user);
    if (known) return known;
    const random = context.random(`player/${user.id}`);
    const player = new Player(context.clock, random, begin(random, user, users.indexOf(user), world(), startedAt));
    players.set(user, player);
    return player;
  };
}

export type Players = ReturnType<typeof createPlayers>;

/** Returns the viewer for whom a user's player plays. */
export const viewerOf = ({ country, filtersExplicit }: User): Viewer => ({ market: country, filtersExplicit });

/**
 * Creates the initial state of a player. In turn, users play an album on repeat, have paused an episode, or have no
 * active device.
 */
function begin(random: Random, user: User, at: number, world: World, now: number): PlayerStart {
  const devices = makeDevices(random, user);
  const [isPlaying, isPaused] = [at % 3 === 0, at % 3 === 1];
  const [type, records] = isPlaying ? (['album', world.albums] as const) : (['show', world.shows] as const);
  const lineup = isPlaying || isPaused ? lineupOf(type, random, user, records) : { items: [] };
  const place = Math.min(2, Math.max(0, lineup.items.length - 1));
  const state: PlayerState = {
    devices,
    active: isPlaying ? devices[0] : isPaused ? devices[1] : undefined,
    lineup,
    ordered: lineup.items,
    place,
    queue: [],
    item: lineup.items[place],
    fromQueue: false,
    playing: isPlaying && lineup.items.length > 0,
    positionMs: random.int(10_000, 60_000),
    since: now,
    repeat: isPlaying ? 'context' : 'off',
    shuffle: false,
    interlude: undefined,
    changedAt: now,
  };
  return { state, plays: makePlays(random, world, now), positions: makePositions(random, world) };
}

function makeDevices(random: Random, { displayName }: User): Device[] {
  const name = displayName ?? 'Nobody';
  return [
    { ...newDevice(random), name: `${name}'s laptop`, volumePercent: random.int(20, 90) },
    { ...newDevice(random), name: `${name}'s phone`, type: 'Smartphone', volumePercent: null },
    { ...newDevice(random), id: null, restricted: true, name: 'Living room', type: 'Speaker' },
  ];
}

/** Picks a record with more than three items that play for the user; an empty lineup when there is none. */
function lineupOf(type: 'album' | 'show', random: Random, user: User, records: readonly (Album | Show)[]): Lineup {
  const viewer = viewerOf(user);
  const itemsOf = (record: Album | Show): readonly Playable[] =>
    ('tracks' in record ? record.tracks : record.episodes).filter((item) => isPlayable(item, viewer));
  const long = records.filter((record) => itemsOf(record).length > 3);
  if (long.length === 0) return { items: [] };
  const record = random.pick(long);
  return { context: { type, id: record.id }, items: itemsOf(record) };
}

/** Makes fifty plays, newest first, the latest of them some minutes ago. */
function makePlays(random: Random, world: World, now: number): Play[] {
  let at = now;
  return Array.from({ length: 50 }, () => {
    const track = random.pick(world.tracks);
    at -= track.durationMs + random.int(0, 1_800_000);
    return { track, context: random.int(1, 3) === 1 ? undefined : { type: 'album', id: track.album.id }, at };
  });
}

/** Makes listening positions: one record in four was started, one in eight was heard to the end. */
function makePositions(random: Random, { episodes, chapters }: World): ReadonlyMap<string, number> {
  return new Map(
    [...episodes, ...chapters].flatMap(({ id, durationMs }) => {
      const chance = random.int(1, 8);
      if (chance > 3) return [];
      return [[id, chance === 1 ? durationMs : random.int(1, durationMs - 1)] as const];
    }),
  );
}
