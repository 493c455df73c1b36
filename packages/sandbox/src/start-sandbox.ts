import type { Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { faultRules } from './check-fault.ts';
import {
  anObject,
  anything,
  aString,
  isObject,
  listOf,
  oneOf,
  type Rule,
  type RulesOf,
  readOptions,
  schemaOfFields,
  strings,
  trueOrFalse,
  wholeNumber,
} from './check-fields.ts';
import { type Clock, type ClockSettings, clockRules, createClock, moveClock } from './clock.ts';
import { createConnector } from './connect.ts';
import { type ProviderName, providerNames } from './context.ts';
import { concealer, controlTokenRule, createControlToken } from './control/token.ts';
import { createFaults, spoil } from './faults.ts';
import { type Bindings, hangUp } from './hang-up.ts';
import { isAllowedHost, isThisMachine, readAllowedHosts, refuseHost } from './hosts.ts';
import { lazy } from './lazy.ts';
import { limitsRule } from './limits.ts';
import { problemOfNode } from './node-version.ts';
import type { ProviderOptions, ResetOptions, SandboxOptions, SandboxOptionsOf } from './options.ts';
import { keepOwn } from './own-records.ts';
import { createRequestLog, loggedBody, logResponse } from './requests.ts';
import { createRun, type Plans } from './run.ts';
import type { Sandbox } from './sandbox.ts';
import {
  fromJson,
  readState,
  type SandboxState,
  StateError,
  stateVersion,
  toJson,
  withCode,
} from './state/document.ts';
import { closings, type Entry, mayChange, recordedRequest } from './state/recorder.ts';
import { replay } from './state/replay.ts';
import { causedBy } from './unsent-webhooks.ts';

/** What `reset` can change. Each provider checks its own options. */
const providerRules = {
  stream: anObject,
  music: anObject,
  bank: anObject,
  food: anObject,
  quotes: anObject,
  limits: limitsRule,
} satisfies RulesOf<ProviderOptions>;

const clockFunctions = ['now', 'advance', 'set', 'state', 'schedule', 'sleep', 'stop'];

const isClock = (value: unknown): value is Clock =>
  isObject(value) && clockFunctions.every((name) => typeof value[name] === 'function');

/** A clock, or how one starts: its settings are checked when it is created. */
const clockRule: Rule = {
  expected: `a clock of createClock, or an object with the fields ${Object.keys(clockRules).join(', ')}`,
  isValid: (value) => isObject(value) && (isClock(value) || typeof value.now !== 'function'),
  schema: schemaOfFields(clockRules),
};

/** What the options of a sandbox must be, but for those of the providers. */
export const sandboxRules = {
  port: wholeNumber(0, 65_535),
  host: aString,
  allowedHosts: anything('an array of host names', strings.schema), // `readAllowedHosts` checks them
  listen: trueOrFalse,
  seed: wholeNumber(Number.MIN_SAFE_INTEGER),
  latencyMs: wholeNumber(0, 2 ** 31 - 1),
  clock: clockRule,
  faults: listOf('faults', isObject, schemaOfFields(faultRules)), // each is checked when it is added
  controlToken: controlTokenRule,
  quirks: oneOf('off', 'real'),
} satisfies RulesOf<Omit<SandboxOptions, keyof ProviderOptions>>;

/**
 * Starts the providers of `plans` and their auth servers. The servers of each are loaded and made with its first use.
 *
 * @throws TypeError for an unknown option or a value of an invalid type, RangeError for a number out of range.
 */
export async function startSandbox<Name extends ProviderName>(
  plans: Pick<Plans, Name>,
  options: SandboxOptionsOf<Name>,
): Promise<Sandbox<Name>> {
  // Its options and controls are those of the providers that have a plan.
  return (await start(plans, options)) as Sandbox as Sandbox<Name>;
}

async function start(plans: Partial<Plans>, allOptions: SandboxOptions): Promise<object> {
  const problem = problemOfNode();
  if (problem) throw new Error(problem);
  const names = providerNames.filter((name) => plans[name]);
  const isRule = ([name]: [string, Rule]) => names.includes(name as ProviderName) || name === 'limits';
  const ownRules = Object.fromEntries(Object.entries(providerRules).filter(isRule));
  const options: SandboxOptions = readOptions(undefined, allOptions, { ...sandboxRules, ...ownRules });
  const allowed = options.allowedHosts === undefined ? [] : readAllowedHosts(options.allowedHosts);
  const clock = isClock(options.clock) ? options.clock : createClock(options.clock as ClockSettings | undefined);
  const faults = createFaults();
  for (const [index, fault] of (options.faults ?? []).entries()) {
    try {
      faults.add(fault);
    } catch (error) {
      throw new TypeError(`faults[${index}]: ${(error as Error).message}`);
    }
  }
  const controlToken = options.controlToken ?? createControlToken();
  let url = 'http://sandbox.invalid';
  const closing = new AbortController();
  const { requests, log } = createRequestLog(clock, concealer(controlToken));
  const isOwnOption = ([name]: [string, unknown]) => Object.hasOwn(ownRules, name);
  const surroundings = { clock, url: () => url };

  let run = createRun(
    plans,
    {
      seed: options.seed ?? 1,
      quirks: options.quirks ?? 'off',
      options: Object.fromEntries(Object.entries(options).filter(isOwnOption)),
      startedAt: clock.now(),
    },
    surroundings,
  );
  /** Ends when a saved state is loaded: what arrives in the meantime waits for it. */
  let loading: Promise<unknown> | undefined;
  const plan = (name: ProviderName) => run.plan(name);

  function reset(changes: ResetOptions = {}): void {
    const { seed = run.seed, ...given }: ResetOptions = readOptions('sandbox.reset', changes, {
      ...ownRules,
      seed: sandboxRules.seed,
    });
    const merged = names.map((name) => [name, { ...run.options[name], ...keepOwn(given[name], run.options[name]) }]);
    const limits = given.limits ?? run.options.limits;
    const former = run;
    run = createRun(
      plans,
      {
        seed,
        quirks: run.quirks,
        options: { ...Object.fromEntries(merged), ...(limits && { limits }) },
        startedAt: clock.now(),
      },
      surroundings,
    );
    former.scope.stop();
  }

  /** Replays a saved state on new providers, which replace the present ones when all has gone well. */
  async function restore(document: unknown): Promise<void> {
    const { seed, quirks, startedAt, clock: time, faults: saved, log: entries, ...state } = readState(document);
    const settings = fromJson(state.settings);
    readOptions('the state', settings, ownRules);
    const restored = createRun(
      plans,
      { seed, quirks, options: withCode(settings, run.options), startedAt },
      surroundings,
      entries,
    );
    const { scope, outbox, controls, stops } = restored;
    const servers = (name: ProviderName) => restored.plan(name).servers();
    await replay(entries, { scope, outbox, controls, stops, url, servers });
    moveClock(clock, time.now);
    run.scope.stop();
    run = restored;
    faults.restore(saved);
    await clock.set({ speed: time.speed, frozen: time.frozen });
    run.goLive();
  }

  /** Real time, cut short when the sandbox closes, so that nothing keeps the process alive. */
  const pause = (ms: number) => setTimeout(ms, undefined, { signal: closing.signal }).catch(() => {});

  /** The control API and the start page, loaded with the first request for them. */
  const control = lazy(async () => {
    const { createControl, sizesOf, tokensOf } = await import('./control/control.ts');
    return createControl(controlToken, {
      names,
      seed: () => run.seed,
      url: () => url,
      requests,
      faults,
      clock,
      controls: () => run.controls,
      stops: () => run.stops,
      settings: () => run.options,
      tokens: () => tokensOf(names.map((name) => [name, plan(name).servers()])),
      clients: clientOptions,
      accessToken: () => run.controls.bank.accessTokens[0] ?? '',
      sizes: () => sizesOf(run.options, run.context('music')),
      reset,
      save,
      load,
      closing: closing.signal,
    });
  });

  function save(): SandboxState {
    const { seed, quirks, options: settings, startedAt, recorder } = run;
    if (recorder.isFull)
      throw new StateError(
        'the state has become too large to save: more than 16 MB of requests have changed it. Call sandbox.reset(), and save earlier',
      );
    const log = [...recorder.entries, ...closings(recorder.entries, clock.now())];
    const document = {
      ...{ format: 'sandbox-state', version: stateVersion, seed, quirks, settings, startedAt },
      ...{ clock: clock.state(), faults: faults.save(), log },
    };
    return toJson(document) as SandboxState;
  }

  async function load(document: unknown): Promise<void> {
    const before = loading;
    const own = Promise.resolve(before).then(() => restore(document));
    loading = own.catch(() => {});
    await own;
  }

  const isAllowed = (host: string) => isAllowedHost(host, { listening: new URL(url).hostname, allowed });

  const providerOf = (pathname: string) =>
    names.find((each) => pathname === `/${each}` || pathname.startsWith(`/${each}/`));

  async function answer(request: Request, bindings?: Bindings): Promise<Response> {
    const { pathname, searchParams, search, host: addressed } = new URL(request.url);
    const host = request.headers.get('host') ?? addressed;
    // Requests of this process need no name.
    if (bindings && !isAllowed(host)) return refuseHost(host, url);
    const name = providerOf(pathname);
    if (!name) return (await control())(request);
    await loading;
    const path = pathname.slice(name.length + 1) || '/';
    const body = new Uint8Array(await request.arrayBuffer());
    const entry = log({
      provider: name,
      method: request.method,
      path,
      query: searchParams,
      headers: request.headers,
      body: loggedBody(body),
    });
    const startedAt = performance.now();
    const { method, headers } = request;
    async function ask(): Promise<Response> {
      const { recorder, scope } = run;
      const { app } = plan(name as ProviderName).servers();
      const entry: Entry | undefined = mayChange(name as ProviderName, method, path)
        ? {
            at: scope.now(),
            request: recordedRequest(name as ProviderName, { method, path: path + search, headers, body }),
          }
        : undefined;
      if (entry) recorder.add(entry);
      const asked = new Request(`${url}${path}${search}`, { method, headers, ...(body.length > 0 && { body }) });
      const response = await app.fetch(asked, bindings);
      // A limit that refuses a request keeps it from changing anything, and restored providers count from zero.
      if (entry && response.status !== 429) entry.status = response.status;
      return response;
    }
    const fault = faults.take(name, request.method, path);
    if (fault) entry.fault = fault;
    if (options.latencyMs) await pause(options.latencyMs);
    try {
      const response = await causedBy(entry, () =>
        fault ? spoil(fault, ask, (begun) => hangUp(bindings, begun), pause) : ask(),
      );
      if (response === bindings?.alreadySent) return response;
      entry.status = response.status;
      // By the sandbox's own clock, as all other times in the response are: clients measure those against it.
      if (!response.headers.has('date')) response.headers.set('date', new Date(clock.now()).toUTCString());
      // Only a sandbox that listens has a page, which shows it; others save the time.
      return bindings ? logResponse(requests, entry, response) : response;
    } finally {
      entry.durationMs = performance.now() - startedAt;
    }
  }

  let server: Server | undefined;
  if (options.listen !== false) {
    const hostname = options.host ?? '127.0.0.1';
    const [{ serve }, { RESPONSE_ALREADY_SENT: alreadySent }] = await Promise.all([
      import('@hono/node-server'),
      import('@hono/node-server/utils/response'),
    ]);
    server = await new Promise<Server>((resolve, reject) => {
      const listening = serve(
        {
          // A dropped connection is a fault someone asked for; nothing of it is an error of the sandbox.
          fetch: (request, bindings) => answer(request, { ...(bindings as Bindings), alreadySent }),
          port: options.port ?? 0,
          hostname,
          overrideGlobalObjects: false,
        },
        ({ port }) => {
          url = `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
          resolve(listening as Server);
        },
      );
      listening.once('error', reject);
    });
    const connect = createConnector({
      url,
      closing: closing.signal,
      check: (host) => (isAllowed(host) ? undefined : refuseHost(host, url)),
      providerOf,
      plan,
      faults,
      log,
      pause,
      recorded: () => run,
    });
    server.on('upgrade', (request, socket, head) => void connect(request, socket, head));
  }

  const inProcess: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true });
      answer(request).then(resolve, reject);
    });
  };
  const shared = { clock };
  const clientOptionsOf = (name: ProviderName) => ({
    ...plan(name).clientOptions(),
    ...(run.limits[name] === 'off' && { rateLimits: 'off' as const }),
    ...shared,
    random: noJitter,
    validation: 'strict' as const,
    ...(server ? {} : { fetch: inProcess }),
    // Anyone who makes the sandbox listen beyond this machine wants its clients to reach it there.
    ...(server && !isThisMachine(new URL(url).hostname) && { allowInsecureHttp: true }),
  });
  const clientOptions = () => Object.fromEntries(names.map((name) => [name, clientOptionsOf(name)]));
  const eventOptions = () => ({ url: `${url.replace(/^http/, 'ws')}/stream/ws`, ...shared, random: noJitter });

  return {
    url,
    get options() {
      return clientOptions();
    },
    get events() {
      return names.includes('stream') ? { stream: eventOptions() } : {};
    },
    faults,
    shared,
    get controls() {
      return run.controls;
    },
    control: {
      url: `${url}/__sandbox`,
      token: controlToken,
      page: `${url}/__sandbox/?token=${encodeURIComponent(controlToken)}`,
    },
    reset,
    save,
    load,
    requests,
    clock,
    fetch: inProcess,
    async close() {
      closing.abort();
      clock.stop();
      if (!server) return;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const noJitter = () => 0;
