import { type Endpoint, endpoint } from '../endpoint.ts';
import { required, text } from '../fields.ts';
import { refuse } from '../refusal.ts';
import type { WebhookKeys } from '../webhook-keys.ts';

/** Keys by which receivers check webhooks. */
export function webhookKeyEndpoints(keys: WebhookKeys): Endpoint[] {
  return [
    endpoint('/webhook_verification_key/get', { key_id: required(text()) }, ({ key_id }) => ({
      key: keys.find(key_id) ?? refuse('INVALID_WEBHOOK_VERIFICATION_KEY_ID'),
    })),
  ];
}
