import type { UnlistedWebhookEvent, WebhookEvent } from './events.ts';

/** A webhook that the API signed. */
export interface WebhookNotification {
  readonly kind: 'notification';
  /** When it was signed, Unix milliseconds. */
  readonly sentAt: number;
  /** What it says. */
  readonly event: WebhookEvent | UnlistedWebhookEvent;
  /** The answer to send. */
  readonly response: Response;
}

/** What makes a request no genuine webhook. */
export type RefusalReason =
  | 'method'
  | 'content_type'
  | 'too_large'
  | 'signature'
  | 'key'
  | 'timestamp'
  | 'message'
  | 'unavailable';

/** A request that is not, or not provably, a webhook of the API. */
export interface RefusedRequest {
  readonly kind: 'refused';
  /**
   * - `method`, `content_type`: not a POST of JSON (405, 415)
   * - `too_large`: more than `maxBytes` (413)
   * - `signature`: none, or not ES256, or of another key or another body (403)
   * - `key`: the API does not know the key, or has ended it (403)
   * - `timestamp`: too far from now (403)
   * - `message`: rightly signed, but no webhook (400)
   * - `unavailable`: the key could not be fetched now, or too many requests name unknown keys; the API retries the webhook,
   *   first after 30 seconds (503)
   */
  readonly reason: RefusalReason;
  /** The answer to send; its text is the reason. */
  readonly response: Response;
  /** Why the key could not be had, where asking for it failed. */
  readonly cause?: unknown;
}
