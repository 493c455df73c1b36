import * as v from 'valibot';
import type { EventSubCondition, EventSubType, EventSubVersion } from '../event-sub-types.ts';
import type { Known } from './event-parts.ts';
import type { EventSubEvent } from './events.ts';

/** Every signed body. The fields after `subscription` determine its kind; a revocation has none of them. */
export const bodySchema = v.object({
  subscription: v.object({
    id: v.string(),
    type: v.string(),
    version: v.string(),
    status: v.string(),
    // Null when an optional field of the condition was not set, as in the list of subscriptions.
    condition: v.record(v.string(), v.nullable(v.string())),
    transport: v.looseObject({ method: v.string() }),
    created_at: v.string(),
  }),
  challenge: v.optional(v.string()),
  event: v.optional(v.record(v.string(), v.unknown())),
  events: v.optional(v.array(v.record(v.string(), v.unknown()))),
});

/** The subscription that a message belongs to. */
export interface WebhookSubscription {
  /** ID of the subscription. */
  id: string;
  /** Type of the events, such as `stream.online`. */
  type: string;
  /** Version of the type. */
  version: string;
  /** State of the subscription. For a revocation, the reason why it has ended. */
  status: Known<
    | 'enabled'
    | 'webhook_callback_verification_pending'
    | 'user_removed'
    | 'authorization_revoked'
    | 'notification_failures_exceeded'
    | 'version_removed'
    | 'moderator_removed'
  >;
  /** Whom the events are about. A value is null when that optional field was not set. */
  condition: Record<string, string | null>;
  /** Where events are sent: your server, or a conduit. */
  transport: {
    /** How events are sent. */
    method: Known<'webhook' | 'conduit'>;
    /** Address of your server. Set for `webhook`. */
    callback?: string;
    /** ID of the conduit. Set for `conduit`. */
    conduit_id?: string;
  };
  /** When the subscription was created, RFC 3339. */
  created_at: string;
  /** Cost that the subscription adds to `total_cost`. Absent in some messages. */
  cost?: number;
}

/** The fields of every genuine message. */
export interface GenuineMessage {
  /** ID of the message, the same on every delivery. */
  readonly id: string;
  /** When the message was sent, in Unix milliseconds. */
  readonly sentAt: number;
  /** Number of the delivery, from 0. It is read from a header that is not signed. */
  readonly retry: number;
  /** Subscription that the message belongs to. */
  readonly subscription: WebhookSubscription;
  /** Response to send. */
  readonly response: Response;
}

/** A subscription was created, and waits for its challenge. */
export interface WebhookVerification extends GenuineMessage {
  /** Kind of message. */
  readonly kind: 'verification';
  /** Text to respond with. `response` already contains it. */
  readonly challenge: string;
}

/** A subscription has ended. `subscription.status` has the reason. */
export interface WebhookRevocation extends GenuineMessage {
  /** Kind of message. */
  readonly kind: 'revocation';
}

interface TypedNotification<Type extends EventSubType, Version extends EventSubVersion<Type>> extends GenuineMessage {
  /** Kind of message. */
  readonly kind: 'notification';
  // Copied from the subscription, because TypeScript narrows only by a field of the message itself.
  /** Type of the event, such as `channel.follow`. */
  readonly type: Type;
  /** Version of the type. */
  readonly version: Version;
  /** Subscription that the event belongs to. */
  readonly subscription: WebhookSubscription & {
    type: Type;
    version: Version;
    condition: EventSubCondition<Type, Version>;
  };
  /** Data of the event. */
  readonly event: EventSubEvent<Type, Version>;
}

/**
 * An event. Compare `type`, and `version` if the type has several, to narrow the type of `event`. The fields of events
 * are not validated, because the signature proves that they come from the API.
 */
export type WebhookNotification<Type extends EventSubType = EventSubType> = {
  [Name in Type]: { [Version in EventSubVersion<Name>]: TypedNotification<Name, Version> }[EventSubVersion<Name>];
}[Type];

declare const unlisted: unique symbol;

/** An event of a type that this release does not list; `subscription.type` is its name. */
export interface UnlistedNotification extends GenuineMessage {
  /** Kind of message. */
  readonly kind: 'notification';
  // Not a string, because comparing `type` with a listed name must rule this one out.
  /** Type of the event, which cannot be compared with a listed one: read `subscription.type`. */
  readonly type: { readonly [unlisted]: never };
  /** Version of the type. */
  readonly version: string;
  /** Data of the event, as the API sent it. */
  readonly event: unknown;
}

/** Reason why a request is not a genuine message. */
export type RefusalReason = 'method' | 'content_type' | 'too_large' | 'signature' | 'timestamp' | 'message';

/** A request that is not, or cannot be proven to be, a message of the API. */
export interface RefusedRequest {
  /** Kind of result. */
  readonly kind: 'refused';
  /**
   * - `method`, `content_type`: not a POST of JSON (405, 415)
   * - `too_large`: more than `maxBytes` (413)
   * - `signature`: the signature is missing, or belongs to another secret, ID, time or body (403)
   * - `timestamp`: the date is invalid, or too far from now (403)
   * - `message`: the signature is valid, but the body is not a message of the kind that its header names (400)
   */
  readonly reason: RefusalReason;
  /** The response to send; its body is the reason. */
  readonly response: Response;
}

/** A message that the API signed. */
export type GenuineWebhook = WebhookVerification | WebhookNotification | UnlistedNotification | WebhookRevocation;
