import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { createApp } from '../../../server/app.ts';
import type { Playlist } from '../data/playlists.ts';

/**
 * Serves covers and portraits as plain squares, each in its own color, so that no page loads anything from elsewhere;
 * and serves the covers that users uploaded.
 */
export function serveImages(playlists: () => readonly Playlist[]): Hono {
  const images = createApp();
  images.get('/:id/:size{[1-9][0-9]{0,3}}', (c) => {
    const { id, size } = c.req.param();
    const colour = createHash('sha1').update(id).digest('hex').slice(0, 6);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%" fill="#${colour}"/></svg>`;
    return c.body(svg, 200, { 'content-type': 'image/svg+xml' });
  });
  images.get('/:id', (c) => {
    const uploaded = playlists().find(({ cover }) => cover?.id === c.req.param('id'))?.cover;
    return uploaded ? c.body(Uint8Array.from(uploaded.jpeg), 200, { 'content-type': 'image/jpeg' }) : c.notFound();
  });
  return images;
}
