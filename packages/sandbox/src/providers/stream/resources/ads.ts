import { type Endpoint, refuseForeignId, requireOwnId } from '../endpoint.ts';
import { refuse } from '../refusal.ts';
import { type AdPlan, adPause } from '../world/ads.ts';
import { isOnAir } from '../world/streams.ts';
import type { World } from '../world/world.ts';

const longestBreak = 180;

// Breaks keep viewers who come later free of an ad of their own, longer breaks longer.
const freeSecondsPerAdSecond = 20;

/** Commercials and the plan of automatic ones. */
export function adEndpoints(world: World): Endpoint[] {
  const seconds = (ms: number) => Math.floor(ms / 1000);

  function freeSeconds({ last }: AdPlan): number {
    if (!last) return 0;
    return Math.max(0, seconds(last.at - world.now()) + last.seconds * (1 + freeSecondsPerAdSecond));
  }

  const showSnoozes = ({ snoozes, refreshAt = 0, nextAt }: AdPlan) => ({
    snooze_count: snoozes,
    snooze_refresh_at: seconds(refreshAt),
    next_ad_at: seconds(nextAt),
  });

  return [
    {
      method: 'POST',
      path: '/channels/commercial',
      token: 'user',
      scopes: ['channel:edit:commercial'],
      answer({ body, token }) {
        const id = body.requiredId('broadcaster_id');
        if (id !== token.userId) refuseForeignId('broadcaster_id');
        const length = Math.min(body.requiredInt('length', 1, Number.MAX_SAFE_INTEGER), longestBreak);
        if (!world.users().byId.get(id)?.broadcaster_type)
          refuse(400, 'Only partners and affiliates may start a commercial.');
        if (!isOnAir(world, id)) refuse(400, 'To start a commercial, the broadcaster must be streaming live.');
        if (!world.ads().start(id, length)) refuse(429, 'The channel is still cooling down from its last commercial.');
        return { data: [{ length, message: '', retry_after: adPause }] };
      },
    },
    {
      method: 'GET',
      path: '/channels/ads',
      token: 'user',
      scopes: ['channel:read:ads'],
      answer(call) {
        const plan = world.ads().of(requireOwnId(call, 'broadcaster_id'));
        const none = { snooze_count: 0, snooze_refresh_at: 0, next_ad_at: 0 };
        return {
          data: [
            {
              ...(plan ? showSnoozes(plan) : none),
              duration: plan?.seconds ?? 0,
              last_ad_at: seconds(plan?.last?.at ?? 0),
              preroll_free_time: plan ? freeSeconds(plan) : 0,
            },
          ],
        };
      },
    },
    {
      method: 'POST',
      path: '/channels/ads/schedule/snooze',
      token: 'user',
      scopes: ['channel:manage:ads'],
      answer(call) {
        const id = requireOwnId(call, 'broadcaster_id');
        if (!isOnAir(world, id)) refuse(400, 'The channel is not currently live.');
        const plan = world.ads().of(id) ?? refuse(400, 'The channel has no upcoming ad break.');
        if (!world.ads().snooze(id)) refuse(429, 'The channel has no snoozes left.');
        return { data: [showSnoozes(plan)] };
      },
    },
  ];
}
