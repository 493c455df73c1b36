import type { Clock, ClockSettings } from './clock.ts';
import type { ProviderName, Quirks } from './context.ts';
import type { DelayDistribution, Fault } from './fault.ts';
import type { SandboxLimits } from './limits.ts';
import type { BankSandboxOptions } from './providers/bank/options.ts';
import type { FoodSandboxOptions } from './providers/food/options.ts';
import type { MusicSandboxOptions } from './providers/music/options.ts';
import type { QuotesSandboxOptions } from './providers/quotes/options.ts';
import type { StreamSandboxOptions } from './providers/stream/options.ts';

/** How a sandbox is made. All of it is optional. */
export interface SandboxOptions {
  /** Port on the loopback address. Default 0: a free one. */
  port?: number | undefined;
  /** Address to listen on. Default `127.0.0.1`; anything else lets other machines in. */
  host?: string | undefined;
  /**
   * Further host names that requests over the socket may be addressed to, without scheme, port or path: the name of its
   * container, for example, or a name in the local network. Every other request is refused with 403, so that no page of
   * another site can reach the sandbox by a name of its own (DNS rebinding). Always allowed are `localhost` and names below
   * it, 127.0.0.0/8, `[::1]` and `host`; with `host: '0.0.0.0'` also every IP address. Default: none.
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
   * Time of the sandbox: a clock of `createClock`, or how a new one starts and runs, such as `{ now: '2026-01-31', frozen: true }`.
   * Default: a new clock that starts at the real time.
   */
  clock?: Clock | ClockSettings | undefined;
  /** Faults that are set from the start, as `sandbox.faults.add` takes them. Default: none. */
  faults?: readonly Fault[] | undefined;
  /**
   * Secret of the control API and of the page of the sandbox: 16 to 512 visible ASCII characters. Default: a random one, which
   * is `sandbox.controlApi.token`.
   */
  controlToken?: string | undefined;
  /**
   * `real`: responses include the odd forms that were recorded from the real hosts, such as null entries in lists and
   * documented fields that are missing or null. `off`: every response is as documented. Default `off`.
   */
  quirks?: Quirks | undefined;
  /**
   * Whether requests are limited. `off`: neither the sandbox nor a client made from its `options` limits anything. `real`:
   * both do as documented, so that a program can be tried against the limits. Or numbers of your own by provider:
   * `{ music: { requests: 50 }, bank: 'real' }`; providers that are left out are `off`. Default `off`.
   */
  limits?: 'off' | 'real' | SandboxLimits | undefined;
  /** Data and behavior of the live-streaming API. */
  stream?: StreamSandboxOptions | undefined;
  /** Data and behavior of the music API. */
  music?: MusicSandboxOptions | undefined;
  /** Data and behavior of the bank-data API. */
  bank?: BankSandboxOptions | undefined;
  /** Data and behavior of the nutrition-data API. */
  food?: FoodSandboxOptions | undefined;
  /** Data and behavior of the quotation API. */
  quotes?: QuotesSandboxOptions | undefined;
}

/** How a sandbox of some of the providers is made: `SandboxOptions` without those of the others. */
export type SandboxOptionsOf<Name extends ProviderName> = Omit<SandboxOptions, ProviderName | 'limits'> &
  SandboxSettingsOf<Name>;

/** Settings of some of the providers, and their limits. */
export type SandboxSettingsOf<Name extends ProviderName> = Pick<SandboxOptions, Name> & {
  /** Whether requests are limited, as in `SandboxOptions`. Default `off`. */
  limits?: 'off' | 'real' | Pick<SandboxLimits, Name> | undefined;
};

/** What `sandbox.reset` changes: settings of the providers, their limits, and the seed of their data. */
export type ResetOptionsOf<Name extends ProviderName> = SandboxSettingsOf<Name> & {
  /** The data is a function of it. Default: the seed as it is. */
  seed?: number | undefined;
};

/** What `reset` changes of a sandbox of all providers. */
export type ResetOptions = ResetOptionsOf<ProviderName>;

/** Settings of the providers: data sizes, limits and behaviour. */
export type ProviderOptions = Pick<SandboxOptions, ProviderName | 'limits'>;
