import type { Hit } from './faults.ts';

/**
 * Asks `answer` for the provider's response and corrupts it as `fault` demands. `hangUp` closes the connection, after
 * sending the beginning of a response if it is given one.
 */
export async function spoil(
  { fault, delayMs }: Hit,
  answer: () => Promise<Response>,
  hangUp: (begun?: Response, isHandled?: boolean) => Response | Promise<Response>,
  pause: (ms: number) => Promise<void>,
): Promise<Response> {
  if (delayMs > 0) await pause(delayMs);
  if (fault.stall === 'before') await pause(Number.POSITIVE_INFINITY);
  if (fault.drop === 'before') return hangUp(undefined, false);
  if (fault.status !== undefined) {
    const empty = fault.body === undefined || [204, 205, 304].includes(fault.status);
    return new Response(empty ? null : asBytes(fault.body), {
      status: fault.status,
      headers: { ...(empty || typeof fault.body === 'string' ? {} : json), ...fault.headers },
    });
  }
  const response = await answer();
  if (fault.drop === 'after') return hangUp();
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(fault.headers ?? {})) headers.set(name, value);
  headers.delete('content-length');
  let bytes = fault.body === undefined ? new Uint8Array(await response.arrayBuffer()) : asBytes(fault.body);
  if (fault.rewrite) bytes = asBytes(fault.rewrite(new TextDecoder().decode(bytes)));
  if (fault.truncateBytes !== undefined) bytes = bytes.slice(0, fault.truncateBytes);
  if (fault.padToBytes !== undefined && fault.padToBytes > bytes.length) {
    const padded = new Uint8Array(fault.padToBytes).fill(0x20);
    padded.set(bytes);
    bytes = padded;
  }
  const init = { status: response.status, headers };
  const half = bytes.slice(0, Math.floor(bytes.length / 2));
  if (fault.stall === 'mid-body') return new Response(inPieces([half], pause, Number.POSITIVE_INFINITY), init);
  if (fault.dripMs) return new Response(inPieces(cut(bytes, 10), pause, fault.dripMs), init);
  if (!fault.drop) return new Response(bytes.length > 0 ? bytes : null, init);
  headers.set('content-length', String(bytes.length));
  return hangUp(new Response(fault.drop === 'headers' ? '' : half, init));
}

function cut(bytes: Uint8Array, pieces: number): Uint8Array[] {
  const size = Math.ceil(bytes.length / pieces) || 1;
  return Array.from({ length: pieces }, (_, index) => bytes.slice(index * size, (index + 1) * size));
}

/** Streams the first piece at once, and each further piece and the end after a pause. */
function inPieces(pieces: Uint8Array[], pause: (ms: number) => Promise<void>, pauseMs: number): ReadableStream {
  let begun = false;
  let gone = false;
  return new ReadableStream({
    async pull(controller) {
      if (begun) await pause(pauseMs);
      begun = true;
      const piece = pieces.shift();
      if (gone) return;
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
    cancel() {
      gone = true;
    },
  });
}

const json = { 'content-type': 'application/json; charset=utf-8' };

function asBytes(body: unknown): Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}
