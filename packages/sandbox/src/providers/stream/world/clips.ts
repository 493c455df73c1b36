import { adjectives, nouns } from '../../../data/stream-words.ts';
import type { Random } from '../../../random.ts';
import type { Channel } from './channels.ts';
import type { WorldContext } from './context.ts';
import type { Games } from './games.ts';
import { named } from './named.ts';
import { assetHost, groupBy, pickEarly, timestamp } from './values.ts';
import type { VideoRecord } from './videos.ts';

/** A clip as the API answers it; `video_id` is empty and `vod_offset` null where the video is gone or not ready. */
export interface Clip {
  readonly id: string;
  readonly url: string;
  readonly embed_url: string;
  readonly broadcaster_id: string;
  readonly broadcaster_name: string;
  readonly creator_id: string;
  readonly creator_name: string;
  readonly video_id: string;
  readonly game_id: string;
  readonly language: string;
  readonly title: string;
  readonly view_count: number;
  readonly created_at: string;
  readonly thumbnail_url: string;
  readonly duration: number;
  readonly vod_offset: number | null;
  readonly is_featured: boolean;
}

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

/** Every clip. */
export interface Clips {
  /** Most viewed first. */
  readonly all: Clip[];
  /** Cuts a clip, which comes out five seconds later. Returns its id. */
  cut(cut: Cut): string;
}

const cuttingTime = 5_000;

/** The parts of the world that clips are cut from. */
interface ClipParts {
  channels(): Map<string, Channel>;
  games(): Games;
  videos(): VideoRecord[];
}

/** Makes the clips of the last 90 days. */
export function createClips({ random, clock, settings, world, epoch }: WorldContext<ClipParts>): Clips {
  const draw = random('clips');
  const users = world.users().all;
  const archives = groupBy(
    world.videos().filter((video) => video.type === 'archive'),
    (video) => video.user_id,
  );
  const clips = Array.from({ length: settings.clips }, (): Clip => {
    const broadcaster = pickEarly(draw, users, 3);
    const creator = draw.pick(users);
    const channel = world.channels().get(broadcaster.id);
    const id = slug(draw);
    const videos = archives.get(broadcaster.id) ?? [];
    const video = videos.length > 0 && draw.int(0, 2) > 0 ? draw.pick(videos) : undefined;
    return {
      ...addresses(id),
      broadcaster_id: broadcaster.id,
      broadcaster_name: broadcaster.display_name,
      creator_id: creator.id,
      creator_name: creator.display_name,
      video_id: video?.id ?? '',
      game_id: pickEarly(draw, world.games().all, 3).id,
      language: channel?.broadcaster_language ?? 'en',
      title: `${draw.pick(adjectives)} ${draw.pick(nouns)} moment`,
      view_count: Math.floor(50_000 * draw.float() ** 4),
      created_at: timestamp(epoch - draw.int(60, 90 * 86_400) * 1000),
      duration: draw.int(50, 600) / 10,
      vod_offset: video ? draw.int(0, 3600) : null,
      is_featured: draw.int(1, 10) === 1,
    };
  });
  const all = clips.sort((one, other) => other.view_count - one.view_count);
  const cuts = random('cuts');
  return {
    all,
    cut({ broadcasterId, creatorId, title, duration, video }) {
      const id = slug(cuts);
      const channel = world.channels().get(broadcasterId);
      const clip: Clip = {
        ...addresses(id),
        broadcaster_id: broadcasterId,
        broadcaster_name: named(world, 'user', broadcasterId).user_name,
        creator_id: creatorId,
        creator_name: named(world, 'user', creatorId).user_name,
        video_id: video?.id ?? '',
        game_id: video?.gameId ?? channel?.game_id ?? '',
        language: channel?.broadcaster_language ?? 'en',
        title,
        view_count: 0,
        created_at: timestamp(world.now()),
        duration,
        vod_offset: video ? Math.floor(video.start) : null,
        is_featured: false,
      };
      clock.schedule(cuttingTime, () => void all.push(clip));
      return id;
    },
  };
}

function slug(draw: Random): string {
  return `${draw.pick(adjectives)}${draw.pick(adjectives)}${draw.pick(nouns)}${draw.pick(nouns)}-${draw.text(16)}`;
}

const addresses = (id: string) => ({
  id,
  url: `https://clips.example/${id}`,
  embed_url: `https://clips.example/embed?clip=${id}`,
  thumbnail_url: `${assetHost}/clips/${id}-preview-480x272.jpg`,
});
