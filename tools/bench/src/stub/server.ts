import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createMusicClient } from '@x/music';
import { createSandbox } from '@x/sandbox';
import { offer } from '../child.ts';
import type { Target } from '../contender.ts';
import { scenarios, walks } from '../scenarios.ts';

// Runs in its own process, so that its costs are not counted. A sandbox responds to the first request of each kind, so
// that all responses have the shapes of the real APIs. Later requests get the same bytes, without compression or TLS,
// which would cost all clients the same.

const { cursor, offset, sync } = walks;
const streams = cursor.pages * cursor.size;
const sandbox = await createSandbox({
  listen: false,
  stream: { streams, users: streams + 100 },
  music: { largePlaylistItems: offset.pages * offset.size },
  bank: { transactionsPerItem: Number(process.argv[2] ?? sync.pages * sync.size) },
});
const musicToken = sandbox.controls.music.issueUserToken().accessToken;
/** Headers that the sandbox accepts, by the start of the path. Not every client sends a token for the right API. */
const signedIn = {
  '/stream/': {
    authorization: `Bearer ${sandbox.controls.stream.issueUserToken().accessToken}`,
    'client-id': sandbox.options.stream.clientId,
  },
  '/music/': { authorization: `Bearer ${musicToken}` },
};
const bodies = new Map<string, Promise<Buffer>>();
let latencyMs = 0;
let requests = 0;
let tokens = 0;

const isToken = (path: string) => /\/token(\?|$)/.test(path);

/** Returns the sandbox's response to a request. */
async function ask(path: string, { method = 'GET', headers: sent }: IncomingMessage, body: Buffer): Promise<Buffer> {
  const [, own] = Object.entries(signedIn).find(([start]) => path.startsWith(start) && !isToken(path)) ?? [];
  const headers = { ...(sent as Record<string, string>), ...own };
  const init = { method, headers, ...(method === 'POST' && { body: new Uint8Array(body) }) };
  const response = await sandbox.fetch(sandbox.url + path, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`the sandbox responded ${response.status} to ${path}: ${text}`);
  // Links in records get about the length that they have in the real API.
  return Buffer.from(text.replaceAll(`${sandbox.url}/music`, 'https://api.spotify.com'));
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  requests += 1;
  const { url: path = '', method } = request;
  if (isToken(path)) tokens += 1;
  const sent = method === 'POST' ? await buffer(request) : Buffer.alloc(0);
  const key = `${path} ${sent}`;
  const asked = bodies.get(key) ?? ask(path, request, sent);
  bodies.set(key, asked);
  const body = await asked;
  const send = () =>
    response
      .writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': body.length,
        // Rate-limit headers as Helix sends them, with enough points left to continue.
        'ratelimit-limit': '800',
        'ratelimit-remaining': '799',
        'ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 1),
      })
      .end(body);
  if (latencyMs > 0) setTimeout(send, latencyMs);
  else send();
}

/** Options that users set. The sandbox's clients also get settings for tests: validation, limits, clock. */
const userOptions = ['baseUrl', 'authUrl', 'clientId', 'clientSecret', 'apiKey'];

async function createTarget(): Promise<Target> {
  const { options, controls } = sandbox;
  const { search } = createMusicClient(options.music);
  const tracks = await search({ q: 'the', type: 'track', limit: scenarios['tracks-10'].records });
  const playlists = await search({ q: 'Everything at Once', type: 'playlist', limit: 1 });
  const text = JSON.stringify(options, [...Object.keys(options), ...userOptions]);
  return {
    ...JSON.parse(text.replaceAll(sandbox.url, url)),
    token: musicToken,
    bankToken: controls.bank.accessTokens[0] ?? '',
    trackIds: tracks.items.map(({ id }) => id),
    playlistId: playlists.items[0]?.id ?? '',
  };
}

const server = createServer({ keepAliveTimeout: 600_000, requestTimeout: 0 }, (request, response) => {
  serve(request, response).catch((error) => response.writeHead(500).end(String(error)));
});
await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 16_384 }, resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const functions = {
  /** Returns the stub's address and contents. */
  target: createTarget,
  /** Delays every response from now on. */
  delay(ms: number): void {
    latencyMs = ms;
  },
  /** Closes idle connections. */
  closeIdle: () => server.closeIdleConnections(),
  /** Returns the numbers of requests since the last call. */
  counts() {
    const counts = { requests, tokens };
    requests = 0;
    tokens = 0;
    return counts;
  },
};

export type Stub = typeof functions;

offer(functions);
