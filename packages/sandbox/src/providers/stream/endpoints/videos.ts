import { type Marker, takeFirst, type Video } from '../data/recordings.ts';
import { assetHost, day, groupBy } from '../data/values.ts';
import type { World } from '../data/world.ts';
import { type Call, type Endpoints, requireActor, requireUser } from '../endpoint.ts';
import { malformed, missing, refuse } from '../errors.ts';
import { limitValue } from '../request/query.ts';

const reachableClips = 1000;
const clipsPerDownload = 10;
const managing = ['editor:manage:clips', 'channel:manage:clips'];
const videosPerGame = 500;
const idsPerDeletion = 5;
const periods = { all: Number.POSITIVE_INFINITY, day, week: 7 * day, month: 30 * day };
const descriptionLength = 140;

// Each orders by a number, the highest first.
const ranks: Record<'trending' | 'views', (video: Video, age: number) => number> = {
  trending: ({ view_count }, age) => view_count / (age + day),
  views: ({ view_count }) => view_count,
};

const clockText = (seconds: number) =>
  `${Math.floor(seconds / 3600)}h${Math.floor((seconds % 3600) / 60)}m${seconds % 60}s`;

/** Videos, clips of them, and markers in them. */
export function recordingEndpoints(world: World): Endpoints {
  const { now, users, named, games, channels, isOnAir, streamOf, videos, clips, markers, mark, edits, bans } = world;

  function showCut(broadcasterId: string, id: string) {
    const login = users().byId.get(broadcasterId)?.login;
    return [{ id, edit_url: `https://www.stream.example/${login}/clip/${id}` }];
  }
  const readDuration = ({ query }: Call) => query.number('duration', 5, 60, 1) ?? 30;

  /** The records of a game or channel. */
  function listed<T>(
    records: { ofGame(id: string): readonly T[]; ofChannel(id: string): readonly T[] },
    gameId: string | undefined,
    channelId = '',
  ): readonly T[] {
    if (gameId && !games().byId.has(gameId)) refuse(404);
    return gameId ? records.ofGame(gameId) : records.ofChannel(channelId);
  }

  /** The channel that the request is about, and the editor who acts in it. */
  function editedChannel(call: Call) {
    const editorId = requireActor(call, 'editor_id', managing);
    const broadcasterId = call.query.requiredId('broadcaster_id');
    requireUser(world, broadcasterId, 'broadcaster_id');
    if (!edits(editorId, broadcasterId)) refuse(403, 'The user in editor_id is not an editor of the channel.');
    return { editorId, broadcasterId };
  }

  /** The archive of a channel's running broadcast, or else its newest video. */
  function latestVideo(userId: string): Video | undefined {
    const own = videos().ofChannel(userId);
    const stream = streamOf(userId);
    return (stream && own.find(({ stream_id }) => stream_id === stream.id)) ?? own[0];
  }

  /** The video whose markers are asked for. */
  function markedVideo({ query, token }: Call): Video {
    const userId = query.id('user_id');
    const videoId = query.id('video_id');
    if ((userId === undefined) === (videoId === undefined))
      refuse(400, 'The request must specify either user_id or video_id, but not both.');
    const video = userId === undefined ? videos().byId(videoId ?? '') : latestVideo(userId);
    const owner = userId ?? video?.user_id;
    if (owner !== undefined && !edits(token.userId ?? '', owner))
      refuse(403, "The user of the token is not authorized to see the video's markers.");
    return video ?? refuse(404, 'There is no such video.');
  }
  const showMarker = ({ userId, ...marker }: Marker) => marker;
  const showVideo = ({ game_id, ...video }: Video) => video;

  return {
    'GET /videos'({ query, page }) {
      const ids = query.ids('id');
      const userId = query.id('user_id');
      const gameId = query.id('game_id');
      if ([ids[0], userId, gameId].filter(Boolean).length !== 1)
        refuse(400, 'Must provide only one of the following query params: user ID, game ID,or one or more video IDs.');
      const period = periods[query.choice('period', ['all', 'day', 'month', 'week'], 'all')];
      const sort = query.choice('sort', ['time', 'trending', 'views'], 'time');
      const type = query.choice('type', ['all', 'archive', 'highlight', 'upload'], 'all');
      const language = query.text('language')?.toLowerCase();
      if (ids.length > 0) {
        const found = ids.flatMap((id) => videos().byId(id) ?? []);
        return { data: found.length > 0 ? found.map(showVideo) : refuse(404), pagination: {} };
      }
      const records = listed(videos(), gameId, userId);
      const at = now();
      const age = (video: Video) => at - Date.parse(video.created_at);
      const passes = (video: Video) =>
        (language === undefined || video.language === language) &&
        (type === 'all' || video.type === type) &&
        (period === Number.POSITIVE_INFINITY || age(video) <= period);
      const most = gameId ? videosPerGame : Number.POSITIVE_INFINITY;
      const rank = (video: Video) => (sort === 'time' ? 0 : ranks[sort](video, age(video)));
      // The lists have the newest first already.
      const found =
        sort === 'time'
          ? takeFirst(records, most, passes)
          : records
              .filter(passes)
              .sort((one, other) => rank(other) - rank(one))
              .slice(0, most);
      // The reference asks for cursors with `user_id` only, yet 500 videos of a game take pages: both have them here.
      return page(found, showVideo);
    },
    'DELETE /videos'({ query, token }) {
      const ids = query.texts('id', idsPerDeletion);
      if (ids.length === 0) missing('id');
      const found = ids.flatMap((id) => videos().byId(id) ?? []);
      // One video of somebody else, and none is deleted.
      if (found.some((video) => video.user_id !== token.userId))
        refuse(401, 'The caller is not authorized to delete the specified video.');
      for (const video of found) videos().delete(video);
      return found.map((video) => video.id);
    },
    'GET /clips'({ query, page }) {
      const broadcasterId = query.id('broadcaster_id');
      const gameId = query.id('game_id');
      const ids = query.texts('id');
      if ([broadcasterId, gameId, ids[0]].filter(Boolean).length !== 1)
        refuse(
          400,
          'Must provide only one of the following query params: broadcaster ID, game ID,or one or more clip IDs.',
        );
      const from = query.time('started_at');
      // Without a start the end has no effect; a start alone opens a window of a week.
      const to = from === undefined ? undefined : (query.time('ended_at') ?? from + 7 * day);
      const featured = query.flag('is_featured');
      if (ids.length > 0) return { data: ids.flatMap((id) => clips().byId(id) ?? []), pagination: {} };
      const found = takeFirst(listed(clips(), gameId, broadcasterId), reachableClips, (clip) => {
        if (featured !== undefined && clip.is_featured !== featured) return false;
        if (from === undefined || to === undefined) return true;
        const createdAt = Date.parse(clip.created_at);
        return createdAt >= from && createdAt <= to;
      });
      return page(found);
    },
    'POST /clips'(call) {
      const { namedId: broadcasterId } = call;
      const duration = readDuration(call);
      if (!isOnAir(broadcasterId)) refuse(404, 'Clipping is not possible for an offline channel.');
      const creatorId = call.token.userId ?? '';
      if (bans().find(broadcasterId, creatorId)) refuse(403, 'The user is banned from the channel.');
      const title = call.query.text('title') ?? channels().get(broadcasterId)?.title ?? '';
      return showCut(broadcasterId, clips().cut({ broadcasterId, creatorId, title, duration }));
    },
    'POST /videos/clips'(call) {
      const { editorId: creatorId, broadcasterId } = editedChannel(call);
      const { query } = call;
      const videoId = query.requiredId('vod_id');
      const end = query.number('vod_offset', 0, Number.MAX_SAFE_INTEGER) ?? missing('vod_offset');
      const title = query.requiredText('title');
      const duration = readDuration(call);
      if (end < duration) malformed('vod_offset', 'the clip would begin before the video');
      const found = videos().byId(videoId);
      if (found?.user_id !== broadcasterId) return refuse(404, 'The VOD is not found.');
      const video = { id: found.id, gameId: found.game_id, start: end - duration };
      return showCut(broadcasterId, clips().cut({ broadcasterId, creatorId, title, duration, video }));
    },
    'GET /clips/downloads'(call) {
      const { broadcasterId } = editedChannel(call);
      call.query.requiredText('clip_id');
      const ids = call.query.texts('clip_id', clipsPerDownload);
      const strange = ids.find((id) => clips().byId(id)?.broadcaster_id !== broadcasterId);
      if (strange) malformed('clip_id', 'the channel has no such clip');
      return ids.map((clip_id) => ({
        clip_id,
        landscape_download_url: `${assetHost}/clips/${clip_id}.mp4`,
        portrait_download_url: null, // made only when the editor asks for it on the site
      }));
    },
    'POST /streams/markers'({ body, token }) {
      const id = body.requiredId('user_id');
      const description = body.text('description') ?? '';
      limitValue('description', description, descriptionLength);
      if (!users().byId.has(id)) refuse(404, 'The ID in user_id was not found.');
      const userId = token.userId ?? '';
      if (!edits(userId, id)) refuse(403, 'The user of the token is not authorized to mark this channel.');
      const stream = streamOf(id) ?? refuse(404, 'The user is not streaming live.');
      // Broadcasts of who earns nothing are not stored.
      if (!world.isPaid(id)) refuse(404, 'The user has not enabled video on demand.');
      return [showMarker(mark(stream, userId, description))];
    },
    'GET /streams/markers'(call) {
      const { id, user_login } = markedVideo(call);
      const page = call.page(markers(id));
      const url = (seconds: number) =>
        `https://www.stream.example/${user_login}/manager/highlighter/${id}?t=${clockText(seconds)}`;
      const byUser = [...groupBy(page.data, ({ userId }) => userId)];
      const show = (marker: Marker) => ({ ...showMarker(marker), url: url(marker.position_seconds) });
      return {
        data: byUser.map(([userId, own]) => ({
          ...named('user', userId),
          videos: [{ video_id: id, markers: own.map(show) }],
        })),
        pagination: page.pagination,
      };
    },
  };
}
