import type { UnlistedWebhookEvent, WebhookEvent } from './events.ts';

/** A webhook that the API signed. */
export interface WebhookNotification {
  /** Distinguishes a webhook from a refused request. */
  readonly kind: 'notification';
  /** Time at which it was signed, Unix milliseconds. */
  readonly sentAt: number;
  /** The body of the webhook. */
  readonly event: WebhookEvent | UnlistedWebhookEvent;
  /** Response to send: 200 without a body. */
  readonly response: Response;
}

/** Reason why a request was refused; see {@link RefusedRequest}. */
export type RefusalReason =
  | 'method'
  | 'content_type'
  | 'too_large'
  | 'signature'
  | 'key'
  | 'timestamp'
  | 'message'
  | 'unavailable';

/** A request that is not a webhook of the API, or cannot be proven to be one. */
export interface RefusedRequest {
  /** Distinguishes a refused request from a webhook. */
  readonly kind: 'refused';
  /**
   * Reason why the request was refused, and the status of the response:
   *
   * - `method`, `content_type`: not a POST of JSON (405, 415)
   * - `too_large`: more than `maxBytes` (413)
   * - `signature`: the signature is missing, is not ES256, or belongs to another key or body (403)
   * - `key`: the API does not know the key, or no longer uses it (403)
   * - `timestamp`: the date is too far from now (403)
   * - `message`: the signature is valid, but the body is not a webhook (400)
   * - `unavailable`: the key could not be fetched, or too many requests name unknown keys; the API retries the webhook,
   *   first after 30 seconds (503)
   */
  readonly reason: RefusalReason;
  /** Response to send; its body is the reason. */
  readonly response: Response;
  /** Error that fetching the key failed with. Set with `unavailable` only. */
  readonly cause?: unknown;
}
