import { createStreamClient, type StreamOptions } from '@x/stream';
import { redisRateLimiter, redisStore } from '../src/index.ts';
import { libraries } from './clients.ts';

/** Task of a process: a number of callers, each of which calls again and again as the shared rate limiter allows. */
export interface Spending {
  readonly options: StreamOptions;
  readonly redis: string;
  readonly library: keyof typeof libraries;
  readonly callers: number;
  /** Time of a stopped clock, which the parent advances. Default: the real time. */
  readonly now?: number;
  /**
   * Latencies of requests and responses in milliseconds, one after the other. Only used if the parent advances the
   * time.
   */
  readonly latencyMs: readonly number[];
}

/** Message from a process whose callers are all waiting: the time until which the first of them waits. */
export interface Waiting {
  readonly until: number;
}

const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
let [callers, at] = [0, 0];

/** Waits until the parent reports that the time has come. */
function sleepUntilTold(ms: number): Promise<void> {
  return new Promise((wake) => {
    sleepers.add({ until: at + ms, wake });
    tellWhenAllWait();
  });
}

function tellWhenAllWait(): void {
  if (sleepers.size < callers) return;
  const waiting: Waiting = { until: Math.min(...[...sleepers].map(({ until }) => until)) };
  process.send?.(waiting);
}

async function spend({ options, redis, library, now, latencyMs, ...given }: Spending): Promise<void> {
  const { client } = await libraries[library](redis);
  callers = given.callers;
  at = now ?? 0;
  let sent = 0;
  const driven = {
    clock: { now: () => at },
    async fetch(...request: Parameters<typeof fetch>) {
      if (String(request[0]).endsWith('/token')) return fetch(...request); // responds at once, because all callers wait for it
      const ms = latencyMs[sent++ % latencyMs.length] ?? 0;
      await sleepUntilTold(ms);
      const response = await fetch(...request);
      await sleepUntilTold(ms);
      return response;
    },
  };
  const sleep = now === undefined ? (ms: number) => new Promise((wake) => setTimeout(wake, ms)) : sleepUntilTold;
  const rateLimiterOptions = now === undefined ? {} : { clock: { ...driven.clock, sleep: sleepUntilTold } };
  const stream = createStreamClient({
    ...options,
    ...(now !== undefined && driven),
    retries: 0,
    tokens: redisStore(client),
    rateLimiter: redisRateLimiter(client, rateLimiterOptions),
  });
  for (let caller = 0; caller < callers; caller += 1)
    void (async () => {
      for (;;) await stream.games.top({ first: 1 }).catch(() => sleep(1000)); // the sandbox records the calls it refuses
    })();
}

process.on('message', (message: Spending | { readonly now: number }) => {
  if ('options' in message) return void spend(message);
  at = message.now;
  for (const sleeper of sleepers)
    if (sleeper.until <= at) {
      sleepers.delete(sleeper);
      sleeper.wake();
    }
});
process.on('disconnect', () => process.exit());
