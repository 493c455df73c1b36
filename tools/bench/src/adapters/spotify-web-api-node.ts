import { createRequire } from 'node:module';
import type { Open } from '../adapter.ts';
import { walks } from '../scenarios.ts';

// It has no types.
interface Client {
  setAccessToken(token: string): void;
  getTracks(ids: readonly string[]): Promise<{ body: { tracks: unknown[] } }>;
  getPlaylistTracks(id: string, options: object): Promise<{ body: { items: unknown[]; next: string | null } }>;
}
interface Builder {
  withHost(host: string): Builder;
  withPort(port: string): Builder;
  withScheme(scheme: string): Builder;
}

const require = createRequire(import.meta.url);
const SpotifyWebApi: new (options: object) => Client = require('spotify-web-api-node');
const requests: { builder(token: string): Builder } = require('spotify-web-api-node/src/webapi-request');

export const open: Open = ({ music, token, trackIds, playlistId }) => {
  // The host is built in.
  const { hostname, port, pathname } = new URL(music.baseUrl);
  const { builder } = requests;
  requests.builder = (accessToken) =>
    builder(accessToken).withHost(hostname).withPort(`${port}${pathname}`).withScheme('http');
  const client = new SpotifyWebApi({ clientId: music.clientId, clientSecret: music.clientSecret });
  client.setAccessToken(token);
  return {
    calls: { 'tracks-10': async () => (await client.getTracks(trackIds)).body.tracks.length },
    walks: {
      async offset(consume) {
        const { size } = walks.offset;
        for (let offset = 0; ; offset += size) {
          const { body } = await client.getPlaylistTracks(playlistId, { market: 'US', limit: size, offset });
          await consume();
          if (!body.next) return offset + body.items.length;
        }
      },
    },
  };
};
