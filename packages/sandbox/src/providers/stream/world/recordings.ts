import data from '../../../data/stream.json' with { type: 'json' };
import { lazy } from '../../../lazy.ts';
import type { Random } from '../../../random.ts';
import { adjectives, type Base, nouns, words } from './base.ts';
import type { Channels } from './channels.ts';
import type { LiveStream } from './live-index.ts';
import { placed } from './own.ts';
import { makeOwnVideo, readOwnClip } from './own-recordings.ts';
import { assetHost, groupBy, indexBy, perKey, pickEarly, timestamp } from './values.ts';

/** A video as the API returns it, and its game, by which it is found but which the API does not show. */
export type Video = ReturnType<typeof seedVideo>;

/** A clip as the API returns it; `video_id` is empty and `vod_offset` null where the video is gone or not ready. */
export type Clip = ReturnType<typeof createClip>;

/** What somebody cuts a clip out of. */
export interface Cut {
  readonly broadcasterId: string;
  readonly creatorId: string;
  readonly title: string;
  /** Seconds. */
  readonly duration: number;
  /** The video, and where in it the clip begins; none for a broadcast that has no video yet. */
  readonly video?: { readonly id: string; readonly gameId: string; readonly start: number };
}

const cuttingTime = 5_000;
const teamNames = words(data.teamNames);

/**
 * Indexes `records`, which are in the order of `compare`, by what requests ask for, each list in the order of all records;
 * `channelOf` returns the ID of a record's broadcaster.
 */
function createIndex<T extends { readonly id: string; readonly game_id: string }>(
  records: readonly T[],
  channelOf: (record: T) => string,
  compare: (one: T, other: T) => number,
) {
  const ids = indexBy(records, ({ id }) => id);
  const channels = groupBy(records, channelOf);
  const games = groupBy(records, ({ game_id }) => game_id);

  /** Changes the lists that have the record, or that are to have it. */
  function change(record: T, apply: (list: T[]) => void): void {
    for (const [lists, key] of [[channels, channelOf(record)] as const, [games, record.game_id] as const]) {
      const list = lists.get(key) ?? [];
      lists.set(key, list);
      apply(list);
    }
  }

  return {
    byId: (id: string) => ids.get(id),
    /** Those of a channel. */
    ofChannel: (broadcasterId: string): readonly T[] => channels.get(broadcasterId) ?? [],
    ofGame: (gameId: string): readonly T[] => games.get(gameId) ?? [],
    /** Puts a record in its place in the lists, after those that are equal in their order. */
    add(record: T): void {
      ids.set(record.id, record);
      change(record, (list) => {
        const place = list.findIndex((other) => compare(record, other) < 0);
        list.splice(place < 0 ? list.length : place, 0, record);
      });
    },
    delete(record: T): void {
      ids.delete(record.id);
      change(record, (list) => list.splice(list.indexOf(record), 1));
    },
  };
}

/** The generated records and those of one's own, which replace those with the same ids. */
function withOwn<T extends { readonly id: string }>(generated: readonly T[], own: readonly T[]): T[] {
  const ids = new Set(own.map(({ id }) => id));
  return [...generated.filter(({ id }) => !ids.has(id)), ...own];
}

/** The first `count` of `records` that pass. Looks at no record after them. */
export function takeFirst<T>(records: readonly T[], count: number, passes: (record: T) => boolean): T[] {
  const taken: T[] = [];
  for (const record of records) {
    if (taken.length === count) break;
    if (passes(record)) taken.push(record);
  }
  return taken;
}

function newestFirst(one: Video, other: Video): number {
  if (one.created_at === other.created_at) return 0;
  return one.created_at < other.created_at ? 1 : -1;
}

// As the API writes it: leading units that are zero are left out.
function durationText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${hours > 0 ? `${hours}h` : ''}${hours + minutes > 0 ? `${minutes}m` : ''}${seconds % 60}s`;
}

/** A video of the last 60 days; more of them are recent. */
function seedVideo({ users, initialChannels, games, epoch }: Base & Channels, draw: Random, index: number) {
  const user = pickEarly(draw, users().generated, 3);
  const type = draw.pick(['archive', 'archive', 'highlight', 'upload'] as const);
  const created_at = timestamp(epoch - Math.floor(60 + 60 * 86_400 * draw.float() ** 2) * 1000);
  const seconds = draw.int(30, 30_000);
  return {
    id: String(2_000_000_000 + index * 37),
    /** Null unless the video is an archived broadcast. */
    stream_id: type === 'archive' ? String(40_000_000_000 + index * 1013) : null,
    user_id: user.id,
    user_login: user.login,
    user_name: user.display_name,
    title: `${draw.pick(adjectives)} ${draw.pick(nouns)}, part ${draw.int(1, 30)}`,
    description: draw.int(0, 2) === 0 ? 'Thanks for watching!' : '',
    created_at,
    published_at: created_at,
    url: `https://www.stream.example/videos/${2_000_000_000 + index * 37}`,
    thumbnail_url: `${assetHost}/videos/${index}-%{width}x%{height}.jpg`,
    viewable: 'public',
    view_count: Math.floor(80_000 * draw.float() ** 3),
    language: initialChannels().get(user.id)?.broadcaster_language ?? 'en',
    type,
    duration: durationText(seconds),
    muted_segments: draw.int(1, 8) === 1 ? [{ duration: 30, offset: draw.int(0, seconds) }] : null,
    game_id: pickEarly(draw, games().generated, 3).id,
  };
}

