import type { Faults } from './faults/faults.ts';
import type { ResetOptionsOf } from './options.ts';
import type { Providers } from './providers.ts';
import type { SandboxWebSocket } from './server/in-process-web-socket.ts';
import type { SandboxRequests } from './server/received.ts';
import type { Clock } from './shared/clock.ts';
import type { SandboxProvider } from './shared/provider.ts';
import type { ProviderName } from './shared/provider-name.ts';
import type { SandboxState } from './state/document.ts';

type ClientOptions<Options> = Options & {
  /** The sandbox's clock, so that `sandbox.clock.advance` ends retry pauses and waits for limits. */
  clock: Clock;
  /** Returns 0, so that pauses before retries are as short as possible. */
  random: () => number;
  /** `strict`, so that tests notice responses that are not as documented. */
  validation: 'strict';
  /** In-process `fetch`. Set if the sandbox does not listen. */
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

/** Address of the streaming API's events or chats, and how listeners wait. */
export interface StreamListenerOptions {
  /** Address of the WebSocket server. */
  url: string;
  /** In-process WebSocket class. Set if the sandbox does not listen. */
  WebSocket?: (new (url: string) => SandboxWebSocket) | undefined;
  clock: Clock;
  /** Returns 0, so that pauses before new connections are as short as possible. */
  random: () => number;
}

/** Options of event listeners or chat readers, by provider. */
export interface SandboxListenerOptions {
  /** For `createEventListener` of `@x/stream/events`, or `createChatReader` of `@x/stream/irc`. */
  stream: StreamListenerOptions;
}

/** Actions for tests on the providers' side, beyond what their APIs can do. */
export type SandboxControls = {
  readonly [Name in ProviderName as ControlsOf<Providers[Name]> extends never ? never : Name]: ControlsOf<
    Providers[Name]
  >;
};

/** Addresses and token with which programs and people control a sandbox. */
export interface SandboxControlApi {
  /** Address of the control API. Its OpenAPI description is at `/openapi.json` below. */
  readonly url: string;
  /** Token for requests to it: `Authorization: Bearer <token>`. */
  readonly token: string;
  /** Address of the sandbox page, for a browser. It contains the token. */
  readonly page: string;
}

/** A running sandbox, of all five providers unless it is made for one. */
export interface Sandbox<Name extends ProviderName = ProviderName> {
  /** `http://127.0.0.1:<port>`, or `http://sandbox.invalid` when it does not listen. */
  readonly url: string;
  /** Ready-made client options: `createMusicClient(sandbox.options.music)`. */
  readonly options: Pick<SandboxClientOptions, Name>;
  /** Ready-made options of event listeners: `createEventListener(stream, sandbox.listenerOptions.stream)`. */
  readonly listenerOptions: Pick<SandboxListenerOptions, Name & keyof SandboxListenerOptions>;
  /** Ready-made options of chat readers: `createChatReader(sandbox.chatOptions.stream)`. */
  readonly chatOptions: Pick<SandboxListenerOptions, Name & keyof SandboxListenerOptions>;
  /**
   * Options with which stores, rate limiters and webhook receivers wait by the sandbox's time, as the clients of
   * `options` do: `redisRateLimiter(redis, sandbox.shared)`.
   */
  readonly shared: { readonly clock: Clock };
  readonly faults: Faults;
  /** Controls of the providers, such as tokens for chosen users, and data that changes between pages. */
  readonly controls: Pick<SandboxControls, Name & keyof SandboxControls>;
  /**
   * Requests that arrived, oldest first, faults included; at most the last 10,000, and at most 32 MB of them.
   * `requests.expectReceived` verifies them.
   */
  readonly requests: SandboxRequests;
  readonly clock: Clock;
  /**
   * Restarts the providers with `changes` to their settings and, if given, another seed. They start over with their
   * initial data, and forget what they issued or counted: tokens, users' consent, limits, pending webhooks. Time,
   * faults and requests stay, and a setting that is just a number of records keeps your own records. Read `options` and
   * `controls` again afterwards. Throws what `createSandbox` throws for such settings, and then changes nothing.
   */
  reset(changes?: ResetOptionsOf<Name>): void;
  /** Address and token of the control API, with which programs in any language control the sandbox. */
  readonly controlApi: SandboxControlApi;
  /**
   * Returns the state of the sandbox since its start or the last reset as one JSON document of at most about 16 MB:
   * data, tokens, linked banks, playlists, messages, webhooks, the time and the faults. The counts of limits and the
   * request log are not in it.
   *
   * @throws Error if more than that has changed.
   */
  save(): SandboxState;
  /**
   * Restores a state that `save` returned, including seed and time. Requests that arrive in the meantime wait. Open
   * WebSockets are closed, and webhooks that were on their way are sent again.
   *
   * @throws Error if the document is corrupted or of another version, or this sandbox does not serve its providers.
   * Then nothing changes.
   */
  load(state: SandboxState): Promise<void>;
  /** Responds to requests for addresses below `url` in this process, without a socket. */
  readonly fetch: typeof globalThis.fetch;
  /** Stops listening, drops open connections and cancels what is scheduled. */
  close(): Promise<void>;
}
