import type { Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { startWork } from './clock/activity.ts';
import { createClock } from './clock/clock.ts';
import { longestMs } from './clock/job-queue.ts';
import { concealer, createControlToken } from './control/token.ts';
import { createFaults, describeUnused, drawDelay } from './faults/faults.ts';
import type { InnerSandbox, Inside } from './inside.ts';
import type { SandboxOptions, SandboxOptionsOf } from './options.ts';
import type { Sandbox } from './sandbox.ts';
import { isClock, sandboxRules, settingRules } from './sandbox-rules.ts';
import { acceptSockets, type Connector, createConnector } from './server/connect.ts';
import { hostOf, isAllowedHost, isThisMachine, refuseHost, refuseOrigin } from './server/hosts.ts';
import { inProcessWebSocket } from './server/in-process-web-socket.ts';
import { listen } from './server/listen.ts';
import { withExpectations } from './server/received.ts';
import { createRequestLog } from './server/requests.ts';
import { createResponder } from './server/respond.ts';
import { readOptions } from './shared/check-fields.ts';
import { lazy } from './shared/lazy.ts';
import { limitsFor } from './shared/limits.ts';
import { problemOfNode } from './shared/node-version.ts';
import type { SandboxProvider } from './shared/provider.ts';
import type { ProviderName } from './shared/provider-name.ts';
import { createRandom } from './shared/random.ts';
import { Runs } from './state/runs.ts';
import { serveRequest, serveSocket } from './state/serve.ts';

/**
 * Starts the APIs and their auth servers. Each API's servers are loaded and created on first use.
 *
 * @throws ApiError `invalid_params` for an option that is unknown or not valid.
 */
export async function startSandbox<Name extends ProviderName>(
  providers: readonly SandboxProvider[],
  options: SandboxOptionsOf<Name>,
): Promise<Sandbox<Name>> {
  const problem = problemOfNode();
  if (problem) throw new Error(problem);
  // The sandbox has options and controls of `providers` only.
  return (await serve(createParts(providers, options))) as Sandbox<Name>;
}

/** Creates what responds to requests: the providers, the time, the faults, and the log. */
function createParts(providers: readonly SandboxProvider[], allOptions: SandboxOptions) {
  const names = providers.map(({ name }) => name);
  const rules = settingRules(providers);
  const options: SandboxOptions = readOptions('', allOptions, { ...sandboxRules(names), ...rules });
  const { seed = 1, quirks = 'off', controlToken = createControlToken() } = options;
  const clock = isClock(options.clock) ? options.clock : createClock(options.clock);
  const faults = createFaults(seed, names);
  for (const fault of options.faults ?? []) faults.add(fault);
  const closing = new AbortController();
  const log = createRequestLog(clock, concealer(controlToken));
  const address = { url: 'http://sandbox.invalid' };
  const settings = Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(rules, name)));
  const runs = new Runs(
    { providers, rules, clock, faults, url: () => address.url },
    { seed, quirks, options: settings },
  );
  const providerOf = (pathname: string) =>
    providers.find(({ name }) => pathname === `/${name}` || pathname.startsWith(`/${name}/`));

  /** Waits in real time. The wait ends early when the sandbox closes, so that nothing keeps the process alive. */
  async function pause(ms: number): Promise<void> {
    // An endless pause is not work, because it would hold up the clock forever.
    const end = ms === Number.POSITIVE_INFINITY ? () => {} : startWork();
    await setTimeout(Math.min(ms, longestMs), undefined, { signal: closing.signal }).catch(() => {});
    end();
  }

  return {
    providers,
    names,
    options,
    seed,
    controlToken,
    clock,
    faults,
    closing,
    log,
    address,
    runs,
    providerOf,
    pause,
  };
}

type Parts = ReturnType<typeof createParts>;

