import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { inNextTurn } from '../shared/next-turn.ts';
import { decode } from './content-codings.ts';
import type { ReadHeaders, WireResponse } from './fetch.ts';

/**
 * Headers of a response as an agent reports them: names and values in turn, several values of a name possibly as a
 * list.
 */
export type HeaderLines = readonly (string | Buffer | readonly (string | Buffer)[])[];

/** Headers of a response, by lowercase name, in the order received. */
type ReceivedHeaders = ReadHeaders & Iterable<readonly [name: string, value: string]>;

const none: ReceivedHeaders = copyHeaders([]);

/** Ends an exchange. */
export type Cancel = (reason: unknown) => void;

/** Collects the sockets that are opened while a request is passed to the agent. */
let opening: Socket[] | undefined;

/**
 * Starts to watch the sockets that are opened, which undici reports on channels
 * (https://undici.nodejs.org/#/docs/api/DiagnosticsChannel). Call it once.
 */
export function watchSockets(): void {
  subscribe('net.client.socket', (message) => opening?.push((message as { socket: Socket }).socket));
}

/** A response while it is received: the handler that undici 6 and 7 expect with the request. */
export class Reception {
  readonly #signal: AbortSignal;
  readonly #limit: number;
  readonly #byFetch: () => Promise<WireResponse>;
  readonly #outcome = Promise.withResolvers<WireResponse>();
  /** Sockets that were opened for the request. */
  readonly #sockets: Socket[] = [];
  /** Ends the exchange, once the agent has a connection for it. */
  #cancel: Cancel | undefined;
  /** Lets the connection keep the process alive again, after a request that does not. */
  #leave = () => {};
  /** HTTP status; 0 before the headers have arrived. */
  #status = 0;
  #headers: ReceivedHeaders = none;
  readonly #chunks: Uint8Array[] = [];
  #size = 0;
  #isOver = false;

