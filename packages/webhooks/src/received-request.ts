import { kindOf } from '@x/core/provider';

/** A request in another form than the web's `Request`, as provided by Node's `http`, Express or a function platform. */
export interface ReceivedRequest {
  /** HTTP method. Default: POST. */
  readonly method?: string | undefined;
  /** Headers of the request; names may be in any case. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /**
   * Raw body, as received. A signature covers its bytes, so a parsed body cannot be verified. Pass the request of
   * Node's `http` itself as `body` to have it read, up to the receiver's limit.
   */
  readonly body: Uint8Array | string | AsyncIterable<Uint8Array | string>;
}

const encoder = new TextEncoder();

/** Returns the value of a header of a received request; empty if it is absent. `name` is in lowercase. */
export function headerOf({ headers }: Request | ReceivedRequest, name: string): string {
  if (typeof headers.get === 'function') return headers.get(name) ?? '';
  return String(Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1] ?? '');
}

/**
 * Reads the bytes of a received body, once. Resolves to undefined if there are more than `limit`, and to no bytes if
 * the sender disconnects in between, because nothing matches the signature of an incomplete body.
 *
 * @throws TypeError when the body has already been read or parsed.
 */
export async function readBody(request: Request | ReceivedRequest, limit: number): Promise<Uint8Array | undefined> {
  if ('arrayBuffer' in request) {
    if (request.bodyUsed || isUsed(request.body)) throw usedBody();
    return collect(request.body ?? [], limit).catch(() => new Uint8Array());
  }
  const { body } = request;
  const isWhole = body instanceof Uint8Array || typeof body === 'string';
  if (!isWhole && !(Symbol.asyncIterator in Object(body)))
    throw new TypeError(
      `body must be the raw body of the request (bytes, a string, or a stream of them), not a parsed one; got ${kindOf(body)}. Pass the unread request of Node's http as body, or use express.raw({ type: '*/*' }) in Express`,
    );
  if (isUsed(body)) throw usedBody();
  return collect(isWhole ? [body] : body, limit).catch(() => new Uint8Array());
}

/** Whether a web stream is locked, or a Node stream has been read. Other bodies do not reveal it. */
function isUsed(body: unknown): boolean {
  const { locked, readableDidRead } = Object(body) as { locked?: unknown; readableDidRead?: unknown };
  return locked === true || readableDidRead === true;
}

const usedBody = () =>
  new TypeError(
    'body must not be read before the receiver gets the request. Pass the request unread, or a clone made before reading',
  );

async function collect(
  body: AsyncIterable<Uint8Array | string> | readonly (Uint8Array | string)[],
  limit: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of body) {
    const bytes = (typeof chunk === 'string' ? encoder.encode(chunk) : chunk) as Uint8Array<ArrayBuffer>;
    size += bytes.length;
    if (size > limit) return undefined;
    chunks.push(bytes);
  }
  return chunks.length === 1 ? chunks[0] : new Uint8Array(await new Blob(chunks).arrayBuffer());
}
