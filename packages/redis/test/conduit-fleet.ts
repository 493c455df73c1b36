import type { StreamOptions } from '@x/stream';

/** Task of a process: to listen to a conduit. */
export interface ListenTask {
  readonly options: StreamOptions;
  /** Address of the WebSocket server. */
  readonly url: string;
  /** Address of Redis. */
  readonly redis: string;
  /** Users whose streams are listened to. */
  readonly userIds: readonly string[];
  readonly shards: number;
  readonly ttlMs: number;
}

/**
 * A process's report: an event that it has handled, or the shards that it serves and whether they all receive events.
 */
export type ListenReport =
  | { readonly handled: string }
  | { readonly shards: readonly number[]; readonly isReady: boolean };
