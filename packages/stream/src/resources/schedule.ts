import { type CursorPaging, endpoint, list, named, oneOrMany, whole } from '@x/core';
import * as v from 'valibot';
import { docs, noResult } from '../declarations.ts';
import { cursorPages } from '../paging.ts';
import { broadcasterFields, broadcasterParams, optionalString } from '../schema.ts';

const segmentSchema = v.object({
  id: v.string(),
  start_time: v.string(),
  end_time: v.string(),
  title: v.string(),
  /** RFC 3339; null unless the broadcast is canceled. */
  canceled_until: v.nullable(v.string()),
  /** Null when no category is set. */
  category: v.nullable(v.object({ id: v.string(), name: v.string() })),
  is_recurring: v.boolean(),
});

/** A planned broadcast. `canceled_until` is its end when it is canceled, else null. */
export interface ScheduleSegment extends v.InferOutput<typeof segmentSchema> {}

const scheduleSchema = v.object({
  ...broadcasterFields,
  /** The segments that the call was about; null when the schedule has none. */
  segments: v.nullable(v.array(named<ScheduleSegment>(segmentSchema))),
  /** When the broadcaster is away; null when no vacation is planned. */
  vacation: v.nullable(v.object({ start_time: v.string(), end_time: v.string() })),
});

/**
 * A broadcaster's schedule, with those of its segments that the call was about. `segments` is null when there are none,
 * `vacation` when none is planned.
 */
export interface Schedule extends v.InferOutput<typeof scheduleSchema> {}

const scheduleBody = { response: v.object({ data: named<Schedule>(scheduleSchema) }), unwrap: 'data' } as const;
const segmentPages: CursorPaging = { ...cursorPages, items: 'data.segments' };
const title = v.optional(v.pipe(v.string(), v.maxLength(140)));
const minutes = v.pipe(
  v.string(),
  v.check((text) => Number(text) >= 30 && Number(text) <= 1380, 'duration: give 30 to 1380 minutes'),
);
const oneSegment = v.object({ ...broadcasterParams, id: v.string() });

/** Planned broadcasts. Where a call changes something, `broadcaster_id` must be the token's user. */
export const schedule = {
  /** The broadcasts. */
  segments: {
    /**
     * Lists the coming broadcasts of a channel, or those of `start_time` (RFC 3339) and later, or those of `id`, of
     * which any number is taken, 100 per request. `first` is 1 to 25, default 20. The vacation is in `raw` of each
     * page. `not_found` for channels without a schedule. `utc_offset` is without effect.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-channel-stream-schedule
     */
    list: list({
      method: 'GET',
      path: '/schedule',
      auth: 'app-or-user',
      query: v.object({
        ...broadcasterParams,
        id: v.optional(oneOrMany(v.string())),
        start_time: optionalString,
        utc_offset: optionalString,
        first: v.optional(whole(1, 25)),
        after: optionalString,
      }),
      item: named<ScheduleSegment>(segmentSchema),
      paging: segmentPages,
      ids: { params: ['id'], max: 100 },
      docs: docs('get-channel-stream-schedule'),
    }),

    /**
     * Plans a broadcast. `start_time` is RFC 3339, `timezone` a name such as `Europe/Berlin`, `duration` minutes as
     * text, 30 to 1380, `title` at most 140 characters. `permission_denied` unless `is_recurring`, which means weekly,
     * for all but partners and affiliates.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#create-channel-stream-schedule-segment
     */
    create: endpoint({
      method: 'POST',
      path: '/schedule/segment',
      auth: 'user',
      scopes: ['channel:manage:schedule'],
      query: v.object(broadcasterParams),
      body: v.object({
        start_time: v.string(),
        timezone: v.string(),
        duration: minutes,
        is_recurring: v.optional(v.boolean()),
        category_id: optionalString,
        title,
      }),
      ...scheduleBody,
      docs: docs('create-channel-stream-schedule-segment'),
    }),

    /**
     * Changes what is given of a broadcast; title, category, duration and time zone for all that recur with it.
     * `is_canceled` cancels the next of those that recur. `start_time` can be changed by partners and affiliates, of
     * one that does not recur.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#update-channel-stream-schedule-segment
     */
    update: endpoint({
      method: 'PATCH',
      path: '/schedule/segment',
      auth: 'user',
      scopes: ['channel:manage:schedule'],
      query: oneSegment,
      body: v.object({
        start_time: optionalString,
        duration: v.optional(minutes),
        category_id: optionalString,
        title,
        is_canceled: v.optional(v.boolean()),
        timezone: optionalString,
      }),
      ...scheduleBody,
      docs: docs('update-channel-stream-schedule-segment'),
    }),

    /**
     * Takes a broadcast from the schedule, with all that recur with it.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#delete-channel-stream-schedule-segment
     */
    delete: endpoint({
      method: 'DELETE',
      path: '/schedule/segment',
      auth: 'user',
      scopes: ['channel:manage:schedule'],
      query: oneSegment,
      ...noResult,
      docs: docs('delete-channel-stream-schedule-segment'),
    }),
  },

  /** Settings of the whole schedule. */
  settings: {
    /**
     * Plans a vacation or ends it. With `is_vacation_enabled: true`, start and end (RFC 3339) and `timezone`, a name
     * such as `Europe/Berlin`, must be given.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#update-channel-stream-schedule
     */
    update: endpoint({
      method: 'PATCH',
      path: '/schedule/settings',
      auth: 'user',
      scopes: ['channel:manage:schedule'],
      query: v.object({
        ...broadcasterParams,
        is_vacation_enabled: v.optional(v.boolean()),
        vacation_start_time: optionalString,
        vacation_end_time: optionalString,
        timezone: optionalString,
      }),
      ...noResult,
      docs: docs('update-channel-stream-schedule'),
    }),
  },

  /**
   * Gives the schedule as the text of an iCalendar file (RFC 5545).
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-channel-icalendar
   */
  icalendar: endpoint({
    method: 'GET',
    path: '/schedule/icalendar',
    auth: 'none',
    query: v.object(broadcasterParams),
    as: 'text',
    response: v.string(),
    docs: docs('get-channel-icalendar'),
  }),
};
