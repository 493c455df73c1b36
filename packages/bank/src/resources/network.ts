import { endpoint, known, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs, readPersonal } from '../declarations.ts';
import { nonEmptyString, optionalString, requestId } from '../schema.ts';

export const networkStatusSchema = v.object({
  /** Whether the user is known: `RETURNING_USER`, or `UNKNOWN`. */
  network_status: known('UNKNOWN', 'RETURNING_USER'),
  /** Whether Layer can be offered. Null or absent when that was not checked. */
  layer: v.nullish(
    v.object({
      /** Whether the user can sign up with Layer. */
      eligible: v.boolean(),
    }),
  ),
  ...requestId,
});

/** Whether a user is known to the provider's network. */
export interface NetworkStatus extends v.InferOutput<typeof networkStatusSchema> {}

/** The provider's network of users who linked a bank before. */
export const network = {
  /** Whether a user is known to the network. */
  status: {
    /**
     * Returns whether the owner of a phone number is known to the network, and whether Layer can be offered to them.
     * The provider recommends checking it in the browser instead.
     */
    get: endpoint({
      ...readPersonal,
      path: '/network/status/get',
      body: v.object({
        /** The user to look up. */
        user: v.strictObject({
          /** Phone number of the user, E.164 (`+14155550123`). */
          phone_number: nonEmptyString,
        }),
        /** ID of a template in the Plaid dashboard with further conditions for Layer. Default: none. */
        template_id: optionalString,
      }),
      response: named<NetworkStatus>(networkStatusSchema),
      docs: docs('network/#networkstatusget'),
    }),
  },
};
