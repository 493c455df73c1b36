import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { isSameText } from '@x/core/provider';

/** Maximum size of a request body, in bytes. */
const maxRequestBodySize = 1024 * 1024;

/** Maximum number of concurrent sessions; the oldest ends when another starts. */
const mostSessions = 100;

/** A listening server. */
export interface HttpServer {
  /** Address that hosts connect to. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves MCP over streamable HTTP, on this machine only, to programs that know a token. Hosts from before the protocol
 * of 2026-07-28 get a session, because the server could not ask them for confirmation otherwise.
 *
 * @param create Creates the server of one request or session.
 * @param port Port to listen on; 0 for any free one.
 * @param token Token that each request must have in its header `Authorization: Bearer <token>`. Any program on this
 * machine can connect, and could otherwise confirm its own movement of money.
 */
export async function serveHttp(create: () => Server, port: number, token: string): Promise<HttpServer> {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const modern = createMcpHandler(create, { legacy: 'reject', maxRequestBodySize });
  async function respond(request: Request): Promise<Response> {
    if (!isLocal(request)) return refusal(403, 'only pages and programs on this machine may call this server');
    if (!(await isSameText(request.headers.get('authorization') ?? '', `Bearer ${token}`)))
      return refusal(401, 'send the header Authorization: Bearer, with the token that the server printed');
    if (new URL(request.url).pathname !== '/mcp') return refusal(404, 'use the path /mcp');
    const id = request.headers.get('mcp-session-id');
    if (id === null && !(await isLegacyRequest(request, undefined, { maxRequestBodySize })))
      return modern.fetch(request);
    const known = id === null ? undefined : sessions.get(id);
    if (id !== null && !known) return refusal(404, 'the session has ended. Initialize a new one');
    const parsedBody: unknown = request.method === 'POST' ? await request.json().catch(() => undefined) : undefined;
    if (!known && !isInitializeRequest(parsedBody)) return refusal(400, 'initialize a session first');
    return (known ?? (await open(create, sessions))).handleRequest(request, { parsedBody });
  }
  const handle = toNodeHandler({ fetch: respond }, { maxRequestBodySize });
  // The package's types ignore exactOptionalPropertyTypes.
  const http = createServer((request, response) => void handle(request as Parameters<typeof handle>[0], response));
  await new Promise<void>((resolve, reject) => http.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    async close() {
      await Promise.all([modern.close(), ...[...sessions.values()].map((transport) => transport.close())]);
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

async function open(
  create: () => Server,
  sessions: Map<string, WebStandardStreamableHTTPServerTransport>,
): Promise<WebStandardStreamableHTTPServerTransport> {
  const transport = new WebStandardStreamableHTTPServerTransport({
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
  await create().connect(transport);
  return transport;
}

const isLoopback = (hostname: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * Whether a request is addressed to this machine, and comes from a program or from a page on it. A page of another site
 * may know the port, but may not call the server.
 */
function isLocal({ headers }: Request): boolean {
  const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname : '');
  const origin = headers.get('origin');
  return isLoopback(hostOf(`http://${headers.get('host')}`)) && (origin === null || isLoopback(hostOf(origin)));
}

const refusal = (status: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status });
