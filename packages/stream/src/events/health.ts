import type { HeldSubscription } from './held-subscription.ts';
import type { ListenerState } from './reports.ts';

/** State of a part, and the reason if it is not fully working. */
export interface Health {
  readonly status: Exclude<ListenerState['status'], 'closed'>;
  /** Missing subscriptions or connections. Undefined if none are missing. */
  readonly reason?: string | undefined;
}

/** The part of a connection that health checks use. */
interface Line {
  readonly isReady: boolean;
  readonly wasReady: boolean;
  readonly problem: string | undefined;
}

/** Returns the combined state of connections that are all needed. */
export function healthOfConnections(lines: readonly Line[]): Health {
  const missing = lines.filter(({ isReady }) => !isReady);
  if (missing.length === 0) return { status: 'connected' };
  const problem = missing.find((line) => line.problem !== undefined)?.problem;
  const reason = `${missing.length} of ${lines.length} connections ${missing.length === 1 ? 'is' : 'are'} not ready${problem === undefined ? '' : `: ${problem}`}`;
  if (missing.length < lines.length) return { status: 'degraded', reason };
  return { status: lines.some(({ wasReady }) => wasReady) ? 'disconnected' : 'connecting', reason };
}

/** Returns the state of a listener with working connections, by its subscriptions. */
export function healthOfSubscriptions(held: readonly HeldSubscription[]): Health {
  const missing = held.filter(({ isSubscribed }) => !isSubscribed);
  if (missing.length === 0) return { status: 'connected' };
  const refused = missing.filter(({ refusal }) => refusal !== undefined);
  const count = `${missing.length} of ${held.length} subscriptions`;
  const [first] = refused;
  if (first) return { status: 'degraded', reason: `${count} do not work, such as: ${messageOf(first.refusal)}` };
  const problem = missing.find((each) => each.problem !== undefined)?.problem;
  return { status: 'degraded', reason: `${count} are not enabled yet${problem === undefined ? '' : `: ${problem}`}` };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
