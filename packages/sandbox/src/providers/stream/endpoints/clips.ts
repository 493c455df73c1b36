import { takeFirst } from '../data/recording-index.ts';
import { assetHost, day } from '../data/values.ts';
import type { World } from '../data/world.ts';
import { type Call, type Endpoints, requireUser } from '../endpoint.ts';
import { malformed, missing, refuse } from '../errors.ts';
import { recordsOf } from './videos.ts';

const reachableClips = 1000;
const clipsPerDownload = 10;

/** Clips of broadcasts and videos. */
export function clipEndpoints(world: World): Endpoints {
  const { channels, isOnAir, videos, clips, bans } = world;
  const readDuration = ({ query }: Call) => query.number('duration', 5, 60, 1) ?? 30;

  return {
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
      const found = takeFirst(recordsOf(world, clips(), gameId, broadcasterId), reachableClips, (clip) => {
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
      return showCut(world, broadcasterId, clips().cut({ broadcasterId, creatorId, title, duration }));
    },
    'POST /videos/clips'(call) {
      const broadcasterId = editedChannel(world, call);
      const { ownId: creatorId, query } = call;
      const videoId = query.requiredId('vod_id');
      const end = query.number('vod_offset', 0, Number.MAX_SAFE_INTEGER) ?? missing('vod_offset');
      const title = query.requiredText('title');
      const duration = readDuration(call);
      if (end < duration) malformed('vod_offset', 'the clip would begin before the video');
      const found = videos().byId(videoId);
      if (found?.user_id !== broadcasterId) return refuse(404, 'The VOD is not found.');
      const video = { id: found.id, gameId: found.game_id, start: end - duration };
      return showCut(world, broadcasterId, clips().cut({ broadcasterId, creatorId, title, duration, video }));
    },
    ...downloadEndpoints(world),
  };
}

/** The endpoint for clips' files. */
function downloadEndpoints(world: World): Endpoints {
  const { clips } = world;
  return {
    'GET /clips/downloads'(call) {
      const broadcasterId = editedChannel(world, call);
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
  };
}

/** Returns the channel that the request is about, in which the acting user must be an editor. */
function editedChannel(world: World, { ownId: editorId, query }: Call) {
  const broadcasterId = query.requiredId('broadcaster_id');
  requireUser(world, broadcasterId, 'broadcaster_id');
  if (!world.edits(editorId, broadcasterId)) refuse(403, 'The user in editor_id is not an editor of the channel.');
  return broadcasterId;
}

function showCut({ users }: World, broadcasterId: string, id: string) {
  const login = users().byId.get(broadcasterId)?.login;
  return [{ id, edit_url: `https://www.stream.example/${login}/clip/${id}` }];
}
