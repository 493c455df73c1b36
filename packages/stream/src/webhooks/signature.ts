import { optionsError } from '@x/core/options';

const algorithm = { name: 'HMAC', hash: 'SHA-256' };
const encoder = new TextEncoder();

/** The parts that are signed, each exactly as sent. */
export interface SignedParts {
  readonly id: string;
  readonly timestamp: string;
  readonly body: Uint8Array;
}

/**
 * Returns the secrets as a list.
 *
 * @param operation The function that they are passed to, for errors.
 *
 * @throws ApiError `invalid_params` when there is none, or one is not 10 to 100 printable ASCII characters.
 */
export function secretsOf(operation: string, secret: string | readonly string[]): readonly string[] {
  const refuse = (problem: string) => optionsError({ provider: 'stream', operation, below: secretsOf }, problem);
  const secrets = typeof secret === 'string' ? [secret] : [...(secret ?? [])];
  if (secrets.length === 0) throw refuse('secret is required: 10 to 100 printable ASCII characters');
  for (const [index, each] of secrets.entries())
    if (typeof each !== 'string' || !/^[ -~]{10,100}$/.test(each))
      throw refuse(
        `secret must be 10 to 100 printable ASCII characters; secret ${index + 1} of ${secrets.length} is not`,
      );
  return secrets;
}

/** Imports a key that signs and verifies. */
export const keyOf = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign', 'verify']);

/** Returns the signature header of a message. */
export async function sign(key: CryptoKey, parts: SignedParts): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, join(parts)));
  return `sha256=${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns whether `signature` was made with one of `keys`. The runtime compares them in constant time. */
export async function isSigned(keys: readonly CryptoKey[], signature: string, parts: SignedParts): Promise<boolean> {
  const hex = /^sha256=([\da-f]{64})$/.exec(signature)?.[1];
  if (!hex) return false;
  const given = Uint8Array.from({ length: 32 }, (_, index) => Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16));
  const bytes = join(parts);
  const results = await Promise.all(keys.map((key) => crypto.subtle.verify('HMAC', key, given, bytes)));
  return results.includes(true);
}

function join({ id, timestamp, body }: SignedParts): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(id + timestamp);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}
