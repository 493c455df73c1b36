import type { RulesOf } from '@x/core/options';
import * as optionKind from '@x/core/options';
import { headerOf, type ReceivedRequest, refuse } from '@x/webhooks';
import * as v from 'valibot';
import { bodySchema, type GenuineWebhook, type UnlistedNotification } from './message.ts';
import { isSigned, keyOf, secretsOf } from './signature.ts';

/** Settings for verifying requests. */
export interface VerifyOptions {
  /** The secret of the subscriptions, 10 to 100 ASCII characters; an array while one secret replaces another. */
  secret: string | readonly string[];
  /** Milliseconds by which a message may be older or newer than now, above 0. Default 600,000, as the API documents. */
  toleranceMs?: number | undefined;
  /**
   * Maximum size of a body in bytes, above 0. Reading stops after it, and the request is refused. Default 1,048,576.
   */
  maxBytes?: number | undefined;
  /** Returns the current time in Unix milliseconds. Default: the system's clock. */
  clock?: { now(): number } | undefined;
}

/** Rules for the verification options. */
export const verifyRules = {
  secret: optionKind.checkedLater, // by `secretsOf`
  toleranceMs: optionKind.milliseconds,
  maxBytes: optionKind.bytes,
  clock: optionKind.clock,
} satisfies RulesOf<VerifyOptions>;

/** The headers of a signed request. */
const header = (name: string) => `twitch-eventsub-message-${name}`;

/** Creates the function that verifies a request whose body was read. */
export function createVerifier({ secret, clock = Date }: VerifyOptions, toleranceMs: number) {
  const secrets = secretsOf('createWebhookReceiver', secret);
  // The keys are imported with the first request, because some runtimes forbid it while modules load.
  let keys: CryptoKey[] | undefined;

  return async (request: Request | ReceivedRequest, body: Uint8Array) => {
    const id = headerOf(request, header('id'));
    const timestamp = headerOf(request, header('timestamp'));
    const signature = headerOf(request, header('signature'));
    keys ??= await Promise.all(secrets.map(keyOf));
    if (!id || !(await isSigned(keys, signature, { id, timestamp, body }))) return refuse('signature');
    const sentAt = timeOf(timestamp);
    // Written so that NaN is refused as well.
    if (!(Math.abs(clock.now() - sentAt) <= toleranceMs)) return refuse('timestamp');

    const retry = Number(headerOf(request, header('retry'))) || 0;
    const message = messageOf(body, { id, sentAt, retry });
    const kind = kinds.get(headerOf(request, header('type')));
    return message && message.kind === kind ? message : refuse('message');
  };
}

const kinds = new Map([
  ['webhook_callback_verification', 'verification'],
  ['notification', 'notification'],
  ['revocation', 'revocation'],
]);

/**
 * Converts an RFC 3339 timestamp in UTC to Unix milliseconds; NaN for anything else. No other form may pass, because ID
 * and timestamp are signed as one string, and only a fixed form shows where the ID ends and the timestamp begins.
 */
function timeOf(timestamp: string): number {
  const [, seconds, fraction = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?Z$/.exec(timestamp) ?? [];
  return Date.parse(`${seconds}${fraction.slice(0, 4)}Z`); // milliseconds: not every runtime reads more digits
}

/**
 * Returns the message in `bytes`. Its kind follows from its fields alone, because the header that names it is not
 * signed.
 */
function messageOf(
  bytes: Uint8Array,
  about: { id: string; sentAt: number; retry: number },
): GenuineWebhook | undefined {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
  if (!v.is(bodySchema, body)) return undefined;
  const { subscription, challenge, event = body.events } = body;
  const message = { ...about, subscription };
  if (challenge !== undefined) {
    const response = new Response(challenge, { headers: { 'content-type': 'text/plain' } });
    return event === undefined ? { ...message, kind: 'verification', challenge, response } : undefined;
  }
  const response = new Response(null, { status: 204 });
  if (event === undefined) return { ...message, kind: 'revocation', response };
  const { type, version } = subscription;
  // Only TypeScript knows whether the type is listed; no table is loaded to check it.
  return { ...message, kind: 'notification', type, version, event, response } as object as UnlistedNotification;
}
