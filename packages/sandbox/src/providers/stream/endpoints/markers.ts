import type { Marker, Video } from '../data/recordings.ts';
import { groupBy } from '../data/values.ts';
import type { World } from '../data/world.ts';
import type { Call, Endpoints } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import { limitValue } from '../request/query.ts';

const descriptionLength = 140;

const clockText = (seconds: number) =>
  `${Math.floor(seconds / 3600)}h${Math.floor((seconds % 3600) / 60)}m${seconds % 60}s`;

/** Markers in broadcasts and videos. */
export function markerEndpoints(world: World): Endpoints {
  const { users, named, streamOf, videos, markers, mark, edits } = world;
  const showMarker = ({ userId, ...marker }: Marker) => marker;

  /** Returns the archive of a channel's running broadcast, or else its newest video. */
  function latestVideo(userId: string): Video | undefined {
    const own = videos().ofChannel(userId);
    const stream = streamOf(userId);
    return (stream && own.find(({ stream_id }) => stream_id === stream.id)) ?? own[0];
  }

  /** Returns the video whose markers are requested. */
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
  return {
    'POST /streams/markers'({ body, token }) {
      const id = body.requiredId('user_id');
      const description = body.text('description') ?? '';
      limitValue('description', description, descriptionLength);
      if (!users().byId.has(id)) refuse(404, 'The ID in user_id was not found.');
      const userId = token.userId ?? '';
      if (!edits(userId, id)) refuse(403, 'The user of the token is not authorized to mark this channel.');
      const stream = streamOf(id) ?? refuse(404, 'The user is not streaming live.');
      // Broadcasts of channels that earn no money are not stored.
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
