import { readBytes } from '../transport/read-bytes.ts';

/** A request without the web's `Request`: as Node's `http`, Express or a function platform gives it. */
export interface ReceivedRequest {
  /** Default: POST. */
  readonly method?: string | undefined;
  /** Names in any case. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw body, as received: signatures are over its bytes, so what a parser made of it cannot be verified. */
  readonly body: Uint8Array | string;
}

/** The value of a received header; empty when it is absent. `name` is in lower case. */
export function headerOf({ headers }: Request | ReceivedRequest, name: string): string {
  if (typeof headers.get === 'function') return headers.get(name) ?? '';
  return String(Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1] ?? '');
}

/**
 * The bytes of a received body, read once; undefined when they are more than `limit`.
 *
 * @throws TypeError when the body was read before, or parsed.
 */
export async function bytesOf(request: Request | ReceivedRequest, limit: number): Promise<Uint8Array | undefined> {
  if ('arrayBuffer' in request) {
    if (request.bodyUsed) throw new TypeError('the body of the request was read before: give it unread, or a clone');
    // When the sender breaks off, there is nothing that matches its signature.
    return readBytes(request.body, limit).catch(() => new Uint8Array());
  }
  const { body } = request;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  if (!(bytes instanceof Uint8Array)) throw new TypeError('body must be the raw bytes of the request, not parsed');
  return bytes.length > limit ? undefined : bytes;
}
