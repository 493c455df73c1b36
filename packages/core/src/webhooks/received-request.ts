import { kindOf } from '../shared/describe-value.ts';
import { readBytes } from '../shared/read-bytes.ts';

/** A request without the web's `Request`: as Node's `http`, Express or a function platform provides it. */
export interface ReceivedRequest {
  /** Default: POST. */
  readonly method?: string | undefined;
  /** Header names may be in any case. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /**
   * The raw body, as received: a signature covers its bytes, so a body that was parsed cannot be verified. Pass the request
   * of Node's `http` itself as `body` to have it read, up to the limit of the receiver.
   */
  readonly body: Uint8Array | string | AsyncIterable<Uint8Array | string>;
}

const encoder = new TextEncoder();

/** Returns the value of a header of a received request; empty when it is absent. `name` is in lower case. */
export function headerOf({ headers }: Request | ReceivedRequest, name: string): string {
  if (typeof headers.get === 'function') return headers.get(name) ?? '';
  return String(Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1] ?? '');
}

/**
 * Reads the bytes of a received body, once. Resolves to undefined when there are more than `limit`, and to no bytes when
 * the sender disconnects in between: nothing matches the signature of an incomplete body.
 *
 * @throws TypeError when the body was read before, or parsed.
 */
export async function readBody(request: Request | ReceivedRequest, limit: number): Promise<Uint8Array | undefined> {
  if ('arrayBuffer' in request) {
    if (request.bodyUsed || isUsed(request.body)) throw usedBody();
    return readBytes(request.body, limit).catch(() => new Uint8Array());
  }
  const { body } = request;
  if (body instanceof Uint8Array || typeof body === 'string') {
    const bytes = toBytes(body);
    return bytes.length > limit ? undefined : bytes;
  }
  if (!isIterable(body))
    throw new TypeError(
      `body must be the raw body of the request (bytes, a string, or a stream of them), not a parsed one; got ${kindOf(body)}. Pass the unread request of Node's http as body, or use express.raw({ type: '*/*' }) in Express`,
    );
  if (isUsed(body)) throw usedBody();
  return collect(body, limit).catch(() => new Uint8Array());
}

const toBytes = (chunk: Uint8Array | string) => (typeof chunk === 'string' ? encoder.encode(chunk) : chunk);

const isIterable = (body: unknown): body is AsyncIterable<Uint8Array | string> =>
  Symbol.asyncIterator in Object(body as object);

/** Whether a stream of the web is locked, or a stream of Node was read. Other iterables cannot be asked. */
function isUsed(body: unknown): boolean {
  const { locked, readableDidRead } = Object(body) as { locked?: unknown; readableDidRead?: unknown };
  return locked === true || readableDidRead === true;
}

const usedBody = () =>
  new TypeError(
    'body must not be read before the receiver gets the request. Pass the request unread, or a clone made before reading',
  );

async function collect(body: AsyncIterable<Uint8Array | string>, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of body) {
    const bytes = toBytes(chunk) as Uint8Array<ArrayBuffer>;
    size += bytes.length;
    if (size > limit) return undefined;
    chunks.push(bytes);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
