import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { createReceiver, type ReceivedRequest } from '@x/webhooks';
import type { RefusedRequest, WebhookNotification } from './message.ts';
import { createVerifier, type VerifyOptions, verifyRules } from './verify.ts';

/** Settings of a {@link WebhookReceiver}. */
export interface WebhookReceiverOptions extends VerifyOptions {
  /**
   * Called with the error that a handler threw, or the error with which fetching a key failed. Its result and its own
   * errors are ignored. Default: `console.error` with the error.
   */
  onError?: ((error: unknown, message: WebhookNotification | RefusedRequest) => unknown) | undefined;
}

const receiverRules = {
  ...verifyRules,
  onError: optionKind.function,
} satisfies RulesOf<WebhookReceiverOptions>;

/** Handlers of webhooks. The API waits 10 seconds for the response: put longer work in a queue. */
export interface WebhookHandlers {
  /** Called for every webhook, with its `event`. The response is sent when it has finished. */
  notification(notification: WebhookNotification): unknown;
}

/** Receives the API's webhook requests. */
export interface WebhookReceiver {
  /**
   * Handles a request and resolves to the response to send: 200 for a webhook that was handled, 4xx for a request that
   * is not a genuine webhook.
   *
   * A webhook counts as handled when its handler has finished. When the handler throws or the key cannot be fetched,
   * the response is 500 or 503 and the API sends the webhook again, for up to a day. Webhooks have no ID: any of them
   * may arrive twice, late or in another order. A handler should only note that there is something new, and fetch it
   * with a call such as `transactions.sync`.
   *
   * @throws TypeError if the body was already read or parsed.
   */
  handle(request: Request | ReceivedRequest, handlers: WebhookHandlers): Promise<Response>;
  /**
   * Verifies a request, and resolves to its webhook with the response to send.
   *
   * @throws TypeError if the body was already read or parsed.
   */
  verify(request: Request | ReceivedRequest): Promise<WebhookNotification | RefusedRequest>;
}

/**
 * Creates a receiver of webhooks. Create one per process, because it caches the keys.
 *
 * @throws ApiError `invalid_params` if an option is unknown, missing or invalid.
 * @see https://plaid.com/docs/api/webhooks/webhook-verification/
 * @example
 * const webhooks = createWebhookReceiver({ verificationKey: bank.webhooks.verificationKey });
 * const response = await webhooks.handle(request, {
 *   notification({ event }) {
 *     if (event.webhook_code === 'SYNC_UPDATES_AVAILABLE') queue.add(event.item_id);
 *   },
 * });
 */
export function createWebhookReceiver(options: WebhookReceiverOptions): WebhookReceiver {
  checkOptions(
    { provider: 'bank', operation: 'createWebhookReceiver', below: createWebhookReceiver },
    options,
    receiverRules,
  );
  return createReceiver(
    {
      verify: createVerifier(options),
      isHandled: (message: WebhookNotification): message is WebhookNotification => true,
      dispatch: (message, handlers: WebhookHandlers) => handlers.notification(message),
    },
    options,
  );
}
