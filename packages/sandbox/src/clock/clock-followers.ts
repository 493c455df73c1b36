import { setTimeout } from 'node:timers/promises';
import type { Clock, ClockState } from '../shared/clock.ts';
import { watchClock } from './clock.ts';

/** A follower's request for the time. */
export interface ClockQuery {
  /** Revision of the time that the caller knows. */
  readonly after?: number;
  /** ID that the caller chose for itself. */
  readonly follower?: string;
  /** End of the caller's next wait, in Unix milliseconds. */
  readonly wakesAt?: number;
}

interface Follower {
  /** Ends the follower's request that is waiting for a change. */
  respond(): void;
  /** Called when the follower has the current time. */
  confirm(): void;
  cancelWait(): void;
}

/** Real milliseconds that a change of the time waits for a follower, so that one that is gone does not hold it up. */
const confirmWithinMs = 1000;

/** Longest time that a request waits for a change, in real milliseconds. */
const longestPollMs = 30_000;

/** Tells programs in other processes the time. Jobs that fall due run only once those programs have the new time. */
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
    // The job does nothing, but it lets `runUntil` move the clock to the end of the wait.
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
