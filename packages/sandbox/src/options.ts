import type { DelayDistribution, Fault } from './faults/fault.ts';
import type { Providers } from './providers.ts';
import type { Clock, ClockSettings } from './shared/clock.ts';
import type { Quirks } from './shared/context.ts';
import type { Limits } from './shared/limits.ts';
import type { SandboxProvider } from './shared/provider.ts';
import type { ProviderName } from './shared/provider-name.ts';

/** Options of an API. */
export type OptionsOf<Provider> =
  Provider extends SandboxProvider<string, infer Options, infer _Limits, infer _Client, infer _Servers>
    ? Options
    : never;

/** Limits of an API: `real`, or numbers in place of the real ones. */
export type LimitsOf<Provider> =
  Provider extends SandboxProvider<string, infer _Options, infer OwnLimits, infer _Client, infer _Servers>
    ? Limits<OwnLimits>
    : never;

/** Options for the data and behavior of each API. */
export type ProviderSettings = {
  -readonly [Name in ProviderName]?: OptionsOf<Providers[Name]> | undefined;
};

/** Limits by provider: `real`, or numbers in place of the real ones. Omitted providers limit nothing. */
export type SandboxLimits = { readonly [Name in ProviderName]?: LimitsOf<Providers[Name]> | undefined };

/** Options of `createSandbox`, all optional. */
export interface SandboxOptions extends ProviderSettings {
  /** Port to listen on. Default 0: any free port. */
  port?: number | undefined;
  /** Address to listen on. Default `127.0.0.1`; anything else lets other machines in. */
  host?: string | undefined;
  /**
   * Additional host names that requests over the socket may use, without scheme, port or path, such as the name of a
   * container or a name on the local network. All other requests are refused with 403, so that no page of another site
   * can reach the sandbox through its own name (DNS rebinding). So are WebSockets of pages from other hosts. Always
   * allowed are `localhost` and names below it, 127.0.0.0/8, `[::1]` and `host`, and with `host: '0.0.0.0'` every IP
   * address. Default: none.
   */
  allowedHosts?: readonly string[] | undefined;
  /**
   * Whether to open a socket. If `false`, the client options contain an in-process `fetch` instead, and the listener
   * options an in-process `WebSocket`. Default `true`.
   */
  listen?: boolean | undefined;
  /** Seed of the data: the same seed generates the same data. Default 1. */
  seed?: number | undefined;
  /**
   * Delay of every response in real milliseconds: a number, or a log-normal distribution whose delays are drawn from
   * the seed, such as `{ medianMs: 80, sigma: 0.5 }`. Default 0.
   */
  latencyMs?: number | DelayDistribution | undefined;
  /**
   * Clock of the sandbox, from `createClock`, or settings for a new one, such as `{ now: '2026-01-31', frozen: true }`.
   * Default: a new clock that starts at the real time.
   */
  clock?: Clock | ClockSettings | undefined;
  /** Faults to add at the start, as `sandbox.faults.add` takes them. Default: none. */
  faults?: readonly Fault[] | undefined;
  /**
   * Token of the control API and the sandbox page: 16 to 512 visible ASCII characters. Default: a random one, which is
   * `sandbox.controlApi.token`.
   */
  controlToken?: string | undefined;
  /**
   * `real`: responses include quirks recorded from the real hosts, such as null entries in lists and documented fields
   * that are missing or null. `off`: every response is as documented. Default `off`.
   */
  quirks?: Quirks | undefined;
  /**
   * Whether requests are limited. `off`: neither the sandbox nor a client made from its `options` limits anything.
   * `real`: both limit requests as documented, so that you can test a program against the limits. Or your own numbers
   * by provider, such as `{ music: { requests: 50 }, bank: 'real' }`; omitted providers are `off`. Default `off`.
   */
  limits?: 'off' | 'real' | SandboxLimits | undefined;
}

/** Options of a sandbox of some of the providers: `SandboxOptions` without the other providers' options. */
export type SandboxOptionsOf<Name extends ProviderName> = Omit<SandboxOptions, ProviderName | 'limits'> &
  SandboxSettingsOf<Name>;

/** Settings of some of the providers, and their limits. */
export type SandboxSettingsOf<Name extends ProviderName> = Pick<SandboxOptions, Name> & {
  /** Whether requests are limited, as in `SandboxOptions`. Default `off`. */
  limits?: 'off' | 'real' | Pick<SandboxLimits, Name> | undefined;
};

/** Options of `sandbox.reset`: settings of the providers, their limits, and the seed of their data. */
export type ResetOptionsOf<Name extends ProviderName> = SandboxSettingsOf<Name> & {
  /** Seed of the data. Default: the current seed. */
  seed?: number | undefined;
};

/** Options of `reset` for a sandbox of all providers. */
export type ResetOptions = ResetOptionsOf<ProviderName>;

/** Settings of the providers: data sizes, limits and behavior. */
export type ProviderOptions = Pick<SandboxOptions, ProviderName | 'limits'>;
