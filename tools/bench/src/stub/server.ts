import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from '../child.ts';
import { createFixtures, keyOf } from './fixtures.ts';

// Runs in its own process, so that its costs are not counted. It creates nothing while it serves: bodies are prepared
// bytes, without compression or TLS, which would cost all clients the same.

/** The settings of the stub; it responds with what arrived since the last time. */
export interface StubOrder {
  /** From now on every response is this much later. */
  readonly latencyMs?: number;
  /** Closes the connections that nobody uses. */
  readonly closeIdle?: boolean;
}

export interface StubCounts {
  readonly requests: number;
  readonly tokens: number;
}

const { target, origin, decisive, bodies, tokenPaths } = await createFixtures();
let latencyMs = 0;
let requests = 0;
let tokens = 0;

const read = async (request: IncomingMessage) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
};

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  requests += 1;
  const [path = '', search] = (request.url ?? '').split('?');
  const isToken = tokenPaths.has(path);
  if (isToken) tokens += 1;
  const text = request.method === 'POST' ? await read(request) : '';
  const names = decisive.get(path);
  const sent = text && !isToken ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(search));
  const body = names && bodies.get(keyOf(path, names, (name) => sent[name]));
  const send = () => {
    if (!body) return response.writeHead(404).end(`{"message":"the stub has no ${request.url}"}`);
    return response
      .writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': body.length,
        // Rate-limit headers as Helix sends them, with enough points left to continue.
        'ratelimit-limit': '800',
        'ratelimit-remaining': '799',
        'ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 1),
      })
      .end(body);
  };
  if (latencyMs > 0) setTimeout(send, latencyMs);
  else send();
}

const server = createServer({ keepAliveTimeout: 600_000, requestTimeout: 0 }, (request, response) => {
  serve(request, response).catch((error) => response.destroy(error));
});
await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 16_384 }, resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

answer<StubOrder | 'target'>((order) => {
  if (order === 'target') return JSON.parse(JSON.stringify(target).replaceAll(origin, url));
  if (order.latencyMs !== undefined) latencyMs = order.latencyMs;
  if (order.closeIdle) server.closeIdleConnections();
  const counts: StubCounts = { requests, tokens };
  requests = 0;
  tokens = 0;
  return counts;
});
