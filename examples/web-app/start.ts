/** Serves one of the apps on this machine. It runs on a sandbox unless `CLIENTS` holds the options of real clients. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox } from '@x/sandbox';
import { listeners } from './listeners.ts';
import { createServices } from './services.ts';
import { readSettings } from './settings.ts';

const [, , framework = ''] = process.argv;
const listenerOf = listeners[framework];
if (!listenerOf) throw new Error(`Name a framework: ${Object.keys(listeners).join(', ')}`);
const { CLIENTS = JSON.stringify((await createSandbox()).options) } = process.env;
const server = createServer().listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
server.on('request', await listenerOf(createServices(readSettings({ ...process.env, CLIENTS, PORT: String(port) }))));
console.log(`http://127.0.0.1:${port}`);
