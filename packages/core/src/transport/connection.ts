import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { letExitDuring } from './let-exit.ts';

/** Ends an exchange. @internal */
export type Cancel = (reason: unknown) => void;

/** The connection of one request, as far as it can be ended. @internal */
export interface Connection {
  /** Dispatches the request. With `background`, the process may exit before the response has arrived. */
  open(dispatch: () => unknown, background: boolean): void;
  /** The agent has a connection for the request, and this is how to end it. */
  connected(cancel: Cancel): void;
  /**
   * Ends the exchange. The agent has no way to give up a connection that is still being opened: it would keep the process
   * alive for the 10 seconds of its connect time-out. Each request that finds no free connection opens its own, so that no
   * other request waits for this one.
   */
  abort(reason: unknown): void;
  /** The exchange is over. */
  leave(): void;
}

/** Called with every socket that is opened while a request is handed to the agent. */
let onSocket: ((socket: Socket) => void) | undefined;

/** Watches the sockets that are opened, from now on. To be called once. @internal */
export function watchSockets(): void {
  subscribe('net.client.socket', (message) => onSocket?.((message as { socket: Socket }).socket));
}

/** Creates what a request is dispatched with. @internal */
export function createConnection(): Connection {
  const sockets: Socket[] = [];
  let cancel: Cancel | undefined;
  let leave = () => {};
  return {
    open(dispatch: () => unknown, background: boolean): void {
      onSocket = (socket) => sockets.push(socket);
      try {
        if (background) leave = letExitDuring(dispatch);
        else dispatch();
      } finally {
        onSocket = undefined;
      }
    },
    connected(how: Cancel): void {
      cancel = how;
    },
    abort(reason: unknown): void {
      if (cancel) cancel(reason);
      else for (const socket of sockets) socket.destroy(new Error('the request was aborted while connecting'));
    },
    leave: () => leave(),
  };
}
