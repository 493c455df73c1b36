import { endpoint, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs, read } from '../declarations.ts';
import { nonEmptyString, requestId } from '../schema.ts';

export const keySchema = v.object({
  /** Algorithm of the signature: `ES256`. */
  alg: v.string(),
  /** Elliptic curve of the key: `P-256`. */
  crv: v.string(),
  /** ID of the key, as in the header of the webhook's signature. */
  kid: v.string(),
  /** Type of the key: `EC`. */
  kty: v.string(),
  /** Purpose of the key: `sig`, for signatures. */
  use: v.string(),
  /** X coordinate of the public key, Base64url. */
  x: v.string(),
  /** Y coordinate of the public key, Base64url. */
  y: v.string(),
  /** Time at which the key was created, Unix seconds. */
  created_at: v.number(),
  /**
   * Time at which the key expired, Unix seconds. Null while it is in use; refuse webhooks signed with an expired key.
   */
  expired_at: v.nullable(v.number()),
});

/** A public key (JWK, ES256) that webhooks are signed with. */
export interface VerificationKey extends v.InferOutput<typeof keySchema> {}

/** Keys that webhooks are signed with. */
export const webhooks = {
  /**
   * Returns the key that a webhook is signed with. Cache it, and fetch it again daily. Fails with `not_found` for an
   * unknown ID.
   *
   * @see https://plaid.com/docs/api/webhooks/webhook-verification/
   */
  verificationKey: endpoint({
    ...read,
    path: '/webhook_verification_key/get',
    body: v.object({
      /** ID of the key: `kid` in the header of the webhook's `Plaid-Verification` token. */
      key_id: nonEmptyString,
    }),
    response: v.object({
      /** The public key as a JWK. */
      key: named<VerificationKey>(keySchema),
      ...requestId,
    }),
    unwrap: 'key',
    docs: docs('webhooks/webhook-verification/#get-webhook-verification-key'),
  }),
};
