import type { Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import {
  anObject,
  anything,
  aString,
  oneOf,
  type Rule,
  type RulesOf,
  readOptions,
  trueOrFalse,
  wholeNumber,
  withFunctions,
} from './check-fields.ts';
import { createClock, createScope } from './clock.ts';
import { createConnector } from './connect.ts';
import {
  notServed,
  type ProviderName,
  type ProviderPlan,
  type ProviderSandbox,
  providerNames,
  type SandboxContext,
} from './context.ts';
import { createFaults, spoil } from './faults.ts';
import { type Bindings, hangUp } from './hang-up.ts';
import { isAllowedHost, isThisMachine, readAllowedHosts, refuseHost } from './hosts.ts';
import { lazy } from './lazy.ts';
import { limitsRule, resolveLimits } from './limits.ts';
import { problemOfNode } from './node-version.ts';
import type { ProviderOptions, SandboxOptions, SandboxOptionsOf } from './options.ts';
import type { planBank } from './providers/bank/plan.ts';
import type { planFood } from './providers/food/plan.ts';
import type { planMusic } from './providers/music/plan.ts';
import type { planQuotes } from './providers/quotes/plan.ts';
import type { planStream } from './providers/stream/plan.ts';
import { createRandom } from './random.ts';
import { createRequestLog, loggedBody, logResponse } from './requests.ts';
import type { Sandbox, SandboxControls } from './sandbox.ts';
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

const sandboxRules = {
  port: wholeNumber(0, 65_535),
  host: aString,
  allowedHosts: anything('an array of host names'), // `readAllowedHosts` checks them
  listen: trueOrFalse,
  seed: wholeNumber(Number.MIN_SAFE_INTEGER),
  latencyMs: wholeNumber(0, 2 ** 31 - 1),
  clock: withFunctions('a clock of createClock', ['now', 'advance', 'schedule', 'sleep', 'stop']),
  quirks: oneOf('off', 'real'),
} satisfies RulesOf<Omit<SandboxOptions, keyof ProviderOptions>>;

/** The options of one provider. Its limits are set next to them, not among them. */
function optionsOf<Name extends ProviderName>(name: Name, settings: ProviderOptions): ProviderOptions[Name] {
  const options = settings[name];
  if (options !== undefined && 'limits' in options && options.limits !== undefined)
    throw new TypeError(
      `${name} has no option "limits": set limits.${name} instead, as in { limits: { ${name}: 'real' } }`,
    );
  return options;
}

/** How the servers of each provider are made. */
interface Plans {
  readonly stream: typeof planStream;
  readonly music: typeof planMusic;
  readonly bank: typeof planBank;
  readonly food: typeof planFood;
  readonly quotes: typeof planQuotes;
}

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
  const realQuirks = options.quirks === 'real';
  const allowed = readAllowedHosts(options.allowedHosts ?? []);
  const clock = options.clock ?? createClock();
  const faults = createFaults();
  let url = 'http://sandbox.invalid';
  const closing = new AbortController();
  const { requests, log } = createRequestLog(clock);

  const context = (name: ProviderName, time = clock): SandboxContext => ({
    clock: time,
    startedAt: time.now(),
    random: (label) => createRandom(options.seed ?? 1, `${name}/${label}`),
    baseUrl: () => `${url}/${name}`,
    fetch: globalThis.fetch,
    realQuirks,
  });

  function build(settings: ProviderOptions, scope = createScope(clock)) {
    const limits = resolveLimits(settings.limits);
    const stream = plans.stream?.(context('stream', scope), {
      ...optionsOf('stream', settings),
      limits: limits.stream,
    });
    const music = plans.music?.(context('music', scope), { ...optionsOf('music', settings), limits: limits.music });
    const bank = plans.bank?.(context('bank', scope), { ...optionsOf('bank', settings), limits: limits.bank });
    const food = plans.food?.(context('food', scope), { ...optionsOf('food', settings), limits: limits.food });
    const quotes = plans.quotes?.(context('quotes', scope), {
      ...optionsOf('quotes', settings),
      limits: limits.quotes,
    });
    const planned: Partial<Record<ProviderName, ProviderPlan<ProviderSandbox<object>>>> = {
      ...(stream && { stream }),
      ...(music && { music }),
      ...(bank && { bank }),
      ...(food && { food }),
      ...(quotes && { quotes }),
    };
    const bankControls = lazy(() => {
      const { controls, accessTokens } = bank?.servers() ?? notServed('bank');
      return { ...controls, accessTokens };
    });
    // Getters: a provider whose controls nobody uses is not loaded for them.
    const controls: SandboxControls = {
      get stream() {
        return (stream?.servers() ?? notServed('stream')).controls;
      },
      get music() {
        return (music?.servers() ?? notServed('music')).controls;
      },
      get bank() {
        return bankControls();
      },
    };
    return { planned, controls, limits, settings, scope };
  }

  const plan = (name: ProviderName) => providers.planned[name] ?? notServed(name);

  let providers = build(options);

  function reset(changes: ProviderOptions = {}): void {
    const given: ProviderOptions = readOptions('sandbox.reset', changes, ownRules);
    const merged = providerNames.map((name) => [name, { ...providers.settings[name], ...given[name] }]);
    const limits = given.limits ?? providers.settings.limits;
    const scope = createScope(clock);
    const { scope: former } = providers;
    try {
      providers = build({ ...Object.fromEntries(merged), ...(limits && { limits }) }, scope);
    } catch (error) {
      scope.stop();
      throw error;
    }
    former.stop();
  }

  /** Real time, cut short when the sandbox closes, so that nothing keeps the process alive. */
  const pause = (ms: number) => setTimeout(ms, undefined, { signal: closing.signal }).catch(() => {});

  /** The start page, loaded with the first request for it. */
  const page = lazy(async () => {
    const { createStartPage, sizesOf, tokensOf, withOwn } = await import('./start-page/start-page.ts');
    return createStartPage({
      names,
      seed: options.seed ?? 1,
      url: () => url,
      requests,
      faults,
      clock,
      tokens: () => tokensOf(names.map((name) => [name, plan(name).servers()])),
      clients: clientOptions,
      accessToken: () => providers.controls.bank.accessTokens[0] ?? '',
      sizes: () => sizesOf(providers.settings, context('music')),
      reset: (sizes) => reset(withOwn(sizes, providers.settings)),
      closing: closing.signal,
    });
  });

  const isAllowed = (host: string) => isAllowedHost(host, { listening: new URL(url).hostname, allowed });

  const providerOf = (pathname: string) =>
    names.find((each) => pathname === `/${each}` || pathname.startsWith(`/${each}/`));

  async function answer(request: Request, bindings?: Bindings): Promise<Response> {
    const { pathname, searchParams, search, host: addressed } = new URL(request.url);
    const host = request.headers.get('host') ?? addressed;
    // Requests of this process need no name.
    if (bindings && !isAllowed(host)) return refuseHost(host, url);
    const name = providerOf(pathname);
    if (!name) return (await page())(request);
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
    const ask = async () =>
      plan(name)
        .servers()
        .app.fetch(
          new Request(`${url}${path}${search}`, {
            method: request.method,
            headers: request.headers,
            ...(body.length > 0 && { body }),
          }),
          bindings,
        );
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
    ...(providers.limits[name] === 'off' && { rateLimits: 'off' as const }),
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
      return providers.controls;
    },
    reset,
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
