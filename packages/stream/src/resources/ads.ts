import { endpoint, named, whole } from '@x/core';
import * as v from 'valibot';
import { docs, oneRecord } from '../declarations.ts';
import { broadcasterParams } from '../schema.ts';

const commercialSchema = v.object({ length: v.number(), message: v.string(), retry_after: v.number() });

/**
 * A commercial that was asked for. `length` and `retry_after`, the wait before the next one, are in seconds; `message`
 * says when it was not shown.
 */
export interface Commercial extends v.InferOutput<typeof commercialSchema> {}

const snooze = { snooze_count: v.number(), snooze_refresh_at: v.number(), next_ad_at: v.number() };
const adSnoozeSchema = v.object(snooze);

/**
 * How many snoozes are left, when there is one more, and when the next ad comes; in Unix seconds, 0 when it does not.
 */
export interface AdSnooze extends v.InferOutput<typeof adSnoozeSchema> {}

const adScheduleSchema = v.object({
  ...snooze,
  duration: v.number(),
  last_ad_at: v.number(),
  preroll_free_time: v.number(),
});

/**
 * When a channel shows ads; in Unix seconds, not as text as the reference has it, and 0 for what is not to come or has
 * not been. `duration` and `preroll_free_time` are in seconds.
 */
export interface AdSchedule extends v.InferOutput<typeof adScheduleSchema> {}

/** Commercials in a channel, whose broadcaster must be the token's user. */
export const ads = {
  /**
   * Starts a commercial of up to 180 seconds; the channel must be live, and its broadcaster a partner or affiliate.
   * `rate_limited` or `rejected` until the wait of the one before is over.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#start-commercial
   */
  start: endpoint({
    method: 'POST',
    path: '/channels/commercial',
    auth: 'user',
    scopes: ['channel:edit:commercial'],
    body: v.object({ ...broadcasterParams, length: whole(1, 180) }),
    ...oneRecord(named<Commercial>(commercialSchema)),
    docs: docs('start-commercial'),
  }),

  /**
   * Gives when ads were and will be shown, and the snoozes that are left.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-ad-schedule
   */
  get: endpoint({
    method: 'GET',
    path: '/channels/ads',
    auth: 'user',
    scopes: ['channel:read:ads'],
    query: v.object(broadcasterParams),
    ...oneRecord(named<AdSchedule>(adScheduleSchema)),
    docs: docs('get-ad-schedule'),
  }),

  /**
   * Puts the next automatic ad off by 5 minutes. `rejected` when the channel is not live or no ad is due,
   * `rate_limited` when no snooze is left.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#snooze-next-ad
   */
  snooze: endpoint({
    method: 'POST',
    path: '/channels/ads/schedule/snooze',
    auth: 'user',
    scopes: ['channel:manage:ads'],
    query: v.object(broadcasterParams),
    ...oneRecord(named<AdSnooze>(adSnoozeSchema)),
    docs: docs('snooze-next-ad'),
  }),
};