/** Serves the parts, over a socket or only in this process. */
async function serve(parts: Parts): Promise<InnerSandbox> {
  const { providers, options, seed, clock, faults, closing, log, address, runs, providerOf, pause } = parts;
  const { latencyMs: latency = 0 } = options;
  const latencies = createRandom(seed, 'latency');
  const isAllowed = (host: string) => isAllowedHost(host, new URL(address.url).hostname, options.allowedHosts);
  const refuse = (host: string) => (isAllowed(host) ? undefined : refuseHost(host, address.url));
  const refusePage = (origin: string) => (isAllowed(hostOf(origin)) ? undefined : refuseOrigin(origin));
  // The control API and the start page are loaded with the first request for them.
  const control = lazy(() => loadControl({ sandbox, providers, current: () => runs.current, closing: closing.signal }));

  const answer = createResponder({
    ...{ faults, ...log, refuse, providerOf, control, pause },
    now: () => clock.now(),
    ready: () => runs.loaded(),
    ask: (request) => serveRequest(runs.current, address.url, request),
    latencyMs: () => (typeof latency === 'number' ? latency : drawDelay(latencies, latency)),
  });
  const connector = createConnector({
    ...{ closing: closing.signal, providerOf, faults, log: log.log, pause },
    open: (place, query, connection) => serveSocket(runs.current, place, query, connection),
  });
  let server: Server | undefined;
  if (options.listen !== false) {
    const listening = await listen(answer, options.port ?? 0, options.host);
    ({ server } = listening);
    address.url = listening.url;
    const accept = acceptSockets(connector, { refuse, refusePage });
    server.on('upgrade', (request, socket, head) => void accept(request, socket, head));
  }
  const sandbox = createHandle(parts, { server, connector, inProcess: fetchWith(answer) });
  return sandbox;
}

async function loadControl(parts: Omit<Inside, 'followClock'>) {
  const [{ createControl }, { createClockFollowers }] = await Promise.all([
    import('./control/control.ts'),
    import('./clock/clock-followers.ts'),
  ]);
  return createControl({ ...parts, followClock: createClockFollowers(parts.sandbox.clock, parts.closing) });
}

/** Ways to reach a sandbox. */
interface Access {
  /** Unset if the sandbox does not listen. */
  readonly server: Server | undefined;
  readonly connector: Connector;
  readonly inProcess: typeof globalThis.fetch;
}

/** Creates the object that users get. */
function createHandle(parts: Parts, access: Access): InnerSandbox {
  const { names, controlToken, clock, faults, closing, log, runs } = parts;
  const { url } = parts.address;
  const clients = createClientOptions(parts, access);
  const handle = {
    url,
    get options() {
      return clients.options();
    },
    get listenerOptions() {
      return clients.listenerOptions();
    },
    get chatOptions() {
      return clients.chatOptions();
    },
    faults,
    shared: { clock },
    get controls() {
      return runs.current.controls;
    },
    controlApi: {
      url: `${url}/__sandbox`,
      token: controlToken,
      page: `${url}/__sandbox/?token=${encodeURIComponent(controlToken)}`,
    },
    reset: (changes: Parameters<Runs['reset']>[0]) => runs.reset(changes),
    save: () => runs.save(),
    load: (state: unknown) => runs.load(state),
    requests: withExpectations(log.requests, names),
    clock,
    fetch: access.inProcess,
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      clock.stop();
      const unused = describeUnused(faults);
      if (unused !== undefined) console.warn(unused);
      await closeServer(access.server);
    },
  };
  return handle as InnerSandbox;
}

async function closeServer(server: Server | undefined): Promise<void> {
  if (!server) return;
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

/** Creates the functions that return ready-made options of clients and listeners. */
function createClientOptions(
  { providers, names, clock, runs, address: { url } }: Parts,
  { server, connector, inProcess }: Access,
) {
  const WebSocket = inProcessWebSocket(connector);
  const shared = { clock, random: noJitter };
  const optionsOf = (name: string) => ({
    ...runs.current.plan(name).clientOptions(),
    ...(limitsFor(runs.current.options.limits, name) === 'off' && { rateLimiter: 'off' as const }),
    ...shared,
    validation: 'strict' as const,
    ...(server ? {} : { fetch: inProcess }),
    // If the sandbox listens beyond this machine, its clients should be able to reach it there.
    ...(server && !isThisMachine(new URL(url).hostname) && { allowInsecureHttp: true }),
  });
  /** Returns the options of the providers that have a WebSocket at a path. */
  const socketOptions = (path: 'socketPath' | 'chatPath') =>
    Object.fromEntries(
      providers.flatMap((each) => {
        if (each[path] === undefined) return [];
        const address = `${url.replace(/^http/, 'ws')}/${each.name}${each[path]}`;
        return [[each.name, { url: address, ...(server ? {} : { WebSocket }), ...shared }]];
      }),
    );
  return {
    options: () => Object.fromEntries(names.map((name) => [name, optionsOf(name)])),
    listenerOptions: () => socketOptions('socketPath'),
    chatOptions: () => socketOptions('chatPath'),
  };
}

const noJitter = () => 0;

/** Creates a `fetch` that uses no socket. */
function fetchWith(answer: (request: Request) => Promise<Response>): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true });
      answer(request).then(resolve, reject);
    });
  };
}
