import { endpoint, known, named } from '@x/core';
import * as v from 'valibot';
import { docs, idempotentPost } from '../declarations.ts';
import { nonEmptyString, optionalString, requestId } from '../schema.ts';

const networkStatusSchema = v.object({
  network_status: known('UNKNOWN', 'RETURNING_USER'),
  layer: v.nullish(v.object({ eligible: v.boolean() })),
  ...requestId,
});

/** Whether somebody is known to the network. */
export interface NetworkStatus extends v.InferOutput<typeof networkStatusSchema> {}

/** The provider's network of people who linked a bank before. */
export const network = {
  status: {
    /**
     * Says whether the owner of a phone number (E.164: `+14155550123`) is known to the network, and whether Layer can be
     * offered to him. `template_id` names a template with more conditions. The provider would rather have this asked in
     * the browser.
     *
     * @see https://plaid.com/docs/api/network/#networkstatusget
     */
    get: endpoint({
      ...idempotentPost,
      path: '/network/status/get',
      body: v.object({ user: v.strictObject({ phone_number: nonEmptyString }), template_id: optionalString }),
      response: named<NetworkStatus>(networkStatusSchema),
      docs: docs('network/#networkstatusget'),
    }),
  },
};
