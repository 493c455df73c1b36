import { optionKind, problemOfOptions, type ReceivedRequest, type RulesOf } from '@x/core';
import type {
  GenuineWebhook,
  RefusedRequest,
  UnlistedNotification,
  WebhookNotification,
  WebhookRevocation,
} from './message.ts';
import { memoryWebhookStore, type WebhookStore } from './store.ts';
import { createVerifier, type VerifyOptions, verifyRules } from './verify.ts';

/** Settings of a {@link WebhookReceiver}. */
export interface WebhookReceiverOptions extends VerifyOptions {
  /** Remembers what was handled. Default: this process. */
  store?: WebhookStore | undefined;
  /** Milliseconds that handling may take; after them a message is taken for lost and handled again. Above 0; default 60,000. */
  leaseMs?: number | undefined;
  /**
   * Receives what a handler, or the store, threw. What it returns, throws or rejects with is ignored.
   * Default: `console.error`.
   */
  onError?: ((error: unknown, message: HandledMessage) => unknown) | undefined;
}

const receiverRules = {
  ...verifyRules,
  store: optionKind.objectWith('a webhook store', ['take', 'finish', 'release']),
  leaseMs: optionKind.milliseconds,
  onError: optionKind.function,
} satisfies RulesOf<WebhookReceiverOptions>;

/** A message that is handed to a handler. */
export type HandledMessage = WebhookNotification | UnlistedNotification | WebhookRevocation;

/** What is done with messages. The API waits a few seconds for the answer: put longer work in a queue. */
export interface WebhookHandlers {
  /** Something happened. */
  notification(notification: WebhookNotification | UnlistedNotification): unknown;
  /** A subscription has ended. Default: nothing is done. */
  revocation?(revocation: WebhookRevocation): unknown;
}

/** Takes the API's webhook requests. */
export interface WebhookReceiver {
  /**
   * Handles a request and gives the answer to send: the challenge to a verification, 204 to a message that was handled now
   * or before, 4xx to what is no genuine message.
   *
   * A message counts as handled when its handler is through. When that throws, the answer is 500 and the API sends the
   * message again; while it runs, further deliveries are answered 503. A process that dies in between leaves the
   * message free again after `leaseMs`. What was handled is remembered for twice `toleranceMs`, as long as its
   * signature may pass. So each message is handled at least once; again only when the process died or took longer than
   * `leaseMs`, or the API repeats it after all that time, dated anew.
   *
   * @throws TypeError when the body was read or parsed before.
   */
  handle(request: Request | ReceivedRequest, handlers: WebhookHandlers): Promise<Response>;
  /**
   * Tells what a request is, with the answer to send. Repeated deliveries are not recognized: that is left to the caller, by
   * the message's `id`.
   *
   * @throws TypeError when the body was read or parsed before.
   */
  verify(request: Request | ReceivedRequest): Promise<GenuineWebhook | RefusedRequest>;
}

/**
 * Makes a receiver of EventSub webhooks. Keep one per process: it remembers the messages it handled.
 *
 * @throws TypeError when an option is unknown or not valid, or a secret is not 10 to 100 printable ASCII characters.
 * @see https://dev.twitch.tv/docs/eventsub/handling-webhook-events/
 * @example
 * const webhooks = createWebhookReceiver({ secret });
 * const response = await webhooks.handle(request, {
 *   notification({ type, event }) {
 *     if (type === 'channel.follow') console.log(event.user_name);
 *   },
 * });
 */
export function createWebhookReceiver(options: WebhookReceiverOptions): WebhookReceiver {
  const problem = problemOfOptions(options, receiverRules);
  if (problem !== undefined) throw new TypeError(`createWebhookReceiver: ${problem}`);
  const { toleranceMs = 600_000, leaseMs = 60_000, clock = Date } = options;
  const { store = memoryWebhookStore({ clock }), onError = (error) => console.error(error) } = options;
  const verify = createVerifier({ ...options, toleranceMs });
  // A message may be dated `toleranceMs` ahead, and passes until as long after its date, that millisecond included.
  const rememberMs = 2 * toleranceMs + 1;

  /** An observer must not change the response: whatever `onError` throws or rejects with is dropped. */
  async function report(error: unknown, message: HandledMessage): Promise<void> {
    try {
      await onError(error, message);
    } catch {}
  }

  /** Updates the store; a failure is reported and goes no further, even from a store that throws before it returns a promise. */
  async function update(message: HandledMessage, change: () => Promise<void>): Promise<void> {
    try {
      await change();
    } catch (error) {
      void report(error, message);
    }
  }

  return {
    verify,
    async handle(request, handlers) {
      const message = await verify(request);
      if (message.kind === 'refused' || message.kind === 'verification') return message.response;
      const { id, response } = message;

      let leaseEnd = 0;
      try {
        const now = clock.now();
        const state = await store.take(id, leaseMs);
        if (state === 'done') return response;
        // Not a 2xx: should the handler fail, the API must still have a delivery to repeat.
        if (state === 'busy') return new Response(null, { status: 503 });
        leaseEnd = now + leaseMs;
        await (message.kind === 'notification' ? handlers.notification(message) : handlers.revocation?.(message));
      } catch (error) {
        void report(error, message);
        // After the lease the message may be another delivery's.
        if (clock.now() < leaseEnd) await update(message, () => store.release(id));
        return new Response(null, { status: 500 });
      }
      // Handled is handled: a store that fails now costs at most a repetition.
      await update(message, () => store.finish(id, rememberMs));
      return response;
    },
  };
}
