import { lazy } from '../../../shared/lazy.ts';
import { refer } from '../../../shared/own-records.ts';
import type { Random } from '../../../shared/random.ts';
import type { StreamClipRecord, StreamGameReference, StreamVideoRecord } from '../own-data.ts';
import { adjectives, type Base, nouns, words } from './base.ts';
import type { Channel, Channels } from './channels.ts';
import type { LiveStream } from './live-index.ts';
import { namedGame, namedUser, ownId, type Placed, placed } from './own.ts';
import { createIndex } from './recording-index.ts';
import data from './stream.json' with { type: 'json' };
import { assetHost, groupBy, indexBy, perKey, pickEarly, setFields, timestamp } from './values.ts';

/** A video as the API returns it, plus its game, which requests can filter by but the API does not return. */
export type Video = ReturnType<typeof createVideo>;

/** A clip as the API returns it. `video_id` is empty and `vod_offset` null if the video is gone or not ready. */
export type Clip = ReturnType<typeof createClip>;

/** Part of a recording to cut a clip from. */
export interface Cut {
  readonly broadcasterId: string;
  readonly creatorId: string;
  readonly title: string;
  /** Length in seconds. */
  readonly duration: number;
  /** The video, and the second at which the clip starts; undefined for a broadcast that has no video yet. */
  readonly video?: { readonly id: string; readonly gameId: string; readonly start: number };
}

const cuttingTime = 5_000;
const teamNames = words(data.teamNames);

/** Returns the generated records and your own, which replace records with the same IDs. */
function withOwn<T extends { readonly id: string }>(generated: readonly T[], own: readonly T[]): T[] {
  const ids = new Set(own.map(({ id }) => id));
  return [...generated.filter(({ id }) => !ids.has(id)), ...own];
}

function newestFirst(one: Video, other: Video): number {
  if (one.created_at === other.created_at) return 0;
  return one.created_at < other.created_at ? 1 : -1;
}

// In the API's format, which omits leading units that are zero.
function durationText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${hours > 0 ? `${hours}h` : ''}${hours + minutes > 0 ? `${minutes}m` : ''}${seconds % 60}s`;
}

/** Creates a video with this ID from `details`. The rest is derived from them and from the channel. */
function createVideo(
  { named }: Base,
  channel: Channel | undefined,
  id: string,
  userId: string,
  details: { title: string; created_at: string; type: string; stream_id: string | null; duration: string },
) {
  return {
    id,
    ...named('user', userId),
    description: '',
    published_at: details.created_at,
    url: `https://www.stream.example/videos/${id}`,
    thumbnail_url: `${assetHost}/videos/${id}-%{width}x%{height}.jpg`,
    viewable: 'public',
    view_count: 0,
    language: channel?.broadcaster_language ?? 'en',
    muted_segments: null as { duration: number; offset: number }[] | null,
    game_id: channel?.game_id ?? '',
    ...details,
  };
}

/** Creates a video of the last 60 days, more often a recent one. */
function seedVideo(world: Base & Channels, draw: Random, index: number): Video {
  const { users, initialChannels, games, epoch } = world;
  const { id } = pickEarly(draw, users().generated, 3);
  const type = draw.pick(['archive', 'archive', 'highlight', 'upload']);
  const created_at = timestamp(epoch - Math.floor(60 + 60 * 86_400 * draw.float() ** 2) * 1000);
  const seconds = draw.int(30, 30_000);
  return {
    ...createVideo(world, initialChannels().get(id), String(2_000_000_000 + index * 37), id, {
      title: `${draw.pick(adjectives)} ${draw.pick(nouns)}, part ${draw.int(1, 30)}`,
      created_at,
      type,
      // Null unless the video is an archived broadcast.
      stream_id: type === 'archive' ? String(40_000_000_000 + index * 1013) : null,
      duration: durationText(seconds),
    }),
    description: draw.int(0, 2) === 0 ? 'Thanks for watching!' : '',
    view_count: Math.floor(80_000 * draw.float() ** 3),
    muted_segments: draw.int(1, 8) === 1 ? [{ duration: 30, offset: draw.int(0, seconds) }] : null,
    game_id: pickEarly(draw, games().generated, 3).id,
  };
}

