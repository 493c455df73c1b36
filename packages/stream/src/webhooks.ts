export type { ReceivedRequest } from '@x/core';
export type { EventSubCondition, EventSubType, EventSubVersion } from './eventsub-types.ts';
export type { EventSubEvent, EventSubEvents } from './webhooks/events.ts';
export type {
  GenuineMessage,
  GenuineWebhook,
  RefusalReason,
  RefusedRequest,
  UnlistedNotification,
  WebhookNotification,
  WebhookRevocation,
  WebhookSubscription,
  WebhookVerification,
} from './webhooks/message.ts';
export {
  createWebhookReceiver,
  type HandledMessage,
  type WebhookHandlers,
  type WebhookReceiver,
  type WebhookReceiverOptions,
} from './webhooks/receiver.ts';
export { signWebhook, type WebhookToSign } from './webhooks/signer.ts';
export { type MemoryWebhookStoreOptions, memoryWebhookStore, type WebhookStore } from './webhooks/store.ts';
export type { VerifyOptions } from './webhooks/verify.ts';
