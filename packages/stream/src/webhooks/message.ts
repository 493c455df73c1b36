import * as v from 'valibot';
import type { EventSubCondition, EventSubType, EventSubVersion } from '../eventsub-types.ts';
import type { Known } from './event-parts.ts';
import type { EventSubEvent } from './events.ts';

/** What every signed body is. The members after the subscription tell its kind; a revocation has none of them. */
export const bodySchema = v.object({
  subscription: v.object({
    id: v.string(),
    type: v.string(),
    version: v.string(),
    status: v.string(),
    // Null where an optional field of the condition was not given, as in the list of subscriptions.
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
  id: string;
  type: string;
  version: string;
  /** On a revocation: why. */
  status: Known<
    | 'enabled'
    | 'webhook_callback_verification_pending'
    | 'user_removed'
    | 'authorization_revoked'
    | 'notification_failures_exceeded'
    | 'version_removed'
    | 'moderator_removed'
  >;
  /** Whose events; a value is null when that optional field was not given. */
  condition: Record<string, string | null>;
  transport: { method: Known<'webhook' | 'conduit'>; callback?: string; conduit_id?: string };
  created_at: string;
  cost?: number;
}

/** What all genuine messages have. */
export interface GenuineMessage {
  /** The same on every delivery of this message. */
  readonly id: string;
  /** Unix milliseconds. */
  readonly sentAt: number;
  /** Number of the delivery, as far as the header tells: it is not signed. */
  readonly retry: number;
  readonly subscription: WebhookSubscription;
  /** The answer to send. */
  readonly response: Response;
}

/** A subscription was made, and waits for its challenge. */
export interface WebhookVerification extends GenuineMessage {
  readonly kind: 'verification';
  readonly challenge: string;
}

/** A subscription has ended: `subscription.status` tells why. */
export interface WebhookRevocation extends GenuineMessage {
  readonly kind: 'revocation';
}

interface TypedNotification<Type extends EventSubType, Version extends EventSubVersion<Type>> extends GenuineMessage {
  readonly kind: 'notification';
  // Copied from the subscription: TypeScript narrows by a member of the message itself only.
  readonly type: Type;
  readonly version: Version;
  readonly subscription: WebhookSubscription & {
    type: Type;
    version: Version;
    condition: EventSubCondition<Type, Version>;
  };
  readonly event: EventSubEvent<Type, Version>;
}

/**
 * Something happened. Compare `type`, and `version` where the type has several, and `event` is of their kind. What the
 * events hold is not checked: the signature tells that they come from the API.
 */
export type WebhookNotification<Type extends EventSubType = EventSubType> = {
  [Name in Type]: { [Version in EventSubVersion<Name>]: TypedNotification<Name, Version> }[EventSubVersion<Name>];
}[Type];

declare const unlisted: unique symbol;

/** Something of a type that this release does not list; `subscription.type` is its name. */
export interface UnlistedNotification extends GenuineMessage {
  readonly kind: 'notification';
  // Not plain text: comparing `type` with a listed name must rule this one out.
  readonly type: { readonly [unlisted]: never };
  readonly version: string;
  readonly event: unknown;
}

/** Why a request is not a genuine message. */
export type RefusalReason = 'method' | 'content_type' | 'too_large' | 'signature' | 'timestamp' | 'message';

/** A request that is not, or not provably, a message of the API. */
export interface RefusedRequest {
  readonly kind: 'refused';
  /**
   * - `method`, `content_type`: not a POST of JSON (405, 415)
   * - `too_large`: more than `maxBytes` (413)
   * - `signature`: the signature is missing, or belongs to another secret, id, time or body (403)
   * - `timestamp`: the date is invalid, or too far from now (403)
   * - `message`: the signature is valid, but the body is not a message of the kind that its header names (400)
   */
  readonly reason: RefusalReason;
  /** The response to send; its body is the reason. */
  readonly response: Response;
}

/** A message that the API signed. */
export type GenuineWebhook = WebhookVerification | WebhookNotification | UnlistedNotification | WebhookRevocation;
