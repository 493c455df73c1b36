import { endpoint, list, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { cursorPages, pageParams } from '../paging.ts';

export const zoneSchema = v.object({
  /** ID of the zone. */
  id: v.string(),
  /** Difference from UTC, in minutes. */
  offsetMinutes: v.number(),
});

/** A time zone. */
export interface Zone extends v.InferOutput<typeof zoneSchema> {}

/** Time zones. */
export const zones = {
  /**
   * Lists all zones, by ID.
   *
   * @see https://clocks.example/docs#list-zones
   */
  list: list({
    method: 'GET',
    path: '/zones',
    auth: 'key',
    query: v.object(pageParams),
    item: named<Zone>(zoneSchema),
    paging: cursorPages,
    docs: docs('list-zones'),
  }),

  /**
   * Returns a zone.
   *
   * @see https://clocks.example/docs#get-zone
   */
  get: endpoint({
    method: 'GET',
    path: '/zones/{id}',
    auth: 'key',
    params: v.object({
      /** ID of the zone. */
      id: v.pipe(v.string(), v.nonEmpty()),
    }),
    response: named<Zone>(zoneSchema),
    docs: docs('get-zone'),
  }),
};