const slug = (draw: Random) =>
  `${draw.pick(adjectives)}${draw.pick(adjectives)}${draw.pick(nouns)}${draw.pick(nouns)}-${draw.text(16)}`;

/** A clip with this ID: `details` and what can be derived from them. */
function createClip(
  { named }: Base,
  id: string,
  details: {
    broadcaster_id: string;
    creator_id: string;
    video_id: string;
    game_id: string;
    language: string;
    title: string;
    view_count: number;
    created_at: string;
    duration: number;
    vod_offset: number | null;
    is_featured: boolean;
  },
) {
  return {
    id,
    url: `https://clips.example/${id}`,
    embed_url: `https://clips.example/embed?clip=${id}`,
    thumbnail_url: `${assetHost}/clips/${id}-preview-480x272.jpg`,
    broadcaster_name: named('user', details.broadcaster_id).user_name,
    creator_name: named('user', details.creator_id).user_name,
    ...details,
  };
}

/** Makes the clips of the last 90 days. */
function seedClips(world: Base & Channels, videos: readonly Video[]) {
  const { random, settings, users, initialChannels, games, epoch } = world;
  const draw = random('clips');
  const archives = groupBy(
    videos.filter(({ type }) => type === 'archive'),
    ({ user_id }) => user_id,
  );
  return Array.from({ length: settings.clips }, () => {
    const broadcaster_id = pickEarly(draw, users().generated, 3).id;
    const creator_id = draw.pick(users().generated).id;
    const id = slug(draw);
    const own = archives.get(broadcaster_id) ?? [];
    const video = own.length > 0 && draw.int(0, 2) > 0 ? draw.pick(own) : undefined;
    return createClip(world, id, {
      broadcaster_id,
      creator_id,
      video_id: video?.id ?? '',
      game_id: pickEarly(draw, games().generated, 3).id,
      language: initialChannels().get(broadcaster_id)?.broadcaster_language ?? 'en',
      title: `${draw.pick(adjectives)} ${draw.pick(nouns)} moment`,
      view_count: Math.floor(50_000 * draw.float() ** 4),
      created_at: timestamp(epoch - draw.int(60, 90 * 86_400) * 1000),
      duration: draw.int(50, 600) / 10,
      vod_offset: video ? draw.int(0, 3600) : null,
      is_featured: draw.int(1, 10) === 1,
    });
  });
}

/** Makes the teams, as the API returns them without their members, out of the better half of the users. */
function createTeams({ random, settings, users, epoch }: Base) {
  const draw = random('teams');
  const candidates = users().generated.slice(0, Math.ceil(users().generated.length / 2));
  const ids = candidates.map(({ id }) => id);
  return Array.from({ length: settings.teams }, (_, index) => {
    const word = `${teamNames[index % teamNames.length]}${index < teamNames.length ? '' : index}`;
    const name = `team${word.toLowerCase()}`;
    const createdAt = epoch - draw.int(200 * 86_400, 2_000 * 86_400) * 1000;
    const team = {
      background_image_url: '',
      banner: draw.int(0, 1) === 0 ? '' : `${assetHost}/teams/${name}-banner.png`,
      created_at: timestamp(createdAt),
      updated_at: timestamp(createdAt + draw.int(1, 190 * 86_400) * 1000),
      info: `<p>Team ${word}: friends who stream.</p>\n`,
      thumbnail_url: `${assetHost}/teams/${name}-600x600.png`,
      team_name: name,
      team_display_name: `Team ${word}`,
      id: String(9_000 + index * 13),
    };
    return { team, memberIds: draw.sample(ids, draw.int(3, 20)) };
  });
}

