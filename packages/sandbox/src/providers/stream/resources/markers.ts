import type { Call, Endpoint } from '../endpoint.ts';
import { malformed, refuse } from '../refusal.ts';
import type { Marker } from '../world/markers.ts';
import { named } from '../world/named.ts';
import { streamOf } from '../world/streams.ts';
import { groupBy, timestamp } from '../world/values.ts';
import { archiveOf } from '../world/videos.ts';
import type { World } from '../world/world.ts';

const descriptionLength = 140;

/** Markers in broadcasts. */
export function markerEndpoints(world: World): Endpoint[] {
  const edits = ({ token }: Call, userId: string) => world.editors().edits(token.userId ?? '', userId);

  /** The video that the request is about. */
  function findVideo(call: Call) {
    const userId = call.query.id('user_id');
    const videoId = call.query.id('video_id');
    if ((userId === undefined) === (videoId === undefined))
      refuse(400, 'The request must specify either user_id or video_id, but not both.');
    const videos = world.videos();
    const video = videos.find((each) => (videoId ? each.id === videoId : each.user_id === userId));
    const owner = userId ?? video?.user_id;
    if (owner !== undefined && !edits(call, owner))
      refuse(403, "The user of the token is not authorized to see the video's markers.");
    return video ?? refuse(404, 'There is no such video.');
  }

  return [
    {
      method: 'POST',
      path: '/streams/markers',
      token: 'user',
      scopes: ['channel:manage:broadcast'],
      answer(call) {
        const id = call.body.requiredId('user_id');
        const description = call.body.text('description') ?? '';
        if ([...description].length > descriptionLength)
          malformed('description', `the value must be no longer than ${descriptionLength} characters`);
        const user = world.users().byId.get(id) ?? refuse(404, 'The ID in user_id was not found.');
        if (!edits(call, id)) refuse(403, 'The user of the token is not authorized to mark this channel.');
        const stream = streamOf(world, id);
        if (!stream) return refuse(404, 'The user is not streaming live.');
        // Broadcasts of who earns nothing are not kept.
        if (!user.broadcaster_type) refuse(404, 'The user has not enabled video on demand.');
        const now = world.now();
        const marker = world.markers().add(archiveOf(world, stream).id, {
          userId: call.token.userId ?? '',
          createdAt: timestamp(now),
          description,
          seconds: Math.floor((now - Date.parse(stream.started_at)) / 1000),
        });
        return { data: [show(marker)] };
      },
    },
    {
      method: 'GET',
      path: '/streams/markers',
      token: 'user',
      scopes: ['user:read:broadcast', 'channel:manage:broadcast'],
      answer(call) {
        const video = findVideo(call);
        const { data, pagination } = call.page(world.markers().of(video.id), { back: true });
        const url = (seconds: number) =>
          `https://www.stream.example/${video.user_login}/manager/highlighter/${video.id}?t=${clockText(seconds)}`;
        const byUser = groupBy(data, (marker) => marker.userId);
        return {
          data: [...byUser].map(([userId, markers]) => ({
            ...named(world, 'user', userId),
            videos: [
              {
                video_id: video.id,
                markers: markers.map((marker) => ({ ...show(marker), url: url(marker.seconds) })),
              },
            ],
          })),
          pagination,
        };
      },
    },
  ];
}

function show({ id, createdAt, description, seconds }: Marker) {
  return { id, created_at: createdAt, position_seconds: seconds, description };
}

const clockText = (seconds: number) =>
  `${Math.floor(seconds / 3600)}h${Math.floor((seconds % 3600) / 60)}m${seconds % 60}s`;
