import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import {
  anObject,
  anything,
  aString,
  oneOf,
  type RulesOf,
  readOptions,
  trueOrFalse,
  wholeNumber,
  withFunctions,
} from './check-fields.ts';
import { type Clock, createClock, createScope } from './clock.ts';
import { type ProviderName, type ProviderSandbox, providerNames, type SandboxContext } from './context.ts';
import { createFaults, type Faults, spoil } from './faults.ts';
import { isAllowedHost, isThisMachine, readAllowedHosts, refuseHost } from './hosts.ts';
import { limitsRule, resolveLimits } from './limits.ts';
import type { ProviderOptions, SandboxOptions } from './options.ts';
import { createBankSandbox } from './providers/bank/index.ts';
import { createFoodSandbox } from './providers/food/index.ts';
import { createMusicSandbox } from './providers/music/index.ts';
import { createQuotesSandbox } from './providers/quotes/index.ts';
import { createStreamSandbox } from './providers/stream/index.ts';
import { createRandom } from './random.ts';
import { loggedBody, requestLimit, type SandboxRequest } from './requests.ts';
import { sizesOf } from './start-page/data-sizes.ts';
import { createStartPage } from './start-page/start-page.ts';
import { tokensOf } from './start-page/tokens.ts';

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
  clock: withFunctions('a clock of createClock', ['now', 'advance', 'schedule', 'stop']),
  quirks: oneOf('off', 'real'),
  ...providerRules,
} satisfies RulesOf<SandboxOptions>;

/** The options of one provider. Its limits are set next to them, not among them. */
function optionsOf<Name extends ProviderName>(name: Name, settings: ProviderOptions): ProviderOptions[Name] {
  const options = settings[name];
  if (options !== undefined && 'limits' in options && options.limits !== undefined)
    throw new TypeError(
      `${name} has no option "limits": set limits.${name} instead, as in { limits: { ${name}: 'real' } }`,
    );
  return options;
}

type OptionsOf<Create> = Create extends (...args: never[]) => ProviderSandbox<infer Options>
  ? Options & { fetch?: typeof fetch; rateLimits?: 'off' }
  : never;

/** What each client's factory takes to talk to this sandbox. */
export interface SandboxClientOptions {
  stream: OptionsOf<typeof createStreamSandbox>;
  music: OptionsOf<typeof createMusicSandbox>;
  bank: OptionsOf<typeof createBankSandbox>;
  food: OptionsOf<typeof createFoodSandbox>;
  quotes: OptionsOf<typeof createQuotesSandbox>;
}

type ControlsOf<Create extends (...args: never[]) => object> =
  ReturnType<Create> extends { controls: infer Controls } ? Controls : undefined;

/** What tests can make happen on the providers' side, beyond what their APIs offer. */
export interface SandboxControls {
  stream: ControlsOf<typeof createStreamSandbox>;
  music: ControlsOf<typeof createMusicSandbox>;
  /** `accessTokens` are those of the banks linked from the start. */
  bank: ControlsOf<typeof createBankSandbox> & { readonly accessTokens: readonly string[] };
}

/** A running sandbox. */
export interface Sandbox {
  /** `http://127.0.0.1:<port>`, or `http://sandbox.invalid` when it does not listen. */
  readonly url: string;
  /** Ready-made client options: `createMusicClient(sandbox.options.music)`. */
  readonly options: SandboxClientOptions;
  readonly faults: Faults;
  /** The providers' own switches: tokens for chosen users, data that changes between pages. */
  readonly controls: SandboxControls;
  /** What arrived, oldest first, faults included; at most the last 10,000. */
  readonly requests: SandboxRequest[];
  readonly clock: Clock;
  /**
   * Starts the providers anew, from the same seed and with `changes` to their settings. Their data are as at first, and
   * what they gave out or count is forgotten: tokens, users' consent, limits, webhooks to come. Time, faults and requests
   * stay. `options` and `controls` are then read anew. Throws what `createSandbox` throws for such settings, and changes
   * nothing then.
   */
  reset(changes?: Pick<SandboxOptions, ProviderName | 'limits'>): void;
  /** Answers in this process, without a socket, for addresses below `url`. */
  readonly fetch: typeof globalThis.fetch;
  /** Stops listening, drops open connections and calls off what is scheduled. */
  close(): Promise<void>;
}

type Bindings = { incoming: IncomingMessage; outgoing: ServerResponse };

/**
 * Starts the five APIs and their auth servers.
 *
 * @throws TypeError for an unknown option or a value of the wrong type, RangeError for a number out of range.
 * @example
 * const sandbox = await createSandbox();
 * const music = createMusicClient(sandbox.options.music);
 */
