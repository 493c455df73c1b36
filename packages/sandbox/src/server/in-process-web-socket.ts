import type { ConnectionEvents } from '../shared/connection.ts';
import type { Connector } from './connect.ts';

/** A WebSocket to a sandbox of the same process, without a socket. */
export interface SandboxWebSocket {
  /** Calls `listener` with each message, or when the connection has ended. */
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly code: number; readonly reason: string }) => void): void;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
  /** Sends a message. EventSub then closes the connection, because it accepts none. */
  send(data: string): void;
  /** Closes the connection. */
  close(): void;
}

/** Creates the class of WebSockets that connect to the sandbox of this process, without a socket. */
export function inProcessWebSocket({ closing, admit, open }: Connector): new (url: string) => SandboxWebSocket {
  return class {
    readonly #target = new EventTarget();
    readonly #over = new AbortController();
    #events: ConnectionEvents | undefined;

    constructor(url: string) {
      const { signal } = this.#over;
      closing.addEventListener('abort', () => this.#end(1006), { signal });
      void this.#open(new URL(url));
    }

    async #open(url: URL): Promise<void> {
      const admitted = await admit(url);
      if (this.#over.signal.aborted) return;
      if (!admitted || admitted instanceof Response) return this.#end(1006);
      this.#events = open(admitted, url.searchParams, {
        send: (data) => this.#over.signal.aborted || this.#dispatch('message', { data }),
        ping() {},
        close: (code, reason) => this.#end(code, reason),
        drop: () => this.#end(1006),
      });
      this.#dispatch('open', {});
    }

    #end(code: number, reason = ''): void {
      if (this.#over.signal.aborted) return;
      this.#over.abort();
      this.#events?.closed();
      this.#dispatch('close', { code, reason });
    }

    /** Calls the listeners later, as a socket does, and in order. */
    #dispatch(type: string, fields: object): void {
      queueMicrotask(() => this.#target.dispatchEvent(Object.assign(new Event(type), fields)));
    }

    addEventListener(type: string, listener: (event: never) => void): void {
      this.#target.addEventListener(type, listener as (event: Event) => void);
    }

    send(data: string): void {
      this.#events?.received(data);
    }

    close(): void {
      this.#end(1005);
    }
  };
}
