import { getPlaylistTracks, getTracks, SpotifyClient } from '@soundify/web-api';
import { PageIterator } from '@soundify/web-api/pagination';
import type { Open } from '../adapter.ts';
import { walks } from '../scenarios.ts';
import { leadFetch } from './lead.ts';

export const open: Open = (target) => {
  leadFetch(target);
  const { token, trackIds, playlistId } = target;
  const client = new SpotifyClient(token);
  return {
    calls: { 'tracks-10': async () => (await getTracks(client, [...trackIds])).length },
    walks: {
      async offset(consume) {
        const { size: limit } = walks.offset;
        const list = new PageIterator(async (offset) => {
          const page = await getPlaylistTracks(client, playlistId, { market: 'US', limit, offset });
          await consume();
          return page;
        });
        return (await list.collect()).length;
      },
    },
  };
};
