import type { SandboxContext } from '../../context.ts';
import type { Random } from '../../random.ts';
import { isPlayable } from './availability.ts';
import type { Viewer } from './input.ts';
import { createPlayer, newDevice, type Player, type PlayerStart } from './player.ts';
import type { Device, Lineup, Play, PlayerState } from './player-state.ts';
import type { User } from './user-data.ts';
import type { World } from './world.ts';

/** The players of all users, each made when first asked for. */
export function createPlayers(context: SandboxContext, users: readonly User[], world: () => World) {
  const players = new Map<User, Player>();
  // Whatever plays has been playing since the start of the sandbox.
  const { startedAt } = context;
  return (user: User): Player => {
    const known = players.get(user);
    if (known) return known;
    const random = context.random(`player/${user.id}`);
    const player = createPlayer(context.clock, random, begin(random, user, users.indexOf(user), world(), startedAt));
    players.set(user, player);
    return player;
  };
}

export type Players = ReturnType<typeof createPlayers>;

/** In whose place a user's player plays. */
export const viewerOf = ({ country, filtersExplicit }: User): Viewer => ({ market: country, filtersExplicit });

/** By turns users play an album over and over, have paused an episode, and have no device active. */
function begin(random: Random, user: User, at: number, world: World, now: number): PlayerStart {
  const devices = makeDevices(random, user);
  const kind = at % 3;
  const lineup =
    kind === 1 ? spokenLineup(random, world) : kind === 0 ? albumLineup(random, user, world) : { items: [] };
  const place = Math.min(2, Math.max(0, lineup.items.length - 1));
  const state: PlayerState = {
    devices,
    active: devices[[0, 1][kind] ?? -1],
    lineup,
    order: lineup.items.map((_, index) => index),
    place,
    queue: [],
    item: lineup.items[place],
    fromQueue: false,
    playing: kind === 0 && lineup.items.length > 0,
    positionMs: random.int(10_000, 60_000),
    since: now,
    repeat: kind === 0 ? 'context' : 'off',
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
    { ...newDevice(random), name: `${name}'s phone`, type: 'smartphone', volumePercent: null },
    { ...newDevice(random), id: null, restricted: true, name: 'Living room', type: 'speaker' },
  ];
}

function albumLineup(random: Random, user: User, world: World): Lineup {
  const viewer = viewerOf(user);
  const albums = world.albums.filter(({ tracks }) => tracks.filter((track) => isPlayable(track, viewer)).length > 3);
  if (albums.length === 0) return { items: [] };
  const { id, tracks } = random.pick(albums);
  return { context: { type: 'album', id }, items: tracks.filter((track) => isPlayable(track, viewer)) };
}

function spokenLineup(random: Random, { shows }: World): Lineup {
  if (shows.length === 0) return { items: [] };
  const { id, episodes } = random.pick(shows);
  return { context: { type: 'show', id }, items: episodes };
}

/** Fifty plays, newest first, the last of them some minutes ago. */
function makePlays(random: Random, world: World, now: number): Play[] {
  let at = now;
  return Array.from({ length: 50 }, () => {
    const track = random.pick(world.tracks);
    at -= track.durationMs + random.int(0, 1_800_000);
    return { track, context: random.int(1, 3) === 1 ? undefined : { type: 'album', id: track.album.id }, at };
  });
}

/** One record in four was begun, one in eight heard to its end. */
function makePositions(random: Random, { episodes, chapters }: World): ReadonlyMap<string, number> {
  return new Map(
    [...episodes, ...chapters].flatMap(({ id, durationMs }) => {
      const chance = random.int(1, 8);
      if (chance > 3) return [];
      return [[id, chance === 1 ? durationMs : random.int(1, durationMs - 1)] as const];
    }),
  );
}
