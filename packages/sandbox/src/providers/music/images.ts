import { createHash } from 'node:crypto';
import { Hono } from 'hono';

/** Covers and portraits: plain squares in a colour of their own, so that no page loads anything from elsewhere. */
export function serveImages(): Hono {
  const images = new Hono();
  images.get('/:id/:size{[1-9][0-9]{0,3}}', (c) => {
    const { id, size } = c.req.param();
    const colour = createHash('sha1').update(id).digest('hex').slice(0, 6);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%" fill="#${colour}"/></svg>`;
    return c.body(svg, 200, { 'content-type': 'image/svg+xml' });
  });
  return images;
}
