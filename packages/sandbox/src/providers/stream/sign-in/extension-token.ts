import { createHmac, timingSafeEqual } from 'node:crypto';

/** The claims that the back end of an extension signs in its JWT. */
export interface ExtensionClaims {
  /** The owner of the extension. */
  readonly user_id?: string;
  readonly role: 'external';
  /** The channel it acts in; `all` for a message to all of them. */
  readonly channel_id?: string;
  /** To whom it may send messages. */
  readonly pubsub_perms?: { readonly send?: readonly string[] };
  /** Unix seconds. */
  readonly exp: number;
}

/**
 * The claims of a JWT that one of `secrets` (base64) has signed with HS256, that has not expired at `now` (Unix
 * milliseconds) and speaks for a back end. Undefined for every other text.
 *
 * @see https://dev.twitch.tv/docs/extensions/building/#signing-the-jwt
 */
export function readExtensionToken(jwt: string, secrets: readonly string[], now: number): ExtensionClaims | undefined {
  const [header = '', payload = '', signature = '', ...rest] = jwt.split('.');
  const given = Buffer.from(signature, 'base64url');
  const isSigned = secrets.some((secret) => {
    const expected = createHmac('sha256', Buffer.from(secret, 'base64')).update(`${header}.${payload}`).digest();
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned || rest.length > 0) return undefined;
  const { alg } = decode(header);
  const { exp, role, ...claims } = decode(payload);
  // The named algorithm is checked, not obeyed: a signed token with another one is somebody's mistake.
  if (alg !== 'HS256' || typeof exp !== 'number' || exp * 1000 <= now || role !== 'external') return undefined;
  return { ...claims, exp, role };
}

function decode(part: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