  /**
   * @param limit Size of the largest body, in bytes after decompression.
   * @param byFetch Makes the same exchange with `fetch`, which explains requests that the agent refuses.
   */
  constructor(signal: AbortSignal, limit: number, byFetch: () => Promise<WireResponse>) {
    this.#signal = signal;
    this.#limit = limit;
    this.#byFetch = byFetch;
    underWay += 1;
    signal.addEventListener('abort', this.#stop);
  }

  /**
   * Dispatches the request, and resolves to its response. With `background`, the process may exit before the response
   * has arrived.
   */
  receive(dispatch: () => unknown, background: boolean): Promise<WireResponse> {
    opening = this.#sockets;
    try {
      this.#signal.throwIfAborted(); // the agent would notice only once it has a connection
      if (background) this.#leave = letExitDuring(dispatch);
      else dispatch();
    } catch (error) {
      this.onError(error);
    } finally {
      opening = undefined;
    }
    if (this.#isOver) this.#leave(); // the agent refused the request while it was dispatched
    return this.#outcome.promise;
  }

  onConnect(cancel: Cancel): void {
    this.#cancel = cancel;
    if (this.#signal.aborted) cancel(this.#signal.reason);
  }

  onHeaders(status: number, lines: HeaderLines): boolean {
    // Statuses below 200 are hints about the response that follows.
    if (status >= 200) {
      this.#status = status;
      this.#headers = copyHeaders(lines);
    }
    return true; // continue
  }

  onData(chunk: Uint8Array): boolean {
    this.#size += chunk.length;
    if (this.#size <= this.#limit) {
      this.#chunks.push(chunk);
    } else {
      this.#end({});
      this.#abort(new Error('the response is too large'));
    }
    return true;
  }

  onComplete(): void {
    this.#leave(); // must run before the agent marks the connection as idle, which lets the process exit
    const codings = this.#headers.get('content-encoding');
    const chunks = this.#chunks;
    if (codings)
      decode(Buffer.concat(chunks), codings, this.#limit).then(
        (bytes) => this.#end({ bytes: bytes && (() => bytes) }),
        (error: unknown) => this.onError(error),
      );
    else completeTogether(() => this.#end({ bytes: () => join(chunks, this.#size) }));
  }

  /** Completes a response that broke off or never began. */
  onError(error: unknown): void {
    if (this.#status === 204) {
      this.#end({ bytes: () => new Uint8Array() }); // complete with its headers, regardless of the length that they state
    } else if (error instanceof TypeError || (this.#status === 0 && this.#signal.aborted)) {
      this.#close();
      this.#outcome.reject(error); // network failures are other errors; a TypeError comes from this client's own code
    } else if (this.#status === 0 && (error as { code?: string } | null)?.code === 'UND_ERR_INVALID_ARG') {
      this.#close();
      this.#outcome.resolve(this.#byFetch()); // nothing was sent, because this is another kind of agent, or because of a header that `fetch` explains
    } else {
      this.#end({ broken: error });
    }
  }

  readonly #stop = () => {
    const { reason } = this.#signal;
    this.onError(reason);
    this.#abort(reason);
  };

  /** Ends the exchange at the agent. */
  #abort(reason: unknown): void {
    if (this.#cancel) this.#cancel(reason);
    // The agent cannot give up a connection that is still being opened, so it would keep the process alive for the 10
    // seconds of its connect timeout. Each request that finds no free connection opens its own, so no other request
    // waits for this one.
    else for (const socket of this.#sockets) socket.destroy(new Error('the request was aborted while connecting'));
  }

  /** Completes a response, with `rest` added to its status and headers. */
  #end(rest: Pick<WireResponse, 'bytes' | 'broken'>): void {
    this.#close();
    this.#outcome.resolve({ ...rest, status: this.#status, headers: this.#headers });
  }

  /** Stops waiting for anything once the exchange is over. */
  #close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    underWay -= 1;
    this.#signal.removeEventListener('abort', this.#stop);
    this.#leave();
  }
}

/** Memory for bodies that came in several chunks. */
let scratch = new Uint8Array();

/** Largest body that is joined in the scratch memory, which is never freed, in bytes. */
const scratchLimit = 2 ** 20;

/**
 * Joins the chunks of a body of `size` bytes. The result is valid until the next body is joined, because all of them
 * use the same memory: with new memory for each, a list of 100 transactions (143 kB) costs up to 1.5 times as much CPU
 * in a process that has made many calls at once.
 */
function join(chunks: readonly Uint8Array[], size: number): Uint8Array {
  if (chunks.length === 1) return chunks[0] as Uint8Array;
  if (size > scratchLimit) return Buffer.concat(chunks);
  if (size > scratch.length) scratch = new Uint8Array(2 ** Math.ceil(Math.log2(size)));
  let end = 0;
  for (const chunk of chunks) {
    scratch.set(chunk, end);
    end += chunk.length;
  }
  return scratch.subarray(0, size);
}

/** Number of responses being received. */
let underWay = 0;

let arrived: (() => void)[] = [];

/**
 * Completes all responses that arrive in one turn of the event loop together, two turns later. By then undici has put
 * their connections back, so that each lane (a series of calls, one after the other) holds one connection instead of
 * two, and undici writes the following calls together. With 5 to 50 lanes, this uses 0.7 to 0.9 of the CPU of
 * completing each response at once. A single response is completed at once, because waiting would cost a single lane 6
 * to 20 % more.
 */
function completeTogether(finish: () => void): void {
  if (underWay === 1) {
    finish();
    return;
  }
  if (arrived.push(finish) > 1) return;
  inNextTurn(() => {
    const together = arrived;
    arrived = [];
    inNextTurn(() => {
      for (const finish of together) finish();
    });
  });
}

/** Copies the headers, because promises of calls keep them, and an agent's lines share memory with the body. */
function copyHeaders(lines: HeaderLines): ReceivedHeaders {
  const fields = new Map<string, string>();
  for (let index = 0; index < lines.length; index += 2) {
    const [name, value] = [readText(lines[index]).toLowerCase(), readText(lines[index + 1])];
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return { get: (name) => fields.get(name) ?? null, [Symbol.iterator]: () => fields.entries() };
}

function readText(line: HeaderLines[number] = ''): string {
  if (typeof line === 'string') return line;
  return line instanceof Uint8Array ? line.toString('latin1') : line.map(readText).join(', ');
}

interface AgentEvent {
  readonly request: object;
  readonly socket?: Socket & { alpnProtocol?: unknown };
}

/**
 * Makes a request that does not keep the process alive, for which the agent has no option. Opening a connection still
 * keeps the process alive.
 *
 * @param dispatch Makes one request immediately.
 * @returns A function that ends this, so that the socket keeps the process alive again. Further calls do nothing.
 */
function letExitDuring(dispatch: () => unknown): () => void {
  const [created, sent] = ['undici:request:create', 'undici:client:sendHeaders'];
  let own: object | undefined;
  let used: Socket | undefined;
  const onCreated = (event: unknown) => {
    own ??= (event as AgentEvent).request;
  };
  const onSent = (event: unknown) => {
    const { request, socket } = event as AgentEvent;
    // Over HTTP/2, others share the connection.
    if (request !== own || socket?.alpnProtocol === 'h2') return;
    used = socket;
    used?.unref();
  };
  const end = () => {
    unsubscribe(sent, onSent);
    used?.ref();
    used = undefined; // it may serve another request by the next call of this function
  };
  subscribe(created, onCreated);
  subscribe(sent, onSent);
  try {
    dispatch();
  } catch (error) {
    end();
    throw error;
  } finally {
    unsubscribe(created, onCreated);
  }
  return end;
}
