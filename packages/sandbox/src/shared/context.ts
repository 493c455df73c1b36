import type { Clock } from '../clock/clock.ts';
import type { Connection, ConnectionEvents } from './connection.ts';
import type { Random } from './random.ts';

/** Refuses a provider that a sandbox of others does not have. */
export function notServed(name: string): never {
  throw new Error(`this sandbox does not serve ${name}; use createSandbox of @x/sandbox or @x/sandbox/${name}`);
}

/**
 * Which forms a sandbox's responses have. `off`: the documented ones. `real`: in addition, the odd forms that were
 * recorded from the real hosts, such as null entries in lists and documented fields that are missing or null.
 */
export type Quirks = 'off' | 'real';

/** Context that the sandbox gives each provider. */
export interface SandboxContext {
  /** Time for everything that expires, refills or is due. Never `Date.now()`. */
  readonly clock: Clock;
  /**
   * When the sandbox was started or reset, Unix milliseconds of `clock`. A provider is made later, with its first
   * request: things that exist from the start are dated from here.
   */
  readonly startedAt: number;
  /** Makes a seeded stream of random values. Never `Math.random()`. */
  random(label: string): Random;
  /** Absolute address of this provider's prefix, no slash at the end, for links in responses. */
  baseUrl(): string;
  /** A `fetch` for what the provider sends out on its own, such as webhooks. */
  readonly fetch: typeof globalThis.fetch;
  /**
   * Whether the sandbox runs with `quirks: 'real'`: responses then include the odd forms that were recorded from the
   * provider's real host, wherever that host was seen to send them.
   */
  readonly realQuirks: boolean;
}

/**
 * Parts of a Hono app that are used. Its own type would bring its declarations along, which compilers before 5.7
 * refuse.
 */
export interface Routes {
  /** Responds to a request, whose path begins below the provider's prefix. */
  fetch(request: Request, bindings?: object): Response | Promise<Response>;
}

/** A token that a provider has given out and still knows: it does not know those that were revoked or are spent. */
export interface GivenToken {
  /** `app`, `user` or `refresh`; of the bank-data API `access`, `public`, `link` or `processor`. */
  readonly kind: string;
  readonly value: string;
  /** Login or id of the user it acts for. */
  readonly user?: string | undefined;
  readonly scopes?: readonly string[];
  /** Unix milliseconds. */
  readonly givenAt: number;
  /** Unix milliseconds; undefined where it does not end on its own. */
  readonly expiresAt?: number | undefined;
  /** Why nothing can be had with it at the moment, as the provider's own code. */
  readonly problem?: string | undefined;
}

/** The servers of a provider. */
export interface ProviderServers {
  /** Routes below the provider's prefix: a Hono app, or any object with such a `fetch`. */
  readonly app: Routes;
  /** Controls with which tests act on the provider's side: `sandbox.controls.<name>`. */
  readonly controls?: object;
  /** Every token that it knows; looking changes nothing. Default: the API has no tokens. */
  tokens?(): readonly GivenToken[];
  /** Takes a WebSocket at the path of the definition. */
  connect?(query: URLSearchParams, connection: Connection): ConnectionEvents;
}

/** The servers of a provider with what its client must be given to use them, which its own tests read. */
export interface ProviderSandbox<Options extends object> extends ProviderServers {
  readonly app: Routes & { request(path: string | Request, init?: RequestInit): Response | Promise<Response> };
  /** Options for the client's factory, created once the sandbox's address is known. */
  options(): Options;
}

/** A provider of one sandbox before its first request: what its client needs is known, its servers are not made yet. */
export interface ProviderPlan<Client extends object = object, Servers extends ProviderServers = ProviderServers> {
  /** Returns the client's options; called once the sandbox's address is known. */
  clientOptions(): Client;
  /** Sizes of its data, by option. */
  sizes(): Readonly<Record<string, number>>;
  /** The servers, loaded and made when first asked for. */
  servers(): Servers;
}
