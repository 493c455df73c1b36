import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { connect, createClients } from './clients.ts';
import { readSettings } from './settings.ts';

const settings = readSettings(process.env);
const log = pino({ base: { process: 'server' } });
const redis = await connect(settings.redisUrl, log);
const clients = createClients(redis, settings, log);
const app = createApp({ redis, clients, settings, log });
const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
server.listen(settings.port, '127.0.0.1', () => log.info(server.address(), 'listening'));

// On SIGTERM, finish the requests in flight. Calls that they have started but no longer wait for get ten more seconds.
process.once('SIGTERM', () =>
  server.close(async () => {
    await Promise.all([clients.stream, clients.music, clients.bank].map((each) => each.close({ graceMs: 10_000 })));
    await redis.close();
  }),
);
server.on('request', (_, response) => response.once('close', () => server.listening || server.closeIdleConnections()));
