import { timestamp } from '../data/values.ts';
import type { World } from '../data/world.ts';
import type { Endpoints } from '../endpoint.ts';
import { refuse } from '../errors.ts';

/** Seconds that must pass between two breaks. */
const adPause = 480;
const longestBreak = 180;
// After a break, new viewers see no pre-roll ad for a while; the longer the break, the longer.
const freeSecondsPerAdSecond = 20;
const allSnoozes = 3;
const hourSeconds = 3600;

/** The ads of one live channel, as the API returns them. Times are Unix seconds, 0 for none. */
interface AdPlan {
  snooze_count: number;
  /** When the channel gets another snooze; 0 while it has all of them. */
  snooze_refresh_at: number;
  next_ad_at: number;
  readonly duration: number;
  last_ad_at: number;
  preroll_free_time: number;
}

/** Endpoints of commercials and of the plan of automatic ones, which run every hour. */
export function adEndpoints({ random, clock, now, named, publish, isOnAir, isPaid }: World): Endpoints {
  const plans = new Map<string, AdPlan>();
  const timers = new Map<string, () => void>();
  const seconds = () => Math.floor(now() / 1000);

  function run(id: string, plan: AdPlan, at: number, length: number, isAutomatic: boolean): void {
    plan.last_ad_at = at;
    plan.preroll_free_time = length * (1 + freeSecondsPerAdSecond);
    plan.next_ad_at = isAutomatic ? at + hourSeconds : Math.max(plan.next_ad_at, at + adPause);
    arm(id, plan);
    const event = { duration_seconds: length, started_at: timestamp(at * 1000), is_automatic: isAutomatic };
    // The condition of this type has a different name for the channel than all others.
    const subject = { broadcaster_id: id };
    publish(id, 'channel.ad_break.begin', { ...event, ...named('requester_user', id) }, { subject });
  }

  function arm(id: string, plan: AdPlan): void {
    timers.get(id)?.();
    const callOff = clock.schedule(plan.next_ad_at * 1000 - now(), () => {
      if (isOnAir(id)) run(id, plan, plan.next_ad_at, plan.duration, true);
      else plans.delete(id);
    });
    timers.set(id, callOff);
  }

  function create(id: string): AdPlan {
    const draw = random(`ads/${id}`);
    const next_ad_at = seconds() + draw.int(10, 59) * 60;
    const duration = draw.pick([30, 60, 90, 180]);
    const none = { snooze_refresh_at: 0, last_ad_at: 0, preroll_free_time: 0 };
    const plan = { snooze_count: allSnoozes, ...none, next_ad_at, duration };
    plans.set(id, plan);
    arm(id, plan);
    return plan;
  }

  /**
   * Returns a channel's plan; undefined if the channel is not live or earns no money. Its breaks run from the first
   * call on.
   */
  function planOf(id: string): AdPlan | undefined {
    if (!isOnAir(id) || !isPaid(id)) return undefined;
    const plan = plans.get(id) ?? create(id);
    while (plan.snooze_refresh_at > 0 && plan.snooze_refresh_at <= seconds()) {
      plan.snooze_count += 1;
      plan.snooze_refresh_at = plan.snooze_count < allSnoozes ? plan.snooze_refresh_at + hourSeconds : 0;
    }
    return plan;
  }

  return {
    'POST /channels/commercial'({ ownId: id, body }) {
      const length = Math.min(body.requiredInt('length', 1, Number.MAX_SAFE_INTEGER), longestBreak);
      if (!isPaid(id)) refuse(400, 'Only partners and affiliates may start a commercial.');
      const plan = planOf(id) ?? refuse(400, 'To start a commercial, the broadcaster must be streaming live.');
      if (plan.last_ad_at > 0 && plan.last_ad_at + adPause > seconds())
        refuse(429, 'The channel is still cooling down from its last commercial.');
      run(id, plan, seconds(), length, false);
      return [{ length, message: '', retry_after: adPause }];
    },
    'GET /channels/ads'({ ownId }) {
      const none = { snooze_count: 0, snooze_refresh_at: 0, next_ad_at: 0, duration: 0, last_ad_at: 0 };
      const plan = planOf(ownId) ?? { ...none, preroll_free_time: 0 };
      return [{ ...plan, preroll_free_time: Math.max(0, plan.last_ad_at - seconds() + plan.preroll_free_time) }];
    },
    'POST /channels/ads/schedule/snooze'({ ownId }) {
      if (!isOnAir(ownId)) refuse(400, 'The channel is not currently live.');
      const plan = planOf(ownId) ?? refuse(400, 'The channel has no upcoming ad break.');
      if (plan.snooze_count === 0) refuse(429, 'The channel has no snoozes left.');
      plan.snooze_count -= 1;
      plan.snooze_refresh_at ||= seconds() + hourSeconds;
      plan.next_ad_at += 300;
      arm(ownId, plan);
      const { snooze_count, snooze_refresh_at, next_ad_at } = plan;
      return [{ snooze_count, snooze_refresh_at, next_ad_at }];
    },
  };
}
