import type { ApiCall, PagedCall } from '@x/core';
import type { Conduit, Shard, ShardsUpdate } from '../resources/event-sub.ts';

/** Client calls that a conduit listener makes. */
export interface ConduitCalls {
  /** Lists conduits. */
  list(): PagedCall<Conduit>;
  /** Creates a conduit. */
  create(params: { shard_count: number }): ApiCall<Conduit>;
  /** Changes the number of shards. */
  update(params: { id: string; shard_count: number }): ApiCall<Conduit>;
  /** Methods of shards. */
  readonly shards: {
    /** Lists shards. */
    list(params: { conduit_id: string }): PagedCall<Shard>;
    /** Sets where shards send their events. */
    update(params: {
      conduit_id: string;
      shards: { id: string; transport: { method: 'websocket'; session_id: string } }[];
    }): ApiCall<ShardsUpdate>;
  };
}
