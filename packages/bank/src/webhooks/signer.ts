import { optionKind, problemOfOptions, type RulesOf } from '@x/core/webhooks';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import type { VerificationKey } from '../resources/webhooks.ts';
import type { WebhookEvent } from './events.ts';
import { hashOf } from './signature.ts';

/** Signs webhooks as the API does, with keys of its own. */
export interface WebhookSigner {
  /** What a receiver takes as `verificationKey`; knows the keys of this signer only. */
  verificationKey(params: { key_id: string }): Promise<VerificationKey | undefined>;
  /**
   * Makes the request that the API would send, signed with the newest key. An `event` that is text is the body as it is.
   * `sentAt` is in Unix milliseconds, rounded down to seconds, default now; `url` is `http://localhost/` by default.
   */
  sign(event: WebhookEvent | string, options?: { sentAt?: number; url?: string }): Promise<Request>;
  /** Ends the key and makes another. Gives the id of the new one. */
  rotate(): Promise<string>;
}

/** Options of {@link createWebhookSigner}. */
export interface WebhookSignerOptions {
  /** The time. Default: the system's. */
  clock?: { now(): number } | undefined;
}

const signerRules = { clock: optionKind.clock } satisfies RulesOf<WebhookSignerOptions>;

/**
 * Makes a {@link WebhookSigner}, for tests of a receiver.
 *
 * @throws TypeError when an option is unknown or not valid.
 */
export async function createWebhookSigner(options: WebhookSignerOptions = {}): Promise<WebhookSigner> {
  const problem = problemOfOptions(options, signerRules);
  if (problem !== undefined) throw new TypeError(`createWebhookSigner: ${problem}`);
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
      // Indented by two spaces, as the API sends it: whoever writes it anew gets another hash.
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
