import type { Clock } from '../../clock.ts';
import { fixedWindow, type Limiter } from '../../limiter.ts';
import { bankData } from './data.ts';
import { refuse } from './errors.ts';
import type { Settings } from './options.ts';

/** Counts a request; refuses it when its Item or the client has had enough this minute. */
export type RateGate = (path: string, itemId: string | undefined) => void;

/** The limits of all `paths`; throws `RangeError` when the options limit a path that is not there. */
export function createRateGate(clock: Clock, { limits }: Settings, paths: readonly string[]): RateGate {
  if (!limits) return () => {};
  const strange = Object.keys(limits).find((path) => !paths.includes(path));
  if (strange !== undefined) throw new RangeError(`limits.bank: there is no endpoint ${strange}`);
  const limiter = (limit: number | undefined): Limiter | undefined =>
    limit === undefined ? undefined : fixedWindow(clock, limit, 60_000);
  const { rateLimits } = bankData;
  const gates = new Map(
    paths.map((path) => {
      const { item, client } = limits[path] ?? rateLimits[path] ?? {};
      const code = rateLimits[path]?.code ?? 'RATE_LIMIT';
      return [path, { item: limiter(item), client: limiter(client), code }];
    }),
  );
  return (path, itemId) => {
    const gate = gates.get(path);
    if (!gate) return;
    const check = (limiter: Limiter | undefined, key: string, whom: string) => {
      if (limiter && !limiter.take(key).allowed)
        refuse(gate.code, `rate limit exceeded for attempts to access this ${whom}. please try again later`);
    };
    if (itemId !== undefined) check(gate.item, itemId, 'item');
    check(gate.client, '', 'client');
  };
}
