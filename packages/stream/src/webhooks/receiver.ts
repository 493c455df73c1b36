import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { createReceiver, memoryWebhookStore, type ReceivedRequest, type WebhookStore } from '@x/webhooks';
import type {
  GenuineWebhook,
  RefusedRequest,
  UnlistedNotification,
  WebhookNotification,
  WebhookRevocation,
} from './message.ts';
import { createVerifier, type VerifyOptions, verifyRules } from './verify.ts';

/** Settings of a {@link WebhookReceiver}. */
export interface WebhookReceiverOptions extends VerifyOptions {
  /** Remembers which messages were handled. Default: the memory of this process. */
  store?: WebhookStore | undefined;
  /**
   * Longest wait for one operation of the store, in milliseconds, above 0. Default 5000. A message that cannot be taken
   * in time is refused with 500, so that the API sends it again.
   */
  storeTimeoutMs?: number | undefined;
  /**
   * Milliseconds that handling may take, above 0. After that, the next delivery of the message is handled. Default
   * 60,000.
   */
  leaseMs?: number | undefined;
  /**
   * Called with an error that a handler or the store threw. Its result, errors and rejections are ignored. Default:
   * `console.error` with the error.
   */
  onError?: ((error: unknown, message: HandledMessage) => unknown) | undefined;
}

const receiverRules = {
  ...verifyRules,
  store: optionKind.objectWith('a webhook store', ['take', 'finish', 'release']),
  storeTimeoutMs: optionKind.milliseconds,
  leaseMs: optionKind.milliseconds,
  onError: optionKind.function,
} satisfies RulesOf<WebhookReceiverOptions>;

/** A message that is passed to a handler. */
export type HandledMessage = WebhookNotification | UnlistedNotification | WebhookRevocation;

/** Handlers of messages. The API waits only a few seconds for the response, so put longer work in a queue. */
export interface WebhookHandlers {
  /** Called when something happened. */
  notification(notification: WebhookNotification | UnlistedNotification): unknown;
  /** Called when a subscription has ended. Default: nothing is done. */
  revocation?(revocation: WebhookRevocation): unknown;
}

/** Receives the API's webhook requests. */
export interface WebhookReceiver {
  /**
   * Handles a request and resolves to the response to send: the challenge for a verification, 204 for a message that
   * was handled now or before, and 4xx for a request that is not a genuine message.
   *
   * A message counts as handled when its handler has finished. When the handler throws, the response is 500 and the API
   * sends the message again; while the handler runs, further deliveries get 503. If the process dies in between, the
   * message can be handled again after `leaseMs`. Handled messages are remembered for twice `toleranceMs`, as long as
   * their signature is accepted. So each message is handled at least once. It is handled again only if the process died
   * or took longer than `leaseMs`, or if the API repeats it after all that time with a new date.
   *
   * @throws TypeError when the body was already read or parsed.
   */
  handle(request: Request | ReceivedRequest, handlers: WebhookHandlers): Promise<Response>;
  /**
   * Verifies a request, and resolves to its message with the response to send. Repeated deliveries are not recognized,
   * so compare the message's `id` yourself.
   *
   * @throws TypeError when the body was already read or parsed.
   */
  verify(request: Request | ReceivedRequest): Promise<GenuineWebhook | RefusedRequest>;
}

/**
 * Creates a receiver of EventSub webhooks. Use one per process, because it remembers the messages that it handled.
 *
 * @throws ApiError `invalid_params` when an option is unknown or invalid, or a secret is not 10 to 100 printable ASCII
 * characters.
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
  checkOptions(
    { provider: 'stream', operation: 'createWebhookReceiver', below: createWebhookReceiver },
    options,
    receiverRules,
  );
  const { toleranceMs = 600_000, leaseMs = 60_000, clock = Date } = options;
  const { store = memoryWebhookStore({ clock }) } = options;
  return createReceiver(
    {
      verify: createVerifier(options, toleranceMs),
      isHandled: (message: GenuineWebhook): message is HandledMessage => message.kind !== 'verification',
      dispatch: (message, handlers: WebhookHandlers) =>
        message.kind === 'notification' ? handlers.notification(message) : handlers.revocation?.(message),
      deduplication: {
        store,
        idOf: ({ id }) => id,
        leaseMs,
        // A message may be dated `toleranceMs` in the future, and is accepted until `toleranceMs` after its date,
        // inclusive.
        rememberMs: 2 * toleranceMs + 1,
        storeTimeoutMs: options.storeTimeoutMs,
      },
    },
    options,
  );
}
