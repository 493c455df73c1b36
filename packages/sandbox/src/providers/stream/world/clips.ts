import { adjectives, nouns } from '../../../data/stream-words.ts';
import { assetHost, groupBy, pickEarly, timestamp } from './values.ts';
import type { WorldContext } from './world.ts';

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

/** Makes the clips of the last 90 days. */
export function createClips({ random, settings, world, epoch }: WorldContext): Clip[] {
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
    const id = `${draw.pick(adjectives)}${draw.pick(adjectives)}${draw.pick(nouns)}${draw.pick(nouns)}-${draw.text(16)}`;
    const videos = archives.get(broadcaster.id) ?? [];
    const video = videos.length > 0 && draw.int(0, 2) > 0 ? draw.pick(videos) : undefined;
    return {
      id,
      url: `https://clips.example/${id}`,
      embed_url: `https://clips.example/embed?clip=${id}`,
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
      thumbnail_url: `${assetHost}/clips/${id}-preview-480x272.jpg`,
      duration: draw.int(50, 600) / 10,
      vod_offset: video ? draw.int(0, 3600) : null,
      is_featured: draw.int(1, 10) === 1,
    };
  });
  return clips.sort((one, other) => other.view_count - one.view_count);
}
