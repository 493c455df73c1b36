import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

// undici reports its requests and their sockets on channels: https://undici.nodejs.org/#/docs/api/DiagnosticsChannel.

/** Ends an exchange. @internal */
export type Cancel = (reason: unknown) => void;

/** Where the sockets go that are opened while a request is handed to the agent. */
let opening: Socket[] | undefined;

/** Watches the sockets that are opened, from now on. To be called once. @internal */
export function watchSockets(): void {
  subscribe('net.client.socket', (message) => opening?.push((message as { socket: Socket }).socket));
}

/** The connection of one request, as far as it can be ended. @internal */
export class Connection {
  readonly #sockets: Socket[] = [];
  #cancel: Cancel | undefined;
  #ref: (() => void) | undefined;

  /** Dispatches the request. With `background`, the process may exit before the response has arrived. */
  open(dispatch: () => unknown, background: boolean): void {
    opening = this.#sockets;
    try {
      if (background) this.#ref = letExitDuring(dispatch);
      else dispatch();
    } finally {
      opening = undefined;
    }
  }

  /** The agent has a connection for the request; `cancel` ends the exchange. */
  opened(cancel: Cancel): void {
    this.#cancel = cancel;
  }

  /** Ends the exchange. */
  abort(reason: unknown): void {
    if (this.#cancel) this.#cancel(reason);
    // The agent cannot give up a connection that is still being opened: it would keep the process alive for the 10 seconds of its
    // connect time-out. Each request that finds no free connection opens its own, so that no other request waits for this one.
    else for (const socket of this.#sockets) socket.destroy(new Error('the request was aborted while connecting'));
  }

  /** The exchange is over: the connection goes back to the agent as it was. */
  leave(): void {
    this.#ref?.();
    this.#ref = undefined;
  }
}

interface AgentEvent {
  readonly request: object;
  readonly socket?: Socket & { alpnProtocol?: unknown };
}

/**
 * Makes a request for which the process does not stay alive, which the agent has no option for. Opening a connection still keeps
 * the process alive.
 *
 * @param dispatch Makes one request, at once.
 * @returns Ends it: the socket keeps the process alive again.
 */
function letExitDuring(dispatch: () => unknown): () => void {
  const [created, sent] = ['undici:request:create', 'undici:client:sendHeaders'];
  let own: object | undefined;
  let used: Socket | undefined;
  const onCreated = (event: unknown) => {
    own ??= (event as AgentEvent).request;
  };
  const onSent = (event: unknown) => {
    const { request, socket } = event as AgentEvent;
    // By HTTP/2, others share the connection.
    if (request !== own || socket?.alpnProtocol === 'h2') return;
    used = socket;
    used?.unref();
  };
  const end = () => {
    unsubscribe(sent, onSent);
    used?.ref();
  };
  subscribe(created, onCreated);
  subscribe(sent, onSent);
  try {
    dispatch();
  } catch (error) {
    end();
    throw error;
  } finally {
    unsubscribe(created, onCreated);
  }
  return end;
}
