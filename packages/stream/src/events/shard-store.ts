/** A sign of life of a process that serves shards. */
export interface ShardBeat {
  /** The group whose processes divide shards among themselves, such as the ID of a conduit. */
  readonly group: string;
  /** ID of the process, unique in the group. */
  readonly member: string;
  /** Milliseconds after which the process counts as dead unless it beats again, above 0. */
  readonly ttlMs: number;
  /** Number of shards that the group has from now on, at least 1. Default: as before. */
  readonly shards?: number | undefined;
}

/** A shard that a process serves. */
export interface HeldShard {
  /** Number of the shard, from 0. */
  readonly shard: number;
  /** A number that is higher each time that the shard gets another owner. */
  readonly fence: number;
}

/** What a process learns from its sign of life. */
export interface ShardPlan {
  /** The shards that the process serves until it counts as dead. */
  readonly held: readonly HeldShard[];
  /** Number of processes that are alive, this one included. */
  readonly members: number;
  /** Number of shards that the group has; 0 before any process has set it. */
  readonly shards: number;
}

/**
 * Divides shards among processes. `memoryShardStore` works within one process, `redisShardStore` of `@x/redis` across
 * processes and hosts.
 */
export interface ShardStore {
  /**
   * Notes that a process is alive, and returns which shards it serves, in one atomic step. Shards of dead processes are free. A
   * process takes free shards, lowest first, and lets go of shards, highest first, until it has its share: the shards divided by the
   * processes, where as many processes as necessary have one more.
   */
  beat(beat: ShardBeat): Promise<ShardPlan>;
  /** Removes a process: its shards are free at once. */
  leave(group: string, member: string): Promise<void>;
}
