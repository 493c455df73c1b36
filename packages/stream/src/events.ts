export type { ReceivedRequest, WebhookStore } from '@x/webhooks';
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
export type { ConduitCalls } from './events/conduit-calls.ts';
export {
  type AccountsClient,
  type AppListeningClient,
  type ConduitClient,
  createEventListener,
  type ListeningClient,
  type NeedsWithAccountOrAccountOf,
  type UserListeningClient,
} from './events/create-listener.ts';
export type {
  ConduitListener,
  EventSubListener,
  HandledEvent,
  HandledName,
  WebhookListener,
} from './events/event-sub-listener.ts';
export { memoryShardStore } from './events/memory-shard-store.ts';
export type { EventSubscription, ListenedEvent, WantedSubscription } from './events/messages.ts';
export type {
  AccountsListenerOptions,
  CommonListenerOptions,
  ConduitListenerOptions,
  EventSubListenerOptions,
  WebhookListenerOptions,
  WebSocketListenerOptions,
  WebSocketOptions,
} from './events/options.ts';
export type {
  Cost,
  ListenerEvents,
  ListenerState,
  RefusedSubscription,
  SubscriptionsResult,
} from './events/reports.ts';
export type { SessionEnd, WebSocketLike } from './events/session.ts';
export type { HeldShard, ShardBeat, ShardPlan, ShardStore, SharedText } from './events/shard-store.ts';
export type { SubscriptionCalls } from './events/subscriber.ts';
export { subscriptions } from './events/subscriptions.ts';
export type { EventSubEvent, EventSubEvents } from './webhooks/events.ts';
