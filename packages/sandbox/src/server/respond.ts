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

/** Longest body of a request to a provider in bytes. */
const bodyLimit = 1024 * 1024;

/** Parts of a sandbox that requests pass. */
interface Parts {
  readonly faults: FaultBook;
  readonly log: Log;
  readonly logResponse: LogResponse;
  readonly runs: Runs;
  /** Address of the sandbox. */
  url(): string;
  /** The time, Unix milliseconds. */
  now(): number;
  /** The refusal of a host name by which the sandbox must not be called. */
  refuse(host: string): Response | undefined;
  providerOf(pathname: string): SandboxProvider | undefined;
  /** The control API and the start page. */
  control(): Promise<(request: Request) => Response | Promise<Response>>;
  /** Milliseconds by which the response to the next request is late. */
  latencyMs(): number;
  pause(ms: number): Promise<void>;
}

/** A request to a provider, read. */
interface Asked {
  readonly provider: SandboxProvider;
  readonly request: Request;
  /** Path below the provider's prefix, with the query. */
  readonly path: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly bindings: Bindings | undefined;
}

/** Creates what responds to every request: the provider that serves its path, or the control API. */
export function createResponder(parts: Parts) {
  const { faults, log, logResponse, runs, refuse, providerOf, control, latencyMs, pause } = parts;

  /** Lets the provider respond, and records what the request may change. */
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
    // Requests of this process need no name.
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
        hit ? spoil(hit, askProvider, (begun) => hangUp(bindings, begun), pause) : askProvider(),
      );
      entry.status = response.status;
      // By the sandbox's own clock, as all other times in the response are: clients measure those against it.
      if (!response.headers.has('date')) response.headers.set('date', new Date(parts.now()).toUTCString());
      // Only a sandbox that listens has a page, which shows it; others save the time.
      return bindings ? logResponse(entry, response) : response;
    } finally {
      entry.durationMs = performance.now() - startedAt;
    }
  };
}
