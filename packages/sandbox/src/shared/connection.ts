/** The server's end of a WebSocket. */
export interface Connection {
  send(text: string): void;
  ping(): void;
  close(code: number, reason: string): void;
  /** Ends the connection without a close frame, like a network failure. */
  drop(): void;
}

/** Handlers of a connection's events. */
export interface ConnectionEvents {
  /** Called when the client has sent something. */
  received(text: string): void;
  closed(): void;
}
