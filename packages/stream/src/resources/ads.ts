import { endpoint, named, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs, oneRecord } from '../declarations.ts';
import { broadcasterParams } from '../schema.ts';

export const commercialSchema = v.object({
  /** Length of the commercial that was started, in seconds. */
  length: v.number(),
  /** Why the commercial could not be shown; empty when it is shown. */
  message: v.string(),
  /** Seconds until the next commercial may be started. */
  retry_after: v.number(),
});

/** A commercial that was requested, and how long to wait before the next one. */
export interface Commercial extends v.InferOutput<typeof commercialSchema> {}

const snooze = {
  /** Number of snoozes that the broadcaster has left. */
  snooze_count: v.number(),
  /** When the broadcaster gets another snooze, in Unix seconds; 0 when none is due. */
  snooze_refresh_at: v.number(),
  /** When the next ad is scheduled, in Unix seconds; 0 when none is scheduled or the channel is not live. */
  next_ad_at: v.number(),
};
export const adSnoozeSchema = v.object(snooze);

/** The snoozes that are left after a snooze, and when the next ad is scheduled. */
export interface AdSnooze extends v.InferOutput<typeof adSnoozeSchema> {}

export const adScheduleSchema = v.object({
  ...snooze,
  /** Length of the next ad break, in seconds. */
  duration: v.number(),
  /** When the last ad break was, in Unix seconds; 0 when there was none or the channel is not live. */
  last_ad_at: v.number(),
  /** Seconds for which new viewers see no ad before the broadcast; 0 when they see one. */
  preroll_free_time: v.number(),
});

/** When a channel shows ads. The times are Unix seconds, not RFC 3339 as the API's reference documents. */
export interface AdSchedule extends v.InferOutput<typeof adScheduleSchema> {}

/** Commercials of a channel. The broadcaster must be the token's user or, for the app, have granted it the scope. */
export const ads = {
  /**
   * Starts a commercial. The channel must be live, and its broadcaster must be a partner or affiliate. Fails with
   * `rate_limited` or `rejected` until `retry_after` of the previous commercial has passed.
   *
   * @keywords commercial, advertisement, run
   */
  start: endpoint({
    method: 'POST',
    path: '/channels/commercial',
    auth: 'app-or-user',
    scopes: ['channel:edit:commercial'],
    body: v.object({
      ...broadcasterParams,
      /** Length of the commercial, 1 to 180 seconds. The platform may show a shorter or longer one. */
      length: whole(1, 180),
    }),
    ...oneRecord(named<Commercial>(commercialSchema)),
    docs: docs('ads/#start-commercial'),
  }),

  /**
   * Returns when ads were and will be shown, and how many snoozes are left.
   *
   * @keywords next ad, schedule
   */
  get: endpoint({
    method: 'GET',
    path: '/channels/ads',
    personal: false,
    auth: 'app-or-user',
    scopes: ['channel:read:ads'],
    query: v.object(broadcasterParams),
    ...oneRecord(named<AdSchedule>(adScheduleSchema)),
    docs: docs('ads/#get-ad-schedule'),
  }),

  /**
   * Delays the next automatic ad by 5 minutes. Fails with `rejected` when the channel is not live or no ad is due, and
   * with `rate_limited` when no snooze is left.
   */
  snooze: endpoint({
    method: 'POST',
    path: '/channels/ads/schedule/snooze',
    auth: 'app-or-user',
    scopes: ['channel:manage:ads'],
    query: v.object(broadcasterParams),
    ...oneRecord(named<AdSnooze>(adSnoozeSchema)),
    docs: docs('ads/#snooze-next-ad'),
  }),
};
