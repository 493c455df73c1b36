import { endpoint, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs } from '../declarations.ts';

export const timeSchema = v.object({
  /** ID of the zone. */
  zone: v.string(),
  /** Current time, as an ISO 8601 string in UTC. */
  now: v.string(),
});

/** The current time in a zone. */
export interface ZoneTime extends v.InferOutput<typeof timeSchema> {}

/** The current time. */
export const time = {
  /**
   * Returns the current time in a zone.
   *
   * @see https://clocks.example/docs#get-time
   */
  get: endpoint({
    method: 'GET',
    path: '/time',
    auth: 'key',
    query: v.object({
      /** ID of the zone, such as `berlin`. */
      zone: v.pipe(v.string(), v.nonEmpty()),
    }),
    response: named<ZoneTime>(timeSchema),
    docs: docs('get-time'),
  }),
};
