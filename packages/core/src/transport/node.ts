import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type Zlib from 'node:zlib';
import { type Answer, type Exchange, exchangeBy } from './fetch.ts';

// On Node, `fetch` builds a Request, a Response and streams around what its HTTP agent does, which costs more than the
// exchange itself. This asks the same agent, with its connections and with whatever proxy it was set to, without them.
// The agent is undici's: https://undici.nodejs.org/#/docs/api/Dispatcher

interface Agent {
  dispatch(options: object, handler: object): unknown;
}

type Cancel = (reason: unknown) => void;

/** Names and values in turns, several values of a name also as a list. */
type Lines = readonly (string | Buffer | readonly (string | Buffer)[])[];

const { undici = '' } = process.versions;
// Since undici 8 `fetch` asks the agent under another symbol, which takes another form of handler.
const later = undici.startsWith('8.');
const place = Symbol.for(`undici.globalDispatcher.${later ? 2 : 1}`);

let native: unknown;

/** Told of every socket that is opened, while a request is handed to the agent. */
let onSocket: ((socket: Socket) => void) | undefined;

/**
 * Ends a connection that is still being opened for a request. The agent has no way to give up one that nobody waits for any
 * more: it would keep the process alive for the 10 seconds of its connect time-out. Each request that finds no free
 * connection opens its own, so that no other request waits for this one.
 */
const giveUpConnecting = (socket: Socket) => socket.destroy(new Error('the request was aborted while connecting'));

/** The agent of the runtime's own `fetch`; undefined where that was replaced, as by a mock, or is not as it is known here. */
function agentOf(): Agent | undefined {
  const { fetch } = globalThis;
  if (fetch !== native) {
    if (!/internal\/deps\/undici/.test(String(fetch)) || !/^[678]\./.test(undici)) return;
    new Headers(); // with the first of them, Node loads its agent
    if (!native) subscribe('net.client.socket', (message) => onSocket?.((message as { socket: Socket }).socket));
    native = fetch;
  }
  const agent = (globalThis as Record<symbol, unknown>)[place] as Agent | undefined;
  return typeof agent?.dispatch === 'function' ? agent : undefined;
}

// Since Node 22.15.
const encodings = `gzip, deflate, br${process.versions.zstd ? ', zstd' : ''}`;

type Decode = (bytes: Uint8Array, options: Zlib.ZlibOptions, done: Zlib.CompressCallback) => void;

function decoderOf(coding: string, zlib: typeof Zlib): Decode | undefined {
  switch (coding) {
    case 'gzip':
      return zlib.gunzip;
    case 'deflate':
      // Some servers leave out the header.
      return (bytes, ...rest) => (Number(bytes[0]) % 16 === 8 ? zlib.inflate : zlib.inflateRaw)(bytes, ...rest);
    case 'br':
      return (bytes, { maxOutputLength }, done) => zlib.brotliDecompress(bytes, { maxOutputLength }, done);
    case 'zstd':
      return (bytes, { maxOutputLength }, done) => zlib.zstdDecompress(bytes, { maxOutputLength }, done);
    default:
      return undefined;
  }
}

/** `bytes` without their content codings, the last applied first; undefined when they have more than `limit` bytes then. */
async function decoded(bytes: Uint8Array, codings: string, limit: number): Promise<Uint8Array | undefined> {
  let plain = bytes;
  const layers = codings.toLowerCase().split(',');
  // As in `fetch`: each may take the limit's work again.
  if (layers.length > 5) throw new Error('the answer has more than 5 content codings');
  const { default: zlib } = await import('node:zlib'); // not before: loading core would take longer
  const options = { maxOutputLength: limit, finishFlush: zlib.constants.Z_SYNC_FLUSH };
  for (const coding of layers.reverse()) {
    const decode = decoderOf(coding.trim().replace(/^x-/, ''), zlib);
    // As `fetch` does, an unknown coding is left, and a stream without its end is taken for what it holds.
    if (!decode || !plain.length) continue;
    try {
      plain = await new Promise((resolve, reject) => {
        decode(plain, options, (error, result) => (error ? reject(error) : resolve(result)));
      });
    } catch (error) {
      if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
      throw error;
    }
  }
  return plain;
}