/** Makes videos, clips and teams, each when it is first asked for. */
export function createRecordings(world: Base & Channels) {
  const { random, clock, settings, channels, initialChannels, games, now, named } = world;
  const markerIds = lazy(() => random('markers'));

  const videos = lazy(() => {
    const draw = random('videos');
    const seeded = Array.from({ length: settings.videos }, (_, index): Video => seedVideo(world, draw, index));
    const known = { games: games(), channels: initialChannels() };
    const own = placed('videos', settings.own.videos).map(
      (entry): Video => makeOwnVideo(world, known, entry, durationText),
    );
    const initial = withOwn(seeded, own).sort(newestFirst);
    // Clips are cut out of generated videos, so that one's own change nothing of them.
    /** `initial` are the videos that the sandbox started with, whatever was deleted since. */
    return { ...createIndex(initial, ({ user_id }) => user_id, newestFirst), initial: seeded.sort(newestFirst) };
  });

  /** Every clip. Lists have the most viewed first. */
  const clips = lazy(() => {
    const byViews = (one: Clip, other: Clip) => other.view_count - one.view_count;
    const hasVideo = (id: string) => videos().byId(id) !== undefined;
    const known = { games: games(), channels: initialChannels(), hasVideo };
    const own = placed('clips', settings.own.clips).map((entry) => {
      const { id, details } = readOwnClip(world, known, entry);
      return createClip(world, id, details);
    });
    const initial = withOwn(seedClips(world, videos().initial), own).sort(byViews);
    const index = createIndex(initial, ({ broadcaster_id }) => broadcaster_id, byViews);
    const cuts = random('cuts');
    return {
      ...index,
      /** Cuts a clip, which comes out five seconds later. Returns its ID. */
      cut({ broadcasterId, creatorId, title, duration, video }: Cut): string {
        const channel = channels().get(broadcasterId);
        const clip = createClip(world, slug(cuts), {
          broadcaster_id: broadcasterId,
          creator_id: creatorId,
          video_id: video?.id ?? '',
          game_id: video?.gameId ?? channel?.game_id ?? '',
          language: channel?.broadcaster_language ?? 'en',
          title,
          view_count: 0,
          created_at: timestamp(now()),
          duration,
          vod_offset: video ? Math.floor(video.start) : null,
          is_featured: false,
        });
        clock.schedule(cuttingTime, () => index.add(clip));
        return clip.id;
      },
    };
  });

  /** The video that grows out of a running broadcast; made when somebody first marks or cuts something in it. */
  function archiveOf(stream: LiveStream): Video {
    const known = videos()
      .ofChannel(stream.user_id)
      .find(({ stream_id }) => stream_id === stream.id);
    if (known) return known;
    const id = `3${stream.id.slice(-9)}`;
    const channel = channels().get(stream.user_id);
    const made: Video = {
      id,
      stream_id: stream.id,
      ...named('user', stream.user_id),
      title: channel?.title ?? '',
      description: '',
      created_at: stream.started_at,
      published_at: stream.started_at,
      url: `https://www.stream.example/videos/${id}`,
      thumbnail_url: '',
      viewable: 'public',
      view_count: 0,
      language: channel?.broadcaster_language ?? 'en',
      type: 'archive',
      duration: durationText(Math.floor((now() - Date.parse(stream.started_at)) / 1000)),
      muted_segments: null,
      game_id: channel?.game_id ?? '',
    };
    videos().add(made);
    return made;
  }

  /** The markers of a video, the oldest first. */
  const markers = perKey((_videoId): Marker[] => []);

  const teams = lazy(() => {
    const all = createTeams(world);
    const byMember = groupBy(
      all.flatMap(({ team, memberIds }) => memberIds.map((id) => ({ id, team }))),
      ({ id }) => id,
    );
    return {
      byId: indexBy(all, ({ team }) => team.id),
      byName: indexBy(all, ({ team }) => team.team_name),
      /** The teams of a user; undefined for most users. */
      ofMember: (id: string) => byMember.get(id)?.map(({ team }) => team),
    };
  });

  return {
    videos,
    clips,
    archiveOf,
    teams,
    markers,
    mark(stream: LiveStream, userId: string, description: string): Marker {
      const marker = {
        id: markerIds().text(32, '0123456789abcdef'),
        userId,
        created_at: timestamp(now()),
        description,
        position_seconds: Math.floor((now() - Date.parse(stream.started_at)) / 1000),
      };
      markers(archiveOf(stream).id).push(marker);
      return marker;
    },
  };
}

/** A spot in a video that somebody wants to find again. */
export interface Marker {
  readonly id: string;
  readonly userId: string;
  readonly created_at: string;
  readonly description: string;
  readonly position_seconds: number;
}
