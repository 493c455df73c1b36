import { bytesOf, headerOf, optionKind, type ReceivedRequest, type RulesOf } from '@x/core';
import * as v from 'valibot';
import {
  bodySchema,
  type GenuineWebhook,
  type RefusalReason,
  type RefusedRequest,
  type UnlistedNotification,
} from './message.ts';
import { isSigned, keyOf, secretsOf } from './signature.ts';

/** How requests are verified. */
export interface VerifyOptions {
  /** The secret that the subscriptions were made with, 10 to 100 ASCII characters; several while one replaces another. */
  secret: string | readonly string[];
  /** Milliseconds by which a message may be older or newer than now, above 0. Default 600,000, as the API documents. */
  toleranceMs?: number | undefined;
  /** Larger bodies are refused unread. Above 0; default 1,048,576 bytes. */
  maxBytes?: number | undefined;
  /** Tells the time. Default: the system's. */
  clock?: { now(): number } | undefined;
}

/** What each option of verification must be. */
export const verifyRules = {
  secret: optionKind.checkedLater, // by `secretsOf`
  toleranceMs: optionKind.milliseconds,
  maxBytes: optionKind.bytes,
  clock: optionKind.clock,
} satisfies RulesOf<VerifyOptions>;

const statuses: Record<RefusalReason, number> = {
  method: 405,
  content_type: 415,
  too_large: 413,
  signature: 403,
  timestamp: 403,
  message: 400,
};

/** Makes the function behind `verify`. */
export function createVerifier({ secret, toleranceMs = 600_000, maxBytes = 2 ** 20, clock = Date }: VerifyOptions) {
  const secrets = secretsOf(secret);
  // Made on the first request: some runtimes forbid it while modules load.
  let keys: Promise<CryptoKey[]> | undefined;

  return async (request: Request | ReceivedRequest): Promise<GenuineWebhook | RefusedRequest> => {
    if ((request.method ?? 'POST') !== 'POST') return refuse('method');
    if (!/^application\/json *(;|$)/i.test(headerOf(request, 'content-type'))) return refuse('content_type');
    const id = headerOf(request, 'twitch-eventsub-message-id');
    const timestamp = headerOf(request, 'twitch-eventsub-message-timestamp');
    const signature = headerOf(request, 'twitch-eventsub-message-signature');
    const body = await bytesOf(request, maxBytes);
    if (!body) return refuse('too_large');

    keys ??= Promise.all(secrets.map(keyOf));
    if (!id || !(await isSigned(await keys, signature, { id, timestamp, body }))) return refuse('signature');
    const sentAt = timeOf(timestamp);
    // Written so that NaN is refused, too.
    if (!(Math.abs(clock.now() - sentAt) <= toleranceMs)) return refuse('timestamp');

    const retry = Number(headerOf(request, 'twitch-eventsub-message-retry')) || 0;
    const message = messageOf(body, { id, sentAt, retry });
    const kind = kinds.get(headerOf(request, 'twitch-eventsub-message-type'));
    return message && message.kind === kind ? message : refuse('message');
  };
}

const kinds = new Map([
  ['webhook_callback_verification', 'verification'],
  ['notification', 'notification'],
  ['revocation', 'revocation'],
]);

/**
 * Unix milliseconds of an RFC 3339 timestamp in UTC; else NaN. No other form may pass: id and timestamp are signed as one
 * text, and only a fixed form tells where the one ends and the other begins.
 */
function timeOf(timestamp: string): number {
  const [, seconds, fraction = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?Z$/.exec(timestamp) ?? [];
  return Date.parse(`${seconds}${fraction.slice(0, 4)}Z`); // milliseconds: not every runtime reads more digits
}

/** The message in `bytes`. Its members alone tell its kind: the header that does is not signed. */
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
  // Listed or not: only the types tell, no table is loaded to find out.
  return { ...message, kind: 'notification', type, version, event, response } as object as UnlistedNotification;
}

function refuse(reason: RefusalReason): RefusedRequest {
  const headers = { 'content-type': 'text/plain', ...(reason === 'method' && { allow: 'POST' }) };
  return { kind: 'refused', reason, response: new Response(reason, { status: statuses[reason], headers }) };
}