export async function createSandbox(allOptions: SandboxOptions = {}): Promise<Sandbox> {
  const options: SandboxOptions = readOptions(undefined, allOptions, sandboxRules);
  const realQuirks = options.quirks === 'real';
  const allowed = readAllowedHosts(options.allowedHosts ?? []);
  const clock = options.clock ?? createClock();
  const faults = createFaults();
  const requests: SandboxRequest[] = [];
  let url = 'http://sandbox.invalid';
  let lastId = 0;
  const closing = new AbortController();

  const context = (name: ProviderName, time = clock): SandboxContext => ({
    clock: time,
    random: (label) => createRandom(options.seed ?? 1, `${name}/${label}`),
    baseUrl: () => `${url}/${name}`,
    fetch: globalThis.fetch,
    realQuirks,
  });

  function build(settings: ProviderOptions, scope = createScope(clock)) {
    const limits = resolveLimits(settings.limits);
    const stream = createStreamSandbox(context('stream', scope), {
      ...optionsOf('stream', settings),
      limits: limits.stream,
    });
    const music = createMusicSandbox(context('music', scope), {
      ...optionsOf('music', settings),
      limits: limits.music,
    });
    const bank = createBankSandbox(context('bank', scope), { ...optionsOf('bank', settings), limits: limits.bank });
    const food = createFoodSandbox(context('food', scope), { ...optionsOf('food', settings), limits: limits.food });
    const quotes = createQuotesSandbox(context('quotes', scope), {
      ...optionsOf('quotes', settings),
      limits: limits.quotes,
    });
    const controls: SandboxControls = {
      stream: stream.controls,
      music: music.controls,
      bank: { ...bank.controls, accessTokens: bank.accessTokens },
    };
    return { stream, music, bank, food, quotes, controls, limits, settings, scope };
  }

  let providers = build(options);

  function reset(changes: ProviderOptions = {}): void {
    const given: ProviderOptions = readOptions('sandbox.reset', changes, providerRules);
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

  const page = createStartPage({
    seed: options.seed ?? 1,
    url: () => url,
    requests,
    faults,
    clock,
    tokens: () => tokensOf(providers),
    clients: () => clientOptions(),
    accessToken: providers.bank.accessTokens[0],
    sizes: () => sizesOf(providers.settings, context('music')),
    reset,
    closing: closing.signal,
  });

  async function answer(request: Request, bindings?: Bindings): Promise<Response> {
    const { pathname, searchParams, search, host: addressed } = new URL(request.url);
    const host = request.headers.get('host') ?? addressed;
    // Requests of this process need no name.
    if (bindings && !isAllowedHost(host, { listening: new URL(url).hostname, allowed })) return refuseHost(host, url);
    const name = providerNames.find((each) => pathname === `/${each}` || pathname.startsWith(`/${each}/`));
    if (!name) return page(request);
    const path = pathname.slice(name.length + 1) || '/';
    const body = new Uint8Array(await request.arrayBuffer());
    const entry: SandboxRequest = {
      id: ++lastId,
      at: clock.now(),
      provider: name,
      method: request.method,
      path,
      query: searchParams,
      headers: request.headers,
      body: loggedBody(body),
    };
    requests.push(entry);
    if (requests.length > requestLimit) requests.shift();
    const startedAt = performance.now();
    const ask = async () =>
      providers[name].app.fetch(
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
      const response = fault ? await spoil(fault, ask, (begun) => hangUp(bindings, begun), pause) : await ask();
      if (response === RESPONSE_ALREADY_SENT) return response;
      entry.status = response.status;
      // By the sandbox's own clock, as all other times in the response are: clients measure those against it.
      if (!response.headers.has('date')) response.headers.set('date', new Date(clock.now()).toUTCString());
      return response;
    } finally {
      entry.durationMs = performance.now() - startedAt;
    }
  }

  let server: Server | undefined;
  if (options.listen !== false) {
    const hostname = options.host ?? '127.0.0.1';
    server = await new Promise<Server>((resolve, reject) => {
      const listening = serve(
        {
          // A dropped connection is a fault someone asked for; nothing of it is an error of the sandbox.
          fetch: (request, bindings) => answer(request, bindings as Bindings),
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
  }

  const inProcess: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true });
      answer(request).then(resolve, reject);
    });
  };
  const clientOptionsOf = <Options extends object>(name: ProviderName, provider: ProviderSandbox<Options>) => ({
    ...provider.options(),
    ...(providers.limits[name] === 'off' && { rateLimits: 'off' as const }),
    validation: 'strict' as const, // tests are where a response that is not as documented should be noticed
    ...(server ? {} : { fetch: inProcess }),
    // Whoever makes the sandbox listen beyond this machine wants its clients to reach it there.
    ...(server && !isThisMachine(new URL(url).hostname) && { allowInsecureHttp: true }),
  });
  const clientOptions = (): SandboxClientOptions => ({
    stream: clientOptionsOf('stream', providers.stream),
    music: clientOptionsOf('music', providers.music),
    bank: clientOptionsOf('bank', providers.bank),
    food: clientOptionsOf('food', providers.food),
    quotes: clientOptionsOf('quotes', providers.quotes),
  });

  return {
    url,
    get options() {
      return clientOptions();
    },
    faults,
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

async function hangUp(bindings: Bindings | undefined, begun?: Response): Promise<Response> {
  const reason = new TypeError('fetch failed', { cause: new Error('sandbox fault: connection dropped') });
  const bytes = begun && new Uint8Array(await begun.arrayBuffer());
  if (bindings) {
    const { outgoing } = bindings;
    if (begun) {
      outgoing.writeHead(begun.status, Object.fromEntries(begun.headers));
      await new Promise((resolve) => outgoing.write(bytes, resolve));
    }
    outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  if (!begun) throw reason;
  let sent = false;
  const body = new ReadableStream({
    pull(controller) {
      if (sent) controller.error(reason);
      else controller.enqueue(bytes);
      sent = true;
    },
  });
  return new Response(body, begun);
}
