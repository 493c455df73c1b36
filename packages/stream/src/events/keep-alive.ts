import type { Clock } from '@x/core';
import { keepAlive, startTimer } from '@x/core/provider';

/** Decides whether the process stays alive on behalf of a listener. */
export interface KeepAlive {
  /** Keeps the process alive until the function that it returns is called. */
  hold(): () => void;
}

/** Creates a reason for the process to stay alive: a timer, which exists while anyone holds it. */
export function createKeepAlive(): KeepAlive {
  let holders = 0;
  let letExit: (() => void) | undefined;
  return {
    hold() {
      holders += 1;
      letExit ??= keepAlive();
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holders -= 1;
        if (holders > 0) return;
        letExit?.();
        letExit = undefined;
      };
    },
  };
}

/** The same time, whose waits do not keep the process alive where the clock allows it. */
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
 * Opens a WebSocket that does not keep the process alive, on Node. Its WebSocket has no method for that, but Node reports the request
 * that opens it, and the socket of the request, on documented channels: https://undici.nodejs.org/#/docs/api/DiagnosticsChannel.
 * On other runtimes the WebSocket is left as it is.
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
