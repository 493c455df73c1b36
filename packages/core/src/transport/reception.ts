import type { Cancel, Connection } from './connection.ts';
import { decoded } from './content-codings.ts';
import type { WireResponse } from './fetch.ts';
import { gathered } from './gather-chunks.ts';
import { fieldOf, type HeaderLines, ReceivedHeaders } from './header-lines.ts';
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

/** What has arrived of a response, and what waits for it. */
interface Receiving {
  readonly connection: Connection;
  readonly signal: AbortSignal;
  readonly limit: number;
  readonly byFetch: () => Promise<WireResponse>;
  readonly resolve: (response: WireResponse | Promise<WireResponse>) => void;
  readonly reject: (error: unknown) => void;
  /** Called when the signal aborts. */
  readonly stop: () => void;
  /** 0 before the headers have arrived. */
  status: number;
  lines: HeaderLines;
  readonly chunks: Uint8Array[];
  size: number;
  isOpen: boolean;
}

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
  const receiving: Receiving = {
    connection,
    signal,
    limit,
    byFetch,
    resolve,
    reject,
    stop() {
      fail(receiving, signal.reason);
      connection.abort(signal.reason);
    },
    status: 0,
    lines: [],
    chunks: [],
    size: 0,
    isOpen: true,
  };
  underWay += 1;
  if (signal.aborted) fail(receiving, signal.reason);
  else signal.addEventListener('abort', receiving.stop);
  return { response, events: eventsOf(receiving) };
}

/** What the agent calls while a response arrives. */
function eventsOf(receiving: Receiving): ResponseEvents {
  const { connection, signal, limit, chunks } = receiving;
  return {
    onConnect(cancel) {
      connection.connected(cancel);
      if (signal.aborted) cancel(signal.reason);
    },
    onHeaders(status, lines) {
      if (status < 200) return; // hints of the response that follows
      receiving.status = status;
      receiving.lines = lines;
    },
    onData(chunk) {
      receiving.size += chunk.length;
      if (receiving.size <= limit) {
        chunks.push(chunk);
        return;
      }
      end(receiving, {});
      connection.abort(new Error('the response is too large'));
    },
    onEnd() {
      const codings = fieldOf(receiving.lines, 'content-encoding');
      if (codings) decodeAndEnd(receiving, codings);
      else complete(() => end(receiving, { bytes: () => gathered(chunks, receiving.size) }), underWay);
    },
    onError: (error) => fail(receiving, error),
  };
}

/** Completes a response whose body is compressed. */
function decodeAndEnd(receiving: Receiving, codings: string): void {
  decoded(Buffer.concat(receiving.chunks), codings, receiving.limit).then(
    (bytes) => end(receiving, { bytes: bytes && (() => bytes) }),
    (error: unknown) => fail(receiving, error),
  );
}

/** Completes a response, with `rest` beside its status and headers. */
function end(receiving: Receiving, rest: Partial<WireResponse>): void {
  const { status, lines, resolve } = receiving;
  close(receiving);
  resolve({ ...rest, status, headers: new ReceivedHeaders(lines) });
}

/** Completes a response that broke off; without headers, the exchange failed. */
function fail(receiving: Receiving, error: unknown): void {
  const { status, byFetch, resolve, reject } = receiving;
  if (status === 204) {
    end(receiving, { bytes: () => new Uint8Array() }); // complete with its headers, whatever they say of a length
  } else if (status > 0) {
    end(receiving, { broken: error });
  } else {
    close(receiving);
    // Nothing was sent: to an agent of another make, or with a header that `fetch` explains.
    if ((error as { code?: string } | null)?.code === 'UND_ERR_INVALID_ARG') resolve(byFetch());
    else reject(error);
  }
}

/** The exchange is over: nothing is waited for any more. */
function close(receiving: Receiving): void {
  const { connection, signal, stop } = receiving;
  signal.removeEventListener('abort', stop);
  if (receiving.isOpen) underWay -= 1;
  receiving.isOpen = false;
  connection.leave();
}
