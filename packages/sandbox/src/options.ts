import type { Clock, ClockSettings } from './clock/clock.ts';
import type { ProviderName, Providers } from './providers.ts';
import type { DelayDistribution, Fault } from './server/fault.ts';
import type { Quirks } from './shared/context.ts';
import type { Limits } from './shared/limits.ts';
import type { SandboxProvider } from './shared/provider.ts';

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

/** Data and behavior of each API. All of it is optional. */
export type ProviderSettings = {
  -readonly [Name in ProviderName]?: OptionsOf<Providers[Name]> | undefined;
};

/** Limits by provider: `real`, or numbers in place of the real ones. Providers that are left out limit nothing. */
export type SandboxLimits = { readonly [Name in ProviderName]?: LimitsOf<Providers[Name]> | undefined };

/** How a sandbox is made. All of it is optional. */
export interface SandboxOptions extends ProviderSettings {
  /** Port on the loopback address. Default 0: a free one. */
  port?: number | undefined;
  /** Address to listen on. Default `127.0.0.1`; anything else lets other machines in. */
  host?: string | undefined;
  /**
   * Further host names that requests over the socket may be addressed to, without scheme, port or path: the name of its
   * container, for example, or a name in the local network. Every other request is refused with 403, so that no page of
   * another site can reach the sandbox by a name of its own (DNS rebinding). Always allowed are `localhost` and names
   * below it, 127.0.0.0/8, `[::1]` and `host`; with `host: '0.0.0.0'` also every IP address. Default: none.
   */
  allowedHosts?: readonly string[] | undefined;
  /** `false` opens no socket: `options` then carry the in-process `fetch`. Default `true`. */
  listen?: boolean | undefined;
  /** The data is a function of it. Default 1. */
  seed?: number | undefined;
  /**
   * Real milliseconds that every response takes longer: a number, or a log-normal distribution such as
   * `{ medianMs: 80, sigma: 0.5 }`, whose delays are drawn from the seed. Default 0.
   */
  latencyMs?: number | DelayDistribution | undefined;
  /**
   * Time of the sandbox: a clock of `createClock`, or how a new one starts and runs, such as `{ now: '2026-01-31',
   * frozen: true }`. Default: a new clock that starts at the real time.
   */
  clock?: Clock | ClockSettings | undefined;
  /** Faults that are set from the start, as `sandbox.faults.add` takes them. Default: none. */
  faults?: readonly Fault[] | undefined;
  /**
   * Secret of the control API and of the page of the sandbox: 16 to 512 visible ASCII characters. Default: a random
   * one, which is `sandbox.controlApi.token`.
   */
  controlToken?: string | undefined;
  /**
   * `real`: responses include the odd forms that were recorded from the real hosts, such as null entries in lists and
   * documented fields that are missing or null. `off`: every response is as documented. Default `off`.
   */
  quirks?: Quirks | undefined;
  /**
   * Whether requests are limited. `off`: neither the sandbox nor a client made from its `options` limits anything.
   * `real`: both do as documented, so that a program can be tried against the limits. Or numbers of your own by
   * provider: `{ music: { requests: 50 }, bank: 'real' }`; providers that are left out are `off`. Default `off`.
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
  /** The data is a function of it. Default: the seed as it is. */
  seed?: number | undefined;
};

/** Options of `reset` for a sandbox of all providers. */
export type ResetOptions = ResetOptionsOf<ProviderName>;

/** Settings of the providers: data sizes, limits and behaviour. */
export type ProviderOptions = Pick<SandboxOptions, ProviderName | 'limits'>;
