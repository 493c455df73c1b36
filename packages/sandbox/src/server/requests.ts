import type { Clock } from '../clock/clock.ts';
import type { UnsentWebhook } from '../shared/unsent-webhooks.ts';
import type { Fault } from './fault.ts';

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
  /** Path below the provider's prefix, no query. */
  readonly path: string;
  /** Query parameters of the request. */
  readonly query: URLSearchParams;
  /** Headers of the request. */
  readonly headers: Headers;
  /** The body as a string; empty when there was none. Only its first 65,536 bytes are stored. */
  readonly body: string;
  /** The fault that hit it. */
  fault?: Fault;
  /**
   * Webhooks that it led to, at once or later, and that were not sent, because their address is not on this machine.
   * Unset when there are none. What was sent is in `controls`.
   */
  unsentWebhooks?: UnsentWebhook[];
  /** The response. Only of the last 100 requests, and only if the sandbox listens. */
  response?: LoggedResponse;
  /** Status of the response; undefined while it is under way and when the connection was dropped. */
  status?: number;
  /**
   * Real milliseconds until the response's headers, or until the connection was dropped; undefined while it is under
   * way.
   */
  durationMs?: number;
}

/** Response in the log. */
export interface LoggedResponse {
  /** Headers of the response. */
  readonly headers: Headers;
  /** The beginning of the body as a string: its first 4,096 bytes at most. It grows while the response is sent. */
  body: string;
}

/** How many requests are remembered; older ones are forgotten. */
const requestLimit = 10_000;

/** Fields of a request that are logged when it arrives. */
type Arrival = Pick<SandboxRequest, 'provider' | 'method' | 'path' | 'query' | 'headers' | 'body'>;

const bodyLimit = 64 * 1024;

/**
 * Returns the logged part of a body, decoded from its first bytes only: a substring would keep the whole string in
 * memory.
 */
export function loggedBody(body: Uint8Array): string {
  // As a stream, a character that the limit cuts in two is left out.
  return new TextDecoder().decode(body.subarray(0, bodyLimit), { stream: body.length > bodyLimit });
}

const responseLimit = 4 * 1024;

/** Of how many requests the responses are remembered. */
const responseCount = 100;

/**
 * A log of what arrives, oldest first.
 *
 * @param conceal Takes secrets of the sandbox itself out of a string.
 */
export function createRequestLog(clock: Clock, conceal: (text: string) => string) {
  const requests: SandboxRequest[] = [];
  let lastId = 0;
  const concealed = (headers: Headers) => new Headers([...headers].map(([name, value]) => [name, conceal(value)]));
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
      requests.push(entry);
      if (requests.length > requestLimit) requests.shift();
      return entry;
    },
    /** Adds a response to its request, and forgets an earlier request's response. Returns the response to send. */
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
