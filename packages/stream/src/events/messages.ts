import * as v from 'valibot';
import type { EventSubCondition, EventSubType, EventSubVersion } from '../event-sub-types.ts';
import type { EventSubRequest } from '../resources/event-sub.ts';
import type { EventSubEvent } from '../webhooks/events.ts';
import { bodySchema, type WebhookSubscription } from '../webhooks/message.ts';

type WithoutTransport<Subscription> = Subscription extends unknown ? Omit<Subscription, 'transport'> : never;

/** A subscription that a listener maintains: type, version, and the users whose events it receives. */
export type WantedSubscription<Type extends EventSubType = EventSubType> = WithoutTransport<
  Extract<EventSubRequest, { type: Type }>
>;

/** A subscription of the API, of one type and version. */
interface TypedSubscription<Type extends EventSubType, Version extends EventSubVersion<Type>>
  extends Omit<WebhookSubscription, 'type' | 'version' | 'condition' | 'transport'> {
  /** Type of the events, such as `stream.online`. */
  type: Type;
  /** Version of the type. */
  version: Version;
  /** The channels and users whose events it receives. */
  condition: EventSubCondition<Type, Version>;
}

/** The subscription that an event belongs to. Compare `type` to narrow the type of `condition`. */
export type EventSubscription<Type extends EventSubType = EventSubType> = {
  [Name in Type]: { [Version in EventSubVersion<Name>]: TypedSubscription<Name, Version> }[EventSubVersion<Name>];
}[Type];

interface TypedEvent<Type extends EventSubType, Version extends EventSubVersion<Type>> {
  /** ID of the message. Each is delivered once. */
  readonly id: string;
  /** When the message was sent, in Unix milliseconds. */
  readonly sentAt: number;
  /** Type of the event, such as `stream.online`. */
  readonly type: Type;
  /** Version of the type. */
  readonly version: Version;
  /** Subscription that the event belongs to. */
  readonly subscription: TypedSubscription<Type, Version>;
  /** Data of the event. Its fields depend on `type` and `version`. */
  readonly event: EventSubEvent<Type, Version>;
}

/**
 * An event that a listener received. Compare `type`, and `version` if the type has several, to narrow the type of
 * `event`. The fields of events are not validated, because they come over a connection that only the API can write to.
 */
export type ListenedEvent<Type extends EventSubType = EventSubType> = {
  [Name in Type]: { [Version in EventSubVersion<Name>]: TypedEvent<Name, Version> }[EventSubVersion<Name>];
}[Type];

const { entries: body } = bodySchema;
const messageSchema = v.object({
  metadata: v.object({ message_id: v.string(), message_type: v.string(), message_timestamp: v.string() }),
  payload: v.object({
    session: v.optional(
      v.object({
        id: v.string(),
        keepalive_timeout_seconds: v.nullish(v.number()),
        reconnect_url: v.nullish(v.string()),
      }),
    ),
    subscription: v.optional(body.subscription),
    event: body.event,
    events: body.events,
  }),
});

/** A message from the WebSocket server, of any type. */
export interface ServerMessage extends v.InferOutput<typeof messageSchema> {}

/** Reads a message. Returns undefined if it is not from the API. */
export function readMessage(data: unknown): ServerMessage | undefined {
  try {
    const message: unknown = JSON.parse(String(data));
    return v.is(messageSchema, message) ? message : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the event in a notification, or undefined if the message has none. */
export function eventOf({ metadata, payload }: ServerMessage): ListenedEvent | undefined {
  const { subscription, event = payload.events } = payload;
  if (!subscription || event === undefined) return undefined;
  const { type, version } = subscription;
  const sentAt = Date.parse(metadata.message_timestamp.replace(/(\.\d{3})\d*/, '$1'));
  return { id: metadata.message_id, sentAt, type, version, subscription, event } as object as ListenedEvent;
}
