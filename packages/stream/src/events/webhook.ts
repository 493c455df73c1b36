import { pause } from '@x/core/provider';
import type { ReceivedRequest } from '@x/webhooks';
import { createWebhookReceiver, type WebhookReceiver, type WebhookReceiverOptions } from '../webhooks/receiver.ts';
import { AppSubscriptions } from './app-subscriptions.ts';
import type { Health } from './health.ts';
import type { HeldSubscription } from './held-subscription.ts';
import type { ListenerCore } from './listener-core.ts';
import type { EventSubscription, ListenedEvent } from './messages.ts';
import type { SubscriptionCalls } from './subscriber.ts';
import type { Transport } from './transport.ts';
import type { ListChange } from './wanted.ts';

/** Settings for receiving webhooks. */
export interface WebhookSettings {
  readonly callback: string;
  readonly receiver: WebhookReceiverOptions;
  readonly checkMs: number;
}

/** Milliseconds between two checks of the API while it has not verified the address of all subscriptions. */
const pendingMs = 1000;

/** Receives the events of an app as requests to its own address. */
export class WebhookTransport implements Transport {
  readonly #core: ListenerCore;
  readonly #subscriptions: AppSubscriptions;
  readonly #receiver: WebhookReceiver;
  readonly #checkMs: number;
  #wasConnected = false;
  #isWatching = false;
  /** Resolves when the subscriptions should be checked now. */
  #wake = Promise.withResolvers<void>();

  constructor(core: ListenerCore, calls: SubscriptionCalls, { callback, receiver, checkMs }: WebhookSettings) {
    const [secret = ''] = [receiver.secret].flat();
    this.#core = core;
    this.#checkMs = checkMs;
    this.#receiver = createWebhookReceiver(receiver);
    this.#subscriptions = new AppSubscriptions(core, calls, {
      transport: { method: 'webhook', callback, secret },
      owns: (transport) => transport.method === 'webhook' && transport.callback === callback,
    });
  }

  problemOf(): undefined {}

  async change(read: () => Promise<ListChange>): Promise<void> {
    try {
      const change = await read();
      const removed = this.#subscriptions.replace(change);
      await this.#subscriptions.apply(change, removed);
      await this.#core.untilDecided(change.named, () => this.held());
    } finally {
      if (!this.#isWatching) void this.#watch();
      this.#isWatching = true;
      this.#reportOnce();
      if (this.#isPending) this.#wake.resolve();
    }
  }

  async handle(request: Request | ReceivedRequest): Promise<Response> {
    const response = await this.#receiver.handle(request, {
      notification: ({ id, sentAt, type, version, subscription, event }) =>
        this.#core.handle({ id, sentAt, type, version, subscription, event } as object as ListenedEvent),
      revocation: ({ subscription }) => {
        if (subscription.status === 'notification_failures_exceeded') this.#wake.resolve();
        else this.#core.onRevocation(subscription as object as EventSubscription);
      },
    });
    // Only the response to a challenge has the status 200: the API enables the subscription as soon as it has read it.
    if (response.status === 200) this.#wake.resolve();
    return response;
  }

  /** Checks and repairs the subscriptions until the listener is closed. */
  async #watch(): Promise<void> {
    const { clock, signal } = this.#core;
    while (!signal.aborted) {
      const waitMs = this.#isPending ? Math.min(pendingMs, this.#checkMs) : this.#checkMs;
      await pause(waitMs, signal, this.#wake.promise, clock).catch(() => {}); // rejects when closed
      this.#wake = Promise.withResolvers();
      if (signal.aborted) return;
      try {
        await this.#subscriptions.repair();
        this.#reportOnce();
      } catch (error) {
        if (!signal.aborted) void this.#core.fail(error);
      }
    }
  }

  get #isPending(): boolean {
    return this.held().some(({ refusal, isSubscribed }) => refusal === undefined && !isSubscribed);
  }

  #reportOnce(): void {
    const isConnected = !this.#isPending && this.held().some(({ isSubscribed }) => isSubscribed);
    if (isConnected && !this.#wasConnected)
      this.#core.report('connected', { account: undefined, sessionId: undefined });
    this.#wasConnected = isConnected;
  }

  health(): Health {
    const held = this.held();
    if (held.length === 0) return { status: 'idle' };
    if (!this.#isPending || held.some(({ isSubscribed }) => isSubscribed)) return { status: 'connected' };
    return { status: 'connecting', reason: 'the API has not verified callback yet' };
  }

  held(): HeldSubscription[] {
    return this.#subscriptions.held();
  }

  isLeading(): boolean {
    return true; // every process checks the list, because they do not know each other
  }

  shards(): readonly number[] {
    return [];
  }

  revoke(subscription: EventSubscription): void {
    this.#subscriptions.revoke(subscription);
  }

  async close(): Promise<void> {}
}
