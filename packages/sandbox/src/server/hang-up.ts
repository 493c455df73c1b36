import type { IncomingMessage, ServerResponse } from 'node:http';

/** Objects that the HTTP server passes with a request. */
export interface Bindings {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** Thrown for a request whose connection was dropped: there is nothing left to respond to. */
export class ConnectionDropped extends TypeError {
  constructor() {
    super('fetch failed', { cause: new Error('sandbox fault: connection dropped') });
  }
}

/**
 * Drops the connection of a request, after sending the beginning of a response if there is one. Without a server, fails
 * as `fetch` does.
 */
export async function hangUp(bindings: Bindings | undefined, begun?: Response): Promise<Response> {
  const reason = new ConnectionDropped();
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
