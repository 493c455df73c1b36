import { setTimeout } from 'node:timers/promises';
import { type Clock, type ClockState, watchClock } from '../clock/clock.ts';

/** Who asks for the time, to follow it. */
export interface ClockQuery {
  /** Revision of the time that the caller knows. */
  readonly after?: number;
  /** ID that the caller has chosen for itself. */
  readonly follower?: string;
  /** When the next wait of the caller ends, Unix milliseconds. */
  readonly wakesAt?: number;
}

interface Follower {
  /** Ends the request of the follower that waits for a change. */
  respond(): void;
  /** Called when the follower has the current time. */
  confirm(): void;
  cancelWait(): void;
}

/** How long a change of the time waits for a follower, in real milliseconds: one that has ended must not hold it up. */
const confirmWithinMs = 1000;

/** Longest that a request waits for a change, in real milliseconds. */
const longestPollMs = 30_000;

/** Tells programs in other processes the time. What falls due runs when they know the time at which it does. */
export function createClockFollowers(clock: Clock, closing: AbortSignal) {
  const followers = new Map<string, Follower>();
  let revision = 1;

  watchClock(clock, async () => {
    revision += 1;
    const all = [...followers].map(async ([id, follower]) => {
      const ended = new AbortController();
      const confirmed = new Promise<void>((resolve) => {
        follower.confirm = resolve;
      });
      follower.respond();
      const late = setTimeout(confirmWithinMs, 'late', { signal: ended.signal, ref: false }).catch(() => undefined);
      if ((await Promise.race([confirmed, late])) === 'late') {
        follower.cancelWait();
        followers.delete(id);
      }
      ended.abort();
    });
    await Promise.all(all);
  });

  /** Waits for a change of the time that this follower does not know yet. */
  async function waitForChange(id: string, wakesAt: number | undefined): Promise<void> {
    const before = followers.get(id);
    before?.respond();
    before?.cancelWait();
    const ended = new AbortController();
    // Nothing runs then, but the wait is among those that the clock can move to.
    const cancelWait = wakesAt === undefined ? () => {} : clock.schedule(Math.max(0, wakesAt - clock.now()), () => {});
    followers.set(id, { respond: () => ended.abort(), confirm() {}, cancelWait });
    before?.confirm();
    const signal = AbortSignal.any([ended.signal, closing]);
    await setTimeout(longestPollMs, undefined, { signal, ref: false }).catch(() => {});
  }

  return async ({ after, follower, wakesAt }: ClockQuery): Promise<ClockState & { readonly revision: number }> => {
    if (follower !== undefined && after === revision) await waitForChange(follower, wakesAt);
    return { ...clock.state(), revision };
  };
}
