/** Measured costs: memory in bytes, CPU time in microseconds. */
export interface Costs {
  /** Redis memory for one grant. */
  readonly grantBytes: number;
  /** Redis memory for one encrypted grant. */
  readonly encryptedGrantBytes: number;
  /** Redis memory for the rate limit of one user. */
  readonly limitBytes: number;
  /** Process heap for one client of a user, after its first call. */
  readonly accountHeapBytes: number;
  /** CPU time of a process for one call with a shared rate limiter. */
  readonly callUs: number;
  /** CPU time of Redis for one call. */
  readonly callRedisUs: number;
  /** CPU time of a process for one refresh, on top of the call that needs it. */
  readonly refreshUs: number;
  /** CPU time of Redis for one refresh. */
  readonly refreshRedisUs: number;
}

/** A fleet of processes that serve many users of one provider. */
export interface Fleet {
  readonly name: string;
  /** Number of accounts whose grants are stored. */
  readonly accounts: number;
  /** Number of accounts in constant use, whose grants are refreshed as often as they expire. */
  readonly activeAccounts: number;
  /** The application's calls per second, over all processes. */
  readonly callsPerSecond: number;
  /** Seconds until an access token expires. */
  readonly tokenSeconds: number;
  /** Seconds between two validations of an account in use, if the provider requires them. */
  readonly validationSeconds?: number | undefined;
}

/** Resources that a fleet needs. */
export interface FleetPlan {
  readonly refreshesPerSecond: number;
  readonly validationsPerSecond: number;
  /** Calls, refreshes and validations together. */
  readonly requestsPerSecond: number;
  /** Scripts that Redis runs: one per call and validation, two or three per refresh. */
  readonly scriptsPerSecond: number;
  /** Share of one core that Redis uses; above 0.7, use a cluster. */
  readonly redisCores: number;
  readonly redisBytes: number;
  readonly processCores: number;
  /** Number of processes with one thread each, and of connections to Redis. */
  readonly processes: number;
}

/** Share of a core above which a process makes its users wait when traffic varies. */
const usableShare = 0.6;
/** Number of scripts per refresh, including the one that reads the grant before its first refresh in a process. */
const scriptsPerRefresh = 3;

/** Computes the resources that a fleet needs. Each account in use has its own rate limit. */
export function planFleet(fleet: Fleet, costs: Costs): FleetPlan {
  const { accounts, activeAccounts, callsPerSecond, tokenSeconds, validationSeconds } = fleet;
  const refreshesPerSecond = activeAccounts / tokenSeconds;
  const validationsPerSecond = validationSeconds === undefined ? 0 : activeAccounts / validationSeconds;
  const counted = callsPerSecond + validationsPerSecond;
  const redisUs = counted * costs.callRedisUs + refreshesPerSecond * costs.refreshRedisUs;
  const processUs = counted * costs.callUs + refreshesPerSecond * costs.refreshUs;
  const processCores = processUs / 1_000_000;
  return {
    refreshesPerSecond,
    validationsPerSecond,
    requestsPerSecond: counted + refreshesPerSecond,
    scriptsPerSecond: counted + refreshesPerSecond * scriptsPerRefresh,
    redisCores: redisUs / 1_000_000,
    redisBytes: accounts * costs.encryptedGrantBytes + activeAccounts * costs.limitBytes,
    processCores,
    processes: Math.ceil(processCores / usableShare),
  };
}

const million = { accounts: 1_000_000, activeAccounts: 1_000_000, callsPerSecond: 10_000 };

/** Fleets on the page: a million users, all of them active, and 10,000 calls per second. */
export const fleets: readonly Fleet[] = [
  { name: 'Streaming', ...million, tokenSeconds: 4 * 3600, validationSeconds: 3600 },
  { name: 'Music', ...million, tokenSeconds: 3600 },
];
