import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

// undici reports its requests and their sockets on channels: https://undici.nodejs.org/#/docs/api/DiagnosticsChannel.

/** Ends an exchange. @internal */
export type Cancel = (reason: unknown) => void;

/** Collects the sockets that are opened while a request is passed to the agent. */
let opening: Socket[] | undefined;

/** Starts to watch the sockets that are opened. Call it once. @internal */
export function watchSockets(): void {
  subscribe('net.client.socket', (message) => opening?.push((message as { socket: Socket }).socket));
}

/** Connection of one request, as far as it can be ended. @internal */
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

  /** Records that the agent has a connection for the request; `cancel` ends the exchange. */
  opened(cancel: Cancel): void {
    this.#cancel = cancel;
  }

  /** Ends the exchange. */
  abort(reason: unknown): void {
    if (this.#cancel) this.#cancel(reason);
    // The agent cannot give up a connection that is still being opened, so it would keep the process alive for the 10
    // seconds of its connect timeout. Each request that finds no free connection opens its own, so no other request
    // waits for this one.
    else for (const socket of this.#sockets) socket.destroy(new Error('the request was aborted while connecting'));
  }

  /** Returns the connection to the agent unchanged, once the exchange is over. */
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
 * Makes a request that does not keep the process alive, for which the agent has no option. Opening a connection still
 * keeps the process alive.
 *
 * @param dispatch Makes one request immediately.
 * @returns A function that ends this, so that the socket keeps the process alive again.
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
    // Over HTTP/2, others share the connection.
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
