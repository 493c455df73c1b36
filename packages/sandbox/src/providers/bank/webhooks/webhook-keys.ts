import { createECDH, createHash, createPrivateKey, sign } from 'node:crypto';
import type { SandboxContext } from '../../../shared/context.ts';
import { uuid } from '../ids.ts';

/** Example key from the documentation, for testing programs that verify webhooks. Nothing is signed with it. */
const documentedKey = {
  kid: 'bfbd5111-8e33-4643-8ced-b2e642a72f3c',
  x: 'hKXLGIjWvCBv-cP5euCTxl8g9GLG9zHo_3pO5NN1DwQ',
  y: 'shhexqPB7YffGn6fR6h2UhTSuCtPmfzQJ6ENVIoO4Ys',
  createdAt: 1_560_466_150,
};

/** Creates the keys that sign webhooks. The private ones depend only on the seed, like everything here. */
export function createWebhookKeys({ random, clock }: SandboxContext) {
  let current: ReturnType<typeof make> | undefined;
  const seconds = () => Math.floor(clock.now() / 1000);

  /** Returns a key as `/webhook_verification_key/get` shows it. Times are Unix seconds. */
  const show = (kid: string, x: string, y: string, createdAt: number) => ({
    ...{ alg: 'ES256', crv: 'P-256', kid, kty: 'EC', use: 'sig', x, y },
    created_at: createdAt,
    expired_at: null as number | null,
  });
  const { kid, x, y, createdAt } = documentedKey;
  const keys = new Map([[kid, show(kid, x, y, createdAt)]]);

  function make() {
    const draw = random(`webhook-keys/${keys.size - 1}`);
    const scalar = `7${draw.text(63, '0123456789abcdef')}`; // the leading 7 keeps it below the order of the curve
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(scalar, 'hex');
    const point = pair.getPublicKey(); // 04, then x and y
    const x = point.subarray(1, 33).toString('base64url');
    const y = point.subarray(33).toString('base64url');
    const d = Buffer.from(scalar, 'hex').toString('base64url');
    const secret = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y, d } });
    const key = show(uuid(draw), x, y, seconds());
    keys.set(key.kid, key);
    return { key, secret };
  }

  function signer() {
    current ??= make();
    return current;
  }

  return {
    find(kid: string) {
      signer();
      return keys.get(kid);
    },
    /** Expires the current key immediately. Returns the ID of the new one. */
    rotate(): string {
      const { key } = signer();
      keys.set(key.kid, { ...key, expired_at: seconds() });
      current = make();
      return current.key.kid;
    },
    /** Returns the value of the `Plaid-Verification` header for `body`. */
    sign(body: string): string {
      const { key, secret } = signer();
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const hash = createHash('sha256').update(body).digest('hex');
      const content = [
        part({ alg: 'ES256', kid: key.kid, typ: 'JWT' }),
        part({ iat: seconds(), request_body_sha256: hash }),
      ].join('.');
      const signature = sign('sha256', Buffer.from(content), { key: secret, dsaEncoding: 'ieee-p1363' });
      return `${content}.${signature.toString('base64url')}`;
    },
  };
}

export type WebhookKeys = ReturnType<typeof createWebhookKeys>;
