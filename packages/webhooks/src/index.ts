export { headerOf, type ReceivedRequest } from './received-request.ts';
export {
  createReceiver,
  type Deduplication,
  type Receiver,
  type ReceiverSettings,
  type VerifiedMessage,
  type WebhookProtocol,
} from './receiver.ts';
export { type RefusalReason, type RefusedRequest, type RequestRefusal, refuse } from './refusal.ts';
export { type MemoryWebhookStoreOptions, memoryWebhookStore, type WebhookStore } from './store.ts';
