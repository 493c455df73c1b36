import type { Clock } from '../../../shared/clock.ts';
import type { SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import type { Album, Artist, Track } from './catalog.ts';
import { isInsider, type Playlist } from './playlists.ts';
import type { Audiobook, Episode, Show } from './spoken.ts';
import type { User } from './users.ts';
import type { Data, World } from './world.ts';

/** Records of one kind that a user has saved or follows. */
export interface Shelf {
  /** Returns whether the record exists, as far as the user may know. */
  exists(id: string): boolean;
  has(id: string): boolean;
  /**
   * Adds a record that exists. `at` (Unix milliseconds) sets its date, even if it was there before. Default for a new
   * one: now.
   */
  add(id: string, at?: number): void;
  remove(id: string): void;
}

/** A shelf that remembers when each record was added. */
export interface DatedShelf<Item> extends Shelf {
  /** Returns the records, newest first. */
  list(): readonly { readonly item: Item; readonly at: number }[];
}

/** Records that a user has saved or follows. */
export interface Library {
  readonly track: DatedShelf<Track>;
  readonly album: DatedShelf<Album>;
  readonly episode: DatedShelf<Episode>;
  readonly show: DatedShelf<Show>;
  readonly audiobook: DatedShelf<Audiobook>;
  readonly artist: DatedShelf<Artist>;
  readonly user: DatedShelf<User>;
  readonly playlist: Shelf;
}

/** Rounds a time down to the minute, because the API orders entries only by the minute. */
const minute = (ms: number) => Math.floor(ms / 60_000);

/** Creates the users' libraries, each on first use. */
export function createLibraries({ clock, random }: SandboxContext, { users, world }: Data): (user: User) => Library {
  const libraries = new Map<User, Library>();
  return (user) => {
    const library = libraries.get(user) ?? begin(user, users, world(), random(`library/${user.id}`), clock);
    libraries.set(user, library);
    return library;
  };
}

/** Creates a library with a bit of everything. */
function begin(user: User, users: readonly User[], world: World, random: Random, clock: Clock): Library {
  function shelf<Item>(
    records: ReadonlyMap<string, Item>,
    count: number,
    changed: (item: Item, by: 1 | -1) => void = () => undefined,
  ): DatedShelf<Item> {
    const saved = new Map<string, number>();
    for (const id of random.sample([...records.keys()], count))
      saved.set(id, Date.UTC(random.int(2018, 2024), random.int(0, 11), random.int(1, 28), random.int(0, 23)));
    const change = (id: string, by: 1 | -1) => {
      const item = records.get(id);
      if (item) changed(item, by);
    };
    return {
      exists: (id) => records.has(id),
      has: (id) => saved.has(id),
      add(id, at) {
        if (!saved.has(id)) change(id, 1);
        else if (at === undefined) return;
        saved.delete(id);
        saved.set(id, at ?? clock.now());
      },
      remove(id) {
        if (saved.delete(id)) change(id, -1);
      },
      list: () =>
        [...saved]
          .reverse()
          .sort(([, a], [, b]) => minute(b) - minute(a))
          .flatMap(([id, at]) => {
            const item = records.get(id);
            return item ? [{ item, at }] : [];
          }),
    };
  }

  const count = (item: { followers: number }, by: 1 | -1) => {
    item.followers += by;
  };
  const others = new Map(users.filter((other) => other !== user).map((other) => [other.id, other]));
  return {
    track: shelf(world.track, 75),
    album: shelf(world.album, 24),
    episode: shelf(world.episode, 12),
    show: shelf(world.show, 6),
    audiobook: shelf(world.audiobook, 4),
    artist: shelf(world.artist, 25, count),
    user: shelf(others, 3, count),
    playlist: playlistShelf(user, world.playlist),
  };
}

/** Creates the shelf of followed playlists. Playlists store their followers themselves. */
function playlistShelf(user: User, records: ReadonlyMap<string, Playlist>): Shelf {
  return {
    exists(id) {
      const playlist = records.get(id);
      return playlist !== undefined && (playlist.public || isInsider(playlist, user));
    },
    has: (id) => records.get(id)?.followedBy.has(user) ?? false,
    add: (id) => records.get(id)?.followedBy.set(user, true),
    remove: (id) => records.get(id)?.followedBy.delete(user),
  };
}
