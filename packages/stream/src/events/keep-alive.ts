import type { Clock } from '@x/core';
import { keepAlive, startTimer } from '@x/core/provider';

/** Keeps the process alive with a timer that exists while anything holds it. */
export class KeepAlive {
  #holders = 0;
  #letExit: (() => void) | undefined;

  /** Keeps the process alive until the function that it returns is called. */
  hold(): () => void {
    this.#holders += 1;
    this.#letExit ??= keepAlive();
    let isHeld = true;
    return () => {
      if (isHeld) this.#release();
      isHeld = false;
    };
  }

  #release(): void {
    this.#holders -= 1;
    if (this.#holders > 0) return;
    this.#letExit?.();
    this.#letExit = undefined;
  }
}

/** Returns a clock with the same time whose waits do not keep the process alive, if the clock supports that. */
export const inBackground = (clock: Clock): Clock => ({
  now: () => clock.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const cancel = startTimer(ms, resolve, { clock, background: true, onError: reject });
      signal?.addEventListener('abort', cancel, { once: true }); // the promise may stay pending
    }),
});

interface Channels {
  subscribe(name: string, listener: (event: never) => void): void;
  unsubscribe(name: string, listener: (event: never) => void): void;
}
interface UndiciEvent {
  readonly request: object;
  readonly socket?: { unref(): void };
}

/**
 * Opens a WebSocket that does not keep the process alive, on Node. Its WebSocket has no method for that, but Node
 * reports the request that opens it, and the socket of the request, on documented channels:
 * https://undici.nodejs.org/#/docs/api/DiagnosticsChannel. On other runtimes the WebSocket is left as it is.
 *
 * @param open Calls the constructor.
 */
export function openInBackground<Socket extends { addEventListener(type: 'close', listener: () => void): void }>(
  open: () => Socket,
): Socket {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } };
  const channels = process?.getBuiltinModule?.('node:diagnostics_channel') as Channels | undefined;
  if (!channels) return open();
  let own: object | undefined;
  const onCreated = ({ request }: UndiciEvent) => {
    own ??= request;
  };
  const onSent = ({ request, socket }: UndiciEvent) => {
    if (request === own) socket?.unref();
  };
  const [created, sent] = ['undici:request:create', 'undici:client:sendHeaders'];
  const stop = () => channels.unsubscribe(sent, onSent);
  channels.subscribe(created, onCreated);
  try {
    const socket = open();
    if (!own) return socket;
    channels.subscribe(sent, onSent);
    for (const type of ['open', 'close'] as const) socket.addEventListener(type as 'close', stop);
    return socket;
  } finally {
    channels.unsubscribe(created, onCreated);
  }
}
