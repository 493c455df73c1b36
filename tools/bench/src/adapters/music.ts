import { createMusicClient } from '@x/music';
import type { Open } from '../adapter.ts';
import { concurrency, walks } from '../scenarios.ts';

export const open: Open = ({ music, trackIds, playlistId: playlist_id }) => {
  const client = createMusicClient(music);
  return {
    calls: {
      'tracks-10': async () => (await client.tracks.list({ ids: [...trackIds] })).items.length,
      markets: async () => (await client.markets.list()).items.length,
    },
    walks: {
      async offset(consume) {
        const params = { playlist_id, market: 'US', limit: walks.offset.size };
        let records = 0;
        for await (const { items } of client.playlists.items(params, { concurrency }).pages()) {
          records += items.length;
          await consume();
        }
        return records;
      },
    },
  };
};