let scratch = new Uint8Array();

/** `chunks` as one, good until the next are gathered: a new buffer of this size costs more than what is done with it. */
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

type Work = () => void;

// Test frameworks put a clock that stands still in place of setImmediate, maybe before this module is loaded: then a
// message to ourselves takes its place.
const { setImmediate } = globalThis;
const isRuntimes = /\bnew Immediate\(/.test(String(setImmediate));

/** Runs `work` in the next turn of the event loop. */
const inNextTurn: (work: Work) => unknown = isRuntimes
  ? setImmediate
  : (work) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        work();
      };
      port2.postMessage(undefined);
    };

/** Number of responses that are being received. */
let underWay = 0;
/** With more calls under way, all wait for the processor anyway, and turns of the event loop cost it more than they save. */
const few = 16;

const ready: Work[] = [];

/** Completes one `ready` response per turn of the event loop: undici writes the requests that follow from one before the next is read. */
function completeNext(): void {
  ready.shift()?.();
  if (ready.length > 0) inNextTurn(() => inNextTurn(completeNext)); // what follows is requested in this turn, written in the next
}

let batch: Work[] = [];

/**
 * Completes the responses of one turn together in the turn after it. By then undici has put their connections back, so that
 * the calls that follow reuse them; without it, many lanes of calls hold up to two connections each.
 */
function completeBatch(): void {
  const works = batch;
  batch = [];
  inNextTurn(() => {
    for (const work of works) work();
  });
}

/** Calls `finish` when it is best for the calls that follow from it. */
function complete(finish: Work): void {
  if (underWay < 2) finish();
  else if (underWay <= few) {
    if (ready.push(finish) === 1) inNextTurn(completeNext);
  } else if (batch.push(finish) === 1) inNextTurn(completeBatch);
}

const textOf = (line: string | Buffer) => (typeof line === 'string' ? line : line.toString('latin1'));

/** The values of a field, with commas between; null when there is none. `name` in lower case. */
function fieldOf(lines: Lines, name: string): string | null {
  const values: string[] = [];
  for (let index = 0; index < lines.length; index += 2) {
    const [own, value = ''] = [lines[index] as string | Buffer, lines[index + 1]];
    if (own.length !== name.length || textOf(own).toLowerCase() !== name) continue; // most differ in length
    if (Array.isArray(value)) values.push(...value.map(textOf));
    else values.push(textOf(value as string | Buffer));
  }
  return values.length > 0 ? values.join(', ') : null;
}

interface AgentEvent {
  readonly request: object;
  readonly socket?: Socket & { alpnProtocol?: unknown };
}

/**
 * Makes a request for which the process does not stay alive. The agent has no option for it, but reports each request and
 * its connection on channels: https://undici.nodejs.org/#/docs/api/DiagnosticsChannel. Opening a connection still keeps
 * the process alive.
 *
 * @param dispatch Makes one request, at once.
 * @returns Ends it: the connection goes back to the agent as it was.
 */
