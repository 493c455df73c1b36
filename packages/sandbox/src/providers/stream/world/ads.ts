import type { WorldContext } from './context.ts';
import { named } from './named.ts';
import { publishInChannel } from './publish.ts';
import { isOnAir, type StreamParts } from './streams.ts';
import { timestamp } from './values.ts';

/** The ads of one channel that is on air. */
export interface AdPlan {
  /** Unix milliseconds of the next automatic break, and how long it will be, in seconds. */
  nextAt: number;
  readonly seconds: number;
  last?: { readonly at: number; readonly seconds: number };
  snoozes: number;
  /** When there will be a snooze more, Unix milliseconds; unset while there are all of them. */
  refreshAt?: number;
}

/** The ads of all channels. */
export interface Ads {
  /** The plan of a channel; none when it is not on air or earns nothing. Its breaks run from the first look at it on. */
  of(broadcasterId: string): AdPlan | undefined;
  /** Starts a break by hand. Returns false while the last one is less than eight minutes old. */
  start(broadcasterId: string, seconds: number): boolean;
  /** Puts the next break off by five minutes. Returns false when no snooze is left. */
  snooze(broadcasterId: string): boolean;
}

/** Seconds that must lie between two breaks. */
export const adPause = 480;

const minute = 60_000;
const between = 60 * minute;
const allSnoozes = 3;

/** Lets an automatic break run every hour. */
export function createAds({ random, clock, world }: WorldContext<StreamParts>): Ads {
  const plans = new Map<string, AdPlan>();
  const timers = new Map<string, () => void>();

  function run(broadcasterId: string, plan: AdPlan, at: number, seconds: number, isAutomatic: boolean): void {
    plan.last = { at, seconds };
    if (isAutomatic) plan.nextAt = at + between;
    else plan.nextAt = Math.max(plan.nextAt, at + adPause * 1000);
    arm(broadcasterId, plan);
    const event = {
      duration_seconds: seconds,
      started_at: timestamp(at),
      is_automatic: isAutomatic,
      ...named(world, 'requester_user', broadcasterId),
    };
    // The condition of this type has another name for the channel than all others.
    const subject = { broadcaster_id: broadcasterId };
    publishInChannel(world, broadcasterId, 'channel.ad_break.begin', event, { subject });
  }

  function arm(broadcasterId: string, plan: AdPlan): void {
    timers.get(broadcasterId)?.();
    const callOff = clock.schedule(plan.nextAt - world.now(), () => {
      if (isOnAir(world, broadcasterId)) run(broadcasterId, plan, plan.nextAt, plan.seconds, true);
      else plans.delete(broadcasterId);
    });
    timers.set(broadcasterId, callOff);
  }

  function refresh(plan: AdPlan): void {
    while (plan.refreshAt !== undefined && plan.refreshAt <= world.now()) {
      plan.snoozes += 1;
      if (plan.snoozes < allSnoozes) plan.refreshAt += 60 * minute;
      else delete plan.refreshAt;
    }
  }

  function of(broadcasterId: string): AdPlan | undefined {
    if (!isOnAir(world, broadcasterId) || !world.users().byId.get(broadcasterId)?.broadcaster_type) return undefined;
    let plan = plans.get(broadcasterId);
    if (!plan) {
      const draw = random(`ads/${broadcasterId}`);
      const nextAt = world.now() + draw.int(10, 59) * minute;
      plan = { nextAt, seconds: draw.pick([30, 60, 90, 180]), snoozes: allSnoozes };
      plans.set(broadcasterId, plan);
      arm(broadcasterId, plan);
    }
    refresh(plan);
    return plan;
  }

  return {
    of,
    start(broadcasterId, seconds) {
      const plan = of(broadcasterId);
      if (!plan || (plan.last && plan.last.at + adPause * 1000 > world.now())) return false;
      run(broadcasterId, plan, world.now(), seconds, false);
      return true;
    },
    snooze(broadcasterId) {
      const plan = of(broadcasterId);
      if (!plan || plan.snoozes === 0) return false;
      plan.snoozes -= 1;
      plan.refreshAt ??= world.now() + 60 * minute;
      plan.nextAt += 5 * minute;
      arm(broadcasterId, plan);
      return true;
    },
  };
}
