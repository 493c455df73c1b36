/** A request without the web's `Request`: as Node's `http`, Express or a function platform gives it. */
export interface ReceivedRequest {
  /** Default: POST. */
  readonly method?: string | undefined;
  /** Names in any case. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw body, as received: the signature is over its bytes, so what a parser made of it cannot be verified. */
  readonly body: Uint8Array | string;
}

/** The value of a header; empty when it is absent. */
export function headerOf({ headers }: Request | ReceivedRequest, name: string): string {
  if (typeof headers.get === 'function') return headers.get(name) ?? '';
  return String(Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1] ?? '');
}

/**
 * The bytes of the body, read once; undefined when they are more than `limit`.
 *
 * @throws TypeError when the body was read before, or parsed.
 */
export async function bytesOf(request: Request | ReceivedRequest, limit: number): Promise<Uint8Array | undefined> {
  if ('arrayBuffer' in request) {
    if (request.bodyUsed) throw new TypeError('the body of the request was read before: give it unread, or a clone');
    return readStream(request.body, limit);
  }
  const { body } = request;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  if (!(bytes instanceof Uint8Array)) throw new TypeError('body must be the raw bytes of the request, not parsed');
  return bytes.length > limit ? undefined : bytes;
}

async function readStream(stream: Request['body'], limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = stream?.getReader();
  for (let size = 0; reader; ) {
    // When the sender breaks off, what is there does not match its signature.
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    if (done || !value) break;
    chunks.push(value);
    size += value.length;
    if (size > limit) {
      reader.cancel().catch(() => {});
      return undefined;
    }
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
