import { adjectives, nouns } from '../../../data/stream-words.ts';
import type { Channel } from './channels.ts';
import type { WorldBase, WorldContext } from './context.ts';
import type { Games } from './games.ts';
import type { LiveStream } from './live-stream.ts';
import { named } from './named.ts';
import { assetHost, pickEarly, timestamp } from './values.ts';

/** A video as the API answers it. */
export interface Video {
  readonly id: string;
  /** Null unless the video is an archived broadcast. */
  readonly stream_id: string | null;
  readonly user_id: string;
  readonly user_login: string;
  readonly user_name: string;
  readonly title: string;
  readonly description: string;
  readonly created_at: string;
  readonly published_at: string;
  readonly url: string;
  readonly thumbnail_url: string;
  readonly viewable: 'public';
  readonly view_count: number;
  readonly language: string;
  readonly type: 'archive' | 'highlight' | 'upload';
  readonly duration: string;
  readonly muted_segments: { duration: number; offset: number }[] | null;
}

/** A video and its game, by which it is found but which the API does not show. */
export interface VideoRecord extends Video {
  readonly game_id: string;
}

/** The parts of the world that videos show. */
interface VideoParts {
  channels(): Map<string, Channel>;
  games(): Games;
}

/** Makes the videos of the last 60 days, more of them recent. */
export function createVideos({ random, settings, world, epoch }: WorldContext<VideoParts>): VideoRecord[] {
  const draw = random('videos');
  const users = world.users().all;
  const videos = Array.from({ length: settings.videos }, (_, index): VideoRecord => {
    const user = pickEarly(draw, users, 3);
    const channel = world.channels().get(user.id);
    const type = draw.pick(['archive', 'archive', 'highlight', 'upload'] as const);
    const createdAt = epoch - Math.floor(60 + 60 * 86_400 * draw.float() ** 2) * 1000;
    const seconds = draw.int(30, 30_000);
    return {
      id: String(2_000_000_000 + index * 37),
      stream_id: type === 'archive' ? String(40_000_000_000 + index * 1013) : null,
      user_id: user.id,
      user_login: user.login,
      user_name: user.display_name,
      title: `${draw.pick(adjectives)} ${draw.pick(nouns)}, part ${draw.int(1, 30)}`,
      description: draw.int(0, 2) === 0 ? 'Thanks for watching!' : '',
      created_at: timestamp(createdAt),
      published_at: timestamp(createdAt),
      url: `https://www.stream.example/videos/${2_000_000_000 + index * 37}`,
      thumbnail_url: `${assetHost}/videos/${index}-%{width}x%{height}.jpg`,
      viewable: 'public',
      view_count: Math.floor(80_000 * draw.float() ** 3),
      language: channel?.broadcaster_language ?? 'en',
      type,
      duration: durationText(seconds),
      muted_segments: draw.int(1, 8) === 1 ? [{ duration: 30, offset: draw.int(0, seconds) }] : null,
      game_id: pickEarly(draw, world.games().all, 3).id,
    };
  });
  return videos.sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
}

/** The video that grows out of a running broadcast; made when somebody first marks or cuts something in it. */
export function archiveOf(
  world: WorldBase & Pick<VideoParts, 'channels'> & { videos(): VideoRecord[] },
  stream: LiveStream,
): VideoRecord {
  const videos = world.videos();
  const known = videos.find((video) => video.stream_id === stream.id);
  if (known) return known;
  const id = `3${stream.id.slice(-9)}`;
  const channel = world.channels().get(stream.user_id);
  const made: VideoRecord = {
    id,
    stream_id: stream.id,
    ...named(world, 'user', stream.user_id),
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
    duration: durationText(Math.floor((world.now() - Date.parse(stream.started_at)) / 1000)),
    muted_segments: null,
    game_id: channel?.game_id ?? '',
  };
  videos.unshift(made);
  return made;
}

// As the API writes it: leading units that are zero are left out.
function durationText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${hours > 0 ? `${hours}h` : ''}${hours + minutes > 0 ? `${minutes}m` : ''}${seconds % 60}s`;
}
