import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import { isSameText } from '@x/core/provider';

/** Maximum size of a request body, in bytes. */
const longestBody = 1024 * 1024;

/** Maximum number of concurrent sessions; the oldest ends when another starts. */
const mostSessions = 100;

/** A listening server. */
export interface HttpServer {
  /** Address that hosts connect to. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves MCP over streamable HTTP, on this machine only, to programs that know a token.
 *
 * @param create Creates the server of one session.
 * @param port Port to listen on; 0 for any free one.
 * @param token Token that each request must have in its header `Authorization: Bearer <token>`. Any program on this
 * machine can connect, and could otherwise confirm its own movement of money.
 */
export async function serveHttp(create: () => Server, port: number, token: string): Promise<HttpServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const http = createServer(async (request, response) => {
    try {
      if (!isLocal(request))
        return refuse(response, 403, 'only pages and programs on this machine may call this server');
      if (!(await isSameText(request.headers.authorization ?? '', `Bearer ${token}`)))
        return refuse(response, 401, 'send the header Authorization: Bearer, with the token that the server printed');
      if (new URL(request.url ?? '/', 'http://localhost').pathname !== '/mcp')
        return refuse(response, 404, 'use the path /mcp');
      const id = request.headers['mcp-session-id'];
      const known = typeof id === 'string' ? sessions.get(id) : undefined;
      if (id !== undefined && !known) return refuse(response, 404, 'the session has ended. Initialize a new one');
      const body = request.method === 'POST' ? await readJson(request) : undefined;
      if (!known && !isInitializeRequest(body)) return refuse(response, 400, 'initialize a session first');
      await (known ?? (await open(create, sessions))).handleRequest(request, response, body);
    } catch {
      if (!response.headersSent) refuse(response, 400, 'the request is not valid');
    }
  });
  await new Promise<void>((resolve, reject) => http.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    async close() {
      await Promise.all([...sessions.values()].map((transport) => transport.close()));
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

async function open(
  create: () => Server,
  sessions: Map<string, StreamableHTTPServerTransport>,
): Promise<StreamableHTTPServerTransport> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized(id) {
      sessions.set(id, transport);
      const [oldest, first] = [...sessions][0] ?? [];
      if (sessions.size <= mostSessions || oldest === undefined) return;
      sessions.delete(oldest);
      void first?.close();
    },
  });
  transport.onclose = () => {
    if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
  };
  // The SDK's own types disagree under exactOptionalPropertyTypes.
  await create().connect(transport as Transport);
  return transport;
}

const isLoopback = (hostname: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * Whether a request is addressed to this machine, and comes from a program or from a page on it. A page of another site
 * may know the port, but may not call the server.
 */
function isLocal({ headers: { host, origin } }: IncomingMessage): boolean {
  const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname : '');
  return isLoopback(hostOf(`http://${host}`)) && (origin === undefined || isLoopback(hostOf(origin)));
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longestBody) throw new Error('too large');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
