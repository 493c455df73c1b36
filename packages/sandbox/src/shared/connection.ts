/** The server's end of a WebSocket. */
export interface Connection {
  send(text: string): void;
  ping(): void;
  close(code: number, reason: string): void;
  /** Ends it without a close frame, as a network does. */
  drop(): void;
}

/** Handlers of a connection's events. */
export interface ConnectionEvents {
  /** The client has sent something. */
  received(): void;
  closed(): void;
}
