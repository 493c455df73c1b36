import { endpoint, named } from '@x/core';
import * as v from 'valibot';
import { docs, idempotentPost } from '../declarations.ts';
import { nonEmptyString, requestId } from '../schema.ts';

const keySchema = v.object({
  alg: v.string(),
  crv: v.string(),
  kid: v.string(),
  kty: v.string(),
  use: v.string(),
  x: v.string(),
  y: v.string(),
  created_at: v.number(),
  expired_at: v.nullable(v.number()),
});

/** A public key (JWK, ES256) that webhooks are signed with. Times are Unix seconds; a set `expired_at` ends its use. */
export interface VerificationKey extends v.InferOutput<typeof keySchema> {}

/** Webhooks. */
export const webhooks = {
  /**
   * Gives the key that the `kid` of a webhook's `Plaid-Verification` header names. Keep it, and ask again daily.
   * `not_found` for an unknown id.
   *
   * @see https://plaid.com/docs/api/webhooks/webhook-verification/
   */
  verificationKey: endpoint({
    ...idempotentPost,
    path: '/webhook_verification_key/get',
    body: v.object({ key_id: nonEmptyString }),
    response: v.object({ key: named<VerificationKey>(keySchema), ...requestId }),
    unwrap: 'key',
    docs: docs('webhooks/webhook-verification/#get-webhook-verification-key'),
  }),
};
