import type { IncomingMessage, ServerResponse } from 'node:http';

/** Objects that the HTTP server passes with a request. */
export interface Bindings {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** Thrown for a request whose connection was dropped: there is nothing left to respond to. */
export class ConnectionDropped extends TypeError {
  /** @param code Code of the system error that a client without a socket sees. Default: none. */
  constructor(code?: string) {
    super('fetch failed', {
      cause: Object.assign(new Error('sandbox fault: connection dropped'), code && { code }),
    });
  }
}

/**
 * Drops the connection of a request, after sending the beginning of a response if there is one. Without a server, fails
 * as `fetch` does.
 *
 * @param isHandled Whether the request was handled. If it was not, a client without a socket sees a refused connection.
 * Default true.
 */
export async function hangUp(bindings: Bindings | undefined, begun?: Response, isHandled = true): Promise<Response> {
  const reason = new ConnectionDropped(isHandled ? undefined : 'ECONNREFUSED');
  const bytes = begun && new Uint8Array(await begun.arrayBuffer());
  if (bindings) {
    const { outgoing } = bindings;
    if (begun) {
      outgoing.writeHead(begun.status, Object.fromEntries(begun.headers));
      await new Promise((resolve) => outgoing.write(bytes, resolve));
    }
    outgoing.destroy();
    throw reason;
  }
  if (!begun) throw reason;
  let sent = false;
  const body = new ReadableStream({
    pull(controller) {
      if (sent) controller.error(reason);
      else controller.enqueue(bytes);
      sent = true;
    },
  });
  return new Response(body, begun);
}
