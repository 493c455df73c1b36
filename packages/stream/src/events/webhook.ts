import { pause } from '@x/core/provider';
import type { ReceivedRequest } from '@x/core/webhooks';
import { createWebhookReceiver, type WebhookReceiverOptions } from '../webhooks/receiver.ts';
import { createAppSubscriptions } from './app-subscriptions.ts';
import type { EventSubscription, ListenedEvent } from './messages.ts';
import type { SubscriptionCalls } from './subscriber.ts';
import type { ListenerCore, Transport } from './transport.ts';

/** How webhooks are received. */
export interface WebhookSettings {
  readonly callback: string;
  readonly receiver: WebhookReceiverOptions;
  readonly checkMs: number;
  /** Handles an event. When it rejects, the API sends the event again. */
  handleEvent(event: ListenedEvent): Promise<void>;
  revoke(subscription: EventSubscription): void;
}

/** The transport of webhooks, and what handles their requests. */
export interface WebhookTransport extends Transport {
  handle(request: Request | ReceivedRequest): Promise<Response>;
}

/** Milliseconds between two looks at the API while it has not verified the address of all subscriptions. */
const pendingMs = 1000;

/** Receives the events of an app as requests to an address of its own. */
export function createWebhookTransport(
  core: ListenerCore,
  calls: SubscriptionCalls,
  { callback, receiver: options, checkMs, handleEvent, revoke }: WebhookSettings,
): WebhookTransport {
  const { clock, signal } = core;
  const [secret = ''] = [options.secret].flat();
  const receiver = createWebhookReceiver(options);
  const subscriptions = createAppSubscriptions(core, calls, {
    transport: { method: 'webhook', callback, secret },
    owns: (transport) => transport.method === 'webhook' && transport.callback === callback,
    isOver: () => signal.aborted,
    ended: new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true })),
  });
  let wasConnected = false;
  let isWatching = false;
  let wake = Promise.withResolvers<void>();

  const wanted = () => subscriptions.held().filter(({ refusal }) => refusal === undefined);
  const isPending = () => wanted().some(({ isEnabled }) => !isEnabled);

  function reportOnce(): void {
    const isConnected = wanted().length > 0 && !isPending();
    if (isConnected && !wasConnected) core.report('connected', { sessionId: undefined });
    wasConnected = isConnected;
  }

  /** Looks after the subscriptions until the listener is closed. */
  async function watch(): Promise<void> {
    while (!signal.aborted) {
      const waitMs = isPending() ? Math.min(pendingMs, checkMs) : checkMs;
      await pause(waitMs, signal, wake.promise, clock).catch(() => {}); // closed: the loop ends
      wake = Promise.withResolvers();
      if (signal.aborted) return;
      await subscriptions.repair().then(reportOnce, core.fail);
    }
  }

  return {
    async setSubscriptions(wanted) {
      try {
        await subscriptions.setSubscriptions(wanted);
      } finally {
        if (!isWatching) void watch();
        isWatching = true;
        reportOnce();
        if (isPending()) wake.resolve();
      }
    },
    async handle(request) {
      const response = await receiver.handle(request, {
        notification: ({ id, sentAt, type, version, subscription, event }) =>
          handleEvent({ id, sentAt, type, version, subscription, event } as object as ListenedEvent),
        revocation({ subscription }) {
          if (subscription.status === 'notification_failures_exceeded') wake.resolve();
          else revoke(subscription);
        },
      });
      // Only the response to a challenge has the status 200: the API enables the subscription as soon as it has read it.
      if (response.status === 200) wake.resolve();
      return response;
    },
    status() {
      if (wanted().length === 0) return 'idle';
      return isPending() ? 'connecting' : 'connected';
    },
    held: subscriptions.held,
    shards: () => [],
    async close() {},
  };
}
