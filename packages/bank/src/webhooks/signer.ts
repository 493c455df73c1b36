import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import type { VerificationKey } from '../resources/webhooks.ts';
import type { WebhookEvent } from './events.ts';
import { hashOf } from './signature.ts';

/** Signs webhooks as the API does, with its own keys. */
export interface WebhookSigner {
  /** Returns a key of this signer, or undefined for any other ID. Pass it to the receiver as `verificationKey`. */
  verificationKey(params: { key_id: string }): Promise<VerificationKey | undefined>;
  /**
   * Creates the request that the API would send, signed with the newest key. A string is sent as the body unchanged.
   */
  sign(
    event: WebhookEvent | string,
    options?: {
      /** Time of the signature, Unix milliseconds, rounded down to seconds. Default: now. */
      sentAt?: number;
      /** URL of the request. Default `http://localhost/`. */
      url?: string;
    },
  ): Promise<Request>;
  /** Expires the current key, creates another, and returns the ID of the new one. */
  rotate(): Promise<string>;
}

/** Options of {@link createWebhookSigner}. */
export interface WebhookSignerOptions {
  /** Returns the current time in Unix milliseconds. Default: the system's clock. */
  clock?: { now(): number } | undefined;
}

const signerRules = { clock: optionKind.clock } satisfies RulesOf<WebhookSignerOptions>;

/**
 * Creates a {@link WebhookSigner}, for tests of a receiver.
 *
 * @throws ApiError `invalid_params` if an option is unknown or invalid.
 */
export async function createWebhookSigner(options: WebhookSignerOptions = {}): Promise<WebhookSigner> {
  checkOptions(
    { provider: 'bank', operation: 'createWebhookSigner', below: createWebhookSigner },
    options,
    signerRules,
  );
  const { clock = Date } = options;
  const keys = new Map<string, VerificationKey>();
  const seconds = (ms: number) => Math.floor(ms / 1000);
  let current = await make();

  async function make() {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const { x = '', y = '' } = await exportJWK(publicKey);
    const kid = crypto.randomUUID();
    const is = { alg: 'ES256', crv: 'P-256', kid, kty: 'EC', use: 'sig', x, y };
    keys.set(kid, { ...is, created_at: seconds(clock.now()), expired_at: null });
    return { kid, privateKey };
  }

  return {
    async verificationKey({ key_id }) {
      return keys.get(key_id);
    },
    async sign(event, { sentAt = clock.now(), url = 'http://localhost/' } = {}) {
      // Indented by two spaces, as the API sends it: a receiver that serializes the body again gets another hash.
      const body = new TextEncoder().encode(typeof event === 'string' ? event : JSON.stringify(event, undefined, 2));
      const claims = { iat: seconds(sentAt), request_body_sha256: await hashOf(body) };
      const token = await new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'ES256', kid: current.kid, typ: 'JWT' })
        .sign(current.privateKey);
      const headers = { 'content-type': 'application/json', 'plaid-verification': token };
      return new Request(url, { method: 'POST', headers, body });
    },
    async rotate() {
      const ended = keys.get(current.kid) as VerificationKey;
      keys.set(ended.kid, { ...ended, expired_at: seconds(clock.now()) });
      current = await make();
      return current.kid;
    },
  };
}
