import { startWork } from '../clock/activity.ts';
import { refuse as refuseRequest } from '../control/respond.ts';
import type { SandboxProvider } from '../shared/provider.ts';
import { causedBy } from '../shared/unsent-webhooks.ts';
import { recordRequest } from '../state/recorder.ts';
import type { Runs } from '../state/runs.ts';
import { readBytes } from './body.ts';
import { type FaultBook, spoil } from './faults.ts';
import { type Bindings, hangUp } from './hang-up.ts';
import { type Log, type LogResponse, loggedBody } from './requests.ts';

/** Maximum size of the body of a request to a provider, in bytes. */
const bodyLimit = 1024 * 1024;

/** Parts of a sandbox that handle requests. */
interface Parts {
  readonly faults: FaultBook;
  readonly log: Log;
  readonly logResponse: LogResponse;
  readonly runs: Runs;
  /** Address of the sandbox. */
  url(): string;
  /** Returns the time in Unix milliseconds. */
  now(): number;
  /** Returns the refusal of a host name that is not allowed; undefined if it is allowed. */
  refuse(host: string): Response | undefined;
  providerOf(pathname: string): SandboxProvider | undefined;
  /** Returns the control API and the start page. */
  control(): Promise<(request: Request) => Response | Promise<Response>>;
  /** Returns the delay of the next response in milliseconds. */
  latencyMs(): number;
  pause(ms: number): Promise<void>;
}

/** A request to a provider whose body has been read. */
interface Asked {
  readonly provider: SandboxProvider;
  readonly request: Request;
  /** Path below the provider's prefix, with the query. */
  readonly path: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly bindings: Bindings | undefined;
}

/**
 * Creates the function that responds to every request, through the provider that serves its path or the control API.
 */
export function createResponder(parts: Parts) {
  const { faults, log, logResponse, runs, refuse, providerOf, control, latencyMs, pause } = parts;

  /** Lets the provider respond, and records the request if it may change something. */
  async function ask({ provider, request, path, body, bindings }: Asked): Promise<Response> {
    const { method, headers } = request;
    const { recorder, scope, plan } = runs.current();
    const { app } = plan(provider.name).servers();
    const end = recordRequest(recorder, scope.now(), provider, { method, path, headers, body });
    const endWork = startWork();
    try {
      const response = await app.fetch(
        new Request(parts.url() + path, { method, headers, ...(body.length > 0 && { body }) }),
        bindings,
      );
      end(response.status);
      return response;
    } finally {
      endWork();
    }
  }

  return async function respond(request: Request, bindings?: Bindings): Promise<Response> {
    const { pathname, searchParams, search, host: addressed } = new URL(request.url);
    // Requests from this process need no allowed host name.
    const refusal = bindings && refuse(request.headers.get('host') ?? addressed);
    if (refusal) return refusal;
    const provider = providerOf(pathname);
    if (!provider) return (await control())(request);
    const { name } = provider;
    await runs.loaded();
    const path = pathname.slice(name.length + 1) || '/';
    const body = await readBytes(request, bodyLimit);
    const entry = log({
      provider: name,
      method: request.method,
      path,
      query: searchParams,
      headers: request.headers,
      body: body ? loggedBody(body) : '',
    });
    if (!body) {
      entry.status = 413;
      return refuseRequest(413, 'too_large', `the body must be at most ${bodyLimit / 1024 / 1024} MB`);
    }
    const startedAt = performance.now();
    const askProvider = () => ask({ provider, request, path: path + search, body, bindings });
    const hit = faults.take(name, request.method, path);
    if (hit) entry.fault = hit.fault;
    const lateMs = latencyMs();
    if (lateMs > 0) await pause(lateMs);
    try {
      const response = await causedBy(entry, () =>
        hit ? spoil(hit, askProvider, (...how) => hangUp(bindings, ...how), pause) : askProvider(),
      );
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
