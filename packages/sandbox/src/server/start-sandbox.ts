import type { Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import { startWork } from '../clock/activity.ts';
import { type Clock, type ClockSettings, clockRules, createClock } from '../clock/clock.ts';
import { longestMs } from '../clock/job-queue.ts';
import type { InnerSandbox } from '../control/inside.ts';
import { concealer, controlTokenRule, createControlToken } from '../control/token.ts';
import type { ProviderOptions, SandboxOptions, SandboxOptionsOf } from '../options.ts';
import type { ProviderName } from '../providers.ts';
import type { Sandbox } from '../sandbox.ts';
import {
  anObject,
  anyOf,
  aSeed,
  aString,
  isObject,
  listOfObjects,
  type OptionRules,
  objectWith,
  oneOf,
  type RulesOf,
  readOptions,
  trueOrFalse,
  wholeNumber,
} from '../shared/check-fields.ts';
import { lazy } from '../shared/lazy.ts';
import { problemOfNode } from '../shared/node-version.ts';
import type { SandboxProvider } from '../shared/provider.ts';
import { createRandom } from '../shared/random.ts';
import { createRuns } from '../state/runs.ts';
import { acceptSockets, createConnector } from './connect.ts';
import { delayRule, faultRules } from './fault.ts';
import { createFaults, describeUnused, drawDelay } from './faults.ts';
import { hostnamesRule, hostOf, isAllowedHost, isThisMachine, refuseHost, refuseOrigin } from './hosts.ts';
import { inProcessWebSocket } from './in-process-web-socket.ts';
import { limitsFor, limitsRule } from './limits.ts';
import { listen } from './listen.ts';
import { withExpectations } from './received.ts';
import { createRequestLog } from './requests.ts';
import { createResponder } from './respond.ts';

/** Returns the rules of the options that `reset` can change. Each provider checks its own options. */
const settingRules = (providers: readonly SandboxProvider[]): OptionRules => ({
  ...Object.fromEntries(providers.map(({ name }) => [name, anObject])),
  limits: limitsRule(providers),
});

const clockFunctions = ['now', 'advance', 'runUntil', 'set', 'state', 'schedule', 'sleep', 'stop'];

const isClock = (value: unknown): value is Clock =>
  isObject(value) && clockFunctions.every((name) => typeof value[name] === 'function');

/** Rule for a clock, or for the settings of a new one. */
const clockRule = anyOf(
  `a clock of createClock, or an object with the fields ${Object.keys(clockRules).join(', ')}`,
  v.custom(isClock),
  objectWith(clockRules),
);

/** Creates the rules for the options of a sandbox of these APIs, apart from the APIs' own. */
export const sandboxRules = (names: readonly string[]) =>
  ({
    port: wholeNumber(0, 65_535),
    host: aString,
    allowedHosts: hostnamesRule,
    listen: trueOrFalse,
    seed: aSeed,
    latencyMs: anyOf(
      'a whole number from 0 to 2147483647, or { medianMs, sigma }',
      wholeNumber(0, 2 ** 31 - 1),
      delayRule,
    ),
    clock: clockRule,
    faults: listOfObjects('faults', faultRules(names)),
    controlToken: controlTokenRule,
    quirks: oneOf('off', 'real'),
  }) satisfies RulesOf<Omit<SandboxOptions, keyof ProviderOptions>>;

/**
 * Starts the APIs and their auth servers. Each API's servers are loaded and created on first use.
 *
 * @throws ApiError `invalid_params` for an option that is unknown or not valid.
 */
export async function startSandbox<Name extends ProviderName>(
  providers: readonly SandboxProvider[],
  options: SandboxOptionsOf<Name>,
): Promise<Sandbox<Name>> {
  // The sandbox has options and controls of `providers` only.
  return (await start(providers, options)) as Sandbox<Name>;
}

async function start(providers: readonly SandboxProvider[], allOptions: SandboxOptions): Promise<InnerSandbox> {
  const problem = problemOfNode();
  if (problem) throw new Error(problem);
  const names = providers.map(({ name }) => name);
  const ownRules = settingRules(providers);
  const options: SandboxOptions = readOptions('', allOptions, { ...sandboxRules(names), ...ownRules });
  const clock = isClock(options.clock) ? options.clock : createClock(options.clock as ClockSettings | undefined);
  const faults = createFaults(options.seed ?? 1, names);
  for (const fault of options.faults ?? []) faults.add(fault);
  const controlToken = options.controlToken ?? createControlToken();
  let url = 'http://sandbox.invalid';
  const { latencyMs: latency = 0 } = options;
  const latencies = createRandom(options.seed ?? 1, 'latency');
  const latencyMs = () => (typeof latency === 'number' ? latency : drawDelay(latencies, latency));
  const closing = new AbortController();
  const { requests, log, logResponse } = createRequestLog(clock, concealer(controlToken));
  const runs = createRuns({ providers, options, rules: ownRules, clock, faults, url: () => url });
  const { current, reset, save, load } = runs;
  const plan = (name: string) => current().plan(name);

  /** Waits in real time. The wait ends early when the sandbox closes, so that nothing keeps the process alive. */
  async function pause(ms: number): Promise<void> {
    // An endless pause is not work, because it would hold up the clock forever.
    const end = ms === Number.POSITIVE_INFINITY ? () => {} : startWork();
    await setTimeout(Math.min(ms, longestMs), undefined, { signal: closing.signal }).catch(() => {});
    end();
  }

  /** Returns the control API and the start page, which are loaded with the first request for them. */
  const control = lazy(async () => {
    const [{ createControl }, { createClockFollowers }] = await Promise.all([
      import('../control/control.ts'),
      import('../control/clock-followers.ts'),
    ]);
    const followClock = createClockFollowers(clock, closing.signal);
    return createControl({ sandbox, providers, current, followClock, closing: closing.signal });
  });

  const isAllowed = (host: string) => isAllowedHost(host, new URL(url).hostname, options.allowedHosts);
  const refuse = (host: string) => (isAllowed(host) ? undefined : refuseHost(host, url));
  const refusePage = (origin: string) => (isAllowed(hostOf(origin)) ? undefined : refuseOrigin(origin));

  const providerOf = (pathname: string) =>
    providers.find(({ name }) => pathname === `/${name}` || pathname.startsWith(`/${name}/`));

  const answer = createResponder({
    ...{ faults, log, logResponse, runs, refuse, providerOf, control, latencyMs, pause },
    url: () => url,
    now: () => clock.now(),
  });

  const connector = createConnector({ closing: closing.signal, providerOf, current, faults, log, pause });
  let server: Server | undefined;
  if (options.listen !== false) {
    ({ server, url } = await listen(answer, options.port ?? 0, options.host));
    const accept = acceptSockets(connector, { refuse, refusePage });
    server.on('upgrade', (request, socket, head) => void accept(request, socket, head));
  }

  const inProcess = fetchWith(answer);
  const WebSocket = inProcessWebSocket(connector);
  const shared = { clock };
  const clientOptionsOf = (name: string) => ({
    ...plan(name).clientOptions(),
    ...(limitsFor(current().options.limits, name) === 'off' && { rateLimiter: 'off' as const }),
    ...shared,
    random: noJitter,
    validation: 'strict' as const,
    ...(server ? {} : { fetch: inProcess }),
    // If the sandbox listens beyond this machine, its clients should be able to reach it there.
    ...(server && !isThisMachine(new URL(url).hostname) && { allowInsecureHttp: true }),
  });
  const clientOptions = () => Object.fromEntries(names.map((name) => [name, clientOptionsOf(name)]));
  const eventOptionsOf = ({ name, socketPath }: SandboxProvider) => ({
    url: `${url.replace(/^http/, 'ws')}/${name}${socketPath}`,
    ...(server ? {} : { WebSocket }),
    ...shared,
    random: noJitter,
  });
  const withSockets = providers.filter(({ socketPath }) => socketPath !== undefined);

  const sandbox = {
    url,
    get options() {
      return clientOptions();
    },
    get listenerOptions() {
      return Object.fromEntries(withSockets.map((each) => [each.name, eventOptionsOf(each)]));
    },
    faults,
    shared,
    get controls() {
      return current().controls;
    },
    controlApi: {
      url: `${url}/__sandbox`,
      token: controlToken,
      page: `${url}/__sandbox/?token=${encodeURIComponent(controlToken)}`,
    },
    reset,
    save,
    load,
    requests: withExpectations(requests, names),
    clock,
    fetch: inProcess,
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      clock.stop();
      const unused = describeUnused(faults);
      if (unused !== undefined) console.warn(unused);
      if (!server) return;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  } as InnerSandbox;
  return sandbox;
}

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

const noJitter = () => 0;
