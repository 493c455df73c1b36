import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { acceptedCodings, decoded } from './content-codings.ts';
import { type Exchange, exchangeByFetch, type WireRequest, type WireResponse } from './fetch.ts';
import { fieldOf, type HeaderLines } from './header-lines.ts';
import { letExitDuring } from './let-exit.ts';
import { complete } from './turns.ts';

// On Node, `fetch` builds a Request, a Response and streams around what its HTTP agent does, which costs more than the
// exchange itself. This transport asks the same agent, with its connections and its proxy settings, without them.
// The option `fetch: globalThis.fetch` turns it off.
//
// What it assumes of Node and of undici, whose agent this is (https://undici.nodejs.org/#/docs/api/Dispatcher). Each point
// has a test in node.test.ts, which fails with a Node or undici that breaks it; the calls then go through `fetch`, as far as
// the transport can tell.
//
// 1. The text of the global `fetch` names internal/deps/undici, unless it was replaced, as by a mock.
// 2. `process.versions.undici` is the version of that agent, and one of the majors in `agents` below.
// 3. The agent is a global under the symbol in `agents`, from the first `new Headers()` on.
// 4. Its `dispatch(options, handler)` calls the handler in the form in `agents`: headers, then data, then the end or an error.
//    It neither decodes bodies nor, with `maxRedirections: 0`, follows redirects.
// 5. What it does not take, it refuses with the code UND_ERR_INVALID_ARG, and nothing is sent.
// 6. While a request is dispatched, the channel net.client.socket reports each socket that is opened for it.
// 7. The channels undici:request:create, while a request is dispatched, and undici:client:sendHeaders report the same
//    request, the second one with its socket; see let-exit.ts.

/** The agent below `fetch`, by the major of undici: where it is, and whether its handlers get a controller. */
const agents: Readonly<Record<string, { readonly symbol: symbol; readonly controlled: boolean }>> = {
  6: { symbol: Symbol.for('undici.globalDispatcher.1'), controlled: false },
  7: { symbol: Symbol.for('undici.globalDispatcher.1'), controlled: false },
  8: { symbol: Symbol.for('undici.globalDispatcher.2'), controlled: true },
};

const [major = ''] = (process.versions.undici ?? '').split('.');
const known = agents[major];

interface Agent {
  dispatch(options: object, handler: object): unknown;
}

type Cancel = (reason: unknown) => void;

/** The runtime's own `fetch`, once it was seen. */
let native: unknown;

/** Called with every socket that is opened while a request is handed to the agent. */
let onSocket: ((socket: Socket) => void) | undefined;

/** Number of responses that are being received. */
let underWay = 0;

/** The agent of the runtime's own `fetch`; undefined where that was replaced, as by a mock, or is not as assumed. */
function agentOfFetch(): Agent | undefined {
  if (!known) return undefined;
  const { fetch } = globalThis;
  if (fetch !== native) {
    if (!String(fetch).includes('internal/deps/undici')) return undefined;
    new Headers(); // with the first of them, Node loads its agent
    if (!native) subscribe('net.client.socket', (message) => onSocket?.((message as { socket: Socket }).socket));
    native = fetch;
  }
  const agent = (globalThis as Record<symbol, unknown>)[known.symbol] as Agent | undefined;
  return typeof agent?.dispatch === 'function' ? agent : undefined;
}

