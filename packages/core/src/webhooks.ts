export { headerOf, type ReceivedRequest } from './webhooks/received-request.ts';
export {
  createReceiver,
  type Deduplication,
  type Receiver,
  type ReceiverSettings,
  type VerifiedMessage,
  type WebhookProtocol,
} from './webhooks/receiver.ts';
export { type RefusalReason, type RefusedRequest, type RequestRefusal, refuse } from './webhooks/refusal.ts';
export { type MemoryWebhookStoreOptions, memoryWebhookStore, type WebhookStore } from './webhooks/store.ts';