/** Returns the ID of the game that a record of your own names, or else of the channel's game. */
function gameOf(world: Channels, entry: Placed<StreamGameReference>, channel: Channel | undefined): string {
  const game = namedGame(world.games(), entry);
  return game === undefined ? (channel?.game_id ?? '') : (game?.id ?? '');
}

/** Creates a video of your own. */
function makeOwnVideo(world: Base & Channels, entry: Placed<StreamVideoRecord>): Video {
  const { random, epoch, initialChannels } = world;
  const { record, label } = entry;
  const user = namedUser(world, entry, 'user');
  const draw = random(`own-videos/${label}`);
  const id = record.id ?? ownId(random, `videos/${label}`);
  const type = record.type ?? 'archive';
  const created_at = record.created_at ?? timestamp(epoch - draw.int(60, 60 * 86_400) * 1000);
  const duration = durationText(draw.int(30, 30_000));
  const stream_id = type === 'archive' ? ownId(random, `streams/${label}`) : null;
  const channel = initialChannels().get(user.id);
  const details = { title: record.title, created_at, type, stream_id, duration };
  return {
    ...createVideo(world, channel, id, user.id, details),
    ...setFields(record),
    ...world.named('user', user.id),
    muted_segments: record.muted_segments ? [...record.muted_segments] : null,
    game_id: gameOf(world, entry, channel),
  };
}

const slug = (draw: Random) =>
  `${draw.pick(adjectives)}${draw.pick(adjectives)}${draw.pick(nouns)}${draw.pick(nouns)}-${draw.text(16)}`;

/** Creates a clip with this ID from `details`. The rest is derived from them and from the channel. */
function createClip(
  { named }: Base,
  channel: Channel | undefined,
  id: string,
  details: { broadcaster_id: string; creator_id: string; title: string; created_at: string },
) {
  return {
    id,
    url: `https://clips.example/${id}`,
    embed_url: `https://clips.example/embed?clip=${id}`,
    thumbnail_url: `${assetHost}/clips/${id}-preview-480x272.jpg`,
    broadcaster_name: named('user', details.broadcaster_id).user_name,
    creator_name: named('user', details.creator_id).user_name,
    video_id: '',
    game_id: channel?.game_id ?? '',
    language: channel?.broadcaster_language ?? 'en',
    view_count: 0,
    duration: 30,
    vod_offset: null as number | null,
    is_featured: false,
    ...details,
  };
}

/** Creates a clip of your own. */
function makeOwnClip(world: Base & Channels, entry: Placed<StreamClipRecord>, hasVideo: (id: string) => boolean): Clip {
  const { record, place, label } = entry;
  const { video_id = '', creator_id, creator_name } = record;
  const broadcaster = namedUser(world, entry, 'broadcaster');
  const isMade = creator_id !== undefined || creator_name !== undefined;
  const creator = isMade ? namedUser(world, entry, 'creator') : broadcaster;
  if (video_id) refer(`${place}.video_id`, video_id, hasVideo(video_id) || undefined, 'the ID of a video');
  const draw = world.random(`own-clips/${label}`);
  const channel = world.initialChannels().get(broadcaster.id);
  const id = record.id ?? `${record.title.replace(/[^A-Za-z0-9]/g, '')}-${draw.text(16)}`;
  const who = { broadcaster_id: broadcaster.id, creator_id: creator.id };
  const created_at = timestamp(world.epoch - draw.int(60, 90 * 86_400) * 1000);
  return {
    ...createClip(world, channel, id, { ...who, title: record.title, created_at }),
    vod_offset: video_id ? 0 : null,
    ...setFields(record),
    ...who,
    broadcaster_name: broadcaster.display_name,
    creator_name: creator.display_name,
    game_id: gameOf(world, entry, channel),
  };
}

