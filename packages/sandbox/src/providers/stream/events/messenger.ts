import { createHmac } from 'node:crypto';
import { createWebhookSender, type WebhookRecord } from '../../../server/webhook-sender.ts';
import type { SandboxContext } from '../../../shared/context.ts';
import { uuid } from '../data/values.ts';

type MessageType = 'webhook_callback_verification' | 'notification' | 'revocation';

/** A subscription as the API shows it. */
export interface ShownSubscription {
  readonly id: string;
  readonly status: string;
  readonly type: string;
  readonly version: string;
  readonly condition: Readonly<Record<string, string>>;
  readonly created_at: string;
  readonly transport: Readonly<Record<string, string>>;
  readonly cost: number;
}

/** An EventSub message that was sent, is being sent, or was refused because it would have left this machine. */
export interface EventSubDelivery extends WebhookRecord {
  /** ID of the message, the same on every attempt. */
  readonly messageId: string;
  /** Kind of message, as in its header. */
  readonly messageType: MessageType;
  /** ID of the subscription that the message belongs to. */
  readonly subscriptionId: string;
  /** Type of the subscription, such as `channel.follow`. */
  readonly subscriptionType: string;
  /** Version of the type. */
  readonly subscriptionVersion: string;
}

/** URL that webhooks go to, and the secret that signs them. */
export interface Receiver {
  readonly callback: string;
  readonly secret: string;
}

/** Sends EventSub messages to webhooks. */
export type Messenger = ReturnType<typeof createMessenger>;

const attemptsAtMost = 6;
const firstPause = 10_000;

/** Formats a time with nanoseconds, the API's finer format. */
export const preciseTime = (ms: number) => new Date(ms).toISOString().replace('Z', '000000Z');

export function createMessenger(context: SandboxContext) {
  const draw = context.random('eventsub messages');
  // Kept apart from the record, because the log must not contain secrets.
  const orders = new WeakMap<
    EventSubDelivery,
    { secret: string; timestamp: string; challenge?: string; settled?: (isDelivered: boolean) => void }
  >();

  const sender = createWebhookSender<EventSubDelivery>(context, {
    headers(delivery) {
      const { secret = '', timestamp = '' } = orders.get(delivery) ?? {};
      const hash = createHmac('sha256', secret).update(delivery.messageId + timestamp + delivery.body);
      return {
        'twitch-eventsub-message-id': delivery.messageId,
        'twitch-eventsub-message-retry': String(delivery.attempts.length),
        'twitch-eventsub-message-type': delivery.messageType,
        'twitch-eventsub-message-signature': `sha256=${hash.digest('hex')}`,
        'twitch-eventsub-message-timestamp': timestamp,
        'twitch-eventsub-subscription-type': delivery.subscriptionType,
        'twitch-eventsub-subscription-version': delivery.subscriptionVersion,
      };
    },
    async accepts(response, delivery) {
      const { challenge } = orders.get(delivery) ?? {};
      if (challenge === undefined) return response.ok;
      if (response.status !== 200) return false;
      if (!response.headers.get('content-type')?.startsWith('text/plain'))
        delivery.error = 'the response to the challenge must be text/plain';
      else if ((await response.text()) !== challenge) delivery.error = 'the response is not the challenge';
      return delivery.error === undefined;
    },
    pauseAfter({ messageType, attempts }) {
      if (messageType === 'webhook_callback_verification' || attempts.length >= attemptsAtMost) return undefined;
      return firstPause * 2 ** (attempts.length - 1);
    },
    settled: (delivery) => orders.get(delivery)?.settled?.(delivery.state === 'delivered'),
  });

  function send(
    messageType: MessageType,
    { callback, secret }: Receiver,
    subscription: ShownSubscription,
    details: object,
    settled?: (isDelivered: boolean) => void,
    challenge?: string,
  ): void {
    const delivery: EventSubDelivery = {
      url: callback,
      body: JSON.stringify({ subscription, ...details }),
      attempts: [],
      state: 'pending',
      messageId: uuid(draw),
      messageType,
      subscriptionId: subscription.id,
      subscriptionType: subscription.type,
      subscriptionVersion: subscription.version,
    };
    const timestamp = preciseTime(context.clock.now());
    orders.set(delivery, { secret, timestamp, ...(challenge && { challenge }), ...(settled && { settled }) });
    sender.send(delivery);
  }

  return {
    /** The last 1,000 messages, oldest first. */
    deliveries: sender.deliveries as readonly EventSubDelivery[],
    /** Sends the receiver a challenge, once, and calls `done` with whether the receiver passed it. */
    verify(receiver: Receiver, subscription: ShownSubscription, done: (isVerified: boolean) => void): void {
      const challenge = uuid(draw);
      send('webhook_callback_verification', receiver, subscription, { challenge }, done, challenge);
    },
    /** Sends an event. Retries failures after 10, 20, 40, 80 and 160 seconds, then calls `failed`. */
    notify(receiver: Receiver, subscription: ShownSubscription, event: object, failed: () => void): void {
      // Drops come in batches, hence the different field. The sandbox's batches have one drop.
      const details = subscription.type === 'drop.entitlement.grant' ? { events: [event] } : { event };
      send('notification', receiver, subscription, details, (isDelivered) => {
        if (!isDelivered) failed();
      });
    },
    revoke: (receiver: Receiver, subscription: ShownSubscription) => send('revocation', receiver, subscription, {}),
  };
}