/** Exchanges by Node's HTTP agent, where it can be had; by `fetch` elsewhere. @internal */
export const exchange: Exchange = (url, request, limit, background = false) => {
  const agent = agentOfFetch();
  const byFetch = () => exchangeByFetch(fetch)(url, request, limit, background);
  if (!agent) return byFetch();
  const { origin, pathname, search, username, password } = new URL(url);
  // What `fetch` refuses, it explains.
  const fetchRefuses = username !== '' || password !== '' || (request.method === 'GET' && Boolean(request.body));
  if (fetchRefuses) return byFetch();
  const options = {
    origin,
    path: pathname + search,
    method: request.method,
    body: request.body,
    headers: { 'accept-encoding': acceptedCodings, 'user-agent': 'node', ...request.headers },
    maxRedirections: 0, // not even where the agent was told to follow them
    // The time of an attempt is bounded by its signal.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const reception = createReception(request.signal, limit, byFetch);
  if (!request.signal.aborted) reception.receive(agent, options, background); // the agent would only find out with a connection
  return reception.response;
};

/** What is received of one response. */
interface Reception {
  readonly response: Promise<WireResponse>;
  /** Dispatches the request. With `background`, the process may exit before the response has arrived. */
  receive(agent: Agent, options: object, background: boolean): void;
}

/**
 * Prepares to receive a response.
 *
 * @param byFetch Makes the same exchange by `fetch`, which explains what the agent refuses.
 */
function createReception(
  signal: WireRequest['signal'],
  limit: number,
  byFetch: () => Promise<WireResponse>,
): Reception {
  const { promise: response, resolve, reject } = Promise.withResolvers<WireResponse>();
  const state = { status: 0, lines: [] as HeaderLines, chunks: [] as Uint8Array[], size: 0, isOpen: true };
  const connection = createConnection();
  const headers = { get: (name: string) => fieldOf(state.lines, name) };

  function close(): void {
    signal.removeEventListener('abort', stop);
    if (state.isOpen) underWay -= 1;
    state.isOpen = false;
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
  return {
    response,
    receive(agent, options, background) {
      try {
        connection.open(() => agent.dispatch(options, handlerOf(events)), background);
      } catch (error) {
        fail(error);
      }
    },
  };
}

/** What the agent reports of one response, whatever the form of its handlers. */
interface ResponseEvents {
  /** `cancel` ends the exchange. */
  onConnect(cancel: Cancel): void;
  onHeaders(status: number, lines: HeaderLines): void;
  onData(chunk: Uint8Array): void;
  onEnd(): void;
  onError(error: unknown): void;
}

/** The handler of one response, in the form that this undici takes. */
function handlerOf({ onConnect, onHeaders, onData, onEnd, onError }: ResponseEvents): object {
  if (known?.controlled)
    return {
      onRequestStart: (controller: { abort: Cancel }) => onConnect((reason) => controller.abort(reason)),
      onResponseStart: (_: unknown, status: number, fields: Record<string, string | string[]>) =>
        onHeaders(status, Object.entries(fields).flat()),
      onResponseData: (_: unknown, chunk: Uint8Array) => onData(chunk),
      onResponseEnd: onEnd,
      onResponseError: (_: unknown, error: unknown) => onError(error),
    };
  return {
    onConnect,
    onHeaders(status: number, lines: HeaderLines) {
      onHeaders(status, lines);
      return true; // go on
    },
    onData(chunk: Uint8Array) {
      onData(chunk);
      return true;
    },
    onComplete: onEnd,
    onError,
  };
}

/** The connection of one request, as far as it can be ended. */
function createConnection() {
  const sockets: Socket[] = [];
  let cancel: Cancel | undefined;
  let leave = () => {};
  return {
    open(dispatch: () => unknown, background: boolean): void {
      onSocket = (socket) => sockets.push(socket);
      try {
        if (background) leave = letExitDuring(dispatch);
        else dispatch();
      } finally {
        onSocket = undefined;
      }
    },
    connected(how: Cancel): void {
      cancel = how;
    },
    /**
     * Ends the exchange. The agent has no way to give up a connection that is still being opened: it would keep the process
     * alive for the 10 seconds of its connect time-out. Each request that finds no free connection opens its own, so that no
     * other request waits for this one.
     */
    abort(reason: unknown): void {
      if (cancel) cancel(reason);
      else for (const socket of sockets) socket.destroy(new Error('the request was aborted while connecting'));
    },
    /** The exchange is over. */
    leave: () => leave(),
  };
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

/** What repeats and pauses, loaded with the first call that has to be repeated: it is a third of what core takes to load. @internal */
export const loadKy = async () => (await import('ky')).default;
