import type { Fault } from '../faults/fault.ts';
import type { Clock } from '../shared/clock.ts';
import type { UnsentWebhook } from '../shared/unsent-webhooks.ts';

/** A request the sandbox received, as it arrived. */
export interface SandboxRequest {
  /** Counts from 1. */
  readonly id: number;
  /** Sandbox time of arrival, Unix milliseconds. */
  readonly at: number;
  /** API that the request was sent to, such as `music`. */
  readonly provider: string;
  /** HTTP method of the request. */
  readonly method: string;
  /** Path below the provider's prefix, without the query. */
  readonly path: string;
  /** Query parameters of the request. */
  readonly query: URLSearchParams;
  /** Headers of the request. */
  readonly headers: Headers;
  /** The body as a string; empty if there was none. Only its first 65,536 bytes are stored. */
  readonly body: string;
  /** The fault that hit it. */
  fault?: Fault;
  /**
   * Webhooks that the request caused, at once or later, and that were not sent because their address is not on this
   * machine. Unset if there are none. Webhooks that were sent are in `controls`.
   */
  unsentWebhooks?: UnsentWebhook[];
  /** The response. Stored only for the last 100 requests, and only if the sandbox listens. */
  response?: LoggedResponse;
  /** Status of the response; undefined while the request is under way or if the connection was dropped. */
  status?: number;
  /**
   * Real milliseconds until the response's headers were sent or the connection was dropped; undefined while the request
   * is under way.
   */
  durationMs?: number;
}

/** Response in the log. */
export interface LoggedResponse {
  /** Headers of the response. */
  readonly headers: Headers;
  /** The beginning of the body as a string, at most its first 4,096 bytes. It grows while the response is sent. */
  body: string;
}

/** Maximum number of requests in the log, and of their bytes; older ones are removed. */
const requestLimit = 10_000;
const byteLimit = 32 * 1024 * 1024;

/** Fields of a request that are logged when it arrives. */
type Arrival = Pick<SandboxRequest, 'provider' | 'method' | 'path' | 'query' | 'headers' | 'body'>;

const bodyLimit = 64 * 1024;

/**
 * Returns the logged part of a body. Only its first bytes are decoded, because a substring would keep the whole string
 * in memory.
 */
export function loggedBody(body: Uint8Array): string {
  // With `stream`, a character that the limit cuts in two is omitted.
  return new TextDecoder().decode(body.subarray(0, bodyLimit), { stream: body.length > bodyLimit });
}

const responseLimit = 4 * 1024;

/** Number of requests whose responses are stored. */
const responseCount = 100;

/** Returns the bytes of a request that has arrived. */
const sizeOf = ({ path, query, headers, body }: SandboxRequest): number =>
  Buffer.byteLength([path, query, ...headers, body].join());

/**
 * Creates a log of requests, oldest first.
 *
 * @param conceal Removes the sandbox's own secrets from a string.
 */
export function createRequestLog(clock: Clock, conceal: (text: string) => string) {
  const requests: SandboxRequest[] = [];
  let lastId = 0;
  let bytes = 0;
  const concealed = (headers: Headers) =>
    new Headers([...headers].map(([name, value]): [string, string] => [name, conceal(value)]));
  return {
    requests,
    /** Adds a request. */
    log({ path, query, headers, body, ...arrival }: Arrival): SandboxRequest {
      lastId += 1;
      const entry: SandboxRequest = {
        ...{ id: lastId, at: clock.now(), ...arrival, path: conceal(path), body: conceal(body) },
        query: new URLSearchParams([...query].map(([name, value]) => [conceal(name), conceal(value)])),
        headers: concealed(headers),
      };
      if (requests.length === 0) bytes = 0; // tests empty the log
      bytes += sizeOf(entry);
      requests.push(entry);
      while (requests.length > requestLimit || (bytes > byteLimit && requests.length > 1))
        bytes -= sizeOf(requests.shift() as SandboxRequest);
      return entry;
    },
    /** Adds a response to its request, and removes the response of an earlier request. Returns the response to send. */
    logResponse(entry: SandboxRequest, response: Response): Response {
      const former = requests.at(-responseCount - 1);
      if (former) delete former.response;
      const logged: LoggedResponse = { headers: concealed(response.headers), body: '' };
      entry.response = logged;
      if (!response.body) return response;
      const [sent, kept] = response.body.tee();
      readBeginning(kept, logged, conceal).catch(() => {}); // a fault has ended it
      return new Response(sent, response);
    },
  };
}

/** Adds a request to the log. */
export type Log = ReturnType<typeof createRequestLog>['log'];
export type LogResponse = ReturnType<typeof createRequestLog>['logResponse'];

async function readBeginning(
  body: ReadableStream<Uint8Array>,
  logged: LoggedResponse,
  conceal: (text: string) => string,
): Promise<void> {
  const decoder = new TextDecoder();
  let left = responseLimit;
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk.subarray(0, left), { stream: true });
    logged.body = conceal(text);
    left -= chunk.length;
    if (left <= 0) break;
  }
}
