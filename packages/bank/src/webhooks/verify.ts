import type { RulesOf } from '@x/core/options';
import * as optionKind from '@x/core/options';
import { isSameText } from '@x/core/provider';
import { headerOf, type ReceivedRequest, refuse } from '@x/webhooks';
import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose';
import * as v from 'valibot';
import { type FindKey, KeyCache } from './keys.ts';
import type { RefusedRequest, WebhookNotification } from './message.ts';
import { hashOf } from './signature.ts';

/** Options for the verification of requests. */
export interface VerifyOptions {
  /**
   * Returns the key with an ID: `bank.webhooks.verificationKey`, or the `verificationKey` of a `createWebhookSigner`.
   * It is called for IDs that are not cached, at most 20 times at once and 20 times a minute for IDs that turn out to
   * be unknown.
   */
  verificationKey: FindKey;
  /**
   * Milliseconds by which a webhook may be older or newer than now, above 0. Default 300,000 (5 minutes), as
   * documented.
   */
  toleranceMs?: number | undefined;
  /**
   * Milliseconds after which a key is fetched again, to notice when it expired; above 0. Default 86,400,000 (a day).
   */
  keyTtlMs?: number | undefined;
  /** Maximum size of a body in bytes, above 0. A larger request is refused. Default 1,048,576 (1 MiB). */
  maxBytes?: number | undefined;
  /** Returns the current time in Unix milliseconds. Default: the system's clock. */
  clock?: { now(): number } | undefined;
}

/** Rules for {@link VerifyOptions}. */
export const verifyRules = {
  verificationKey: optionKind.required(optionKind.function),
  toleranceMs: optionKind.milliseconds,
  keyTtlMs: optionKind.milliseconds,
  maxBytes: optionKind.bytes,
  clock: optionKind.clock,
} satisfies RulesOf<VerifyOptions>;

const headerSchema = v.object({ alg: v.literal('ES256'), kid: v.pipe(v.string(), v.minLength(1), v.maxLength(100)) });
const claimsSchema = v.object({ iat: v.number(), request_body_sha256: v.string() });
const eventSchema = v.object({ webhook_type: v.string(), webhook_code: v.string() });

/**
 * Creates the function that verifies a request whose body was read. Date and body hash are compared before the key is
 * looked up, because they cost nothing and a lookup is a request to the API; they are trusted only once the signature
 * over them is verified.
 *
 * @see https://plaid.com/docs/api/webhooks/webhook-verification/
 */
export function createVerifier(options: VerifyOptions) {
  const { verificationKey, toleranceMs = 300_000, keyTtlMs = 86_400_000, clock = Date } = options;
  const keys = new KeyCache(verificationKey, keyTtlMs, clock);

  return async (
    request: Request | ReceivedRequest,
    body: Uint8Array,
  ): Promise<WebhookNotification | RefusedRequest> => {
    const token = headerOf(request, 'plaid-verification');
    const header = read(headerSchema, () => decodeProtectedHeader(token));
    const claims = read(claimsSchema, () => decodeJwt(token));
    if (!header || !claims) return refuse('signature');
    const sentAt = claims.iat * 1000;
    // Written so that NaN is refused as well.
    if (!(Math.abs(clock.now() - sentAt) <= toleranceMs)) return refuse('timestamp');
    if (!(await isSameText(await hashOf(body), claims.request_body_sha256))) return refuse('signature');

    let key: Awaited<ReturnType<KeyCache['find']>>;
    try {
      key = await keys.find(header.kid);
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
    // Listed webhooks are known to TypeScript only; there is no table at run time to check them against.
    return { kind: 'notification', sentAt, event: event as never, response: new Response(null) };
  };
}

const parse = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));

/** Returns the value of `get` if it matches `schema`. */
function read<T>(schema: v.GenericSchema<unknown, T>, get: () => unknown): T | undefined {
  try {
    const value = get();
    return v.is(schema, value) ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}
