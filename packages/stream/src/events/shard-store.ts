/** Heartbeat of a process that serves shards. */
export interface ShardBeat {
  /** The group whose processes divide shards among themselves, such as the ID of a conduit. */
  readonly group: string;
  /** ID of the process, unique in the group. */
  readonly member: string;
  /** Milliseconds after which the process counts as dead unless it beats again, above 0. */
  readonly ttlMs: number;
  /**
   * Number of shards as far as the process knows, at least 1. It counts while the store knows none, such as after it
   * lost its data.
   */
  readonly shards: number;
  /** Whether `shards` replaces the number that the store knows. Default `false`. */
  readonly resize?: boolean | undefined;
}

/** A shard that a process serves. */
export interface HeldShard {
  /** Number of the shard, from 0. */
  readonly shard: number;
  /** A number that is higher each time that the shard gets another owner. */
  readonly fence: number;
}

/** Response to a process's heartbeat. */
export interface ShardPlan {
  /** The shards that the process serves until it counts as dead. */
  readonly held: readonly HeldShard[];
  /** Number of processes that are alive, this one included. */
  readonly members: number;
  /** Number of shards that the group has. */
  readonly shards: number;
  /**
   * Whether the process was alive before. `false` for its first beat, after `ttlMs` without one, and when the store
   * lost its data.
   */
  readonly wasKnown: boolean;
  /** Revision of the text that the group shares; 0 while it shares none. */
  readonly revision: number;
}

/** A text that all processes of a group share. */
export interface SharedText {
  /** The text, at most a few megabytes. */
  readonly text: string;
  /** A number that is higher for each text that replaces another. */
  readonly revision: number;
}

/**
 * Divides shards among processes. `memoryShardStore` works within one process, `redisShardStore` of `@x/redis` across
 * processes and hosts.
 */
export interface ShardStore {
  /**
   * Records that a process is alive, and returns which shards it serves, in one atomic step. Shards of dead processes
   * are free. A process takes free shards, lowest first, and releases shards, highest first, until it has its share:
   * the shards divided by the processes, where as many processes as necessary have one more.
   */
  beat(beat: ShardBeat): Promise<ShardPlan>;
  /** Removes a process, whose shards are then free. */
  leave(group: string, member: string): Promise<void>;
  /**
   * Returns the text that a group shares; undefined while it shares none. The store keeps it when no process is alive.
   */
  shared(group: string): Promise<SharedText | undefined>;
  /**
   * Shares a text with all processes of a group, replacing the previous one, in one atomic step.
   *
   * @param revision Revision of a text to restore: nothing changes if the store has the same or a higher one. Default:
   * a new revision, higher than all before, including those that were lost with the data of the store.
   * @returns The revision of the text that the group shares now.
   */
  share(group: string, text: string, revision?: number): Promise<number>;
}
