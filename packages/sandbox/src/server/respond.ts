import type { FaultBook } from '../faults/faults.ts';
import { spoil } from '../faults/spoil.ts';
import type { SandboxProvider } from '../shared/provider.ts';
import { causedBy } from '../shared/unsent-webhooks.ts';
import { readBytes } from './body.ts';
import { type Bindings, hangUp } from './hang-up.ts';
import { type Log, type LogResponse, loggedBody, type SandboxRequest } from './requests.ts';
import { refuse as refuseRequest } from './sandbox-response.ts';

/** Maximum size of the body of a request to a provider, in bytes. */
const bodyLimit = 1024 * 1024;

/** A request to a provider whose body has been read. */
interface Asked {
  readonly provider: SandboxProvider;
  readonly method: string;
  /** Path below the provider's prefix, with the query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly bindings: Bindings | undefined;
}

/** Parts of a sandbox that handle requests. */
interface Parts {
  readonly faults: FaultBook;
  readonly log: Log;
  readonly logResponse: LogResponse;
  /** Returns the time in Unix milliseconds. */
  now(): number;
  /** Returns the refusal of a host name that is not allowed; undefined if it is allowed. */
  refuse(host: string): Response | undefined;
  providerOf(pathname: string): SandboxProvider | undefined;
  /** Resolves when the providers can respond. */
  ready(): Promise<unknown> | undefined;
  /** Lets the provider respond. */
  ask(request: Asked): Promise<Response>;
  /** Returns the control API and the start page. */
  control(): Promise<(request: Request) => Response | Promise<Response>>;
  /** Returns the delay of the next response in milliseconds. */
  latencyMs(): number;
  pause(ms: number): Promise<void>;
}

/**
 * Creates the function that responds to every request, through the provider that serves its path or the control API.
 */
export function createResponder(parts: Parts) {
  const { faults, log, logResponse, refuse, providerOf, pause } = parts;

  /** Lets the provider respond to a request, and causes the fault that hits it. */
  async function respondAs(
    provider: SandboxProvider,
    { method, headers }: Request,
    { path, search, body, bindings }: Pick<Asked, 'path' | 'body' | 'bindings'> & { readonly search: string },
    entry: SandboxRequest,
  ): Promise<Response> {
    const ask = () => parts.ask({ provider, method, path: path + search, headers, body, bindings });
    const hit = faults.take(provider.name, method, path);
    if (hit) entry.fault = hit.fault;
    const lateMs = parts.latencyMs();
    if (lateMs > 0) await pause(lateMs);
    return causedBy(entry, () => (hit ? spoil(hit, ask, (...how) => hangUp(bindings, ...how), pause) : ask()));
  }

  return async function respond(request: Request, bindings?: Bindings): Promise<Response> {
    const { pathname, searchParams, search, host: addressed } = new URL(request.url);
    // Requests from this process need no allowed host name.
    const refusal = bindings && refuse(request.headers.get('host') ?? addressed);
    if (refusal) return refusal;
    const provider = providerOf(pathname);
    if (!provider) return (await parts.control())(request);
    await parts.ready();
    const { method, headers } = request;
    const path = pathname.slice(provider.name.length + 1) || '/';
    const body = await readBytes(request, bodyLimit);
    const logged = body ? loggedBody(body) : '';
    const entry = log({ provider: provider.name, method, path, query: searchParams, headers, body: logged });
    if (!body) {
      entry.status = 413;
      return refuseRequest(413, 'too_large', `the body must be at most ${bodyLimit / 1024 / 1024} MB`);
    }
    const startedAt = performance.now();
    try {
      const response = await respondAs(provider, request, { path, search, body, bindings }, entry);
      entry.status = response.status;
      // By the sandbox's clock, like all other times in the response, because clients compare those with the date.
      if (!response.headers.has('date')) response.headers.set('date', new Date(parts.now()).toUTCString());
      // Only the page shows responses, and only a sandbox that listens has one.
      return bindings ? logResponse(entry, response) : response;
    } finally {
      entry.durationMs = performance.now() - startedAt;
    }
  };
}
