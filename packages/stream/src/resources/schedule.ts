import { type CursorPaging, endpoint, limit, list, named, oneOrMany, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs, noResult } from '../declarations.ts';
import { cursorPages } from '../paging.ts';
import { broadcasterFields, broadcasterParams, optionalString } from '../schema.ts';

export const segmentSchema = v.object({
  /** ID of the planned broadcast. */
  id: v.string(),
  /** When the broadcast starts, RFC 3339 in UTC. */
  start_time: v.string(),
  /** When the broadcast ends, RFC 3339 in UTC. */
  end_time: v.string(),
  /** Title of the broadcast. */
  title: v.string(),
  /** End of the broadcast when it is canceled, RFC 3339; otherwise null. */
  canceled_until: v.nullable(v.string()),
  /** Game or category of the broadcast. Null when none is set. */
  category: v.nullable(
    v.object({
      /** ID of the game or category. */
      id: v.string(),
      /** Title of the game or category. */
      name: v.string(),
    }),
  ),
  /** Whether the broadcast takes place every week. */
  is_recurring: v.boolean(),
});

/** A planned broadcast. */
export interface ScheduleSegment extends v.InferOutput<typeof segmentSchema> {}

export const scheduleSchema = v.object({
  ...broadcasterFields,
  /** Planned broadcasts that the call was about. Null when the schedule has none. */
  segments: v.nullable(v.array(named<ScheduleSegment>(segmentSchema))),
  /** When the broadcaster is away. Null when no vacation is planned. */
  vacation: v.nullable(
    v.object({
      /** Start of the vacation, RFC 3339 in UTC. */
      start_time: v.string(),
      /** End of the vacation, RFC 3339 in UTC. */
      end_time: v.string(),
    }),
  ),
});

/** A broadcaster's schedule, with the segments that the call was about. */
export interface Schedule extends v.InferOutput<typeof scheduleSchema> {}

const scheduleBody = { response: v.object({ data: named<Schedule>(scheduleSchema) }), unwrap: 'data' } as const;
const segmentPages: CursorPaging = { ...cursorPages, items: 'data.segments' };
const title = v.optional(v.pipe(v.string(), v.maxLength(140)));
const minutes = v.pipe(
  v.string(),
  v.check((text) => Number(text) >= 30, 'must be 30 to 1380 minutes'),
  limit((text) => Number(text) <= 1380, 'must be 30 to 1380 minutes'),
);
const oneSegment = v.object({
  ...broadcasterParams,
  /** ID of the planned broadcast. */
  id: v.string(),
});

/** Planned broadcasts. Calls that change something require `broadcaster_id` to be the token's user. */
export const schedule = {
  /** Planned broadcasts of a channel. */
  segments: {
    /**
     * Lists the upcoming broadcasts of a channel, or finds them by ID. The vacation is in `raw` of each page. Fails
     * with `not_found` for a channel without a schedule.
     */
    list: list({
      method: 'GET',
      path: '/schedule',
      auth: 'app-or-user',
      query: v.object({
        ...broadcasterParams,
        /** IDs of planned broadcasts, any number; more than 100 are split into several requests. Default: all. */
        id: v.optional(oneOrMany(v.string())),
        /** Earliest start of the broadcasts, RFC 3339. Default: now. */
        start_time: optionalString,
        /** Offset from UTC; the API ignores it. */
        utc_offset: optionalString,
        /** Page size, 1 to 25. Default 20, or 25 when you iterate. */
        first: v.optional(whole(1, 25)),
        /**
         * Provider's cursor of the page to return: `pagination.cursor` of the previous page. Default: the first page.
         */
        after: optionalString,
      }),
      item: named<ScheduleSegment>(segmentSchema),
      paging: segmentPages,
      ids: { params: ['id'], max: 100 },
      docs: docs('schedule/#get-channel-stream-schedule'),
    }),

    /**
     * Plans a broadcast, and returns the schedule with it. Fails with `permission_denied` for a broadcast that does not
     * recur, unless the broadcaster is a partner or affiliate.
     */
    create: endpoint({
      method: 'POST',
      path: '/schedule/segment',
      auth: 'user',
      scopes: ['channel:manage:schedule'],
      query: v.object(broadcasterParams),
      body: v.object({
        /** When the broadcast starts, RFC 3339. */
        start_time: v.string(),
        /** IANA time zone of the broadcaster, such as `Europe/Berlin`. */
        timezone: v.string(),
        /** Length of the broadcast in minutes, 30 to 1380, as a string. */
        duration: minutes,
        /**
         * Whether the broadcast takes place every week. Only partners and affiliates can set it to false. Default
         * false.
         */
        is_recurring: v.optional(v.boolean()),
        /** ID of the game or category. Default: none. */
        category_id: optionalString,
        /** Title of the broadcast, up to 140 characters. */
        title,
      }),
      ...scheduleBody,
      docs: docs('schedule/#create-channel-stream-schedule-segment'),
    }),

    /**
     * Changes a planned broadcast, and returns the schedule with it. For a recurring broadcast, title, category,
     * duration and time zone change for all its repetitions.
     */
    update: endpoint({
      method: 'PATCH',
      path: '/schedule/segment',
      auth: 'user',
      scopes: ['channel:manage:schedule'],
      query: oneSegment,
      body: v.object({
        /** New start, RFC 3339. Only for partners and affiliates, and for broadcasts that do not recur. */
        start_time: optionalString,
        /** New length in minutes, 30 to 1380, as a string. */
        duration: v.optional(minutes),
        /** New ID of the game or category. */
        category_id: optionalString,
        /** New title, up to 140 characters. */
        title,
        /** Whether the broadcast is canceled. For a recurring broadcast, only the next one is. */
        is_canceled: v.optional(v.boolean()),
        /** IANA time zone of the broadcaster, such as `Europe/Berlin`. */
        timezone: optionalString,
      }),
      ...scheduleBody,
      docs: docs('schedule/#update-channel-stream-schedule-segment'),
    }),

    /** Removes a broadcast and all its repetitions from the schedule. */
    delete: endpoint({
      method: 'DELETE',
      path: '/schedule/segment',
      auth: 'user',
      scopes: ['channel:manage:schedule'],
      query: oneSegment,
      ...noResult,
      docs: docs('schedule/#delete-channel-stream-schedule-segment'),
    }),
  },

  /** Settings of the whole schedule. */
  settings: {
    /** Plans a vacation, or ends it. */
    update: endpoint({
      method: 'PATCH',
      path: '/schedule/settings',
      auth: 'user',
      scopes: ['channel:manage:schedule'],
      query: v.object({
        ...broadcasterParams,
        /** True plans a vacation, false ends it. */
        is_vacation_enabled: v.optional(v.boolean()),
        /** Start of the vacation, RFC 3339. Required when `is_vacation_enabled` is true. */
        vacation_start_time: optionalString,
        /** End of the vacation, RFC 3339. Required when `is_vacation_enabled` is true. */
        vacation_end_time: optionalString,
        /** IANA time zone of the broadcaster, such as `Europe/Berlin`. Required when `is_vacation_enabled` is true. */
        timezone: optionalString,
      }),
      ...noResult,
      docs: docs('schedule/#update-channel-stream-schedule'),
    }),
  },

  /** Returns the schedule as the content of an iCalendar file (RFC 5545). */
  icalendar: endpoint({
    method: 'GET',
    path: '/schedule/icalendar',
    auth: 'none',
    query: v.object(broadcasterParams),
    as: 'text',
    response: v.string(),
    docs: docs('schedule/#get-channel-icalendar'),
  }),
};
