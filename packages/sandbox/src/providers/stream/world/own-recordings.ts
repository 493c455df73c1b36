import { refer } from '../../../own-records.ts';
import type { StreamClipRecord, StreamVideoRecord } from '../own-records.ts';
import type { Base } from './base.ts';
import { ownId, type Placed } from './own.ts';
import { type Games, namedGame, namedUser } from './references.ts';
import { assetHost, setFields, timestamp } from './values.ts';

/** What is known of a channel when the videos and clips of one's own are made. */
interface KnownChannel {
  readonly game_id: string;
  readonly broadcaster_language: string;
}

/** A video of one's own. */
export function makeOwnVideo(
  base: Base,
  { games, channels }: { games: Games; channels: ReadonlyMap<string, KnownChannel> },
  entry: Placed<StreamVideoRecord>,
  durationText: (seconds: number) => string,
) {
  const { record, label } = entry;
  const { id: user_id, login: user_login, display_name: user_name } = namedUser(base, entry, 'user');
  const draw = base.random(`own-videos/${label}`);
  const id = record.id ?? ownId(base.random, `videos/${label}`);
  const type = record.type ?? 'archive';
  const created_at = record.created_at ?? timestamp(base.epoch - draw.int(60, 60 * 86_400) * 1000);
  const length = durationText(draw.int(30, 30_000));
  const channel = channels.get(user_id);
  const game = namedGame(games, entry);
  return {
    description: '',
    published_at: created_at,
    url: `https://www.stream.example/videos/${id}`,
    thumbnail_url: `${assetHost}/videos/${id}-%{width}x%{height}.jpg`,
    viewable: 'public',
    view_count: 0,
    language: channel?.broadcaster_language ?? 'en',
    duration: length,
    ...setFields(record),
    id,
    stream_id: record.stream_id ?? (type === 'archive' ? ownId(base.random, `streams/${label}`) : null),
    user_id,
    user_login,
    user_name,
    title: record.title,
    created_at,
    type,
    muted_segments: record.muted_segments ? [...record.muted_segments] : null,
    game_id: game === undefined ? (channel?.game_id ?? '') : (game?.id ?? ''),
  };
}

/** What a clip of one's own is made of. `videoIds` are the videos that there are. */
export function readOwnClip(
  base: Base,
  {
    games,
    channels,
    hasVideo,
  }: { games: Games; channels: ReadonlyMap<string, KnownChannel>; hasVideo: (id: string) => boolean },
  entry: Placed<StreamClipRecord>,
) {
  const { record, place, label } = entry;
  const { broadcaster_name: _, creator_id, creator_name, ...rest } = record;
  const broadcaster = namedUser(base, entry, 'broadcaster');
  const isMade = creator_id !== undefined || creator_name !== undefined;
  const creator = isMade ? namedUser(base, entry, 'creator') : broadcaster;
  const { video_id = '' } = record;
  if (video_id) refer(`${place}.video_id`, video_id, hasVideo(video_id) || undefined, 'the id of a video');
  const draw = base.random(`own-clips/${label}`);
  const channel = channels.get(broadcaster.id);
  const game = namedGame(games, entry);
  const id = record.id ?? `${record.title.replace(/[^A-Za-z0-9]/g, '')}-${draw.text(16)}`;
  const details = {
    language: channel?.broadcaster_language ?? 'en',
    view_count: 0,
    created_at: timestamp(base.epoch - draw.int(60, 90 * 86_400) * 1000),
    duration: 30,
    vod_offset: video_id ? 0 : null,
    is_featured: false,
    ...setFields(rest),
    title: record.title,
    broadcaster_id: broadcaster.id,
    creator_id: creator.id,
    video_id,
    game_id: game === undefined ? (channel?.game_id ?? '') : (game?.id ?? ''),
  };
  return { id, details };
}
