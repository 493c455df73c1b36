import { createHmac, timingSafeEqual } from 'node:crypto';

/** Claims in the JWT that an extension's back end signs. */
export interface ExtensionClaims {
  /** ID of the extension's owner. */
  readonly user_id?: string;
  readonly role: 'external';
  /** ID of the channel that it acts in; `all` for a message to all channels. */
  readonly channel_id?: string;
  /** Targets that it may send messages to. */
  readonly pubsub_perms?: { readonly send?: readonly string[] };
  /** When the JWT expires, in Unix seconds. */
  readonly exp: number;
}

/**
 * Returns the claims of a JWT that is signed with HS256 and one of `secrets` (base64), has not expired at `now` (Unix
 * milliseconds), and comes from a back end. Returns undefined for any other text.
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
  // Check the named algorithm instead of using it. A signed token that names another one is a mistake.
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
