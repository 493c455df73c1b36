import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';

/** How a sealed cookie is stored in the browser. */
export interface SealedCookieOptions {
  readonly secret: string;
  readonly name: string;
  readonly cookie: CookieOptions;
  readonly lifeSeconds: number;
  readonly now: () => number;
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/**
 * A value that the browser stores in place of the server: encrypted and authenticated (AES-256-GCM), with its expiry inside. It
 * can be opened only with the same `purpose` that it was sealed for, so that it is of no use in another place.
 */
export function createSealedCookie({ secret, name, cookie, lifeSeconds, now }: SealedCookieOptions) {
  // A key of its own: what signs the session cookie must not encrypt as well.
  const key = Buffer.from(hkdfSync('sha256', secret, '', `sealed cookie ${name}`, 32));

  return {
    /** Seals a value that JSON can hold, and sends it to the browser. */
    set(context: Context, purpose: string, value: unknown): void {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(purpose));
      const text = JSON.stringify({ value, expiresAt: now() + lifeSeconds * 1000 });
      const sealed = Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
      setCookie(context, name, sealed.toString('base64url'), { ...cookie, maxAge: lifeSeconds });
    },

    /** Opens the value and clears the cookie. Undefined without one, or when it expired, was changed, or has another purpose. */
    take(context: Context, purpose: string): unknown {
      const sealed = getCookie(context, name);
      if (sealed === undefined) return undefined;
      deleteCookie(context, name, cookie);
      try {
        const bytes = Buffer.from(sealed, 'base64url');
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(-tagBytes));
        const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]);
        const { value, expiresAt } = JSON.parse(text.toString());
        return now() < expiresAt ? value : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
