import { type Call, type Endpoint, requireActor } from '../endpoint.ts';
import { malformed, missing, refuse } from '../refusal.ts';
import { isOnAir } from '../world/streams.ts';
import { assetHost, day, indexBy } from '../world/values.ts';
import type { World } from '../world/world.ts';
import { requireUser } from './moderated.ts';

const reachableClips = 1000;
const clipsPerDownload = 10;
const managing = ['editor:manage:clips', 'channel:manage:clips'];

/** Clips. */
export function clipEndpoints(world: World): Endpoint[] {
  const readDuration = ({ query }: Call) => query.number('duration', 5, 60, 1) ?? 30;
  const showCut = (broadcasterId: string, id: string) => {
    const login = world.users().byId.get(broadcasterId)?.login;
    return { data: [{ id, edit_url: `https://www.stream.example/${login}/clip/${id}` }] };
  };

  /** The channel that the request is about, and the editor who acts in it. */
  function editedChannel(call: Call) {
    const editorId = requireActor(call, 'editor_id', managing);
    const broadcasterId = call.query.requiredId('broadcaster_id');
    requireUser(world, broadcasterId, 'broadcaster_id');
    if (!world.editors().edits(editorId, broadcasterId))
      refuse(403, 'The user in editor_id is not an editor of the channel.');
    return { editorId, broadcasterId };
  }

  return [
    {
      method: 'GET',
      path: '/clips',
      answer({ query, page }) {
        const broadcasterId = query.id('broadcaster_id');
        const gameId = query.id('game_id');
        const ids = query.texts('id');
        if ([broadcasterId, gameId, ids[0]].filter(Boolean).length !== 1) {
          refuse(
            400,
            'Must provide only one of the following query params: broadcaster ID, game ID,or one or more clip IDs.',
          );
        }
        const from = query.time('started_at');
        // Without a start the end has no effect; a start alone opens a window of a week.
        const to = from === undefined ? undefined : (query.time('ended_at') ?? from + 7 * day);
        const featured = query.flag('is_featured');
        if (ids.length > 0) {
          const byId = indexBy(world.clips().all, (clip) => clip.id);
          return { data: ids.map((id) => byId.get(id)).filter((clip) => clip !== undefined), pagination: {} };
        }
        if (gameId && !world.games().byId.has(gameId)) refuse(404);
        const clips = world.clips().all.filter((clip) => {
          const createdAt = Date.parse(clip.created_at);
          return (
            (broadcasterId === undefined || clip.broadcaster_id === broadcasterId) &&
            (gameId === undefined || clip.game_id === gameId) &&
            (from === undefined || createdAt >= from) &&
            (to === undefined || createdAt <= to) &&
            (featured === undefined || clip.is_featured === featured)
          );
        });
        return page(clips.slice(0, reachableClips), { back: true });
      },
    },
    {
      method: 'POST',
      path: '/clips',
      token: 'user',
      scopes: ['clips:edit'],
      status: 202,
      answer(call) {
        const broadcasterId = call.query.requiredId('broadcaster_id');
        const duration = readDuration(call);
        requireUser(world, broadcasterId, 'broadcaster_id');
        if (!isOnAir(world, broadcasterId)) refuse(404, 'Clipping is not possible for an offline channel.');
        const creatorId = call.token.userId ?? '';
        if (world.bans().find(broadcasterId, creatorId)) refuse(403, 'The user is banned from the channel.');
        const title = call.query.text('title') ?? world.channels().get(broadcasterId)?.title ?? '';
        return showCut(broadcasterId, world.clips().cut({ broadcasterId, creatorId, title, duration }));
      },
    },
    {
      method: 'POST',
      path: '/videos/clips',
      status: 202,
      answer(call) {
        const { editorId, broadcasterId } = editedChannel(call);
        const { query } = call;
        const videoId = query.requiredId('vod_id');
        const end = query.number('vod_offset', 0, Number.MAX_SAFE_INTEGER) ?? missing('vod_offset');
        const title = query.requiredText('title');
        const duration = readDuration(call);
        if (end < duration) malformed('vod_offset', 'the clip would begin before the video');
        const found = world.videos().find(({ id, user_id }) => id === videoId && user_id === broadcasterId);
        if (!found) return refuse(404, 'The VOD is not found.');
        const video = { id: found.id, gameId: found.game_id, start: end - duration };
        return showCut(
          broadcasterId,
          world.clips().cut({ broadcasterId, creatorId: editorId, title, duration, video }),
        );
      },
    },
    {
      method: 'GET',
      path: '/clips/downloads',
      limit: { limit: 100, windowMs: 60_000 },
      answer(call) {
        const { broadcasterId } = editedChannel(call);
        call.query.requiredText('clip_id');
        const byId = indexBy(world.clips().all, (clip) => clip.id);
        const ids = call.query.texts('clip_id', clipsPerDownload);
        const strange = ids.find((id) => byId.get(id)?.broadcaster_id !== broadcasterId);
        if (strange) malformed('clip_id', 'the channel has no such clip');
        return {
          data: ids.map((clip_id) => ({
            clip_id,
            landscape_download_url: `${assetHost}/clips/${clip_id}.mp4`,
            portrait_download_url: null, // made only when the editor asks for it on the site
          })),
        };
      },
    },
  ];
}
