import { createRequire } from 'node:module';
import type { Contender } from '../contender.ts';
import { concurrency, walks } from '../scenarios.ts';
import { leadFetch } from './lead.ts';

const common = { provider: 'music', first: 'tracks-10' } as const;
const { size: limit } = walks.offset;

/** Reads a list page by page until there is no next page. */
async function* pagesOf(read: (offset: number) => Promise<{ items: unknown[]; next: string | null }>) {
  for (let offset = 0, more = true; more; offset += limit) {
    const { items, next } = await read(offset);
    yield items.length;
    more = next !== null;
  }
}

export const music: readonly Contender[] = [
  {
    ...common,
    name: '@x/music',
    kind: 'ours',
    imports: { '@x/music': 'createMusicClient' },
    async open({ music, trackIds, playlistId: playlist_id }) {
      const { createMusicClient } = await import('@x/music');
      const client = createMusicClient(music);
      return {
        calls: {
          'tracks-10': async () => (await client.tracks.list({ ids: [...trackIds] })).items.length,
          markets: async () => (await client.markets.list()).items.length,
        },
        walks: {
          async *offset() {
            const list = client.playlists.items({ playlist_id, market: 'US', limit }, { concurrency });
            for await (const { items } of list.pages()) yield items.length;
          },
        },
      };
    },
  },
  {
    ...common,
    name: '@spotify/web-api-ts-sdk',
    kind: 'peer',
    imports: { '@spotify/web-api-ts-sdk': 'SpotifyApi' },
    async open(target) {
      leadFetch(target);
      const { SpotifyApi } = await import('@spotify/web-api-ts-sdk');
      const { music, trackIds, playlistId } = target;
      const client = SpotifyApi.withClientCredentials(music.clientId, music.clientSecret);
      return {
        calls: {
          'tracks-10': async () => (await client.tracks.get([...trackIds])).length,
          markets: async () => (await client.markets.getAvailableMarkets()).markets.length,
        },
        walks: {
          offset: () =>
            pagesOf((offset) => client.playlists.getPlaylistItems(playlistId, 'US', undefined, limit, offset)),
        },
      };
    },
  },
  {
    ...common,
    name: 'spotify-web-api-node',
    kind: 'peer',
    imports: { 'spotify-web-api-node': 'default' },
    async open({ music, token, trackIds, playlistId }) {
      // It has no types.
      const require = createRequire(import.meta.url);
      const SpotifyWebApi = require('spotify-web-api-node');
      const requests = require('spotify-web-api-node/src/webapi-request');
      // The host is built in.
      const { hostname, port, pathname } = new URL(music.baseUrl);
      const { builder } = requests;
      requests.builder = (accessToken: string) =>
        builder(accessToken).withHost(hostname).withPort(`${port}${pathname}`).withScheme('http');
      const client = new SpotifyWebApi({ clientId: music.clientId, clientSecret: music.clientSecret });
      client.setAccessToken(token);
      return {
        calls: { 'tracks-10': async () => (await client.getTracks(trackIds)).body.tracks.length },
        walks: {
          offset: () =>
            pagesOf(async (offset) => {
              const { body } = await client.getPlaylistTracks(playlistId, { market: 'US', limit, offset });
              return body;
            }),
        },
      };
    },
  },
  {
    ...common,
    name: '@soundify/web-api',
    kind: 'peer',
    imports: { '@soundify/web-api': 'SpotifyClient, getTracks' },
    async open(target) {
      leadFetch(target);
      const { getPlaylistTracks, getTracks, SpotifyClient } = await import('@soundify/web-api');
      const { PageIterator } = await import('@soundify/web-api/pagination');
      const { token, trackIds, playlistId } = target;
      const client = new SpotifyClient(token);
      return {
        calls: { 'tracks-10': async () => (await getTracks(client, [...trackIds])).length },
        walks: {
          async *offset() {
            const list = new PageIterator((offset) =>
              getPlaylistTracks(client, playlistId, { market: 'US', limit, offset }),
            );
            let read = 0;
            for await (const _ of list) {
              read += 1;
              if (read % limit === 0) yield limit; // it iterates only over items
            }
          },
        },
      };
    },
  },
];
