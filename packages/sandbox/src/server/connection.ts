/** The server's end of a WebSocket. */
export interface Connection {
  send(text: string): void;
  ping(): void;
  close(code: number, reason: string): void;
  /** Ends it without a close frame, as a network does. */
  drop(): void;
}

/** What the server does when something happens on a connection. */
export interface ConnectionEvents {
  /** The client has sent something. */
  received(): void;
  closed(): void;
}
