import * as optionKind from '@x/core/options';
import { checkOptions, optionsError, type RulesOf } from '@x/core/options';
import type { EventSubType, EventSubVersion } from '../event-sub-types.ts';
import type { EventSubEvent } from './events.ts';
import type { WebhookSubscription } from './message.ts';
import { keyOf, secretsOf, sign } from './signature.ts';

type VersionOf<Type> = Type extends EventSubType ? EventSubVersion<Type> : string;
type EventOf<Type, Version> = Type extends EventSubType
  ? Version extends EventSubVersion<Type>
    ? EventSubEvent<Type, Version>
    : unknown
  : unknown;

/**
 * A message to sign: a notification when it has an `event`, a verification when it has a `challenge`, otherwise a
 * revocation.
 */
export interface WebhookToSign<Type extends string, Version extends string> {
  /** The secret of the receiver. */
  secret: string;
  /** Type of the subscription. */
  type: Type;
  /** Version of the type. */
  version: Version;
  /** The event; a list for the types whose events arrive in batches. */
  event?: EventOf<Type, Version>;
  /** Text that the receiver must respond with. */
  challenge?: string;
  /** Further fields of the subscription. Default: values that suit the message. */
  subscription?: Partial<Omit<WebhookSubscription, 'type' | 'version'>>;
  /** ID of the message. Default: a random UUID. */
  id?: string;
  /** When the message was sent, in Unix milliseconds. Default: now. */
  sentAt?: number;
  /** Number of the delivery, from 0. Default 0. */
  retry?: number;
  /** Address of the receiver. Default `http://localhost/`. */
  url?: string;
}

const messageRules = {
  secret: optionKind.checkedLater, // by `secretsOf`
  type: optionKind.required(optionKind.string),
  version: optionKind.required(optionKind.string),
  event: optionKind.checkedLater,
  challenge: optionKind.string,
  subscription: optionKind.checkedLater,
  id: optionKind.string,
  sentAt: optionKind.millisecondsFrom0,
  retry: optionKind.count,
  url: optionKind.string,
} satisfies RulesOf<WebhookToSign<string, string>>;

/**
 * Creates the request that the API would send, for tests of a receiver.
 *
 * @throws ApiError `invalid_params` when the secret is not 10 to 100 printable ASCII characters, or both `event` and
 * `challenge` are passed.
 */
export async function signWebhook<
  const Type extends EventSubType | (string & {}),
  const Version extends VersionOf<Type> & string,
>(message: WebhookToSign<Type, Version>): Promise<Request> {
  checkOptions({ provider: 'stream', operation: 'signWebhook', below: signWebhook }, message, messageRules);
  const { secret, type, version, event, challenge, id = crypto.randomUUID(), sentAt = Date.now(), retry = 0 } = message;
  const { url = 'http://localhost/' } = message;
  const [checked = ''] = secretsOf('signWebhook', secret);
  if (event !== undefined && challenge !== undefined)
    throw optionsError(
      { provider: 'stream', operation: 'signWebhook', below: signWebhook },
      'event and challenge were both passed. Pass one of them',
    );
  const [kind, status] =
    event !== undefined
      ? ['notification', 'enabled']
      : challenge !== undefined
        ? ['webhook_callback_verification', 'webhook_callback_verification_pending']
        : ['revocation', 'authorization_revoked'];

  const timestamp = new Date(sentAt).toISOString().replace('Z', '000000Z'); // to nanoseconds, as the API writes it
  const subscription = {
    id: crypto.randomUUID(),
    status,
    type,
    version,
    condition: {},
    transport: { method: 'webhook', callback: url },
    created_at: timestamp,
    cost: 0,
    ...message.subscription,
  };
  const content = { subscription, challenge, [Array.isArray(event) ? 'events' : 'event']: event };
  const body = new TextEncoder().encode(JSON.stringify(content));
  return new Request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'twitch-eventsub-message-id': id,
      'twitch-eventsub-message-retry': String(retry),
      'twitch-eventsub-message-type': kind as string,
      'twitch-eventsub-message-timestamp': timestamp,
      'twitch-eventsub-message-signature': await sign(await keyOf(checked), { id, timestamp, body }),
      'twitch-eventsub-subscription-type': type,
      'twitch-eventsub-subscription-version': version,
    },
    body,
  });
}
