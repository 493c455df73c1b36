import { createReadStream, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type PreviewServer, preview } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = `${root}dist`;

/** Serves the built site to this machine, with its own page for unknown addresses. */
export const serveSite = (port?: number): Promise<PreviewServer> =>
  preview({
    root,
    configFile: false,
    appType: 'mpa',
    preview: { host: '127.0.0.1', ...(port !== undefined && { port }) },
    plugins: [
      {
        name: 'not-found',
        configurePreviewServer: (server) => () => {
          server.middlewares.use((request, response, next) => {
            if (existsSync(built + new URL(request.url ?? '/', 'http://localhost').pathname)) return next();
            response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' });
            createReadStream(`${built}/404.html`).pipe(response);
          });
        },
      },
    ],
  });
