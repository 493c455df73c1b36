import type { Random } from '../../../shared/random.ts';
import { type Music, spotifyId, type Track, timestamp } from './catalog.ts';
import { adjectives, nouns } from './source.ts';
import type { Episode, Spoken } from './spoken.ts';
import type { User } from './users.ts';

export interface Playlist {
  readonly id: string;
  name: string;
  description: string | null;
  public: boolean;
  collaborative: boolean;
  readonly owner: User;
  /** Users who may also change it while it is collaborative. */
  readonly collaborators: User[];
  /** Users who have it in their list, each with whether their profile shows it. */
  readonly followedBy: Map<User, boolean>;
  /** Cover that the owner uploaded. */
  cover?: Cover;
  snapshotId: string;
  entries: readonly PlaylistEntry[];
  /** Latest versions by snapshot ID, oldest first. */
  readonly versions: Map<string, readonly PlaylistEntry[]>;
}

interface Cover {
  readonly id: string;
  readonly jpeg: Uint8Array;
}

export interface PlaylistEntry {
  /** When it was added, as ISO 8601; null in very old playlists. */
  readonly addedAt: string | null;
  readonly addedBy: User | null;
  readonly item: Track | Episode | LocalFile;
}

/** A file on a user's own machine. The API knows only what the user's player reported about it. */
export interface LocalFile {
  readonly local: true;
  readonly name: string;
  readonly artist: string;
  readonly durationMs: number;
}

/** Returns whether the user owns the playlist or may change it as a collaborator. */
export function isInsider({ owner, collaborative, collaborators }: Playlist, user: User | undefined): boolean {
  return user !== undefined && (owner === user || (collaborative && collaborators.includes(user)));
}

/** Creates a playlist in its first version. */
export function newPlaylist(
  fields: Pick<Playlist, 'id' | 'name' | 'description' | 'public' | 'collaborative' | 'owner' | 'snapshotId'> &
    Partial<Pick<Playlist, 'collaborators' | 'entries'>> & { readonly followers?: readonly User[] },
): Playlist {
  const { followers = [], ...rest } = fields;
  const entries = fields.entries ?? [];
  return {
    collaborators: [],
    ...rest,
    entries,
    followedBy: new Map([fields.owner, ...followers].map((user) => [user, true])),
    versions: new Map([[fields.snapshotId, entries]]),
  };
}

interface Size {
  playlists: number;
  largePlaylistItems: number;
}

/**
 * Invents playlists. The first is the large one: public and owned by the first user. Some entries are episodes or local
 * files.
 */
export function makePlaylists(random: Random, size: Size, users: readonly User[], music: Music, spoken: Spoken) {
  const owners = users as readonly [User, ...User[]];
  return Array.from({ length: size.playlists }, (_, at): Playlist => {
    const owner = owners[at % owners.length] ?? owners[0];
    const large = at === 0;
    const collaborative = !large && at % 7 === 3;
    const others = users.filter((user) => user !== owner);
    const collaborators = collaborative ? random.sample(others, 2) : [];
    const isPublic = large || (!collaborative && at % 4 !== 1);
    const old = at % 11 === 5;
    const start = Date.UTC(random.int(2015, 2024), random.int(0, 11), random.int(1, 28));
    const count = large ? size.largePlaylistItems : random.int(5, 60);
    return newPlaylist({
      id: spotifyId(random),
      name: large ? 'Everything at Once' : `${random.pick(adjectives)} ${random.pick(nouns)}s`,
      description: at % 3 === 2 ? null : `Songs for a ${random.pick(adjectives).toLowerCase()} day`,
      public: isPublic,
      collaborative,
      owner,
      collaborators,
      followers: [...collaborators, ...(isPublic ? random.sample(others, 1) : [])],
      snapshotId: random.text(32),
      entries: Array.from({ length: count }, (__, index) => ({
        addedAt: old ? null : timestamp(start + index * 60_000),
        addedBy: old ? null : index % 3 === 0 ? (collaborators[0] ?? owner) : owner,
        item: pickItem(random, music, spoken),
      })),
    });
  });
}

function pickItem(random: Random, music: Music, spoken: Spoken): PlaylistEntry['item'] {
  const chance = random.int(1, 40);
  if (chance === 1) {
    const name = `${random.pick(nouns)} demo`;
    return { local: true, name, artist: random.pick(music.artists).name, durationMs: random.int(60, 300) * 1000 };
  }
  return chance === 2 && spoken.episodes.length > 0 ? random.pick(spoken.episodes) : random.pick(music.tracks);
}