/** Creates the clips of the last 90 days. */
function seedClips(world: Base & Channels, videos: readonly Video[]): Clip[] {
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
    const game_id = pickEarly(draw, games().generated, 3).id;
    const title = `${draw.pick(adjectives)} ${draw.pick(nouns)} moment`;
    const view_count = Math.floor(50_000 * draw.float() ** 4);
    const created_at = timestamp(epoch - draw.int(60, 90 * 86_400) * 1000);
    return {
      ...createClip(world, initialChannels().get(broadcaster_id), id, {
        broadcaster_id,
        creator_id,
        title,
        created_at,
      }),
      video_id: video?.id ?? '',
      game_id,
      view_count,
      duration: draw.int(50, 600) / 10,
      vod_offset: video ? draw.int(0, 3600) : null,
      is_featured: draw.int(1, 10) === 1,
    };
  });
}

/** Creates the teams, as the API returns them but without members, from the more popular half of the users. */
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

/** Creates videos, clips and teams, each on first use. */
export function createRecordings(world: Base & Channels) {
  const { random, clock, settings, channels, now } = world;
  const markerIds = lazy(() => random('markers'));

  const videos = lazy(() => {
    const draw = random('videos');
    const seeded = Array.from({ length: settings.videos }, (_, index): Video => seedVideo(world, draw, index));
    const own = placed('videos', settings.own.videos).map((entry) => makeOwnVideo(world, entry));
    const initial = withOwn(seeded, own).sort(newestFirst);
    // Generated clips are cut from generated videos only, so your own videos do not change them.
    /** `initial` has the generated videos, including those deleted since. */
    return { ...createIndex(initial, ({ user_id }) => user_id, newestFirst), initial: seeded.sort(newestFirst) };
  });

  /** Every clip. Lists start with the most viewed one. */
  const clips = lazy(() => {
    const byViews = (one: Clip, other: Clip) => other.view_count - one.view_count;
    const hasVideo = (id: string) => videos().byId(id) !== undefined;
    const own = placed('clips', settings.own.clips).map((entry) => makeOwnClip(world, entry, hasVideo));
    const initial = withOwn(seedClips(world, videos().initial), own).sort(byViews);
    const index = createIndex(initial, ({ broadcaster_id }) => broadcaster_id, byViews);
    const cuts = random('cuts');
    return {
      ...index,
      /** Cuts a clip, which is listed five seconds later. Returns its ID. */
      cut({ broadcasterId, creatorId, title, duration, video }: Cut): string {
        const who = { broadcaster_id: broadcasterId, creator_id: creatorId };
        const clip = {
          ...createClip(world, channels().get(broadcasterId), slug(cuts), {
            ...who,
            title,
            created_at: timestamp(now()),
          }),
          duration,
          ...(video && { video_id: video.id, game_id: video.gameId, vod_offset: Math.floor(video.start) }),
        };
        clock.schedule(cuttingTime, () => index.add(clip));
        return clip.id;
      },
    };
  });

  /** Returns the video of a running broadcast, which is created when somebody first marks something in it. */
  function archiveOf(stream: LiveStream): Video {
    const known = videos()
      .ofChannel(stream.user_id)
      .find(({ stream_id }) => stream_id === stream.id);
    if (known) return known;
    const channel = channels().get(stream.user_id);
    const details = {
      title: channel?.title ?? '',
      created_at: stream.started_at,
      type: 'archive',
      stream_id: stream.id,
      duration: durationText(Math.floor((now() - Date.parse(stream.started_at)) / 1000)),
    };
    const id = `3${stream.id.slice(-9)}`;
    const made = { ...createVideo(world, channel, id, stream.user_id, details), thumbnail_url: '' };
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
      /** Returns a user's teams; undefined for users without one. */
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

/** A spot in a video that somebody has marked. */
export interface Marker {
  readonly id: string;
  readonly userId: string;
  readonly created_at: string;
  readonly description: string;
  readonly position_seconds: number;
}
