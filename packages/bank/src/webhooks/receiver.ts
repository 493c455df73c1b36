import { optionKind, problemOfOptions, type ReceivedRequest, type RulesOf } from '@x/core';
import type { RefusedRequest, WebhookNotification } from './message.ts';
import { createVerifier, type VerifyOptions, verifyRules } from './verify.ts';

/** Settings of a {@link WebhookReceiver}. */
export interface WebhookReceiverOptions extends VerifyOptions {
  /**
   * Receives what a handler threw, or why a key could not be fetched. What it returns, throws or rejects with is ignored.
   * Default: `console.error`.
   */
  onError?: ((error: unknown, message: WebhookNotification | RefusedRequest) => unknown) | undefined;
}

const receiverRules = {
  ...verifyRules,
  onError: optionKind.function,
} satisfies RulesOf<WebhookReceiverOptions>;

/** What is done with webhooks. The API waits 10 seconds for the answer: put longer work in a queue. */
export interface WebhookHandlers {
  /** Something happened. */
  notification(notification: WebhookNotification): unknown;
}

/** Takes the API's webhook requests. */
export interface WebhookReceiver {
  /**
   * Handles a request and gives the answer to send: 200 to a webhook that was handled, 4xx to what is no genuine one.
   *
   * A webhook counts as handled when its handler is through. When that throws, or the key cannot be had, the answer is
   * 500 or 503 and the API sends the webhook again, for up to a day. Webhooks have no id: any may come twice, late or in
   * another order, so that a handler does best to take them as a reason to look, with `transactions.sync` for one.
   *
   * @throws TypeError when the body was read or parsed before.
   */
  handle(request: Request | ReceivedRequest, handlers: WebhookHandlers): Promise<Response>;
  /**
   * Tells what a request is, with the answer to send.
   *
   * @throws TypeError when the body was read or parsed before.
   */
  verify(request: Request | ReceivedRequest): Promise<WebhookNotification | RefusedRequest>;
}

/**
 * Makes a receiver of webhooks. Keep one per process: it remembers the keys.
 *
 * @throws TypeError when an option is unknown, missing or not valid.
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
  const problem = problemOfOptions(options, receiverRules);
  if (problem !== undefined) throw new TypeError(`createWebhookReceiver: ${problem}`);
  const { onError = (error) => console.error(error) } = options;
  const verify = createVerifier(options);

  /** An observer must not change the response: whatever `onError` throws or rejects with is dropped. */
  async function report(error: unknown, message: WebhookNotification | RefusedRequest): Promise<void> {
    try {
      await onError(error, message);
    } catch {}
  }

  return {
    verify,
    async handle(request, handlers) {
      const message = await verify(request);
      if (message.kind === 'refused') {
        if ('cause' in message) void report(message.cause, message);
        return message.response;
      }
      try {
        await handlers.notification(message);
        return message.response;
      } catch (error) {
        void report(error, message);
        return new Response(null, { status: 500 });
      }
    },
  };
}
