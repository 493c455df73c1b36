import { SpotifyApi } from '@spotify/web-api-ts-sdk';
import type { Open } from '../adapter.ts';
import { walks } from '../scenarios.ts';
import { leadFetch } from './lead.ts';

export const open: Open = (target) => {
  leadFetch(target);
  const { music, trackIds, playlistId } = target;
  const client = SpotifyApi.withClientCredentials(music.clientId, music.clientSecret);
  return {
    calls: {
      'tracks-10': async () => (await client.tracks.get([...trackIds])).length,
      markets: async () => (await client.markets.getAvailableMarkets()).markets.length,
    },
    walks: {
      async offset(consume) {
        const { size } = walks.offset;
        for (let offset = 0; ; offset += size) {
          const page = await client.playlists.getPlaylistItems(playlistId, 'US', undefined, size, offset);
          await consume();
          if (!page.next) return offset + page.items.length;
        }
      },
    },
  };
};
