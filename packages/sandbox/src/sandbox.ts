import type { Clock } from './clock/clock.ts';
import type { ResetOptionsOf } from './options.ts';
import type { ProviderName, Providers } from './providers.ts';
import type { Faults } from './server/faults.ts';
import type { SandboxRequests } from './server/received.ts';
import type { SandboxProvider } from './shared/provider.ts';
import type { SandboxState } from './state/document.ts';

type ClientOptions<Options> = Options & {
  /** Waits as long as the sandbox's time takes: `sandbox.clock.advance` ends retry pauses and waits for limits. */
  clock: Clock;
  /** Always 0: no pause before a retry is longer than it must be. */
  random: () => number;
  /** `strict`: a response that is not as documented should be noticed in a test. */
  validation: 'strict';
  /** Set when the sandbox does not listen. */
  fetch?: typeof fetch;
  /** Set unless the sandbox limits requests; see the option `limits`. */
  rateLimiter?: 'off';
};

/** Options of an API's client. */
export type ClientOptionsOf<Provider> =
  Provider extends SandboxProvider<string, infer _Options, infer _Limits, infer Client, infer _Servers>
    ? ClientOptions<Client>
    : never;

/** Controls of an API; `never` where it has none. */
export type ControlsOf<Provider> =
  Provider extends SandboxProvider<string, infer _Options, infer _Limits, infer _Client, infer Servers>
    ? Servers extends { readonly controls: infer Controls }
      ? Controls
      : never
    : never;

/** Options with which each client calls this sandbox. */
export type SandboxClientOptions = { -readonly [Name in ProviderName]: ClientOptionsOf<Providers[Name]> };

/** Where the events of the streaming API are, and how its clients wait. */
export interface StreamListenerOptions {
  /** Address of the WebSocket server. */
  url: string;
  clock: Clock;
  /** Always 0: no pause before a new connection is longer than it must be. */
  random: () => number;
}

/** Options of event listeners, by provider. */
export interface SandboxListenerOptions {
  /** For `createEventListener` of `@x/stream/events`. The sandbox must listen on a port. */
  stream: StreamListenerOptions;
}

/** Actions for tests on the providers' side, beyond their APIs. */
export type SandboxControls = {
  readonly [Name in ProviderName as ControlsOf<Providers[Name]> extends never ? never : Name]: ControlsOf<
    Providers[Name]
  >;
};

/** How programs and people reach the switches of a sandbox. */
export interface SandboxControlApi {
  /** Address of the control API, which describes itself at `/openapi.json` below. */
  readonly url: string;
  /** Token for requests to it: `Authorization: Bearer <token>`. */
  readonly token: string;
  /** Address of the page for a browser. It contains the token. */
  readonly page: string;
}

/** A running sandbox, of all five providers unless it is made for one. */
export interface Sandbox<Name extends ProviderName = ProviderName> {
  /** `http://127.0.0.1:<port>`, or `http://sandbox.invalid` when it does not listen. */
  readonly url: string;
  /** Ready-made client options: `createMusicClient(sandbox.options.music)`. */
  readonly options: Pick<SandboxClientOptions, Name>;
  /** Ready-made options of listeners to events: `createEventListener(stream, sandbox.listenerOptions.stream)`. */
  readonly listenerOptions: Pick<SandboxListenerOptions, Name & keyof SandboxListenerOptions>;
  /**
   * Options with which stores, rate limiters and webhook receivers wait by the sandbox's time, as the clients of
   * `options` do: `redisRateLimiter(redis, sandbox.shared)`.
   */
  readonly shared: { readonly clock: Clock };
  readonly faults: Faults;
  /** The providers' own switches: tokens for chosen users, data that changes between pages. */
  readonly controls: Pick<SandboxControls, Name & keyof SandboxControls>;
  /**
   * Requests that arrived, oldest first, faults included; at most the last 10,000. `requests.expectReceived` verifies
   * them.
   */
  readonly requests: SandboxRequests;
  readonly clock: Clock;
  /**
   * Restarts the providers, with `changes` to their settings and, if given, from another seed. Their data are as at
   * first, and what they issued or count is forgotten: tokens, users' consent, limits, webhooks to come. Time, faults
   * and requests stay, and a number of records leaves your own records as they are. `options` and `controls` are then
   * different. Throws what `createSandbox` throws for such settings, and changes nothing then.
   */
  reset(changes?: ResetOptionsOf<Name>): void;
  /** Where programs in any language control the sandbox, and the secret that they need. */
  readonly controlApi: SandboxControlApi;
  /**
   * Everything that the providers have become since their start or the last reset: data, tokens, linked banks,
   * playlists, messages, webhooks, the time and the faults, as one JSON document of at most some 16 MB. What limits
   * have counted and the log of requests are not in it.
   *
   * @throws Error when more than that has changed.
   */
  save(): SandboxState;
  /**
   * Restores what `save` returned, seed and time included: requests that arrive in the meantime wait. WebSockets that
   * were open are closed then, and webhooks that were on their way are sent again.
   *
   * @throws Error when the document is of another version or corrupted, or this sandbox does not serve its providers;
   * nothing has changed then.
   */
  load(state: SandboxState): Promise<void>;
  /** Responds in this process, without a socket, for addresses below `url`. */
  readonly fetch: typeof globalThis.fetch;
  /** Stops listening, drops open connections and calls off what is scheduled. */
  close(): Promise<void>;
}
