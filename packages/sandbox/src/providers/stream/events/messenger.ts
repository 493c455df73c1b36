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

/** A message of EventSub that was sent, is being tried, or was refused because it would have left this machine. */
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

/** Where webhooks go, and the secret that signs them. */
export interface Receiver {
  readonly callback: string;
  readonly secret: string;
}

/** Sends the messages of EventSub to webhooks. */
export type Messenger = ReturnType<typeof createMessenger>;

const attemptsAtMost = 6;
const firstPause = 10_000;

/** The API's finer time format, with nanoseconds. */
export const preciseTime = (ms: number) => new Date(ms).toISOString().replace('Z', '000000Z');

/** Makes the messenger. */
export function createMessenger(context: SandboxContext) {
  const draw = context.random('eventsub messages');
  // Beside the record, because the log must not contain secrets.
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
    /** At most the last 1,000, oldest first. */
    deliveries: sender.deliveries as readonly EventSubDelivery[],
    /** Asks the receiver to respond to a challenge, once, and reports whether it did. */
    verify(receiver: Receiver, subscription: ShownSubscription, done: (isVerified: boolean) => void): void {
      const challenge = uuid(draw);
      send('webhook_callback_verification', receiver, subscription, { challenge }, done, challenge);
    },
    /** Repeats what fails after 10, 20, 40, 80 and 160 seconds; then `failed` is called. */
    notify(receiver: Receiver, subscription: ShownSubscription, event: object, failed: () => void): void {
      // Drops come in batches, hence the other member; a batch of the sandbox has one.
      const details = subscription.type === 'drop.entitlement.grant' ? { events: [event] } : { event };
      send('notification', receiver, subscription, details, (isDelivered) => {
        if (!isDelivered) failed();
      });
    },
    revoke: (receiver: Receiver, subscription: ShownSubscription) => send('revocation', receiver, subscription, {}),
  };
}