function letExitDuring(dispatch: () => void): () => void {
  const [created, sent] = ['undici:request:create', 'undici:client:sendHeaders'];
  let own: object | undefined;
  let used: Socket | undefined;
  const onCreated = (event: unknown) => {
    own ??= (event as AgentEvent).request;
  };
  const onSent = (event: unknown) => {
    const { request, socket } = event as AgentEvent;
    // By HTTP/2, others share the connection.
    if (request !== own || socket?.alpnProtocol === 'h2') return;
    used = socket;
    used?.unref();
  };
  const end = () => {
    unsubscribe(sent, onSent);
    used?.ref();
    used = undefined;
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

/** By Node's HTTP agent, where it can be had; by `fetch` elsewhere. @internal */
export const exchange: Exchange = (url, request, limit, background) => {
  const agent = agentOf();
  const byFetch = () => exchangeBy(fetch)(url, request, limit, background);
  if (!agent) return byFetch();
  const { method, body, signal } = request;
  const { origin, pathname, search, username, password } = new URL(url);
  // What `fetch` refuses, it explains.
  if (username || password || (body && method === 'GET')) return byFetch();
  return new Promise<Answer>((resolve, reject) => {
    // The agent would only find out with a connection.
    signal.throwIfAborted();
    const chunks: Uint8Array[] = [];
    let size = 0;
    let status = 0;
    let raw: Lines = [];
    let abort: Cancel = () => {};
    let connected = false;
    const sockets: Socket[] = [];
    let leave = () => {};

    const headers = { get: (name: string) => fieldOf(raw, name) };
    let open = true;
    const close = () => {
      signal.removeEventListener('abort', stop);
      if (open) underWay -= 1;
      open = false;
      leave();
    };
    const end = (rest: Partial<Answer>) => {
      close();
      resolve({ status, headers, ...rest });
    };
    const fail = (error: unknown) => {
      close();
      // Such a response is complete with its headers, whatever they say of a length.
      if (status === 204) resolve({ status, headers, bytes: () => new Uint8Array() });
      else if (status) resolve({ status, headers, broken: error });
      // Nothing was sent: to an agent of another make, or with a header that `fetch` explains.
      else if ((error as { code?: string } | null)?.code === 'UND_ERR_INVALID_ARG') resolve(byFetch());
      else reject(error);
    };
    const stop = () => {
      fail(signal.reason);
      abort(signal.reason);
      if (!connected) sockets.forEach(giveUpConnecting);
    };
    signal.addEventListener('abort', stop);
    underWay += 1;

    const onConnect = (cancel: Cancel) => {
      abort = cancel;
      connected = true;
      if (signal.aborted) cancel(signal.reason);
    };
    const onHeaders = (code: number, lines: Lines) => {
      // Before the answer may come hints of it.
      if (code >= 200) {
        status = code;
        raw = lines;
      }
      return true;
    };
    const onData = (chunk: Uint8Array) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else {
        end({});
        abort(new Error('the answer is too large'));
      }
      return true;
    };
    const onComplete = () => {
      const codings = headers.get('content-encoding');
      if (codings)
        decoded(Buffer.concat(chunks), codings, limit).then((bytes) => end({ bytes: bytes && (() => bytes) }), fail);
      else complete(() => end({ bytes: () => gathered(chunks, size) }));
    };
    const handler = later
      ? {
          onRequestStart: (controller: { abort: Cancel }) => onConnect((reason) => controller.abort(reason)),
          onResponseStart: (_: unknown, code: number, fields: Record<string, string | string[]>) =>
            onHeaders(code, Object.entries(fields).flat()),
          onResponseData: (_: unknown, chunk: Uint8Array) => onData(chunk),
          onResponseEnd: onComplete,
          onResponseError: (_: unknown, error: unknown) => fail(error),
        }
      : { onConnect, onHeaders, onData, onComplete, onError: fail };
    const options = {
      origin,
      path: pathname + search,
      method,
      body,
      headers: { 'accept-encoding': encodings, 'user-agent': 'node', ...request.headers },
      // Not even where the agent was told to follow them.
      maxRedirections: 0,
      // The time of an attempt is bounded by its signal.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    onSocket = (socket) => sockets.push(socket);
    try {
      if (background) leave = letExitDuring(() => agent.dispatch(options, handler));
      else agent.dispatch(options, handler);
    } catch (error) {
      fail(error);
    } finally {
      onSocket = undefined;
    }
  });
};

/** What repeats and pauses, loaded with the first call that has to be repeated: it is a third of what core takes to load. @internal */
export const loadKy = async () => (await import('ky')).default;
