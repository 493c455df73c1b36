import { bytesOf, headerOf, isSameText, optionKind, type ReceivedRequest, type RulesOf } from '@x/core';
import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose';
import * as v from 'valibot';
import { createKeys, type FindKey } from './keys.ts';
import type { RefusalReason, RefusedRequest, WebhookNotification } from './message.ts';
import { hashOf } from './signature.ts';

/** How requests are verified. */
export interface VerifyOptions {
  /**
   * Where keys come from: `bank.webhooks.verificationKey`, or the `verificationKey` of a `createWebhookSigner`. It is called
   * for ids that are not cached, at most 20 times at once and 20 times a minute for ids that turn out to be unknown.
   */
  verificationKey: FindKey;
  /** Milliseconds by which a webhook may be older or newer than now, above 0. Default 300,000, as the API documents. */
  toleranceMs?: number | undefined;
  /** Milliseconds after which a key is asked for again, to notice its end; above 0. Default 86,400,000, a day. */
  keyTtlMs?: number | undefined;
  /** Larger bodies are refused unread. Above 0; default 1,048,576 bytes. */
  maxBytes?: number | undefined;
  /** Tells the time. Default: the system's. */
  clock?: { now(): number } | undefined;
}

/** What each option of verification must be. */
export const verifyRules = {
  verificationKey: optionKind.required(optionKind.function),
  toleranceMs: optionKind.milliseconds,
  keyTtlMs: optionKind.milliseconds,
  maxBytes: optionKind.bytes,
  clock: optionKind.clock,
} satisfies RulesOf<VerifyOptions>;

const statuses: Record<RefusalReason, number> = {
  method: 405,
  content_type: 415,
  too_large: 413,
  signature: 403,
  key: 403,
  timestamp: 403,
  message: 400,
  unavailable: 503,
};

const headerSchema = v.object({ alg: v.literal('ES256'), kid: v.pipe(v.string(), v.minLength(1), v.maxLength(100)) });
const claimsSchema = v.object({ iat: v.number(), request_body_sha256: v.string() });
const eventSchema = v.object({ webhook_type: v.string(), webhook_code: v.string() });

/**
 * Creates the function behind `verify`. Date and body hash are compared before the key is looked up, because they cost nothing
 * and a lookup is a request to the API; they are trusted only once the signature over them is verified.
 *
 * @see https://plaid.com/docs/api/webhooks/webhook-verification/
 */
export function createVerifier(options: VerifyOptions) {
  const { verificationKey, toleranceMs = 300_000, keyTtlMs = 86_400_000, maxBytes = 2 ** 20, clock = Date } = options;
  const keyOf = createKeys(verificationKey, keyTtlMs, clock);

  return async (request: Request | ReceivedRequest): Promise<WebhookNotification | RefusedRequest> => {
    if ((request.method ?? 'POST') !== 'POST') return refuse('method');
    if (!/^application\/json *(;|$)/i.test(headerOf(request, 'content-type'))) return refuse('content_type');
    const token = headerOf(request, 'plaid-verification');
    const body = await bytesOf(request, maxBytes);
    if (!body) return refuse('too_large');

    const header = read(headerSchema, () => decodeProtectedHeader(token));
    const claims = read(claimsSchema, () => decodeJwt(token));
    if (!header || !claims) return refuse('signature');
    const sentAt = claims.iat * 1000;
    // Written so that NaN is refused, too.
    if (!(Math.abs(clock.now() - sentAt) <= toleranceMs)) return refuse('timestamp');
    if (!(await isSameText(await hashOf(body), claims.request_body_sha256))) return refuse('signature');

    let key: Awaited<ReturnType<typeof keyOf>>;
    try {
      key = await keyOf(header.kid);
    } catch (cause) {
      return { ...refuse('unavailable'), cause };
    }
    if (!key) return refuse('key');
    if (key === 'busy') return refuse('unavailable');
    // The claims above are the payload that this signature covers.
    const isGenuine = await compactVerify(token, key, { algorithms: ['ES256'] }).then(
      () => true,
      () => false,
    );
    if (!isGenuine) return refuse('signature');
    const event = read(eventSchema, () => parse(body));
    if (!event) return refuse('message');
    // Listed or not: only the types tell, no table is loaded to find out.
    return { kind: 'notification', sentAt, event: event as never, response: new Response(null) };
  };
}

const parse = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));

/** What `get` gives, if it is as `schema` says. */
function read<T>(schema: v.GenericSchema<unknown, T>, get: () => unknown): T | undefined {
  try {
    const value = get();
    return v.is(schema, value) ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

function refuse(reason: RefusalReason): RefusedRequest {
  const headers = { 'content-type': 'text/plain', ...(reason === 'method' && { allow: 'POST' }) };
  return { kind: 'refused', reason, response: new Response(reason, { status: statuses[reason], headers }) };
}
