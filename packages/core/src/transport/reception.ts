import type { Cancel, Connection } from './connection.ts';
import { decoded } from './content-codings.ts';
import type { WireResponse } from './fetch.ts';
import { fieldOf, fieldsOf, type HeaderLines } from './header-lines.ts';
import { complete } from './turns.ts';

/** What the agent reports of one response, whatever the form of its handlers. @internal */
export interface ResponseEvents {
  /** `cancel` ends the exchange. */
  onConnect(cancel: Cancel): void;
  onHeaders(status: number, lines: HeaderLines): void;
  onData(chunk: Uint8Array): void;
  onEnd(): void;
  onError(error: unknown): void;
}

/** What is received of one response. @internal */
export interface Reception {
  readonly response: Promise<WireResponse>;
  readonly events: ResponseEvents;
}

/** Number of responses that are being received. */
let underWay = 0;

/**
 * Prepares to receive a response.
 *
 * @param byFetch Makes the same exchange by `fetch`, which explains what the agent refuses.
 * @internal
 */
export function createReception(
  connection: Connection,
  signal: AbortSignal,
  limit: number,
  byFetch: () => Promise<WireResponse>,
): Reception {
  const { promise: response, resolve, reject } = Promise.withResolvers<WireResponse>();
  const state = { status: 0, lines: [] as HeaderLines, chunks: [] as Uint8Array[], size: 0, isOpen: true };
  const headers = {
    get: (name: string) => fieldOf(state.lines, name),
    [Symbol.iterator]: () => fieldsOf(state.lines),
  };

  function close(): void {
    signal.removeEventListener('abort', stop);
    if (state.isOpen) underWay -= 1;
    state.isOpen = false;
    state.chunks = []; // the headers may be held for long, and share this state
    connection.leave();
  }
  function end(rest: Partial<WireResponse>): void {
    close();
    resolve({ status: state.status, headers, ...rest });
  }
  function fail(error: unknown): void {
    if (state.status === 204) {
      end({ bytes: () => new Uint8Array() }); // complete with its headers, whatever they say of a length
    } else if (state.status > 0) {
      end({ broken: error });
    } else {
      close();
      // Nothing was sent: to an agent of another make, or with a header that `fetch` explains.
      if ((error as { code?: string } | null)?.code === 'UND_ERR_INVALID_ARG') resolve(byFetch());
      else reject(error);
    }
  }
  function stop(): void {
    fail(signal.reason);
    connection.abort(signal.reason);
  }
  const events: ResponseEvents = {
    onConnect(cancel) {
      connection.connected(cancel);
      if (signal.aborted) cancel(signal.reason);
    },
    onHeaders(status, lines) {
      if (status < 200) return; // hints of the response that follows
      state.status = status;
      state.lines = lines;
    },
    onData(chunk) {
      state.size += chunk.length;
      if (state.size <= limit) {
        state.chunks.push(chunk);
        return;
      }
      end({});
      connection.abort(new Error('the answer is too large'));
    },
    onEnd() {
      const { chunks, size } = state;
      const codings = headers.get('content-encoding');
      if (codings)
        decoded(Buffer.concat(chunks), codings, limit).then((bytes) => end({ bytes: bytes && (() => bytes) }), fail);
      else complete(() => end({ bytes: () => gathered(chunks, size) }), underWay);
    },
    onError: fail,
  };

  underWay += 1;
  if (signal.aborted) fail(signal.reason);
  else signal.addEventListener('abort', stop);
  return { response, events };
}

/** Reused for every body: a new buffer of that size costs more than what is done with it. */
let scratch = new Uint8Array();

/** `chunks` as one, valid until the next are gathered. */
function gathered(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [first] = chunks;
  if (first && chunks.length === 1) return first;
  if (size > 2 ** 20) return Buffer.concat(chunks);
  if (size > scratch.length) scratch = new Uint8Array(2 ** Math.ceil(Math.log2(size)));
  let end = 0;
  for (const chunk of chunks) {
    scratch.set(chunk, end);
    end += chunk.length;
  }
  return scratch.subarray(0, size);
}
