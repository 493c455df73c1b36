/** What was measured: memory in bytes, CPU time in microseconds. */
export interface Costs {
  /** Memory of Redis for one grant. */
  readonly grantBytes: number;
  /** The same for an encrypted grant. */
  readonly encryptedGrantBytes: number;
  /** Memory of Redis for the rate limit of one user. */
  readonly limitBytes: number;
  /** Heap of a process for one client of a user, after its first call. */
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
  /** Accounts whose grants are stored. */
  readonly accounts: number;
  /** Accounts that are used all the time: their grants are refreshed as often as they expire. */
  readonly activeAccounts: number;
  /** Calls of the application per second, over all processes. */
  readonly callsPerSecond: number;
  /** Seconds until an access token expires. */
  readonly tokenSeconds: number;
  /** Seconds between two validations of an account in use, where the provider requires them. */
  readonly validationSeconds?: number | undefined;
}

/** What a fleet needs. */
export interface FleetPlan {
  readonly refreshesPerSecond: number;
  readonly validationsPerSecond: number;
  /** Calls, refreshes and validations together. */
  readonly requestsPerSecond: number;
  /** Scripts that Redis runs: one per call and validation, two or three per refresh. */
  readonly scriptsPerSecond: number;
  /** How much of one core Redis uses; above 0.7 it is time for a cluster. */
  readonly redisCores: number;
  readonly redisBytes: number;
  readonly processCores: number;
  /** Processes of one thread each, and connections to Redis. */
  readonly processes: number;
}

/** A process with more load than this part of a core lets its users wait when traffic varies. */
const usableShare = 0.6;
/** Reading the grant before its first refresh in a process is a script of its own. */
const scriptsPerRefresh = 3;

/** Computes what a fleet needs. Each account in use has a rate limit of its own. */
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

/** The fleets of the page: a million users, all of them active, and 10,000 calls per second. */
export const fleets: readonly Fleet[] = [
  { name: 'Streaming', ...million, tokenSeconds: 4 * 3600, validationSeconds: 3600 },
  { name: 'Music', ...million, tokenSeconds: 3600 },
];
