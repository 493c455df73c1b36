export type { ReceivedRequest } from '@x/webhooks';
export type { UnlistedWebhookEvent, WebhookEvent, WebhookEvents } from './webhooks/events.ts';
export type { FindKey } from './webhooks/keys.ts';
export type { RefusalReason, RefusedRequest, WebhookNotification } from './webhooks/message.ts';
export {
  createWebhookReceiver,
  type WebhookHandlers,
  type WebhookReceiver,
  type WebhookReceiverOptions,
} from './webhooks/receiver.ts';
export { createWebhookSigner, type WebhookSigner, type WebhookSignerOptions } from './webhooks/signer.ts';
export type { VerifyOptions } from './webhooks/verify.ts';
