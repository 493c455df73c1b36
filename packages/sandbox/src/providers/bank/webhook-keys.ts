import { createECDH, createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { SandboxContext } from '../../context.ts';
import { uuid } from './ids.ts';

/** A key as `/webhook_verification_key/get` shows it. Times are Unix seconds. */
export interface WebhookKey {
  readonly alg: 'ES256';
  readonly crv: 'P-256';
  readonly kid: string;
  readonly kty: 'EC';
  readonly use: 'sig';
  readonly x: string;
  readonly y: string;
  readonly created_at: number;
  readonly expired_at: number | null;
}

/** The keys that sign webhooks. The private ones are a function of the seed, as everything here. */
export function createWebhookKeys({ random, clock }: SandboxContext) {
  const keys = new Map<string, WebhookKey>();
  let current: { key: WebhookKey; secret: KeyObject } | undefined;
  const seconds = () => Math.floor(clock.now() / 1000);

  function make(): { key: WebhookKey; secret: KeyObject } {
    const draw = random(`webhook-keys/${keys.size}`);
    const scalar = `7${draw.text(63, '0123456789abcdef')}`; // the leading 7 keeps it below the order of the curve
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(scalar, 'hex');
    const point = pair.getPublicKey(); // 04, then x and y
    const x = point.subarray(1, 33).toString('base64url');
    const y = point.subarray(33).toString('base64url');
    const d = Buffer.from(scalar, 'hex').toString('base64url');
    const secret = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y, d } });
    const key: WebhookKey = {
      alg: 'ES256',
      crv: 'P-256',
      kid: uuid(draw),
      kty: 'EC',
      use: 'sig',
      x,
      y,
      created_at: seconds(),
      expired_at: null,
    };
    keys.set(key.kid, key);
    return { key, secret };
  }

  function signer() {
    current ??= make();
    return current;
  }

  return {
    find(kid: string): WebhookKey | undefined {
      signer();
      return keys.get(kid);
    },
    /** The old key expires at once; returns the id of the new one. */
    rotate(): string {
      const { key } = signer();
      keys.set(key.kid, { ...key, expired_at: seconds() });
      current = make();
      return current.key.kid;
    },
    /** Value of the `Plaid-Verification` header for `body`. */
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
