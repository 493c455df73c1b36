import { acceptedCodings } from './content-codings.ts';
import { type Exchange, exchangeByFetch } from './fetch.ts';
import { type Cancel, Reception, watchSockets } from './reception.ts';

export { tlsRemedy } from './tls.ts';

// On Node, `fetch` wraps its HTTP agent in a Request, a Response and streams, which cost more than the exchange itself.
// This transport uses the same agent, with its connections and proxy settings, without them. The option
// `fetch: globalThis.fetch` turns it off.
//
// It makes these assumptions about Node and about undici, the agent's library
// (https://undici.nodejs.org/#/docs/api/Dispatcher). Each has a test in node-assumptions.test.ts that fails with a Node
// or undici that breaks it. Calls then use `fetch`, as far as the transport can detect the difference.
//
// 1. The text of the global `fetch` names internal/deps/undici, unless it was replaced, for example by a mock.
// 2. `process.versions.undici` is the version of that agent, with one of the major versions in `agents` below.
// 3. The agent is a global under the symbol in `agents`, once the first `new Headers()` was called.
// 4. Its `dispatch(options, handler)` calls the handler in the form in `agents`: headers, then data, then the end or an
// error. It neither decodes bodies nor, with `maxRedirections: 0`, follows redirects.
// 5. It refuses unsupported requests with the code UND_ERR_INVALID_ARG, and sends nothing.
// 6. While a request is dispatched, the channel net.client.socket reports each socket that is opened for it.
// 7. The channels undici:request:create, while a request is dispatched, and undici:client:sendHeaders report the same
//    request, the second one with its socket.

/** Agents below `fetch`, by undici's major version: where each is, and whether its handlers get a controller. */
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

/** The runtime's own `fetch`, once it has been seen. */
let native: unknown;

/**
 * Returns the agent of the runtime's own `fetch`; undefined if `fetch` was replaced, for example by a mock, or does not
 * match the assumptions.
 */
function agentOfFetch(): Agent | undefined {
  if (!known) return undefined;
  const { fetch } = globalThis;
  if (fetch !== native) {
    if (!String(fetch).includes('internal/deps/undici')) return undefined;
    new Headers(); // the first one makes Node load its agent
    if (!native) watchSockets();
    native = fetch;
  }
  const agent = (globalThis as Record<symbol, unknown>)[known.symbol] as Agent | undefined;
  return typeof agent?.dispatch === 'function' ? agent : undefined;
}

/** Exchanges with Node's HTTP agent if it is available, otherwise with `fetch`. */
export const exchange: Exchange = (url, request, limit, background = false) => {
  const agent = agentOfFetch();
  const byFetch = () => exchangeByFetch(fetch)(url, request, limit, background);
  if (!agent) return byFetch();
  const { origin, pathname, search, username, password } = new URL(url);
  // Let `fetch` explain the requests that it refuses.
  const fetchRefuses = username !== '' || password !== '' || (request.method === 'GET' && Boolean(request.body));
  if (fetchRefuses) return byFetch();
  const options = {
    origin,
    path: pathname + search,
    method: request.method,
    body: request.body,
    headers: { 'accept-encoding': acceptedCodings, 'user-agent': 'node', ...request.headers },
    maxRedirections: 0, // not even if the agent is configured to follow them
    // The attempt's signal limits its time.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const reception = new Reception(request.signal, limit, byFetch);
  const handler = known?.controlled ? controlledHandler(reception) : reception;
  return reception.receive(() => agent.dispatch(options, handler), background);
};

/** Returns a response handler in the form of undici 8. */
const controlledHandler = (reception: Reception) => ({
  onRequestStart: (controller: { abort: Cancel }) => reception.onConnect((reason) => controller.abort(reason)),
  onResponseStart: (_: unknown, status: number, fields: Record<string, string | string[]>) =>
    void reception.onHeaders(status, Object.entries(fields).flat()),
  onResponseData: (_: unknown, chunk: Uint8Array) => void reception.onData(chunk),
  onResponseEnd: () => reception.onComplete(),
  onResponseError: (_: unknown, error: unknown) => reception.onError(error),
});
