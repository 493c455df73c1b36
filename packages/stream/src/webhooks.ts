export {
  type MemoryWebhookStoreOptions,
  memoryWebhookStore,
  type ReceivedRequest,
  type WebhookStore,
} from '@x/webhooks';
export type {
  AdBreakCondition,
  AppCondition,
  ChannelCondition,
  ChatCondition,
  DropCondition,
  EventSubCondition,
  EventSubType,
  EventSubVersion,
  ExtensionCondition,
  ModeratorCondition,
  RaidCondition,
  RewardCondition,
  ShardCondition,
  UserCondition,
} from './event-sub-types.ts';
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
export type { VerifyOptions } from './webhooks/verify.ts';
